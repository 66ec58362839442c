// Molecules as text: one canonical text a molecule, that the language reads back. Syntax trees are
// printed by lang/print.ts; JSON is json.ts. A solution prints in the total order of order.ts.
import type { Molecule, SolutionMolecule } from './molecule.ts';
import { canonicalItems } from './order.ts';
import { withoutRules } from './without-rules.ts';

export interface ShowOptions {
  /** Whether rules inside other molecules are shown; they are left out otherwise, at every depth. */
  readonly rules?: boolean;
}

/** The canonical text. A rule that is not inside anything always shows: there is nothing else to say. */
export function show(molecule: Molecule, options: ShowOptions = {}): string {
  const writer = new Writer(Number.POSITIVE_INFINITY);
  write(writer, shownPart(molecule, options));
  return writer.text;
}

/** The canonical text cut to `width` characters, the last of them `…`, for messages. */
export function showShort(molecule: Molecule, width = 60, options: ShowOptions = {}): string {
  const writer = new Writer(width);
  write(writer, shownPart(molecule, options));
  if (!writer.full) return writer.text;
  const cut = writer.text.slice(0, Math.max(0, width - 1));
  // Half a surrogate pair would be left alone by the cut.
  return `${cut.replace(/[\ud800-\udbff]$/, '')}…`;
}

/** Text between quotes, escaped so that it reads back and holds nothing invisible. */
export function showString(text: string): string {
  return NEEDS_ESCAPE.test(text) ? `"${text.replace(ALL_ESCAPES, escapeOf)}"` : `"${text}"`;
}

/** A real always shows as one: with a point, an exponent, or as `inf`, `-inf`, `nan`. */
export function showReal(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  const text = String(value);
  if (!/[.e]/.test(text)) return `${text}.0`;
  return text.replace('e+', 'e');
}

/** Text that grows up to a limit: past it no more is asked for, so that long values cost little. */
class Writer {
  text = '';
  readonly limit: number;

  constructor(limit: number) {
    this.limit = limit;
  }

  put(piece: string): void {
    this.text += piece;
  }

  get full(): boolean {
    return this.text.length > this.limit;
  }
}

function shownPart(molecule: Molecule, options: ShowOptions): Molecule {
  return options.rules === true ? molecule : (withoutRules(molecule) ?? molecule);
}

function write(writer: Writer, molecule: Molecule): void {
  switch (typeof molecule) {
    case 'string':
      writer.put(showString(molecule));
      return;
    case 'object':
      break;
    default:
      writer.put(String(molecule));
      return;
  }
  switch (molecule.kind) {
    case 'real':
      writer.put(showReal(molecule.value));
      return;
    case 'symbol':
      writer.put(molecule.name);
      return;
    case 'tuple':
      for (let i = 0; i < molecule.items.length && !writer.full; i++) {
        if (i > 0) writer.put(':');
        writeTupleItem(writer, molecule.items[i] as Molecule);
      }
      return;
    case 'list':
      writer.put('[');
      writeItems(writer, molecule.items, writeValue);
      writer.put(']');
      return;
    case 'record':
      writer.put('{');
      for (let i = 0; i < molecule.keys.length && !writer.full; i++) {
        if (i > 0) writer.put(', ');
        writer.put(showKey(molecule.keys[i] as string));
        writer.put(': ');
        writeValue(writer, molecule.values[i] as Molecule);
      }
      writer.put('}');
      return;
    case 'solution':
      writeSolution(writer, molecule);
      return;
    case 'rule':
      writer.put(molecule.name ?? molecule.key);
      return;
  }
}

function writeSolution(writer: Writer, first: SolutionMolecule): void {
  for (let stage: SolutionMolecule | null = first; stage !== null; stage = stage.next) {
    if (writer.full) return;
    writer.put(stage === first ? '<' : ' then <');
    writeItems(writer, canonicalItems(stage), writeMolecule);
    writer.put('>');
  }
}

function writeItems(
  writer: Writer,
  items: readonly Molecule[],
  writeItem: (writer: Writer, item: Molecule) => void,
): void {
  if (
    writer.limit === Number.POSITIVE_INFINITY &&
    items.every((item) => typeof item === 'number')
  ) {
    writer.put(items.join(', '));
    return;
  }
  for (let i = 0; i < items.length && !writer.full; i++) {
    if (i > 0) writer.put(', ');
    writeItem(writer, items[i] as Molecule);
  }
}

/** A rule without a name stands in parentheses, or a comma after it would go on with its products. */
function writeMolecule(writer: Writer, item: Molecule): void {
  const bare = typeof item !== 'object' || item.kind !== 'rule' || item.name !== null;
  if (bare) write(writer, item);
  else writeInParentheses(writer, item);
}

/** In a list, a record or a tuple; `then` is an operator of solutions and stands in parentheses. */
function writeValue(writer: Writer, item: Molecule): void {
  const staged = typeof item === 'object' && item.kind === 'solution' && item.next !== null;
  if (staged) writeInParentheses(writer, item);
  else writeMolecule(writer, item);
}

function writeTupleItem(writer: Writer, item: Molecule): void {
  if (typeof item === 'object' && item.kind === 'tuple') writeInParentheses(writer, item);
  else writeValue(writer, item);
}

function writeInParentheses(writer: Writer, item: Molecule): void {
  writer.put('(');
  write(writer, item);
  writer.put(')');
}

/** A key that is a plain lower- or upper-case word stands bare; all others are quoted. */
function showKey(key: string): string {
  return /^[A-Za-z][A-Za-z0-9_]*$/.test(key) && !RESERVED.has(key) ? key : showString(key);
}

/** Words that read as something else than a name where a key stands. */
const RESERVED: ReadonlySet<string> = new Set(
  (
    'replace replace-one by if with inject whenever nothing under let rec in then else none all ' +
    'type import pure effect from as test outcomes true false inf nan'
  ).split(' '),
);

// Lone surrogates, controls, line separators and the marks that turn the direction of writing.
const ESCAPED =
  '["\\\\\\p{Cc}\\p{Cs}\\u2028\\u2029\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069\\ufeff]';
const NEEDS_ESCAPE = new RegExp(ESCAPED, 'u');
const ALL_ESCAPES = new RegExp(ESCAPED, 'gu');

const SHORT_ESCAPES: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ['\\', '\\\\'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

function escapeOf(character: string): string {
  const short = SHORT_ESCAPES.get(character);
  return short ?? `\\u{${(character.codePointAt(0) as number).toString(16)}}`;
}
