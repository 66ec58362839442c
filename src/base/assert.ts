// Assertions that stay on in production. They state what we believe of our own code; what a user or
// the world can get wrong is a Diagnostic or a Result, never an assertion.

/** Our own code was wrong. Edges catch it once and ask the user to report it. */
export class InvariantError extends Error {
  override readonly name = 'InvariantError';
}

/** Holds `condition`, or stops with the message first and the offending value second. */
export function assert(condition: boolean, message: string, value?: unknown): asserts condition {
  if (!condition) {
    throw new InvariantError(value === undefined ? message : `${message}: ${String(value)}`);
  }
}

/** The branch of a switch that the types say cannot be reached. */
export function unreachable(value: never): never {
  const shown = JSON.stringify(value) as string | undefined;
  throw new InvariantError(`unreachable case: ${shown ?? String(value)}`);
}
