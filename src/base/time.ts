// Time as the heart sees it: a number that somebody hands in. Who drives a machine owns the clock;
// machines read `ctx.now` and ask for timers (machine.ts), they never wait.

/** Milliseconds, of a moment or of a span; names carry the unit as well: `timeoutMs`. */
export type Millis = number;

/** Where a driver reads the time. It may jump: nothing that must be right may rest on it alone. */
export interface Clock {
  now(): Millis;
}
