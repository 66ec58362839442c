// What every other folder may use of base.
export { assert, InvariantError, unreachable } from './assert.ts';
export { type Id, mintId, type NodeId, nodeId, type TimerId, timerId } from './id.ts';
export type {
  Ctx,
  DiskEffect,
  DiskFiles,
  DiskInput,
  DurableStep,
  Effect,
  Input,
  Step,
} from './machine.ts';
export { fail, ok, type Result } from './result.ts';
export { createRng, hashText, type Rng } from './rng.ts';
export type { Clock, Millis } from './time.ts';
