// Functions on records. A record does not change: put, remove and merge give another one.
import {
  compareText,
  EvaluationError,
  type ListMolecule,
  list,
  type Molecule,
  type RecordMolecule,
  record,
  showShort,
  showString,
  tuple,
} from '../runtime/index.ts';
import { define, LIST, RECORD, STRING } from './define.ts';

export const recordFunctions = [
  define('keys', 'the keys, sorted', { of: RECORD }, LIST, ([of]) =>
    list((of as RecordMolecule).keys),
  ),
  define('values', 'the values, in the order of their keys', { of: RECORD }, LIST, ([of]) =>
    list((of as RecordMolecule).values),
  ),
  define('entries', 'the fields as tuples key:value', { of: RECORD }, LIST, ([of]) =>
    list(fieldsOf(of as RecordMolecule).map((field) => tuple(field))),
  ),
  define(
    'fromEntries',
    'the record of these tuples key:value',
    { entries: LIST },
    RECORD,
    ([entries]) => record((entries as ListMolecule).items.map(fieldOf)),
  ),
  define(
    'has',
    'whether the record has the key',
    { of: RECORD, key: STRING },
    ['bool'],
    ([of, key]) => fieldValue(of, key) !== undefined,
  ),
  define(
    'get',
    'the value of a key; when it has none, the third argument or an error',
    { of: RECORD, key: STRING, otherwise: 'any' },
    'any',
    ([of, key, otherwise]) => {
      const value = fieldValue(of, key) ?? otherwise;
      if (value !== undefined) return value;
      throw new EvaluationError(
        `no field ${showString(key as string)} in ${showShort(of as Molecule)}`,
      );
    },
    { optional: 1 },
  ),
  define(
    'put',
    'the record with this value for the key',
    { of: RECORD, key: STRING, value: 'any' },
    RECORD,
    ([of, key, value]) =>
      record([...fieldsOf(of as RecordMolecule), [key as string, value as Molecule]]),
  ),
  define('remove', 'the record without the key', { of: RECORD, key: STRING }, RECORD, ([of, key]) =>
    record(fieldsOf(of as RecordMolecule).filter(([each]) => each !== key)),
  ),
  define(
    'merge',
    'the fields of all these records; of two with one key the later counts',
    { first: RECORD, more: RECORD },
    RECORD,
    (records) => record(records.flatMap((each) => fieldsOf(each as RecordMolecule))),
    { optional: 1, variadic: true },
  ),
];

function fieldsOf(of: RecordMolecule): [string, Molecule][] {
  return of.keys.map((key, i) => [key, of.values[i] as Molecule]);
}

/** Keys are sorted, so that a key is found by halving. */
function fieldValue(of: Molecule | undefined, key: Molecule | undefined): Molecule | undefined {
  const { keys, values } = of as RecordMolecule;
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareText(keys[middle] as string, key as string) < 0) low = middle + 1;
    else high = middle;
  }
  return keys[low] === key ? values[low] : undefined;
}

function fieldOf(entry: Molecule): [string, Molecule] {
  if (typeof entry === 'object' && entry.kind === 'tuple' && entry.items.length === 2) {
    const [key, value] = entry.items;
    if (typeof key === 'string') return [key, value as Molecule];
  }
  throw new EvaluationError(`${showShort(entry, 40)} is not a tuple of a key and a value`);
}
