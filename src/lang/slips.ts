// Slips of the hand that come from other languages: `and`, `=>`, `===`, `;` and their like. Each is
// reported with what to write here, and read as that, so that it causes no second message.
// Before it: scan.ts; after it: classify.ts.
import type { TokenType } from 'chevrotain';
import type { Source } from './ast.ts';
import { problem, type Report, spanOf } from './problem.ts';
import * as t from './tokens.ts';

/** The tokens as they were probably meant. */
export function mendSlips(source: Source, tokens: readonly t.Token[], report: Report): t.Token[] {
  const reader: Reader = { source, tokens, report, out: [], at: 0, heads: 0, lets: 0, rules: 0 };
  while (reader.at < tokens.length) {
    if (!mendSign(reader) && !mendWord(reader) && !mendEquals(reader)) keep(reader);
  }
  return reader.out;
}

interface Reader {
  readonly source: Source;
  readonly tokens: readonly t.Token[];
  readonly report: Report;
  readonly out: t.Token[];
  at: number;
  /** Lets and types whose `=` is still to come. */
  heads: number;
  /** Lets whose `in` is still to come, as far as one can tell here. */
  lets: number;
  /** Rules whose `by` is still to come. */
  rules: number;
}

function keep(reader: Reader): void {
  const token = reader.tokens[reader.at++] as t.Token;
  const type = token.tokenType;
  if (type === t.Let) {
    reader.heads = 1;
    reader.lets++;
  } else if (type === t.Equals) reader.heads = 0;
  else if (type === t.In) reader.lets = Math.max(0, reader.lets - 1);
  else if (type === t.Replace || type === t.ReplaceOne) reader.rules++;
  else if (type === t.By) reader.rules = Math.max(0, reader.rules - 1);
  reader.out.push(token);
}

/** Replaces the next `count` tokens by one of `type`, or by none, and says so. */
function mend(
  reader: Reader,
  count: number,
  type: TokenType | null,
  message: string,
  hint: string,
): true {
  const first = reader.tokens[reader.at] as t.Token;
  const last = reader.tokens[reader.at + count - 1] as t.Token;
  const span = spanOf(reader.source, first.startOffset, last.endOffset + 1);
  reader.report(
    problem(
      type === t.Equal && first.tokenType === t.Equals ? 'HOCL009' : 'HOCL008',
      span,
      message,
      hint,
    ),
  );
  reader.at += count;
  if (type === null) return true;
  const image = reader.source.text.slice(span.start, span.end);
  const token = t.makeToken(type, image, first.startOffset);
  if (type === t.By) reader.rules = Math.max(0, reader.rules - 1);
  if (type === t.In) reader.lets = Math.max(0, reader.lets - 1);
  if (type === t.Equals) reader.heads = 0;
  reader.out.push(token);
  return true;
}

function typeAt(reader: Reader, at: number): TokenType | undefined {
  return reader.tokens[at]?.tokenType;
}

/** Whether the token stands directly behind the one before it, without a blank. */
function touches(reader: Reader, at: number): boolean {
  const before = reader.tokens[at - 1];
  return before !== undefined && before.endOffset + 1 === reader.tokens[at]?.startOffset;
}

const RULE_HINT = 'a rule is written `replace ... by ...`';

function mendSign(reader: Reader): boolean {
  const { at } = reader;
  const type = typeAt(reader, at);
  const next = touches(reader, at + 1) ? typeAt(reader, at + 1) : undefined;
  if (type === t.Equals && next === t.Greater) {
    const meant = reader.rules > 0 ? t.By : t.GreaterEqual;
    const hint =
      reader.rules > 0
        ? RULE_HINT
        : 'greater or equal is written `>=`; a function is imported by `import pure`';
    return mend(reader, 2, meant, '`=>` has no meaning here', hint);
  }
  if (type === t.Minus && next === t.Greater) {
    return mend(
      reader,
      2,
      reader.rules > 0 ? t.By : t.Comma,
      '`->` has no meaning here',
      RULE_HINT,
    );
  }
  if (type === t.Equal && next === t.Equals) {
    return mend(reader, 2, t.Equal, '`===` has no meaning here', 'equality is written `==`');
  }
  if (type === t.Unequal && next === t.Equals) {
    return mend(reader, 2, t.Unequal, '`!==` has no meaning here', 'inequality is written `!=`');
  }
  if (type === t.Colon && next === t.Equals) {
    return mend(
      reader,
      2,
      t.Equals,
      '`:=` has no meaning here',
      'a name is bound by `let x = ... in`',
    );
  }
  if (type === t.Times && next === t.Times) {
    return mend(reader, 2, t.Times, '`**` has no meaning here', 'powers are written `pow(x, y)`');
  }
  return false;
}

