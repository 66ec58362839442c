// count, sum, min and max: what a rule may ask of the rest of an inert solution. A rest variable comes
// as the list of its data; a solution may be given too, and of it only the data count.
import {
  type AnyNumber,
  add,
  aKind,
  compare,
  EvaluationError,
  isNumber,
  isRule,
  kindOf,
  type ListMolecule,
  type Molecule,
  type SolutionMolecule,
  sorted,
} from '../runtime/index.ts';
import { define, INT, NUMBER } from './define.ts';

const MANY = ['list', 'solution'] as const;
type Many = ListMolecule | SolutionMolecule;

export const aggregateFunctions = [
  define('count', 'how many data there are', { items: MANY }, INT, ([items]) => {
    return dataOf(items as Many).length;
  }),
  define('sum', 'the sum of numbers; of nothing it is 0', { items: MANY }, NUMBER, ([items]) =>
    sum(dataOf(items as Many)),
  ),
  define(
    'min',
    'the smallest of a list or solution, or of two or more values',
    { first: 'any', more: 'any' },
    'any',
    (args) => extreme('min', -1, args),
    { optional: 1, variadic: true },
  ),
  define(
    'max',
    'the largest of a list or solution, or of two or more values',
    { first: 'any', more: 'any' },
    'any',
    (args) => extreme('max', 1, args),
    { optional: 1, variadic: true },
  ),
];

/** The items of a list, or of a solution what is not a rule. */
export function dataOf(many: Many): readonly Molecule[] {
  if (many.kind === 'list' || !many.items.some(isRule)) return many.items;
  return many.items.filter((item) => !isRule(item));
}

function sum(items: readonly Molecule[]): Molecule {
  // Sums of reals depend on the order: in canonical order, equal multisets have equal sums.
  const exact = items.every((item) => typeof item === 'number' || typeof item === 'bigint');
  let total: Molecule = 0;
  for (const item of exact ? items : sorted(items)) {
    if (!isNumber(item)) throw new EvaluationError(`cannot sum ${aKind(item)}`);
    total = add(total, item as AnyNumber);
  }
  return total;
}

function extreme(name: string, direction: 1 | -1, args: readonly Molecule[]): Molecule {
  const values = args.length === 1 ? manyOf(name, args[0] as Molecule) : args;
  let best = values[0];
  if (best === undefined) throw new EvaluationError(`${name} of nothing`);
  for (const value of values) {
    checkComparable(name, best, value);
    if (compare(value, best) * direction > 0) best = value;
  }
  return best;
}

function manyOf(name: string, argument: Molecule): readonly Molecule[] {
  if (typeof argument === 'object' && (argument.kind === 'list' || argument.kind === 'solution')) {
    return dataOf(argument);
  }
  throw new EvaluationError(
    `${name} takes a list, a solution, or two or more values, not ${aKind(argument)} alone`,
  );
}

function checkComparable(name: string, a: Molecule, b: Molecule): void {
  if (typeof a === typeof b && typeof a !== 'object') return;
  if ((isNumber(a) && isNumber(b)) || kindOf(a) === kindOf(b)) return;
  throw new EvaluationError(`${name} cannot compare ${aKind(a)} with ${aKind(b)}`);
}
