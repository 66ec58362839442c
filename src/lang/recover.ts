// Reading on behind a mistake, so that one run reports all of them. Each time the grammar stops, the
// mistake is mended by a small edit if one helps, or else the molecule around it is cut out and a
// hole left in its place; then the text is read again. So the tree is always a whole one, and a
// mistake is reported once.
import type { CstNode } from 'chevrotain';
import type { Source } from './ast.ts';
import { cutOut } from './cut-out.ts';
import { TooDeep, tooDeep } from './depth.ts';
import type { Diagnostic } from './diagnostic.ts';
import type { Grammar } from './grammar.ts';
import type { Report } from './problem.ts';
import { type Repair, repairsOf } from './repairs.ts';
import { explain, type Stop } from './syntax-errors.ts';
import type { Token } from './tokens.ts';

/** Mistakes reported, and readings of a text, at most. */
const MAX_REPORTS = 30;
const MAX_READINGS = 400;

/** In a longer text edits are not tried out: each costs a reading. */
const MAX_TRIED_TOKENS = 20_000;
const MAX_READ_TOKENS = 2_000_000;

/** The concrete tree of the tokens; null if nothing could be saved. */
export function readWithRecovery(
  grammar: Grammar,
  source: Source,
  tokens: Token[],
  known: readonly Diagnostic[],
  report: Report,
): CstNode | null {
  const budget = { readings: MAX_READINGS, tokens: MAX_READ_TOKENS };
  const read = (input: Token[]): CstNode | Stop => {
    budget.readings--;
    budget.tokens -= input.length;
    return attempt(grammar, source, input);
  };
  let current = tokens;
  let reports = 0;
  const made = new Set<Token>();
  try {
    while (budget.readings > 0) {
      const result = read(current);
      if ('children' in result) return result;
      if (budget.tokens < 0 || reports >= MAX_REPORTS) break;
      const quiet = touchesEdit(result, made) || isKnown(result, known);
      const before = new Set(current);
      const repair = quiet ? null : findRepair(result, read);
      if (!quiet) {
        report(repair?.diagnostic ?? explain(result));
        reports++;
      }
      current = repair?.tokens ?? cutOut(result);
      for (const token of current) if (!before.has(token)) made.add(token);
    }
    if (reports === 0) report(explain(read(current) as Stop));
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error;
    report(tooDeep(source, error.token, 'this is nested too deeply'));
  }
  return null;
}

function attempt(grammar: Grammar, source: Source, tokens: Token[]): CstNode | Stop {
  const root = grammar.read(tokens);
  const [error] = grammar.errors;
  if (error === undefined && root !== undefined) return root;
  const at = error === undefined ? 0 : tokens.indexOf(error.token as Token);
  const rules = error?.context.ruleStack ?? [];
  const mismatch = error?.name === 'MismatchedTokenException';
  return {
    source,
    tokens,
    at: at < 0 ? tokens.length : at,
    // A let ends with `in`, or before something that the grammar has just not found.
    expected: mismatch ? error.message : rules.at(-1) === 'letDeclaration' ? 'in' : '',
    rules,
  };
}

/** Whether the grammar stopped beside something that we have put there ourselves. */
function touchesEdit(stop: Stop, made: ReadonlySet<Token>): boolean {
  return [stop.at - 2, stop.at - 1, stop.at, stop.at + 1].some((at) => {
    const token = stop.tokens[at];
    return token !== undefined && made.has(token);
  });
}

/** Whether a mistake of spelling lies just before: then something is missing that was written. */
function isKnown(stop: Stop, known: readonly Diagnostic[]): boolean {
  const from = stop.tokens[stop.at - 2]?.endOffset ?? -1;
  const to = stop.tokens[stop.at]?.startOffset ?? stop.source.text.length;
  return known.some(({ span }) => span.start > from && span.start <= to);
}

/** The edit behind which the grammar reads furthest; of equals the likeliest, which comes first. */
function findRepair(stop: Stop, read: (tokens: Token[]) => CstNode | Stop): Repair | null {
  if (stop.tokens.length > MAX_TRIED_TOKENS) return null;
  let best: Repair | null = null;
  let least = stop.tokens.length - stop.at - 1;
  for (const repair of repairsOf(stop)) {
    const result = read(repair.tokens);
    const unread = 'children' in result ? -1 : result.tokens.length - result.at;
    if (unread >= least) continue;
    best = repair;
    least = unread;
  }
  return best;
}
