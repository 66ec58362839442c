// Functions on text. A string counts in code points: len("é😀") is 2, and so do positions.
import {
  checkStringLength,
  EvaluationError,
  isSymbolName,
  type ListMolecule,
  list,
  type Molecule,
  same,
  showShort,
  symbol,
} from '../runtime/index.ts';
import { countOf, define, INT, LIST, STRING, textOf } from './define.ts';

const TEXT_OR_LIST = ['string', 'list'] as const;

export const stringFunctions = [
  define(
    'len',
    'how many characters a string has, or items a list',
    { x: TEXT_OR_LIST },
    INT,
    ([x]) => (typeof x === 'string' ? lengthOf(x) : (x as ListMolecule).items.length),
  ),
  define('upper', 'the text in upper case', { text: STRING }, STRING, ([text]) =>
    bounded((text as string).toUpperCase()),
  ),
  define('lower', 'the text in lower case', { text: STRING }, STRING, ([text]) =>
    bounded((text as string).toLowerCase()),
  ),
  define('trim', 'the text without white space at its ends', { text: STRING }, STRING, ([text]) =>
    (text as string).trim(),
  ),
  define(
    'split',
    'the pieces between separators; without a separator, the characters',
    { text: STRING, separator: STRING },
    LIST,
    ([text, separator]) =>
      list(separator === '' ? [...(text as string)] : (text as string).split(separator as string)),
  ),
  define(
    'join',
    'the items as one text, with a separator between them',
    { items: LIST, separator: STRING },
    STRING,
    ([items, separator = '']) => join((items as ListMolecule).items, separator as string),
    { optional: 1 },
  ),
  define('chars', 'the characters of a text', { text: STRING }, LIST, ([text]) =>
    list([...(text as string)]),
  ),
  define('codePoints', 'the code points of a text, as ints', { text: STRING }, LIST, ([text]) =>
    list(Array.from(text as string, (character) => character.codePointAt(0) as number)),
  ),
  define('fromCodePoints', 'the text of these code points', { points: LIST }, STRING, ([points]) =>
    (points as ListMolecule).items.map(characterOf).join(''),
  ),
  define('lines', 'the lines of a text', { text: STRING }, LIST, ([text]) =>
    list((text as string).replace(/\r?\n$/, '').split(/\r?\n/)),
  ),
  define('words', 'the pieces between white space', { text: STRING }, LIST, ([text]) =>
    list((text as string).split(/\s+/).filter((word) => word !== '')),
  ),
  define(
    'contains',
    'whether a text has this part, or a list this item',
    { whole: TEXT_OR_LIST, part: 'any' },
    ['bool'],
    ([whole, part]) =>
      typeof whole === 'string'
        ? whole.includes(partOf(part as Molecule))
        : (whole as ListMolecule).items.some((item) => same(item, part as Molecule)),
  ),
  define(
    'indexOf',
    'where the part or item first stands, counted from 0; -1 when it does not',
    { whole: TEXT_OR_LIST, part: 'any' },
    INT,
    ([whole, part]) => {
      if (typeof whole !== 'string') {
        return (whole as ListMolecule).items.findIndex((item) => same(item, part as Molecule));
      }
      const unit = whole.indexOf(partOf(part as Molecule));
      return unit < 0 ? -1 : lengthOf(whole.slice(0, unit));
    },
  ),
  define(
    'startsWith',
    'whether the text begins so',
    { text: STRING, part: STRING },
    ['bool'],
    (args) => (args[0] as string).startsWith(args[1] as string),
  ),
  define('endsWith', 'whether the text ends so', { text: STRING, part: STRING }, ['bool'], (args) =>
    (args[0] as string).endsWith(args[1] as string),
  ),
  define(
    'replaceAll',
    'the text with every `old` replaced by `new`; both are plain text',
    { text: STRING, old: STRING, new: STRING },
    STRING,
    ([text, old, made]) => replaceText(text as string, old as string, made as string),
  ),
  define(
    'substring',
    'the characters from a position up to another, which is not in',
    { text: STRING, from: INT, to: INT },
    STRING,
    ([text, from, to]) => substring(text as string, from as Molecule, to),
    { optional: 1 },
  ),
  define(
    'repeat',
    'the text so many times',
    { text: STRING, times: INT },
    STRING,
    ([text, times]) => {
      const count = countOf(times, 'the number of times');
      if (count < 0) throw new EvaluationError('cannot repeat a text a negative number of times');
      checkStringLength((text as string).length * count);
      return (text as string).repeat(count);
    },
  ),
  define(
    'padStart',
    'the text filled up on the left to a width',
    { text: STRING, width: INT, fill: STRING },
    STRING,
    ([text, width, fill = ' ']) =>
      padding(text as string, width, fill as string) + (text as string),
    { optional: 1 },
  ),
  define(
    'padEnd',
    'the text filled up on the right to a width',
    { text: STRING, width: INT, fill: STRING },
    STRING,
    ([text, width, fill = ' ']) =>
      (text as string) + padding(text as string, width, fill as string),
    { optional: 1 },
  ),
  define('symbol', 'the symbol of that name', { name: STRING }, ['symbol'], ([name]) => {
    if (isSymbolName(name as string)) return symbol(name as string);
    throw new EvaluationError(
      `${showShort(name as string, 40)} cannot name a symbol: it takes a capitalised word`,
    );
  }),
];

