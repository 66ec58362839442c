// How a simulated world stops when a machine or a watcher finds something wrong.

/** The message names the seed, so that the failure can be seen again. */
export class WorldError extends Error {
  override readonly name = 'WorldError';
}

/** The error with its place in front; one that has a place already stays as it is. */
export function worldError(place: string, error: unknown): WorldError {
  if (error instanceof WorldError) return error;
  const said = error instanceof Error ? error.message : String(error);
  return new WorldError(`${place}: ${said}`, { cause: error });
}
