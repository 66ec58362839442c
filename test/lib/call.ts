// Calls a standard function as evaluate does: the arguments are held against the signature first.
import { createRequire } from 'node:module';
import { expect, it } from 'vitest';
import type { KindSet, Signature } from '../../src/lang/index.ts';
import { provideRegexEngine, type RegexEngine, standardFunctions } from '../../src/lib/index.ts';
import { EvaluationError, kindOf, type Molecule, show } from '../../src/runtime/index.ts';

const load = createRequire(import.meta.url);
provideRegexEngine(() => (load('re2js') as { RE2JS: RegexEngine }).RE2JS);

/** A call and what its result prints as. */
export type Row = readonly [name: string, args: readonly Molecule[], shown: string];

export function checkResults(rows: readonly Row[]): void {
  it.each(rows)('%s of %o is %s', (name, args, shown) => {
    expect(show(call(name, args), { rules: true })).toBe(shown);
  });
}

/** A call and the sentence with which it fails. */
export function checkFailures(rows: readonly Row[]): void {
  it.each(rows)('%s of %o fails: %s', (name, args, message) => {
    expect(() => call(name, args)).toThrow(new EvaluationError(message));
  });
}

export function call(name: string, args: readonly Molecule[]): Molecule {
  const found = standardFunctions.get(name);
  if (found === undefined) throw new Error(`no function ${name}`);
  const { signature } = found;
  expect(fits(signature, args), `${name} takes such arguments`).toBe(true);
  const result = found.apply(args);
  expect(includes(signature.result, result), `${name} gives such a result`).toBe(true);
  return result;
}

function fits(signature: Signature, args: readonly Molecule[]): boolean {
  const { parameters, optional, variadic } = signature;
  if (args.length < parameters.length - optional) return false;
  if (args.length > parameters.length && !variadic) return false;
  return args.every((arg, i) => {
    const parameter = parameters[Math.min(i, parameters.length - 1)];
    return parameter !== undefined && includes(parameter.kinds, arg);
  });
}

function includes(kinds: KindSet, molecule: Molecule): boolean {
  return kinds === 'any' || kinds.includes(kindOf(molecule));
}
