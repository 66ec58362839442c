// Small edits that may mend a mistake: a comma put in, a keyword spelled right. recover.ts tries them
// and takes the one behind which the grammar reads furthest, so what it says is probably meant.
import type { TokenType } from 'chevrotain';
import { nearest } from './check/suggest.ts';
import { edgeBehind } from './cut-out.ts';
import type { Diagnostic } from './diagnostic.ts';
import { problem, spanOf } from './problem.ts';
import { explain, nameOf, placeOf, type Stop } from './syntax-errors.ts';
import * as t from './tokens.ts';

export interface Repair {
  readonly tokens: t.Token[];
  readonly diagnostic: Diagnostic;
}

/** What could be meant, likeliest first. */
export function* repairsOf(stop: Stop): Generator<Repair> {
  yield* misspellings(stop);
  yield* functionDefinition(stop);
  yield* missingWord(stop);
  yield* missingComma(stop);
  yield* leftover(stop);
  yield* missingParentheses(stop);
  yield* missingMolecule(stop);
  yield* keywordAsName(stop);
}

function replaceAt(stop: Stop, at: number, type: TokenType): t.Token[] {
  const old = stop.tokens[at] as t.Token;
  const token = t.makeToken(type, old.image, old.startOffset);
  return [...stop.tokens.slice(0, at), token, ...stop.tokens.slice(at + 1)];
}

function insertAt(stop: Stop, at: number, types: readonly TokenType[]): t.Token[] {
  const offset = stop.tokens[at]?.startOffset ?? placeOf(stop).start;
  const inserted = types.map((type) => t.makeToken(type, type.name, offset));
  return [...stop.tokens.slice(0, at), ...inserted, ...stop.tokens.slice(at)];
}

const WORDS: ReadonlyMap<string, TokenType> = new Map([
  ...[...t.KEYWORDS].filter(([, type]) => !t.isLiteral(type)),
  ['replace-one', t.ReplaceOne],
  ['outcomes', t.Outcomes],
]);

/** `replce x by y`, `Let x = 5 in`. */
function* misspellings(stop: Stop): Generator<Repair> {
  for (const at of [stop.at, stop.at - 1, stop.at - 2]) {
    const token = stop.tokens[at];
    if (token === undefined || (token.tokenType !== t.Name && token.tokenType !== t.Word)) continue;
    const word = token.image.length < 2 ? null : nearest(token.image, WORDS.keys());
    const type = word === null ? undefined : WORDS.get(word);
    if (word === null || type === undefined || !startAlike(token.image, word)) continue;
    const span = spanOf(stop.source, token.startOffset, token.endOffset + 1);
    const message = `\`${token.image}\` cannot stand here`;
    const diagnostic = problem('HOCL018', span, message, `did you mean \`${word}\`?`);
    yield { tokens: replaceAt(stop, at, type), diagnostic };
  }
}

/** Short words are near to everything: they must begin alike. */
function startAlike(written: string, word: string): boolean {
  return written[0]?.toLowerCase() === word[0];
}

/** `let f(x) = ...`: read as if the parameters were not there. */
function* functionDefinition(stop: Stop): Generator<Repair> {
  if (stop.expected !== '=' || stop.tokens[stop.at]?.tokenType !== t.ParenOpen) return;
  const close = stop.tokens.findIndex(
    (token, i) => i > stop.at && token.tokenType === t.ParenClose,
  );
  const tokens = [...stop.tokens.slice(0, stop.at), ...stop.tokens.slice(close + 1)];
  if (close > 0) yield { tokens, diagnostic: explain(stop) };
}

/** Tokens that the grammar wanted, put in where it wanted them or for what stands there instead. */
const WANTED: ReadonlyMap<string, TokenType> = new Map([
  ...[t.By, t.In, t.Then, t.Inject, t.Equals, t.Colon, t.From, t.Outcomes].map(
    (type): [string, TokenType] => [type.name, type],
  ),
]);

function* missingWord(stop: Stop): Generator<Repair> {
  const diagnostic = explain(stop);
  if (stop.expected === 'else') {
    yield { tokens: insertAt(stop, stop.at, [t.Else, t.Hole]), diagnostic };
    yield { tokens: insertAt(stop, stop.at, [t.Else]), diagnostic };
  }
  const type = WANTED.get(stop.expected);
  if (type === undefined) return;
  yield { tokens: insertAt(stop, stop.at, [type]), diagnostic };
  const token = stop.tokens[stop.at];
  const instead =
    token !== undefined && (t.KEYWORDS.has(token.image) || token.tokenType === t.Equals);
  // `in` is short and may be left out: nobody writes another word for it.
  if (instead && type !== t.In) yield { tokens: replaceAt(stop, stop.at, type), diagnostic };
}

