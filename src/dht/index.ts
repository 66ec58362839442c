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
  acknowledged,
  arrive,
  awaitsAnswer,
  type ChannelMessage,
  type Channels,
  loadChannels,
  noChannels,
  post,
  resend,
  type SavedChannels,
  saveChannels,
  take,
  toSend,
} from './channel.ts';
export { type Admission, admission, type Fences, raise } from './fence.ts';
export { type FlaskId, flaskId } from './flask-id.ts';
export {
  append,
  flush,
  type Log,
  type OpenedLog,
  openLog,
  putSnapshot,
  replaceLog,
  synced,
  wantsSnapshot,
} from './log.ts';
export type { LogDamage, LogRecord, LogSnapshot } from './log-frame.ts';
export {
  addRecord,
  countedAt,
  graduate,
  hearReplica,
  openReplica,
  placed,
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
  type FlaskPlace,
  isUp,
  memberNamed,
  noView,
  placeOf,
  type View,
  type ViewMember,
  wantedPlaces,
} from './view.ts';
export {
  changeView,
  tasksOf,
  type ViewChange,
  type ViewRefusal,
  type ViewTask,
} from './view-change.ts';
export {
  answered,
  type KeeperStep,
  refresh,
  type ViewEvent,
  type ViewKeeper,
  viewKeeper,
  wish,
} from './view-keeper.ts';
