// The values: what floats in a solution. All of them are immutable; a solution that reacts is a Live
// (live.ts), and a `solution` molecule is what it looks like from outside.
// Ints are JavaScript numbers while they are safe and bigints beyond; strings and bools are themselves.
// Order and equality are in order.ts, printing in show.ts, JSON in json.ts.
import type { Kind, Span } from '../lang/index.ts';
import type { RuleMolecule } from './rule.ts';

export type Molecule =
  | number
  | bigint
  | boolean
  | string
  | RealMolecule
  | SymbolMolecule
  | TupleMolecule
  | ListMolecule
  | RecordMolecule
  | SolutionMolecule
  | RuleMolecule;

export interface RealMolecule {
  readonly kind: 'real';
  readonly value: number;
}

export interface SymbolMolecule {
  readonly kind: 'symbol';
  readonly name: string;
}

export interface TupleMolecule {
  readonly kind: 'tuple';
  readonly items: readonly Molecule[];
  readonly depth: number;
}

export interface ListMolecule {
  readonly kind: 'list';
  readonly items: readonly Molecule[];
  readonly depth: number;
}

export interface RecordMolecule {
  readonly kind: 'record';
  /** Sorted by code points, without duplicates; `values[i]` belongs to `keys[i]`. */
  readonly keys: readonly string[];
  readonly values: readonly Molecule[];
  readonly depth: number;
}

export interface SolutionMolecule {
  readonly kind: 'solution';
  /** In no particular order: a multiset. */
  readonly items: readonly Molecule[];
  /** The stage after this one, for `A then B`. */
  readonly next: SolutionMolecule | null;
  readonly depth: number;
}

/** Compound values nest at most this deep, so that no walk over a value can exhaust the stack. */
export const MAX_DEPTH = 1000;

/**
 * A value can hold another twice at the cost of one, and so double with every level, while whoever looks at it pays
 * for all of it. What nests so deep is put into another value only while it has no more atoms than this, each counted
 * as often as it would be written. What is flatter cannot have doubled often.
 */
const COUNTED_DEPTH = 8;
const MAX_ATOMS = 2 ** 22;

/** A failure while evaluating: a guard that fails counts as false, a product that fails is a FAULT. */
export class EvaluationError extends Error {
  override readonly name = 'EvaluationError';
  /** The expression that failed, once it is known. */
  span: Span | null = null;
}

export function real(value: number): RealMolecule {
  return { kind: 'real', value: value === 0 ? 0 : value };
}

const symbols = new Map<string, SymbolMolecule>();

/** Symbols are interned: equal names are one object. */
export function symbol(name: string): SymbolMolecule {
  const known = symbols.get(name);
  if (known !== undefined) return known;
  const made: SymbolMolecule = { kind: 'symbol', name };
  symbols.set(name, made);
  return made;
}

export function tuple(items: readonly Molecule[]): TupleMolecule {
  return { kind: 'tuple', items, depth: depthAbove(items) };
}

export function list(items: readonly Molecule[]): ListMolecule {
  return { kind: 'list', items, depth: depthAbove(items) };
}

/** A record from its fields; of two fields with one key the later one counts. */
export function record(fields: Iterable<readonly [string, Molecule]>): RecordMolecule {
  const byKey = new Map(fields);
  const keys = [...byKey.keys()].sort(compareText);
  const values = keys.map((key) => byKey.get(key) as Molecule);
  return { kind: 'record', keys, values, depth: depthAbove(values) };
}

export function solution(
  items: readonly Molecule[],
  next: SolutionMolecule | null = null,
): SolutionMolecule {
  const depth = Math.max(depthAbove(items), next === null ? 0 : next.depth);
  return { kind: 'solution', items, next, depth };
}

/** A tuple of what is there already, however deep: a value that exists can always be looked at. */
export function heldTuple(items: readonly Molecule[]): TupleMolecule {
  return { kind: 'tuple', items, depth: deepest(items) + 1 };
}