const STARTS = new Set<TokenType>([
  ...[t.Replace, t.ReplaceOne, t.With, t.Whenever, t.Let, t.Rest, t.Wildcard, t.None, t.All],
]);

/** Two molecules side by side. */
function* missingComma(stop: Stop): Generator<Repair> {
  const token = stop.tokens[stop.at];
  const previous = stop.tokens[stop.at - 1];
  if (token === undefined || previous === undefined || !t.endsOperand(previous.tokenType)) return;
  if (!t.startsOperand(token.tokenType) && !STARTS.has(token.tokenType)) return;
  const between = `${nameOf(previous)} and ${nameOf(token)}`;
  const message = `\`,\` or an operator is missing between ${between}`;
  const diagnostic = problem('HOCL016', placeOf(stop), message, 'molecules are separated by `,`');
  yield { tokens: insertAt(stop, stop.at, [t.Comma]), diagnostic };
}

/** `let x = 2 3 in`: where no list stands, what comes second is read as if it were not there. */
function* leftover(stop: Stop): Generator<Repair> {
  const token = stop.tokens[stop.at];
  const previous = stop.tokens[stop.at - 1];
  if (token === undefined || previous === undefined || !t.endsOperand(previous.tokenType)) return;
  if (!t.startsOperand(token.tokenType)) return;
  const tokens = [
    ...stop.tokens.slice(0, stop.at),
    ...stop.tokens.slice(edgeBehind(stop.tokens, stop.at)),
  ];
  const message = `an operator is missing between ${nameOf(previous)} and ${nameOf(token)}`;
  yield { tokens, diagnostic: problem('HOCL016', placeOf(stop), message, null) };
}

/** `1 + if a then b else c`. */
function* missingParentheses(stop: Stop): Generator<Repair> {
  const token = stop.tokens[stop.at];
  if (token === undefined) return;
  if (token.tokenType !== t.If && !STARTS.has(token.tokenType)) return;
  let depth = 0;
  for (let i = stop.at; i <= stop.tokens.length; i++) {
    const type = stop.tokens[i]?.tokenType;
    if (type !== undefined && OPENERS.has(type)) depth++;
    const ends = type === undefined || CLOSERS.has(type) || type === t.Comma || type === t.In;
    if (ends && depth === 0) {
      const closed = insertAt(stop, i, [t.ParenClose]);
      yield {
        tokens: insertAt({ ...stop, tokens: closed }, stop.at, [t.ParenOpen]),
        diagnostic: explain(stop),
      };
      return;
    }
    if (type !== undefined && CLOSERS.has(type)) depth--;
  }
}

const OPENERS = new Set<TokenType>([t.ParenOpen, t.ListOpen, t.BraceOpen, t.SolutionOpen]);
const CLOSERS = new Set<TokenType>([t.ParenClose, t.ListClose, t.BraceClose, t.SolutionClose]);

/** `1 + , 2`, `replace by x`: something stands there, we do not know what. */
function* missingMolecule(stop: Stop): Generator<Repair> {
  const previous = stop.tokens[stop.at - 1]?.tokenType;
  if (previous !== undefined && t.endsOperand(previous)) return;
  yield { tokens: insertAt(stop, stop.at, [t.Hole]), diagnostic: explain(stop) };
}

function* keywordAsName(stop: Stop): Generator<Repair> {
  const token = stop.tokens[stop.at];
  const previous = stop.tokens[stop.at - 1]?.tokenType;
  if (token === undefined || !t.KEYWORDS.has(token.image) || previous === undefined) return;
  if (t.endsOperand(previous) || (token.tokenType === t.Nothing && stop.expected !== 'Name'))
    return;
  const hint = `choose another name, such as \`${token.image}_\``;
  const message = `${nameOf(token)} is a keyword and cannot be a name`;
  const diagnostic = problem('HOCL017', placeOf(stop), message, hint);
  yield { tokens: replaceAt(stop, stop.at, t.Name), diagnostic };
}