const WORDS: ReadonlyMap<string, readonly [TokenType, string]> = new Map([
  ['and', [t.And, '&&']],
  ['or', [t.Or, '||']],
  ['mod', [t.Remainder, '%']],
  ['div', [t.Divide, '/']],
  ['where', [t.If, 'if']],
  ['when', [t.If, 'if']],
]);

function mendWord(reader: Reader): boolean {
  const token = reader.tokens[reader.at] as t.Token;
  const before = reader.out.at(-1)?.tokenType;
  const after = typeAt(reader, reader.at + 1);
  if (after === undefined) return false;
  if (token.image === ';') return mendSemicolon(reader, after);
  if (token.tokenType !== t.Name) return false;
  const startsBehind =
    t.startsOperand(after) || after === t.Less || after === t.None || after === t.All;
  const word = WORDS.get(token.image);
  if (word !== undefined && before !== undefined && t.endsOperand(before) && startsBehind) {
    const [type, sign] = word;
    const what = type === t.If ? 'has no meaning here' : 'is not an operator';
    return mend(reader, 1, type, `\`${token.image}\` ${what}`, `write \`${sign}\``);
  }
  const negates = after === t.Name || after === t.Truth || after === t.None || after === t.All;
  if (token.image === 'not' && negates && (before === undefined || !t.endsOperand(before))) {
    return mend(reader, 1, t.Not, '`not` is not an operator', 'write `!`');
  }
  return false;
}

/** The scanner gives `;` as a comma with its own image, because it cannot tell what was meant. */
function mendSemicolon(reader: Reader, after: TokenType): boolean {
  const message = '`;` has no meaning here';
  const hint = 'molecules are separated by `,`, and a `let` ends with `in`';
  const declared = after === t.Let || after === t.Import;
  if (reader.lets > 0) return mend(reader, 1, declared ? null : t.In, message, hint);
  return mend(reader, 1, declared ? null : t.Comma, message, hint);
}

/** Before the name in `name = rule` one of these stands. */
const NAMING = new Set<TokenType | undefined>([
  ...[t.Comma, t.Less, t.SolutionOpen, t.ParenOpen, t.By, t.With, t.Replace, t.ReplaceOne],
  ...[t.Whenever, t.Inject, t.In, t.None, undefined],
]);

/** `=` where only `==` makes sense. */
function mendEquals(reader: Reader): boolean {
  const { out, tokens, at } = reader;
  if (typeAt(reader, at) !== t.Equals || reader.heads > 0) return false;
  const name = out.at(-1);
  const before = out.at(-2);
  if (name?.tokenType === t.Name && NAMING.has(before?.tokenType)) return false;
  // `type x =`, and what comes behind a word that is not understood anyway.
  if (name === undefined || !t.endsOperand(name.tokenType)) return false;
  if (before?.tokenType === t.Name || before?.tokenType === t.Word) return false;
  if (before?.tokenType === t.BraceOpen) {
    return mend(
      reader,
      1,
      t.Colon,
      '`=` has no meaning in a record',
      'a record is written `{name: "x"}`',
    );
  }
  const ruleFollows = [t.Replace, t.ReplaceOne, t.With, t.Whenever].includes(
    tokens[at + 1]?.tokenType as TokenType,
  );
  if (ruleFollows) return false;
  return mend(reader, 1, t.Equal, '`=` does not compare', 'equality is written `==`');
}

/** `a <> b`: known only when classify has settled that both compare. */
export function mendDiamonds(
  source: Source,
  tokens: readonly t.Token[],
  report: Report,
): t.Token[] {
  return tokens.filter((token, i) => {
    const before = tokens[i - 1];
    const diamond = token.tokenType === t.Greater && before?.endOffset === token.startOffset - 1;
    if (!diamond || before.tokenType !== t.Less) return true;
    const span = spanOf(source, before.startOffset, token.endOffset + 1);
    report(problem('HOCL008', span, '`<>` does not compare', 'inequality is written `!=`'));
    t.retype(before, t.Unequal);
    return false;
  });
}