/** A solution of what is there already, however deep. */
export function heldSolution(
  items: readonly Molecule[],
  next: SolutionMolecule | null = null,
): SolutionMolecule {
  const depth = Math.max(deepest(items) + 1, next === null ? 0 : next.depth);
  return { kind: 'solution', items, next, depth };
}

/** The int for a bigint: a number when it is safe, itself otherwise. */
export function int(value: bigint): number | bigint {
  return value >= MIN_SAFE && value <= MAX_SAFE ? Number(value) : value;
}

const MIN_SAFE = BigInt(Number.MIN_SAFE_INTEGER);
const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER);

export function kindOf(molecule: Molecule): Kind {
  switch (typeof molecule) {
    case 'number':
    case 'bigint':
      return 'int';
    case 'string':
      return 'string';
    case 'boolean':
      return 'bool';
    default:
      return molecule.kind;
  }
}

export function isInt(molecule: Molecule): molecule is number | bigint {
  return typeof molecule === 'number' || typeof molecule === 'bigint';
}

export function isRule(molecule: Molecule): molecule is RuleMolecule {
  return typeof molecule === 'object' && molecule.kind === 'rule';
}

function depthOf(molecule: Molecule): number {
  return typeof molecule === 'object' && 'depth' in molecule ? molecule.depth : 0;
}

function depthAbove(items: readonly Molecule[]): number {
  const depth = deepest(items);
  if (depth >= MAX_DEPTH) {
    throw new EvaluationError(`values nest at most ${MAX_DEPTH} deep`);
  }
  if (depth >= COUNTED_DEPTH && !items.every(canBeHeld)) {
    throw new EvaluationError(
      `what nests ${COUNTED_DEPTH} deep and has more than ${MAX_ATOMS} atoms cannot be put into another value`,
    );
  }
  return depth + 1;
}

/** Whether a value nests no deeper, and is no larger, than what another value may hold. */
export function canBeHeld(molecule: Molecule): boolean {
  const depth = depthOf(molecule);
  return depth < COUNTED_DEPTH || (depth < MAX_DEPTH && atomsIn(molecule) <= MAX_ATOMS);
}

/** How many atoms a value holds, each counted as often as it would be written; a rule is one. */
function atomsIn(molecule: Molecule): number {
  if (typeof molecule !== 'object') return 1;
  switch (molecule.kind) {
    case 'real':
    case 'symbol':
    case 'rule':
      return 1;
    case 'tuple':
    case 'list':
      return countAtoms(molecule.items, molecule.depth - 1);
    case 'record':
      return countAtoms(molecule.values, molecule.depth - 1);
    case 'solution': {
      let count = 0;
      for (let at: SolutionMolecule | null = molecule; at !== null; at = at.next) {
        count += countAtoms(at.items, at.depth - 1);
      }
      return count;
    }
  }
}

/** Known for each list of items that nests deep: a walk over all that they hold may never end. */
const atomCounts = new WeakMap<readonly Molecule[], number>();

/** Lists of items that nest less deep are counted anew each time, which is sooner done than remembered. */
const REMEMBERED_DEPTH = 3;

function countAtoms(items: readonly Molecule[], depth: number): number {
  if (depth === 0) return Math.max(1, items.length);
  const known = depth < REMEMBERED_DEPTH ? undefined : atomCounts.get(items);
  if (known !== undefined) return known;
  let count = 0;
  for (const item of items) count += atomsIn(item);
  if (depth >= REMEMBERED_DEPTH) atomCounts.set(items, count);
  return count;
}

function deepest(items: readonly Molecule[]): number {
  let depth = 0;
  for (const item of items) {
    const below = depthOf(item);
    if (below > depth) depth = below;
  }
  return depth;
}

/** Compares by code points, which UTF-16 order is not: surrogates sort below U+E000 to U+FFFF there. */
export function compareText(left: string, right: string): number {
  if (left === right) return 0;
  const shared = Math.min(left.length, right.length);
  for (let i = 0; i < shared; i++) {
    const a = left.charCodeAt(i);
    const b = right.charCodeAt(i);
    if (a !== b) return codePointRank(a) - codePointRank(b);
  }
  return left.length - right.length;
}

function codePointRank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
