// The one total order over molecules, and the two equalities that go with it: sameness, which patterns
// use (1 is not 1.0), and `==`, which is numeric between two numbers. Printing, hashing and indexing
// build on this order, so that the same multiset always looks the same. Values are in molecule.ts.
import {
  compareText,
  isInt,
  type ListMolecule,
  type Molecule,
  type RealMolecule,
  type RecordMolecule,
  type SolutionMolecule,
  type TupleMolecule,
} from './molecule.ts';

/** Negative when `a` comes first, positive when `b` does, 0 exactly when they are the same. */
export function compare(a: Molecule, b: Molecule): number {
  if (a === b) return 0;
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b);
  if (typeof a === 'object' && typeof b === 'object' && a.kind === b.kind) {
    return compareObjects(a, b);
  }
  const byKind = rankOf(a) - rankOf(b);
  if (byKind !== 0) return byKind;
  if (typeof a === 'boolean') return a ? 1 : -1;
  // Only numbers of different kinds are left.
  const byValue = compareNumbers(a as AnyNumber, b as AnyNumber);
  return byValue || (isInt(a) ? 0 : 1) - (isInt(b) ? 0 : 1);
}

/** Sameness: structural, kinds included; solutions as multisets; NaN is the same as NaN. */
export function same(a: Molecule, b: Molecule): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a.kind !== b.kind) return false;
  switch (a.kind) {
    case 'real':
      return sameReal(a.value, (b as RealMolecule).value);
    case 'symbol':
      return a.name === (b as typeof a).name;
    case 'tuple':
    case 'list':
      return a.depth === (b as typeof a).depth && sameItems(a.items, (b as typeof a).items);
    case 'record': {
      const other = b as RecordMolecule;
      if (a.depth !== other.depth || a.keys.length !== other.keys.length) return false;
      for (let i = 0; i < a.keys.length; i++) if (a.keys[i] !== other.keys[i]) return false;
      return sameItems(a.values, other.values);
    }
    case 'solution':
      return sameSolution(a, b as SolutionMolecule);
    case 'rule':
      return a.name === (b as typeof a).name && a.key === (b as typeof a).key;
  }
}

/** The operator `==`: by value between two numbers, sameness otherwise. */
export function looseEqual(a: Molecule, b: Molecule): boolean {
  if (a === b) return true;
  return isNumber(a) && isNumber(b) ? compareNumbers(a, b) === 0 : same(a, b);
}

export function isNumber(molecule: Molecule): molecule is AnyNumber {
  if (typeof molecule === 'object') return molecule.kind === 'real';
  return isInt(molecule);
}

/** By exact value, int and real alike; NaN is above every other number and equal to itself. */
export function compareNumbers(a: AnyNumber, b: AnyNumber): number {
  const left = typeof a === 'object' ? a.value : a;
  const right = typeof b === 'object' ? b.value : b;
  // JavaScript compares a bigint with a double by their exact values.
  if (left < right) return -1;
  if (left > right) return 1;
  return (Number.isNaN(left) ? 1 : 0) - (Number.isNaN(right) ? 1 : 0);
}

/** The items in canonical order, as a new array. */
export function sorted(items: readonly Molecule[]): Molecule[] {
  if (items.length < 2) return items.slice();
  if (items.every(isSmallInt)) return Array.from(Float64Array.from(items).sort());
  // Without surrogates the engine's own order of UTF-16 units is the order of code points.
  if (items.every(isPlaneZeroText)) return items.slice().sort();
  return items.slice().sort(compare);
}

export type AnyNumber = number | bigint | RealMolecule;
type Compound = Extract<Molecule, { kind: string }>;

const RANKS = {
  real: 1,
  symbol: 3,
  tuple: 4,
  list: 5,
  record: 6,
  solution: 7,
  rule: 8,
} as const;

function rankOf(molecule: Molecule): number {
  switch (typeof molecule) {
    case 'boolean':
      return 0;
    case 'number':
    case 'bigint':
      return 1;
    case 'string':
      return 2;
    default:
      return RANKS[molecule.kind];
  }
}

/** Two objects of the same kind. */
function compareObjects(a: Compound, b: Compound): number {
  switch (a.kind) {
    case 'real':
      return compareNumbers(a, b as RealMolecule);
    case 'symbol':
      return compareText(a.name, (b as typeof a).name);
    case 'tuple':
    case 'list':
      return compareItems(a.items, (b as TupleMolecule | ListMolecule).items);
    case 'record':
      return compareRecords(a, b as RecordMolecule);
    case 'solution':
      return compareSolutions(a, b as SolutionMolecule);
    case 'rule': {
      const other = b as typeof a;
      if (a.name === other.name) return compareText(a.key, other.key);
      if (a.name === null) return -1;
      return other.name === null ? 1 : compareText(a.name, other.name);
    }
  }
}

function compareItems(a: readonly Molecule[], b: readonly Molecule[]): number {
  const shared = Math.min(a.length, b.length);
  for (let i = 0; i < shared; i++) {
    const order = compare(a[i] as Molecule, b[i] as Molecule);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

function compareRecords(a: RecordMolecule, b: RecordMolecule): number {
  const shared = Math.min(a.keys.length, b.keys.length);
  for (let i = 0; i < shared; i++) {
    const order =
      compareText(a.keys[i] as string, b.keys[i] as string) ||
      compare(a.values[i] as Molecule, b.values[i] as Molecule);
    if (order !== 0) return order;
  }
  return a.keys.length - b.keys.length;
}

/** Stages are walked in a loop: a chain of them has no bound on its length, as nesting has. */
function compareSolutions(a: SolutionMolecule, b: SolutionMolecule): number {
  let left: SolutionMolecule | null = a;
  let right: SolutionMolecule | null = b;
  while (left !== null && right !== null) {
    if (left === right) return 0;
    const order = compareItems(canonicalItems(left), canonicalItems(right));
    if (order !== 0) return order;
    left = left.next;
    right = right.next;
  }
  return (left === null ? 0 : 1) - (right === null ? 0 : 1);
}

function sameSolution(a: SolutionMolecule, b: SolutionMolecule): boolean {
  let left: SolutionMolecule | null = a;
  let right: SolutionMolecule | null = b;
  while (left !== null && right !== null) {
    if (left === right) return true;
    if (left.depth !== right.depth || left.items.length !== right.items.length) return false;
    if (!sameItems(canonicalItems(left), canonicalItems(right))) return false;
    left = left.next;
    right = right.next;
  }
  return left === right;
}

function sameItems(a: readonly Molecule[], b: readonly Molecule[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) {
    if (!same(a[i] as Molecule, b[i] as Molecule)) return false;
  }
  return true;
}

const sortedItems = new WeakMap<SolutionMolecule, readonly Molecule[]>();

/** What a solution holds, in canonical order; kept, since sorting compares one solution many times. */
export function canonicalItems(of: SolutionMolecule): readonly Molecule[] {
  if (of.items.length < 2) return of.items;
  const known = sortedItems.get(of);
  if (known !== undefined) return known;
  const made = sorted(of.items);
  sortedItems.set(of, made);
  return made;
}

function sameReal(a: number, b: number): boolean {
  return a === b || (Number.isNaN(a) && Number.isNaN(b));
}

function isSmallInt(molecule: Molecule): molecule is number {
  return typeof molecule === 'number';
}

function isPlaneZeroText(molecule: Molecule): molecule is string {
  return typeof molecule === 'string' && !/[\ud800-\udfff]/.test(molecule);
}
