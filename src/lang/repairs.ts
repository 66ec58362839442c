// Small edits that mend a mistake: a comma put in, a keyword spelled right. An edit counts only if
// the grammar then reads on past the place, so what it says is what the writer probably meant.
import type { TokenType } from 'chevrotain';
import { nearest } from './check/suggest.ts';
import type { Diagnostic } from './diagnostic.ts';
import { problem, spanOf } from './problem.ts';
import { explain, nameOf, placeOf, type Stop } from './syntax-errors.ts';
import * as t from './tokens.ts';

export interface Repair {
  readonly tokens: t.Token[];
  readonly diagnostic: Diagnostic;
  /** How far the grammar must read in the mended tokens for the edit to count. */
  readonly goal: number;
}

/** What could be meant, likeliest first. */
export function* repairsOf(stop: Stop): Generator<Repair> {
  yield* misspellings(stop);
  yield* keywordAsName(stop);
  yield* missingWords(stop);
  yield* missingComma(stop);
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
    if (token === undefined || (token.tokenType !== t.Name && token.tokenType !== t.Symbol))
      continue;
    const word = token.image.length < 2 ? null : nearest(token.image, WORDS.keys());
    const type = word === null ? undefined : WORDS.get(word);
    if (word === null || type === undefined || !isClose(token.image, word)) continue;
    const span = spanOf(stop.source, token.startOffset, token.endOffset + 1);
    const message = `\`${token.image}\` cannot stand here`;
    const diagnostic = problem('HOCL018', span, message, `did you mean \`${word}\`?`);
    yield { tokens: replaceAt(stop, at, type), diagnostic, goal: stop.at + 2 };
  }
}

/** Short words are near to everything: they must begin alike. */
function isClose(written: string, word: string): boolean {
  if (written.toLowerCase() === word) return true;
  return written.length >= 3 && written[0]?.toLowerCase() === word[0];
}

function* keywordAsName(stop: Stop): Generator<Repair> {
  const token = stop.tokens[stop.at];
  if (token === undefined || !t.KEYWORDS.has(token.image)) return;
  const hint = `choose another name, such as \`${token.image}_\``;
  const message = `${nameOf(token)} is a keyword and cannot be a name`;
  const diagnostic = problem('HOCL017', placeOf(stop), message, hint);
  yield { tokens: replaceAt(stop, stop.at, t.Name), diagnostic, goal: stop.at + 3 };
}

/** Keywords that the grammar wanted, put in where it wanted them. */
const INSERTED: ReadonlyMap<string, readonly TokenType[]> = new Map([
  ['by', [t.By]],
  ['in', [t.In]],
  ['then', [t.Then]],
  ['else', [t.Else, t.Hole]],
  ['=', [t.Equals]],
  [':', [t.Colon]],
  ['from', [t.From]],
]);

function* missingWords(stop: Stop): Generator<Repair> {
  const types = INSERTED.get(stop.expected);
  if (types !== undefined) {
    yield {
      tokens: insertAt(stop, stop.at, types),
      diagnostic: explain(stop),
      goal: stop.at + types.length + 1,
    };
  }
}

/** Two molecules side by side. */
function* missingComma(stop: Stop): Generator<Repair> {
  const token = stop.tokens[stop.at];
  const previous = stop.tokens[stop.at - 1];
  if (token === undefined || previous === undefined || !t.endsOperand(previous.tokenType)) return;
  if (!t.startsOperand(token.tokenType) && !STARTS.has(token.tokenType)) return;
  const message = `\`,\` or an operator is missing between ${nameOf(previous)} and ${nameOf(token)}`;
  const hint = 'molecules are separated by `,`';
  const span = placeOf(stop);
  yield {
    tokens: insertAt(stop, stop.at, [t.Comma]),
    diagnostic: problem('HOCL016', span, message, hint),
    goal: stop.at + 3,
  };
}

const STARTS = new Set<TokenType>([
  ...[t.Replace, t.ReplaceOne, t.With, t.Whenever, t.Let, t.Rest, t.Wildcard, t.None, t.All],
]);
