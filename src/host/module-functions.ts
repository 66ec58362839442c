// Functions of the user's modules, as the language sees them: values are turned into JavaScript's own on the
// way in and into molecules on the way out, and whatever a function throws becomes a sentence.
import type { Grant } from '../coordination/index.ts';
import type { Signature } from '../lang/index.ts';
import {
  type EffectAnswer,
  EvaluationError,
  type FunctionCode,
  fromHost,
  type Molecule,
  toHost,
} from '../runtime/index.ts';

/** A function of the user's; `never` for its parameters, since it may ask for any kind of them. */
export type HostFunction = (...args: never[]) => unknown;

/** What an effect is told beside its arguments. */
export interface EffectContext {
  /** The same for the same effect, however often it is run: for the called side to know it again. */
  readonly key: string;
  /** Aborted when the run is stopped. */
  readonly signal: AbortSignal;
  /** What it runs under, in the order of entering: see `under`. */
  readonly permits: readonly Grant[];
}

/** Runs an effect; never rejects. */
export type EffectFunction = (
  args: readonly Molecule[],
  context: EffectContext,
) => Promise<EffectAnswer>;

export function pureFunction(name: string, body: HostFunction): FunctionCode {
  return {
    signature: signatureOf(name, body, false),
    apply(args) {
      const result = callPure(name, body, args);
      if (result instanceof Promise) {
        result.catch(() => {});
        throw new EvaluationError(`${name} gives a promise: import it as an effect`);
      }
      const value = fromHost(result);
      if (!value.ok) throw new EvaluationError(`${name} gives no molecule: ${value.error}`);
      return value.value;
    },
  };
}

export function effectSignature(name: string, body: HostFunction): FunctionCode {
  return { signature: signatureOf(name, body, true), apply: null };
}

export function effectFunction(name: string, body: HostFunction): EffectFunction {
  return async (args, context) => {
    try {
      const value = fromHost(await call(body, [...args.map(toHost), context]));
      if (value.ok) return { ok: true, value: value.value };
      return { ok: false, message: `${name} gives no molecule: ${value.error}` };
    } catch (error) {
      return { ok: false, message: messageOf(error) };
    }
  };
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function callPure(name: string, body: HostFunction, args: readonly Molecule[]): unknown {
  try {
    return call(body, args.map(toHost));
  } catch (error) {
    throw new EvaluationError(`${name} failed: ${messageOf(error)}`);
  }
}

function call(body: HostFunction, args: readonly unknown[]): unknown {
  return (body as (...args: readonly unknown[]) => unknown)(...args);
}

/** JavaScript tells only how many parameters a function needs at least. */
function signatureOf(name: string, body: HostFunction, effect: boolean): Signature {
  const needed = Math.max(0, effect ? body.length - 1 : body.length);
  const parameter = (i: number) => ({ name: `argument ${i + 1}`, kinds: 'any' as const });
  return {
    name,
    parameters: Array.from({ length: needed + 1 }, (_, i) => parameter(i)),
    optional: 1,
    variadic: true,
    result: 'any',
    effect,
    doc: effect ? 'an effect of an imported module' : 'a function of an imported module',
  };
}
