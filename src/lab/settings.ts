// Parameters by name: the values of one run, with what a reader sets, and typed reading of them.
import { assert, fail, ok, type Result } from '../base/index.ts';
import type { Parameter, Value, Values } from './experiment.ts';

export function defaultsOf(parameters: readonly Parameter[]): Values {
  return Object.fromEntries(parameters.map(({ name, value }) => [name, value]));
}

/** What a reader wrote for a parameter, as a value of its kind, or a sentence. */
export function readValue(parameter: Parameter, text: string): Result<Value, string> {
  const { name, value, choices } = parameter;
  if (typeof value === 'string') {
    if (choices === undefined || choices.includes(text)) return ok(text);
    return fail(`${name} is one of ${choices.join(', ')}, not '${text}'`);
  }
  const numbers = (typeof value === 'number' ? [text] : text.split(',')).map(numberOf);
  const bad = numbers.find((item) => !fits(parameter, item));
  if (bad !== undefined || numbers.length === 0)
    return fail(`${name} ${wanted(parameter)}, not '${text}'`);
  return ok(typeof value === 'number' ? (numbers[0] as number) : numbers);
}

function numberOf(text: string): number {
  const digits = text.trim().replace(/(?<=\d)_(?=\d)/g, '');
  return /^-?\d+(\.\d+)?(e-?\d{1,2})?$/i.test(digits) ? Number(digits) : Number.NaN;
}

function fits(
  { least = 0, most = Number.MAX_SAFE_INTEGER, whole = true }: Parameter,
  value: number,
): boolean {
  return value >= least && value <= most && (!whole || Number.isSafeInteger(value));
}

function wanted({ value, least = 0, most, whole = true }: Parameter): string {
  const kind = whole ? 'whole number' : 'number';
  const takes =
    typeof value === 'number' ? `takes a ${kind}` : `takes ${kind}s with commas between them,`;
  return `${takes} ${most === undefined ? `of at least ${least}` : `from ${least} to ${most}`}`;
}

/** Whether parameters have just these values: those with which something was found that is told in a note. */
export function areSet(values: Values, wanted: Values): boolean {
  return Object.entries(wanted).every(([name, value]) => String(values[name]) === String(value));
}

export function numberIn(values: Values, name: string): number {
  const value = values[name];
  assert(typeof value === 'number', 'not a number among the parameters', name);
  return value;
}

export function numbersIn(values: Values, name: string): readonly number[] {
  const value = values[name];
  assert(Array.isArray(value), 'not a list among the parameters', name);
  return value as readonly number[];
}

export function wordIn(values: Values, name: string): string {
  const value = values[name];
  assert(typeof value === 'string', 'not a word among the parameters', name);
  return value;
}
