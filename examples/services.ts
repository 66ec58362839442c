// The services that the workflow examples call. `invoke` is an effect: the runtime calls it after
// its reaction has been committed, and puts the answer in the place of the call. What it throws
// becomes a molecule ERROR:"message". The key of the context is the same when an unanswered call
// is repeated after a crash, so that a real service can tell a repetition from a new call.

interface Context {
  readonly key: string;
  readonly signal: AbortSignal;
}

type Service = (inputs: readonly number[]) => number;

const services: ReadonlyMap<string, Service> = new Map<string, Service>([
  ['add-one', ([x = 0]) => x + 1],
  ['times-ten', ([x = 0]) => x * 10],
  ['times-hundred', ([x = 0]) => x * 100],
  ['total', (inputs) => inputs.reduce((sum, x) => sum + x, 0)],
  ['broken', () => fail('out of order')],
  // Answers from the third attempt on; it is told which attempt this is.
  ['unsteady', ([x = 0, attempt = 1]) => (attempt < 3 ? fail('try again') : x * 2)],
]);

/** Calls a service by its name, with all its inputs. */
export async function invoke(
  service: string,
  inputs: readonly number[],
  context: Context,
): Promise<number> {
  await Promise.resolve();
  context.signal.throwIfAborted();
  const known = services.get(service);
  return known === undefined ? fail(`no service ${service}`) : known(inputs);
}

function fail(message: string): never {
  throw new Error(message);
}
