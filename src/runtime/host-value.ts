// What a function written in TypeScript or JavaScript is given, and what may come back from it. Plain
// data becomes natural values; symbols, tuples, solutions and rules are handed over as the molecules
// they are. A real with a whole value comes back as an int unless it is returned as a real molecule.
import { fail, ok, type Result } from '../base/index.ts';
import { checkStringLength } from './arithmetic.ts';
import { isSymbolName } from './json.ts';
import {
  EvaluationError,
  int,
  list,
  MAX_DEPTH,
  type Molecule,
  real,
  record,
  type SolutionMolecule,
  solution,
  symbol,
  tuple,
} from './molecule.ts';

/** The value for the host: lists as arrays and records as plain objects, at every depth. */
export function toHost(molecule: Molecule): unknown {
  if (typeof molecule !== 'object') return molecule;
  switch (molecule.kind) {
    case 'real':
      return molecule.value;
    case 'list':
      return molecule.items.map(toHost);
    case 'record':
      return Object.fromEntries(
        molecule.keys.map((key, i) => [key, toHost(molecule.values[i] as Molecule)]),
      );
    default:
      return molecule;
  }
}

/** The molecule for a host value, or a sentence that says why there is none. */
export function fromHost(value: unknown): Result<Molecule, string> {
  try {
    return ok(convert(value, 0));
  } catch (thrown) {
    if (!(thrown instanceof EvaluationError)) throw thrown;
    return fail(thrown.message);
  }
}

function convert(value: unknown, depth: number): Molecule {
  switch (typeof value) {
    case 'boolean':
      return value;
    case 'string':
      checkStringLength(value.length);
      return value;
    case 'number':
      if (Number.isSafeInteger(value)) return value + 0;
      return Number.isInteger(value) ? int(BigInt(value)) : real(value);
    case 'bigint':
      return int(value);
    case 'undefined':
      return symbol('NULL');
    case 'object':
      return value === null ? symbol('NULL') : convertObject(value, depth);
    default:
      throw new EvaluationError(`a ${typeof value} cannot become a molecule`);
  }
}

function convertObject(value: object, depth: number): Molecule {
  if (depth >= MAX_DEPTH) {
    throw new EvaluationError(`the value nests more than ${MAX_DEPTH} deep, or in a circle`);
  }
  if (Array.isArray(value)) return list(convertItems(value, depth));
  if (isRuleObject(value)) return value as Molecule;
  const prototype = Object.getPrototypeOf(value) as object | null;
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) {
    throw new EvaluationError(`${nameOf(value)} cannot become a molecule: only plain data can`);
  }
  const fields = value as Readonly<Record<string, unknown>>;
  const fromShape = convertMolecule(fields, depth);
  if (fromShape !== null) return fromShape;
  return record(Object.entries(fields).map(([key, item]) => [key, convert(item, depth + 1)]));
}

/** By index and not by map, which would skip the holes of a sparse array. */
function convertItems(items: readonly unknown[], depth: number): Molecule[] {
  const made: Molecule[] = [];
  for (let i = 0; i < items.length; i++) made.push(convert(items[i], depth + 1));
  return made;
}

/** What the objects of molecules have; an object that has more is a record that happens to have a kind. */
const PROPERTIES: ReadonlyMap<string, readonly string[]> = new Map([
  ['symbol', ['kind', 'name']],
  ['real', ['kind', 'value']],
  ['tuple', ['kind', 'items', 'depth']],
  ['list', ['kind', 'items', 'depth']],
  ['record', ['kind', 'keys', 'values', 'depth']],
  ['solution', ['kind', 'items', 'next', 'depth']],
]);

/** A molecule given as an object of ours, checked and made anew; null when it has another shape. */
function convertMolecule(
  fields: Readonly<Record<string, unknown>>,
  depth: number,
): Molecule | null {
  const { kind, name, value, items, keys, values, next } = fields;
  const expected = typeof kind === 'string' ? PROPERTIES.get(kind) : undefined;
  if (expected === undefined || !Object.keys(fields).every((key) => expected.includes(key))) {
    return null;
  }
  switch (kind) {
    case 'symbol':
      return typeof name === 'string' && isSymbolName(name) ? symbol(name) : null;
    case 'real':
      return typeof value === 'number' ? real(value) : null;
    case 'tuple':
      return Array.isArray(items) && items.length > 1 ? tuple(convertItems(items, depth)) : null;
    case 'list':
      return Array.isArray(items) ? list(convertItems(items, depth)) : null;
    case 'record': {
      if (!Array.isArray(keys) || !Array.isArray(values) || keys.length !== values.length)
        return null;
      const contents = convertItems(values, depth);
      return record(keys.map((key, i) => [String(key), contents[i] as Molecule]));
    }
    case 'solution': {
      if (!Array.isArray(items)) return null;
      return solution(convertItems(items, depth), convertStage(next, depth));
    }
    default:
      return null;
  }
}

function convertStage(next: unknown, depth: number): SolutionMolecule | null {
  if (next === null || next === undefined) return null;
  const made = convert(next, depth + 1);
  if (typeof made === 'object' && made.kind === 'solution') return made;
  throw new EvaluationError('the stage after a solution must be a solution');
}

/** Rules are made by load only; what is handed over comes back as it was. */
function isRuleObject(value: object): boolean {
  return 'kind' in value && value.kind === 'rule' && 'template' in value && 'captured' in value;
}

function nameOf(value: object): string {
  const made: unknown = value.constructor;
  return typeof made === 'function' && made.name !== ''
    ? `a value of class ${made.name}`
    : 'an object with a prototype';
}
