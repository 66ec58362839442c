// Brackets, before the grammar sees them: what is never closed is reported with the place where it
// was opened and closed here, what closes nothing is taken out. So the grammar always reads
// balanced text. Before it: classify.ts; after it: grammar.ts.
import type { TokenType } from 'chevrotain';
import type { Source, Span } from './ast.ts';
import { nearest as nearestWord } from './check/suggest.ts';
import type { Diagnostic } from './diagnostic.ts';
import { problem, type Report, spanOf } from './problem.ts';
import * as t from './tokens.ts';

/** The tokens with every bracket in a pair. */
export function balance(source: Source, tokens: readonly t.Token[], report: Report): t.Token[] {
  let current = tokens;
  for (let i = 0; ; i++) {
    const problems: Diagnostic[] = [];
    const state: State = {
      source,
      report: (found) => problems.push(found),
      out: [],
      open: [],
      parted: null,
      suspect: null,
    };
    for (const [k, token] of current.entries()) pass(state, token, current[k - 1], current[k + 1]);
    const end = source.text.trimEnd().length;
    closeDownTo(state, 0, spanOf(source, end, end), 'the end of the text');
    if (state.parted === null || i >= MAX_PARTED) {
      problems.forEach(report);
      return state.out;
    }
    current = part(source, current, state.parted, report);
  }
}

/** So many times two solutions side by side are told apart; each costs a pass over the tokens. */
const MAX_PARTED = 10;

/** A bracket, or a keyword that another keyword must answer (`replace` ... `by`). */
interface Open {
  readonly token: t.Token;
  /** What closes it; null for a keyword. */
  readonly closer: TokenType | null;
  /** The last `<` that was read as a comparison since; it may have been meant to open. */
  less: number | null;
  /** The first `>` that was read as a comparison because `<` follows; it may be meant to close. */
  greater: t.Token | null;
  /** The first `>` that was read as a comparison, whatever follows. */
  compared: t.Token | null;
}

/** A `>` that was meant to close, and what is missing behind it. */
interface Parted {
  readonly greater: t.Token;
  readonly open: t.Token;
  readonly missing: TokenType;
}

interface State {
  readonly source: Source;
  readonly report: Report;
  readonly out: t.Token[];
  readonly open: Open[];
  /** As in Open, for the outermost level. */
  less?: number | null;
  parted: Parted | null;
  /** A `<` that compares in the solution that was closed last; it may have been meant to open. */
  suspect: t.Token | null;
}

const CLOSERS = new Map<TokenType, TokenType>([
  [t.ParenOpen, t.ParenClose],
  [t.ListOpen, t.ListClose],
  [t.BraceOpen, t.BraceClose],
  [t.SolutionOpen, t.SolutionClose],
]);

const CLOSING = new Set(CLOSERS.values());

/** Which keywords an answering keyword looks for. */
const ANSWERS = new Map<TokenType, ReadonlySet<TokenType>>([
  [t.By, new Set([t.Replace, t.ReplaceOne])],
  [t.In, new Set([t.Let, t.None, t.All])],
  [t.Inject, new Set([t.With, t.Whenever])],
]);

const ASKING = new Set<TokenType>([
  ...[t.Replace, t.ReplaceOne, t.Let, t.None, t.All, t.With, t.Whenever],
]);

function pass(state: State, token: t.Token, previous?: t.Token, next?: t.Token): void {
  const type = token.tokenType;
  const closer = CLOSERS.get(type);
  if (CLOSING.has(type)) {
    if (!close(state, token)) return;
  } else if (startsDeclaration(type, previous)) {
    closeDownTo(state, 0, place(state, token), `\`${token.image}\``);
  }
  const asked = ANSWERS.get(type);
  if (asked !== undefined) answer(state, token, asked);
  else if (type === t.Replace || type === t.ReplaceOne) answer(state, token, new Set([t.With]));
  if (closer !== undefined)
    state.open.push({ token, closer, less: null, greater: null, compared: null });
  else if (ASKING.has(type))
    state.open.push({ token, closer: null, less: null, greater: null, compared: null });
  else if (type === t.Less) noteLess(state);
  else if (type === t.Greater) noteGreater(state, token, next);
  state.out.push(token);
}

