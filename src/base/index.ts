// What every other folder may use of base.
export { assert, InvariantError, unreachable } from './assert.ts';
export { fail, ok, type Result } from './result.ts';
export { createRng, hashText, type Rng } from './rng.ts';
