// What others may use of the cluster's parts. They are pure; sockets are in net/, and the simulator is another
// driver of the same machines.
export {
  type Authority,
  type AuthorityAnswer,
  type AuthorityCall,
  type Register,
  unsetRegister,
} from './authority/authority.ts';
export type { AuthorityMessage } from './authority/messages.ts';
export {
  type Proposer,
  type ProposerCommand,
  type ProposerEvent,
  type ProposerOptions,
  proposer,
} from './authority/proposer.ts';
export { type Voter, type VoterCommand, type VoterEvent, voter } from './authority/voter.ts';
export {
  attemptCapture,
  hearCapture,
  isCaptureQuiet,
  newCapture,
  wakeCapture,
  welcomeGift,
} from './capture/capture.ts';
export type { Capture, Holding } from './capture/capture-state.ts';
export type {
  CaptureEffect,
  CaptureEvent,
  CaptureMessage,
  CaptureMode,
  Gift,
  MoleculeId,
  RuleName,
} from './capture/messages.ts';
export {
  chooseMode,
  type DormantOptions,
  hearRate,
  newRecord,
  ownRate,
  type PolicyOptions,
  type RuleRecord,
  type SwitchOptions,
  successRate,
  usualPolicy,
} from './capture/policy.ts';
export type { Wanted } from './capture/requester.ts';
export {
  acknowledged,
  arrive,
  awaitsAnswer,
  type ChannelMessage,
  type Channels,
  loadChannels,
  noChannels,
  post,
  resend,
  resendStale,
  type SavedChannels,
  saveChannels,
  take,
  toSend,
} from './channel.ts';
export { type Admission, admission, type Fences, raise } from './fence.ts';
export {
  type AskedEffect,
  effectOf,
  type PlainAnswer,
  plainAnswer,
  type ReleasedEvent,
} from './flask/effects.ts';
export { type Feed, feed, PIECE } from './flask/feed.ts';
export { type ChemistryOptions, chemistry } from './flask/flask.ts';
export { type FlaskState, indexOf as indexOfFlask } from './flask/flask-state.ts';
export type { ClientMessage, Envelope, Figures, FlaskMessage, ToClient } from './flask/messages.ts';
export type { ProgramOfSpec } from './flask/ready-program.ts';
export { type CaptureChoice, type SolutionSpec, specFromBytes, specToBytes } from './flask/spec.ts';
export type { FlaskEvent } from './flask/telling.ts';
export type { FlaskApp, FlaskInput, FlaskOutput } from './flask-app.ts';
export {
  type ClientId,
  clientId,
  type Endpoint,
  type FlaskId,
  flaskId,
  flaskOf,
  isFlask,
  isPlainName,
  solutionOf,
} from './flask-id.ts';
export { History, type HistoryOptions } from './history/history.ts';
export { beginHistory, toldEvents } from './history/merge.ts';
export { verdict } from './history/verdict.ts';
export {
  append,
  flush,
  foldLog,
  type Log,
  type OpenedLog,
  openLog,
  putSnapshot,
  replaceLog,
  synced,
  wantsSnapshot,
} from './log.ts';
export type { LogDamage, LogRecord, LogSnapshot } from './log-frame.ts';
export { type Plain, pack, type UnpackLimits, unpack, usualLimits } from './pack.ts';
export { identityProblem, votersKnown } from './peer/identity.ts';
export { type Peer, peer } from './peer.ts';
export {
  type Contact,
  type FlaskStatus,
  type NodeStatus,
  type PeerCommand,
  type PeerEvent,
  type PeerOptions,
  type PeerPhase,
  type PeerTiming,
  usualTiming,
} from './peer-command.ts';
export type { Candidate, Cluster, PeerMessage } from './peer-messages.ts';
export { nodeStatusSchema, peerCodec, peerMessageSchema, viewSchema } from './peer-schema.ts';
export {
  addRecord,
  countedAt,
  dismiss,
  foldRecords,
  graduate,
  hearReplica,
  openReplica,
  placed,
  proceed,
  type Replica,
  type ReplicaMessage,
  type ReplicaStep,
  replicaSynced,
  resendRecords,
  teach,
} from './replica.ts';
export type { RingCommand, RingEvent, RingMessage, RingOptions } from './ring/finger-messages.ts';
export { fingerNode, type RingNode } from './ring/finger-node.ts';
export {
  type FingerTable,
  fingerRouter,
  loneTable,
  successorsKept,
  tableAmong,
} from './ring/finger-router.ts';
export {
  ahead,
  byPosition,
  distance,
  isWithin,
  type Member,
  memberOf,
  membersFrom,
  type Position,
  positionOf,
} from './ring/position.ts';
export { type FullRouter, fullRouter, type Router } from './ring/router.ts';
export {
  anything,
  byType,
  bytes,
  type Fields,
  fields,
  flag,
  type Given,
  id,
  judged,
  listOf,
  nullOr,
  type Optional,
  oneOf,
  optional,
  real,
  type Schema,
  text,
  whole,
} from './schema.ts';
export { flaskAbove, flatTreeWidth, heightAt, treeWidth } from './spread/gather.ts';
export {
  cellOf,
  cellSize,
  isWorthSpreading,
  type PlannedMove,
  planCell,
  plannerOf,
} from './spread/plan.ts';
export {
  earn,
  encourage,
  hearSpread,
  type Load,
  lookForWork,
  newSpread,
  report,
  type Spread,
  type SpreadEffect,
  type SpreadMessage,
  type SpreadOptions,
  serveThieves,
  stolen,
  usualSpread,
} from './spread/spread.ts';
export {
  type FlaskPlace,
  isUp,
  memberNamed,
  noView,
  placeOf,
  type View,
  type ViewMember,
  type ViewSolution,
  wantedPlaces,
} from './view.ts';
export {
  changeView,
  type Newcomer,
  tasksOf,
  type ViewChange,
  type ViewRefusal,
  type ViewTask,
} from './view-change.ts';
export {
  answered,
  hearView,
  type KeeperStep,
  refresh,
  type ViewEvent,
  type ViewKeeper,
  viewKeeper,
  wish,
  withdraw,
} from './view-keeper.ts';
export { type Codec, codecOf } from './wire.ts';
