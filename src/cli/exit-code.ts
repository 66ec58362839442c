// What the command tells its caller by its exit code, and the error that stands for a wrong call.

export const EXIT = {
  /** Inert, or open and closed in order; or the question was answered. */
  ok: 0,
  /** The program is wrong, or one of its tests does not hold. */
  program: 1,
  /** The call is wrong: an option, a file, the input. */
  call: 2,
  /** Stopped by a budget or by the user before anything came to rest. */
  stopped: 3,
  /** It came to rest with a FAULT, or a recorded run could not be repeated. */
  faulted: 4,
  /** Our own code was wrong. */
  internal: 70,
} as const;

/** The command was called wrongly: the message is one sentence, without a full stop. */
export class CallError extends Error {
  override readonly name = 'CallError';
}

/** The world stopped the run before its end: the message is one sentence, without a full stop. */
export class StopError extends Error {
  override readonly name = 'StopError';
}

/** What is wrong has been said already: only the exit code is left. */
export class Told extends Error {
  override readonly name = 'Told';
  readonly code: number;

  constructor(code: number) {
    super('told');
    this.code = code;
  }
}