/** Whether here something new begins that cannot stand inside a bracket. */
function startsDeclaration(type: TokenType, previous: t.Token | undefined): boolean {
  if (type === t.Import || type === t.Type || type === t.Test) return true;
  return type === t.Let && previous !== undefined && t.endsOperand(previous.tokenType);
}

function noteLess(state: State): void {
  const level = state.open.findLast((open) => open.closer !== null);
  (level ?? state).less = state.out.length;
}

function noteGreater(state: State, token: t.Token, next: t.Token | undefined): void {
  const level = state.open.findLast((open) => open.closer !== null);
  if (level?.closer !== t.SolutionClose) return;
  level.compared ??= token;
  if (next?.tokenType === t.SolutionOpen) level.greater ??= token;
}

function place(state: State, token: t.Token): Span {
  return spanOf(state.source, token.startOffset, token.endOffset + 1);
}

/** Closes what is open above `depth`, and reports the innermost bracket among it. */
function closeDownTo(state: State, depth: number, where: Span, what: string): void {
  const left = state.open.splice(depth);
  const innermost = left.findLast((open) => open.closer !== null);
  if (innermost === undefined) return;
  if (innermost.greater !== null) {
    state.parted ??= partedBy(innermost, innermost.greater, [...state.open, ...left]);
  }
  const { image } = innermost.token;
  const shape = innermost.closer?.name ?? '';
  const message = `\`${shape}\` is missing before ${what}`;
  const related = [
    { span: place(state, innermost.token), message: `this \`${image}\` is never closed` },
  ];
  if (innermost.compared !== null) {
    const compared = 'this `>` compares, because an operand follows it';
    related.push({ span: place(state, innermost.compared), message: compared });
  }
  const hint =
    innermost.compared === null
      ? `close it with \`${shape}\``
      : 'if that `>` should close, write `,` behind it';
  state.report(problem('HOCL010', where, message, hint, related));
  for (const open of left.reverse()) {
    if (open.closer !== null)
      state.out.push(t.makeToken(open.closer, open.closer.name, where.start));
  }
}

/** Pairs a closing bracket with its opening one; false if there is none and it must go. */
function close(state: State, token: t.Token): boolean {
  const { open } = state;
  const nearest = open.findLastIndex((candidate) => candidate.closer !== null);
  const innermost = open[nearest];
  if (innermost?.closer === token.tokenType) {
    state.suspect = innermost.less === null ? null : (state.out[innermost.less] ?? null);
    open.length = nearest;
    // Its `>` may have been taken from the solution around it.
    const around = open.findLast((candidate) => candidate.closer === t.SolutionClose);
    if (around !== undefined) around.compared ??= innermost.compared;
    return true;
  }
  if (token.tokenType === t.SolutionClose && reopen(state, nearest)) return true;
  const matching = open.findLastIndex((candidate) => candidate.closer === token.tokenType);
  if (matching >= 0) {
    closeDownTo(state, matching + 1, place(state, token), `\`${token.image}\``);
    open.length = matching;
    return true;
  }
  if (token.tokenType === t.SolutionClose && state.suspect !== null) {
    const hint = 'behind an operand `<` compares: separate them by `,`';
    const where = place(state, state.suspect);
    state.report(problem('HOCL016', where, '`,` is missing before this `<`', hint));
    return false;
  }
  const message = `this \`${token.image}\` closes nothing`;
  state.report(
    problem('HOCL011', place(state, token), message, 'take it out, or open a bracket before it'),
  );
  return false;
}

/**
 * A `>` without its `<`: if a `<` on this level was taken for a comparison, it was meant to open,
 * and something is missing before it.
 */
