// What the other folders may use of repl.
export type { Completion } from './complete.ts';
export { InputLines, type Taken } from './input-lines.ts';
export type { Relocate } from './program-text.ts';
export type { RunningEffect } from './reactor.ts';
export type { Ask, GatheredText, Line, Progress, Reply } from './reply.ts';
export { Session, type SessionOptions } from './session.ts';
