// What the other folders may use of runtime.
export * from './arithmetic.ts';
export { type EffectRequest, errorMolecule } from './calls.ts';
export { Chronicle, type End, type Life, type Origin, type Step } from './chronicle.ts';
export { RuleCache } from './compile/compiled.ts';
export { contentOf, freeze, freezeLive } from './content.ts';
export { type Effect, type EffectAnswer, Engine, type Permit } from './engine.ts';
export type {
  Event,
  Put,
  ReactionEvent,
  Status,
} from './event.ts';
export {
  type ExplainedIndex,
  type ExplainedSlot,
  type Explanation,
  explainProgram,
  type GeneralReason,
} from './explain.ts';
export type { Hint } from './explain-hints.ts';
export type { CostClass, ExplainedPlan, ExplainedStep, Key } from './explain-steps.ts';
export {
  type Exploration,
  type ExploredEffect,
  type ExploredOutcome,
  type ExploredStep,
  Explorer,
} from './explore.ts';
export { type Fault, faultsIn } from './fault.ts';
export { Finder, type Found } from './finder.ts';
export { HASH_START, hashAll, hashMolecule } from './hash-molecule.ts';
export { fromHost, toHost } from './host-value.ts';
export {
  fromJson,
  isSymbolName,
  type JsonValue,
  parseJsonText,
  readInput,
  solutionToJson,
  toJson,
} from './json.ts';
export { type CutInput, cutInput, type PieceForm, readPiece } from './json-cut.ts';
export { Words } from './json-direct.ts';
export { parsePlainJson, plainJsonText } from './json-plain.ts';
export { WHOLE } from './key-index.ts';
export { eachLive, type Live, type Occurrence, ruleOf } from './live.ts';
export type { FunctionCode, GuardError } from './load/context.ts';
export { type Loaded, type LoadOptions, load } from './load/load.ts';
export { allMatches, type Match, tookOf } from './match-naive.ts';
export type { Mismatch } from './mismatch.ts';
export * from './molecule.ts';
export { moleculesFromBytes, moleculesToBytes, Templates } from './molecule-bytes.ts';
export {
  type Binding,
  type Cause,
  type Closest,
  type NearMiss,
  type NearMissOptions,
  nearMiss,
  type Refusal,
  type SlotReport,
} from './near-miss.ts';
export * from './order.ts';
export {
  type Belongs,
  countWaiting,
  eachResting,
  type FieldOf,
  HERE,
  takeById,
  takeMisplaced,
  takeWaiting,
} from './outermost.ts';
export {
  type BodyPortrait,
  likenessOf,
  newContent,
  type Portrait,
  portraitOf,
} from './portrait.ts';
export { isChange, repeatEvent } from './replay.ts';
export { SoupFull } from './room.ts';
export type {
  EnvValue,
  PatternCode,
  PermitRequest,
  RuleMolecule,
  RuleTemplate,
  Shape,
} from './rule.ts';
export { type ShowOptions, show, showReal, showShort, showString } from './show.ts';
export type { RuleStatistics } from './statistics.ts';
export type { StoreClass } from './store.ts';
export { classFits, classOf } from './store-class.ts';
export {
  type Role,
  type Story,
  type StoryLimits,
  storyOf,
  storyOfRule,
  type Telling,
} from './story.ts';
export { holdsRule, withoutRulesIn } from './without-rules.ts';
