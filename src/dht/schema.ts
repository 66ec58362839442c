// Schemas: what a value that came from elsewhere must look like before anybody acts on it. A schema is a function that
// finds the first thing wrong; the types follow from the schemas, so that a schema that does not fit its message
// is refused by the compiler. Objects are closed: a field that nobody knows is as wrong as one that is missing.
// Why not a library: docs/adr/0041-schemas.md. Before it in the walk: pack.ts; after it: wire.ts.
import { fail, ok, type Result } from '../base/index.ts';

/** Says what is wrong with a value, or nothing; `at` is where the value lies. */
export interface Schema<T> {
  problem(value: unknown, at: string): string | undefined;
  /** Only for the compiler: what a value is when nothing is wrong. */
  readonly gives?: T;
}

export type Given<S> = S extends Schema<infer T> ? T : never;

/** The value, if it is right. */
export function judged<T>(schema: Schema<T>, value: unknown): Result<T, string> {
  const problem = schema.problem(value, '');
  return problem === undefined ? ok(value as T) : fail(problem);
}

function schema<T>(problem: (value: unknown, at: string) => string | undefined): Schema<T> {
  return { problem };
}

function expected(what: string, at: string): string {
  return `${at === '' ? 'the message' : at} is not ${what}`;
}

export function text(most = 256): Schema<string> {
  return schema((value, at) =>
    typeof value === 'string' && value.length <= most
      ? undefined
      : expected(`a text of at most ${most} characters`, at),
  );
}

/** A text that names something: not empty, and of visible characters, so that it can be shown and logged. */
export function id<T extends string>(most = 256): Schema<T> {
  return schema((value, at) =>
    typeof value === 'string' && value.length <= most && /^[\x21-\x7e]+$/.test(value)
      ? undefined
      : expected('an id', at),
  );
}

export function oneOf<const T extends string>(...words: readonly T[]): Schema<T> {
  return schema((value, at) =>
    (words as readonly unknown[]).includes(value)
      ? undefined
      : expected(`one of ${words.join(', ')}`, at),
  );
}

export function whole(least = 0, most = Number.MAX_SAFE_INTEGER): Schema<number> {
  return schema((value, at) =>
    Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most
      ? undefined
      : expected(`a whole number from ${least} to ${most}`, at),
  );
}

export const real: Schema<number> = schema((value, at) =>
  typeof value === 'number' && Number.isFinite(value) ? undefined : expected('a number', at),
);

export const flag: Schema<boolean> = schema((value, at) =>
  typeof value === 'boolean' ? undefined : expected('true or false', at),
);

export function bytes(most: number): Schema<Uint8Array> {
  return schema((value, at) =>
    value instanceof Uint8Array && value.length <= most
      ? undefined
      : expected(`at most ${most} bytes`, at),
  );
}

/** Any plain data: whoever is handed it has a schema of its own. Depth and count were bounded by unpack. */
export const anything: Schema<unknown> = schema(() => undefined);

export function nullOr<T>(inner: Schema<T>): Schema<T | null> {
  return schema((value, at) => (value === null ? undefined : inner.problem(value, at)));
}

export function listOf<T>(inner: Schema<T>, most: number): Schema<readonly T[]> {
  return schema((value, at) => {
    if (!Array.isArray(value) || value.length > most)
      return expected(`a list of at most ${most}`, at);
    for (let i = 0; i < value.length; i++) {
      const problem = inner.problem(value[i], `${at}[${i}]`);
      if (problem !== undefined) return problem;
    }
    return undefined;
  });
}

/** Marks a field that may be left out. */
export interface Optional<T> extends Schema<T> {
  readonly mayMiss: true;
}

export function optional<T>(inner: Schema<T>): Optional<T> {
  return { problem: (value, at) => inner.problem(value, at), mayMiss: true };
}

type Shape = Readonly<Record<string, Schema<unknown>>>;
type MissingNames<F> = { [K in keyof F]: F[K] extends Optional<unknown> ? K : never }[keyof F];
export type Fields<F> = {
  readonly [K in Exclude<keyof F, MissingNames<F>>]: Given<F[K]>;
} & { readonly [K in MissingNames<F>]?: Given<F[K]> };

/** An object with exactly these fields. */
export function fields<F extends Shape>(shape: F): Schema<Fields<F>> {
  const known = new Map(Object.entries(shape));
  const needed = [...known].filter(([, inner]) => !('mayMiss' in inner)).map(([name]) => name);
  return schema((value, at) => {
    if (!isObject(value)) return expected('an object', at);
    for (const name of needed) {
      if (!Object.hasOwn(value, name)) return `${dotted(at, name)} is missing`;
    }
    for (const name of Object.keys(value)) {
      const inner = known.get(name);
      if (inner === undefined) return `${dotted(at, name.slice(0, 40))} is not known`;
      const problem = inner.problem(value[name], dotted(at, name));
      if (problem !== undefined) return problem;
    }
    return undefined;
  });
}

/** One of several objects, told apart by their field `type`; each entry names the other fields. */
export function byType<V extends Readonly<Record<string, Shape>>>(
  variants: V,
): Schema<{ [K in keyof V]: { readonly type: K } & Fields<V[K]> }[keyof V]> {
  const known = new Map(
    Object.entries(variants).map(([type, shape]) => [
      type,
      fields({ type: oneOf(type), ...shape }),
    ]),
  );
  return schema((value, at) => {
    if (!isObject(value)) return expected('an object', at);
    const type = value['type'];
    const inner = typeof type === 'string' ? known.get(type) : undefined;
    return inner === undefined ? `${dotted(at, 'type')} is not known` : inner.problem(value, at);
  });
}

/**
 * For types that are written by hand: lets a schema pass that gives exactly such values. One that forgets a message, or
 * a field, does not compile.
 */
export function exactly<T>(): <S extends Schema<T>>(
  schema: [T] extends [Given<S>] ? S : never,
) => Schema<T> {
  return (schema) => schema;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof Uint8Array)
  );
}

function dotted(at: string, name: string): string {
  return at === '' ? name : `${at}.${name}`;
}
