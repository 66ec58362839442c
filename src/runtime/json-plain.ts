// Plain JSON, without tags, for the functions parseJson and toJson: the data of other programs. Objects
// are records whatever their keys, arrays are lists, null is the symbol NULL. The way out keeps less:
// a tuple and the data of a solution become arrays, a symbol other than NULL becomes a string.
// The form that keeps every kind is json.ts.
import { fail, ok, type Result } from '../base/index.ts';
import { type JsonError, type JsonTree, readJsonTree } from './json-text.ts';
import {
  EvaluationError,
  isRule,
  list,
  type Molecule,
  record,
  type SolutionMolecule,
  symbol,
} from './molecule.ts';
import { canonicalItems } from './order.ts';
import { showReal } from './show.ts';

/** Data from plain JSON text. */
export function parsePlainJson(text: string): Result<Molecule, JsonError> {
  const tree = readJsonTree(text);
  if (!tree.ok) return tree;
  try {
    return ok(plainMeaning(tree.value));
  } catch (thrown) {
    if (!(thrown instanceof EvaluationError)) throw thrown;
    return fail({ message: thrown.message, offset: 0 });
  }
}

/** Plain JSON text of data; inf, nan and rules have none, and fail. */
export function plainJsonText(molecule: Molecule): string {
  const pieces: string[] = [];
  write(molecule, pieces);
  return pieces.join('');
}

function plainMeaning(tree: JsonTree): Molecule {
  if (tree === null) return symbol('NULL');
  if (typeof tree !== 'object') return tree;
  if (Array.isArray(tree)) return list((tree as readonly JsonTree[]).map(plainMeaning));
  if ('fields' in tree) return record(tree.fields.map(([key, item]) => [key, plainMeaning(item)]));
  return tree as Molecule;
}

function write(molecule: Molecule, pieces: string[]): void {
  if (typeof molecule !== 'object') {
    pieces.push(typeof molecule === 'string' ? JSON.stringify(molecule) : String(molecule));
    return;
  }
  switch (molecule.kind) {
    case 'real':
      if (!Number.isFinite(molecule.value)) {
        throw new EvaluationError(`${showReal(molecule.value)} has no JSON form`);
      }
      pieces.push(showReal(molecule.value));
      return;
    case 'symbol':
      pieces.push(molecule.name === 'NULL' ? 'null' : JSON.stringify(molecule.name));
      return;
    case 'tuple':
    case 'list':
      writeArray(molecule.items, pieces);
      return;
    case 'record':
      pieces.push('{');
      molecule.keys.forEach((key, i) => {
        pieces.push(i > 0 ? ',' : '', JSON.stringify(key), ':');
        write(molecule.values[i] as Molecule, pieces);
      });
      pieces.push('}');
      return;
    case 'solution':
      writeSolution(molecule, pieces);
      return;
    case 'rule':
      throw new EvaluationError('a rule has no JSON form');
  }
}

function writeSolution(molecule: SolutionMolecule, pieces: string[]): void {
  if (molecule.next !== null) throw new EvaluationError('stages have no JSON form');
  writeArray(
    canonicalItems(molecule).filter((item) => !isRule(item)),
    pieces,
  );
}

function writeArray(items: readonly Molecule[], pieces: string[]): void {
  pieces.push('[');
  items.forEach((item, i) => {
    if (i > 0) pieces.push(',');
    write(item, pieces);
  });
  pieces.push(']');
}