function reopen(state: State, nearest: number): boolean {
  const level = state.open[nearest] ?? state;
  const less = level.less ?? null;
  if (less === null) return false;
  const token = state.out[less] as t.Token;
  t.retype(token, t.SolutionOpen);
  const binding = state.open.findLastIndex((open) => open.token.tokenType === t.Let);
  const previous = state.out[less - 1];
  const after = previous === undefined ? token.startOffset : previous.endOffset + 1;
  const where = spanOf(state.source, Math.max(0, after - 1), after);
  if (binding > nearest && isMisspeltIn(state.out, less)) {
    const word = previous as t.Token;
    const hint = 'did you mean `in`?';
    state.report(
      problem('HOCL018', place(state, word), `\`${word.image}\` cannot stand here`, hint),
    );
    t.retype(word, t.In);
    state.open.length = binding;
  } else if (binding > nearest) {
    const name = state.open[binding]?.token as t.Token;
    const related = [{ span: place(state, name), message: 'the `let` is here' }];
    const message = '`in` is missing behind the value of this `let`';
    const hint = 'write `in` before the `<`, which compares when it stands behind an operand';
    state.report(problem('HOCL012', where, message, hint, related));
    state.out.splice(less, 0, t.makeToken(t.In, 'in', after));
    state.open.length = binding;
  } else {
    const message = '`,` is missing before this solution';
    const hint = 'behind an operand `<` compares: separate them by `,`';
    state.report(problem('HOCL016', place(state, token), message, hint));
    state.out.splice(less, 0, t.makeToken(t.Comma, ',', after));
  }
  level.less = null;
  return true;
}

/** `let a = 1 on <a>` */
function isMisspeltIn(out: readonly t.Token[], less: number): boolean {
  const word = out[less - 1];
  const before = out[less - 2];
  if (word?.tokenType !== t.Name || before === undefined) return false;
  return t.endsOperand(before.tokenType) && nearestWord(word.image, ['in']) !== null;
}

/** `by`, `in`, `inject`: the brackets opened since the keyword that they answer must be closed. */
function answer(state: State, token: t.Token, asked: ReadonlySet<TokenType>): void {
  const found = state.open.findLastIndex((open) => asked.has(open.token.tokenType));
  if (found < 0) return;
  closeDownTo(state, found + 1, place(state, token), `\`${token.image}\``);
  state.open.length = found;
}

/** What is missing between the two solutions depends on what is open around them. */
function partedBy(open: Open, greater: t.Token, around: readonly Open[]): Parted {
  const below = around[around.indexOf(open) - 1];
  const binds = below?.token.tokenType === t.Let;
  const missing = binds ? t.In : below === undefined ? t.Then : t.Comma;
  return { greater, open: open.token, missing };
}

/** `<1, 2> <3>`: closes the first of them and puts between them what is missing. */
function part(
  source: Source,
  tokens: readonly t.Token[],
  parted: Parted,
  report: Report,
): t.Token[] {
  const { greater, open, missing } = parted;
  const at = tokens.indexOf(greater);
  const span = spanOf(source, greater.startOffset, greater.endOffset + 1);
  const related = [
    {
      span: spanOf(source, open.startOffset, open.endOffset + 1),
      message: 'the solution starts here',
    },
  ];
  const compares = 'a `>` with `<` behind it compares';
  if (missing === t.In) {
    report(
      problem(
        'HOCL012',
        span,
        '`in` is missing behind this solution',
        `write \`in\`: ${compares}`,
        related,
      ),
    );
  } else if (missing === t.Comma) {
    report(
      problem(
        'HOCL016',
        span,
        '`,` is missing behind this solution',
        `write \`,\`: ${compares}`,
        related,
      ),
    );
  } else {
    const hint = `a program has one body; between two stages \`then\` is written, for ${compares}`;
    report(problem('HOCL021', span, 'two solutions stand side by side', hint, related));
  }
  const close = t.makeToken(t.SolutionClose, greater.image, greater.startOffset);
  const between = t.makeToken(missing, missing.name, greater.endOffset + 1);
  return [...tokens.slice(0, at), close, between, ...tokens.slice(at + 1)];
}
