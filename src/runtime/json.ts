// Molecules as JSON, tagged so that every kind comes back: safe ints, bools and strings are themselves,
// all others an object with one key that names the kind. The same forms are what `--json` prints, what
// `--input` reads and what travels between nodes. JSON without tags is json-plain.ts.
import { fail, ok, type Result } from '../base/index.ts';
import { readDirectly, Words } from './json-direct.ts';
import {
  isSymbolName,
  type JsonError,
  type JsonTree,
  readJsonTree,
  readJsonTreeAt,
  readJsonTrees,
} from './json-text.ts';
import {
  EvaluationError,
  heldSolution,
  int,
  list,
  type Molecule,
  real,
  record,
  type SolutionMolecule,
  solution,
  symbol,
  tuple,
} from './molecule.ts';
import { canonicalItems } from './order.ts';
import { showReal } from './show.ts';
import { withoutRulesIn } from './without-rules.ts';

export { isSymbolName } from './json-text.ts';

export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

export interface ToJsonOptions {
  /** Whether rules inside other molecules are given; they are left out otherwise, at every depth. */
  readonly rules?: boolean;
}

/** The tagged form. A rule that is not inside anything is always given, by its name. */
export function toJson(molecule: Molecule, options: ToJsonOptions = {}): JsonValue {
  const [shown] = options.rules === true ? [molecule] : withoutRulesIn([molecule]);
  return tagged(shown ?? molecule);
}

/** The tagged forms of what a solution holds, in canonical order: the `solution` of `--json`. */
export function solutionToJson(of: SolutionMolecule, options: ToJsonOptions = {}): JsonValue[] {
  const items = options.rules === true ? of.items : withoutRulesIn(of.items);
  return canonicalItems(items === of.items ? of : heldSolution(items)).map(tagged);
}

/** A molecule from what JSON.parse gives: a number without a fraction is an int. */
export function fromJson(value: unknown): Result<Molecule, string> {
  try {
    return ok(meaning(treeOf(value, 0)));
  } catch (thrown) {
    if (!(thrown instanceof EvaluationError)) throw thrown;
    return fail(thrown.message);
  }
}

/** A molecule from text: a number without `.` and exponent is an int, of any size. */
export function parseJsonText(text: string): Result<Molecule, JsonError> {
  const tree = readJsonTree(text);
  return tree.ok ? meant(() => meaning(tree.value)) : tree;
}

/** The molecules of an input: the items of one array, or one JSON value a line. */
export function readInput(text: string, words = new Words()): Result<Molecule[], JsonError> {
  const direct = readDirectly(text, meaningAt, { words });
  return direct === null ? readInputByTrees(text) : ok(direct);
}

/** The same by way of trees: slower, and the law. */
export function readInputByTrees(text: string): Result<Molecule[], JsonError> {
  const trees = readJsonTrees(text);
  if (!trees.ok) return trees;
  const [first] = trees.value;
  const isList = trees.value.length === 1 && Array.isArray(first);
  const items = isList ? (first as readonly JsonTree[]) : trees.value;
  const molecules = meant(() => items.map(meaning));
  return molecules.ok ? molecules : fail({ ...molecules.error, offset: wrongAt(text, isList) });
}

/** Where the first item or value begins that is no molecule, of a text that is right as JSON. */
function wrongAt(text: string, isList: boolean): number {
  const between = /[\s,\ufeff]*/y;
  const skip = (from: number): number => {
    between.lastIndex = from;
    between.exec(text);
    return between.lastIndex;
  };
  let at = isList ? text.indexOf('[') + 1 : 0;
  for (;;) {
    at = skip(at);
    const read = readJsonTreeAt(text, at);
    if (!read.ok) return 0;
    const { tree, end } = read.value;
    if (!meant(() => meaning(tree)).ok) return at;
    at = end;
  }
}

/** One JSON value a line, and not the items of an array if there is one alone. */
export function readValues(text: string, words = new Words()): Result<Molecule[], JsonError> {
  const direct = readDirectly(text, meaningAt, { alone: false, words });
  if (direct !== null) return ok(direct);
  const trees = readJsonTrees(text);
  return trees.ok ? meant(() => trees.value.map(meaning)) : trees;
}

function meaningAt(text: string, at: number): { value: Molecule; end: number } | null {
  const read = readJsonTreeAt(text, at);
  if (!read.ok) return null;
  const value = meant(() => meaning(read.value.tree));
  return value.ok ? { value: value.value, end: read.value.end } : null;
}

