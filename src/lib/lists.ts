// Functions on lists. Positions count from 0; sameness and order are those of all molecules.
import {
  checkListLength,
  compare,
  EvaluationError,
  isRule,
  type ListMolecule,
  list,
  type Molecule,
  type RecordMolecule,
  type SolutionMolecule,
  same,
  sorted,
  type TupleMolecule,
  tuple,
} from '../runtime/index.ts';
import { dataOf } from './aggregates.ts';
import { countOf, define, INT, LIST } from './define.ts';

/** The most items that range makes. */
const MAX_RANGE = 10_000_000;

export const listFunctions = [
  define('head', 'the first item', { items: LIST }, 'any', ([items]) => itemAt(items, 0, 'head')),
  define('first', 'the first item, as head', { items: LIST }, 'any', ([items]) =>
    itemAt(items, 0, 'first'),
  ),
  define('last', 'the last item', { items: LIST }, 'any', ([items]) => itemAt(items, -1, 'last')),
  define('tail', 'the list without its first item', { items: LIST }, LIST, ([items]) => {
    itemAt(items, 0, 'tail');
    return list((items as ListMolecule).items.slice(1));
  }),
  define(
    'nth',
    'the item at a position; negative ones count from the end',
    { items: ['list', 'tuple'], position: INT },
    'any',
    ([items, position]) => itemAt(items, countOf(position, 'the position'), 'nth'),
  ),
  define('take', 'the first n items', { items: LIST, n: INT }, LIST, ([items, n]) =>
    list((items as ListMolecule).items.slice(0, Math.max(0, countOf(n, 'the number of items')))),
  ),
  define(
    'drop',
    'the list without its first n items',
    { items: LIST, n: INT },
    LIST,
    ([items, n]) =>
      list((items as ListMolecule).items.slice(Math.max(0, countOf(n, 'the number of items')))),
  ),
  define(
    'slice',
    'the items from a position up to another, which is not in; negative ones count from the end',
    { items: LIST, from: INT, to: INT },
    LIST,
    ([items, from, to]) => {
      const end = to === undefined ? undefined : countOf(to, 'the last position');
      return list((items as ListMolecule).items.slice(countOf(from, 'the first position'), end));
    },
    { optional: 1 },
  ),
  define(
    'reverse',
    'the items or characters in the other direction',
    { x: ['list', 'string'] },
    ['list', 'string'],
    ([x]) =>
      typeof x === 'string'
        ? [...x].reverse().join('')
        : list((x as ListMolecule).items.slice().reverse()),
  ),
  define('sort', 'the items in the order of molecules', { items: LIST }, LIST, ([items]) =>
    list(sorted((items as ListMolecule).items)),
  ),
  define(
    'unique',
    'the list without repetitions, the first of each kept',
    { items: LIST },
    LIST,
    (args) => list(unique((args[0] as ListMolecule).items)),
  ),
  define(
    'concat',
    'the items of all these lists, one list after another',
    { items: LIST, more: LIST },
    LIST,
    (lists) => joinLists(lists.map((each) => (each as ListMolecule).items)),
    { optional: 1, variadic: true },
  ),
  define(
    'flatten',
    'the lists in a list opened, one level deep',
    { items: LIST },
    LIST,
    ([items]) =>
      joinLists((items as ListMolecule).items.map((item) => (isList(item) ? item.items : [item]))),
  ),
  define(
    'zip',
    'tuples of the items at the same positions, as long as the shorter list',
    { left: LIST, right: LIST },
    LIST,
    ([left, right]) => {
      const others = (right as ListMolecule).items;
      const paired = (left as ListMolecule).items.slice(0, others.length);
      return list(paired.map((item, i) => tuple([item, others[i] as Molecule])));
    },
  ),
  define(
    'range',
    'the ints from one to another, both in; the step is 1 unless given',
    { from: INT, to: INT, step: INT },
    LIST,
    (args) => range(args),
    { optional: 1 },
  ),
  define(
    'items',
    'the items of a tuple, or the data of a solution in order, as a list',
    { x: ['list', 'tuple', 'solution'] },
    LIST,
    ([x]) => list(itemsOf(x as ListMolecule | TupleMolecule | SolutionMolecule)),
  ),
  define(
    'size',
    'how many items, fields or data there are',
    { x: ['list', 'tuple', 'record', 'solution'] },
    INT,
    ([x]) => sizeOf(x as ListMolecule | TupleMolecule | RecordMolecule | SolutionMolecule),
  ),
];

function isList(molecule: Molecule): molecule is ListMolecule {
  return typeof molecule === 'object' && molecule.kind === 'list';
}

function itemAt(of: Molecule | undefined, position: number, caller: string): Molecule {
  const { items, kind } = of as ListMolecule | TupleMolecule;
  const item = items.at(position);
  if (item !== undefined) return item;
  throw new EvaluationError(
    caller === 'nth'
      ? `no item ${position} in a ${kind} of ${items.length}`
      : `${caller} of an empty list`,
  );
}

function itemsOf(x: ListMolecule | TupleMolecule | SolutionMolecule): readonly Molecule[] {
  return x.kind === 'solution' ? sorted(dataOf(x)) : x.items;
}

function sizeOf(x: ListMolecule | TupleMolecule | RecordMolecule | SolutionMolecule): number {
  if (x.kind === 'record') return x.keys.length;
  if (x.kind !== 'solution') return x.items.length;
  let size = 0;
  for (const item of x.items) if (!isRule(item)) size++;
  return size;
}

/** Equal items become neighbours when positions are sorted by item; the smallest position is kept. */
function unique(items: readonly Molecule[]): Molecule[] {
  const positions = items.map((_, i) => i);
  positions.sort((a, b) => compare(items[a] as Molecule, items[b] as Molecule) || a - b);
  const kept = positions.filter(
    (position, i) =>
      i === 0 || !same(items[positions[i - 1] as number] as Molecule, items[position] as Molecule),
  );
  return kept.sort((a, b) => a - b).map((position) => items[position] as Molecule);
}

function joinLists(lists: readonly (readonly Molecule[])[]): ListMolecule {
  let length = 0;
  for (const each of lists) length += each.length;
  checkListLength(length);
  return list(lists.flat());
}

function range(args: readonly Molecule[]): ListMolecule {
  const from = countOf(args[0], 'the start of the range');
  const to = countOf(args[1], 'the end of the range');
  const step = args[2] === undefined ? 1 : countOf(args[2], 'the step');
  if (step === 0) throw new EvaluationError('a range needs a step other than 0');
  const count = Math.max(0, Math.floor((to - from) / step) + 1);
  if (count > MAX_RANGE) throw new EvaluationError(`a range has at most ${MAX_RANGE} items`);
  return list(Array.from({ length: count }, (_, i) => from + i * step));
}