/** Code points: a pair of surrogates is one character. */
function lengthOf(text: string): number {
  let length = text.length;
  for (let i = 0; i < text.length - 1; i++) {
    if (isHigh(text.charCodeAt(i)) && isLow(text.charCodeAt(i + 1))) {
      length--;
      i++;
    }
  }
  return length;
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

function bounded(text: string): string {
  checkStringLength(text.length);
  return text;
}

function partOf(part: Molecule): string {
  if (typeof part === 'string') return part;
  throw new EvaluationError(`a text holds only text, not ${showShort(part, 40)}`);
}

function join(items: readonly Molecule[], separator: string): string {
  const texts = items.map(textOf);
  let length = separator.length * Math.max(0, texts.length - 1);
  for (const text of texts) length += text.length;
  checkStringLength(length);
  return texts.join(separator);
}

function characterOf(point: Molecule): string {
  if (typeof point === 'number' && point >= 0 && point <= 0x10ffff)
    return String.fromCodePoint(point);
  throw new EvaluationError(`${showShort(point, 40)} is not a code point`);
}

/** Counted first: a short text may hold many places for a long one. */
function replaceText(text: string, old: string, made: string): string {
  if (old === '') throw new EvaluationError('the text to replace is empty');
  const pieces = text.split(old);
  checkStringLength(text.length + (pieces.length - 1) * (made.length - old.length));
  return pieces.join(made);
}

/** Positions outside the text stand for its ends. */
function substring(text: string, from: Molecule, to: Molecule | undefined): string {
  const start = Math.max(0, countOf(from, 'the first position'));
  const end = to === undefined ? text.length : Math.max(0, countOf(to, 'the last position'));
  if (start >= end) return '';
  const first = unitAt(text, 0, start);
  return text.slice(first, unitAt(text, first, end - start));
}

/** The UTF-16 position `count` code points after another. */
function unitAt(text: string, from: number, count: number): number {
  let unit = from;
  for (let left = count; left > 0 && unit < text.length; left--) {
    unit += isHigh(text.charCodeAt(unit)) && isLow(text.charCodeAt(unit + 1)) ? 2 : 1;
  }
  return unit;
}

function padding(text: string, width: Molecule | undefined, fill: string): string {
  const missing = countOf(width, 'the width') - lengthOf(text);
  if (missing <= 0) return '';
  if (fill === '') throw new EvaluationError('the text to fill up with is empty');
  checkStringLength(text.length + missing * 2);
  const perFill = lengthOf(fill);
  const whole = fill.repeat(Math.ceil(missing / perFill));
  return whole.slice(0, unitAt(whole, 0, missing));
}