function tagged(molecule: Molecule): JsonValue {
  switch (typeof molecule) {
    case 'object':
      break;
    case 'bigint':
      return { int: String(molecule) };
    default:
      return molecule;
  }
  switch (molecule.kind) {
    case 'real':
      return { real: Number.isFinite(molecule.value) ? molecule.value : showReal(molecule.value) };
    case 'symbol':
      return { sym: molecule.name };
    case 'tuple':
      return { tuple: molecule.items.map(tagged) };
    case 'list':
      return { list: molecule.items.map(tagged) };
    case 'record':
      // fromEntries makes own properties of all keys, `__proto__` too.
      return {
        record: Object.fromEntries(
          molecule.keys.map((key, i) => [key, tagged(molecule.values[i] as Molecule)]),
        ),
      };
    case 'solution':
      return taggedSolution(molecule);
    case 'rule':
      return { rule: molecule.name ?? molecule.key };
  }
}

/** `A then B then C` is `{"solution": [A], "then": [[B], [C]]}`. */
function taggedSolution(molecule: SolutionMolecule): JsonValue {
  const first = canonicalItems(molecule).map(tagged);
  if (molecule.next === null) return { solution: first };
  const later: JsonValue[] = [];
  for (let stage = molecule.next as SolutionMolecule | null; stage !== null; stage = stage.next) {
    later.push(canonicalItems(stage).map(tagged));
  }
  // biome-ignore lint/suspicious/noThenProperty: this object is data on its way to text, never awaited.
  return { solution: first, then: later };
}

/** What a tree stands for: arrays are lists, objects are records unless they have a tagged form. */
function meaning(tree: JsonTree): Molecule {
  if (tree === null) return symbol('NULL');
  if (typeof tree !== 'object') return tree;
  if (isArray(tree)) return list(tree.map(meaning));
  if (tree.kind === 'real') return tree;
  const untagged = tree.fields.length <= 2 ? readTagged(tree.fields) : null;
  return untagged ?? record(tree.fields.map(([key, value]) => [key, meaning(value)]));
}

/** The molecule of a tagged form, or null when the fields are not one: the value must fit the tag. */
function readTagged(fields: readonly (readonly [string, JsonTree])[]): Molecule | null {
  const [only, second] = fields;
  if (only === undefined) return null;
  const [tag, value] = only;
  if (second !== undefined) return readStages(only, second);
  switch (tag) {
    case 'int':
      return typeof value === 'string' && /^-?[0-9]{1,1000000}$/.test(value)
        ? int(BigInt(value))
        : null;
    case 'real':
      return readReal(value);
    case 'sym':
      return typeof value === 'string' && isSymbolName(value) ? symbol(value) : null;
    case 'tuple':
      return isArray(value) && value.length > 1 ? tuple(value.map(meaning)) : null;
    case 'list':
      return isArray(value) ? list(value.map(meaning)) : null;
    case 'record':
      return typeof value === 'object' && value !== null && 'fields' in value
        ? record(value.fields.map(([key, field]) => [key, meaning(field)]))
        : null;
    case 'solution':
      return isArray(value) ? solution(value.map(meaning)) : null;
    case 'rule':
      if (typeof value !== 'string') return null;
      throw new EvaluationError('a rule cannot be given as JSON, only data can');
    default:
      return null;
  }
}

function readStages(
  [firstTag, first]: readonly [string, JsonTree],
  [thenTag, later]: readonly [string, JsonTree],
): SolutionMolecule | null {
  if (firstTag !== 'solution' || thenTag !== 'then' || !isArray(first)) return null;
  if (!isArray(later) || !later.every(isArray)) return null;
  let next: SolutionMolecule | null = null;
  for (const stage of [first, ...later].reverse()) next = solution(stage.map(meaning), next);
  return next;
}

function readReal(value: JsonTree): Molecule | null {
  switch (value) {
    case 'inf':
      return real(Number.POSITIVE_INFINITY);
    case '-inf':
      return real(Number.NEGATIVE_INFINITY);
    case 'nan':
      return real(Number.NaN);
    default:
      if (typeof value === 'number' || typeof value === 'bigint') return real(Number(value));
      return typeof value === 'object' && value !== null && !isArray(value) && value.kind === 'real'
        ? value
        : null;
  }
}

/** What JSON.parse gives, as a tree. Deep or cyclic values stop at the depth that molecules have. */
function treeOf(value: unknown, depth: number): JsonTree {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      if (Number.isSafeInteger(value)) return value + 0;
      return Number.isInteger(value) ? int(BigInt(value)) : real(value);
    case 'object':
      if (value === null) return null;
      if (depth > 2000) throw new EvaluationError('JSON nests too deep');
      if (Array.isArray(value)) return value.map((item) => treeOf(item, depth + 1));
      return {
        kind: 'fields',
        fields: Object.entries(value).map(([key, item]) => [key, treeOf(item, depth + 1)] as const),
      };
    default:
      throw new EvaluationError(`JSON has no ${typeof value}`);
  }
}

function meant<T>(make: () => T): Result<T, JsonError> {
  try {
    return ok(make());
  } catch (thrown) {
    if (!(thrown instanceof EvaluationError)) throw thrown;
    return fail({ message: thrown.message, offset: 0 });
  }
}

function isArray(tree: JsonTree): tree is readonly JsonTree[] {
  return Array.isArray(tree);
}
