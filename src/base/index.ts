// What every other folder may use of base.
export { assert, InvariantError, unreachable } from './assert.ts';
export { EventQueue } from './event-queue.ts';
export { type Id, mintId, type NodeId, nodeId, type TimerId, timerId } from './id.ts';
export {
  type Ctx,
  type DiskEffect,
  type DiskFiles,
  type DiskInput,
  type DurableStep,
  type Effect,
  type Input,
  type Machine,
  type Step,
  withoutDisk,
} from './machine.ts';
export { isAlive, type Processes, processMark } from './process-mark.ts';
export { fail, ok, type Result } from './result.ts';
export { createRng, hashText, type Rng } from './rng.ts';
export type { Clock, Millis } from './time.ts';
