// Text to syntax tree: the front end as one function that never throws, whatever the bytes.
// The stages: scan.ts, slips.ts, classify.ts, brackets.ts, depth.ts, grammar.ts with recover.ts, build-ast.ts.
import type { Program, Source } from './ast.ts';
import { balance } from './brackets.ts';
import { buildProgram } from './build-ast.ts';
import { classify } from './classify.ts';
import { findTooDeep } from './depth.ts';
import type { Diagnostic } from './diagnostic.ts';
import { Grammar } from './grammar.ts';
import { type Report, spanOf } from './problem.ts';
import { readWithRecovery } from './recover.ts';
import { type Scan, scan } from './scan.ts';
import { mendDiamonds, mendSlips } from './slips.ts';
import { Comma, type Token } from './tokens.ts';

export interface ParseOptions {
  /** What was typed at a prompt: declarations, and molecules without brackets around them. */
  readonly fragment?: boolean;
  /** False to read all of a long text by the grammar: the same tree, only slower. */
  readonly runs?: boolean;
}

export interface Parsed {
  readonly program: Program;
  readonly diagnostics: readonly Diagnostic[];
}

export function parse(source: Source, options: ParseOptions = {}): Parsed {
  const fragment = options.fragment === true;
  const inRuns = options.runs !== false && source.text.length >= RUNS_FROM;
  const scanned = scan(source, { runs: inRuns });
  const quick = scanned.runs === 0 ? null : readInRuns(source, scanned, fragment);
  if (quick !== null) return { program: quick, diagnostics: [] };
  const diagnostics: Diagnostic[] = [];
  const report = (found: Diagnostic): void => void diagnostics.push(found);
  const plain = scanned.runs === 0 ? scanned : scan(source);
  const program = readProgram(source, plain, fragment, report, new Set());
  return { program, diagnostics: inOrder(diagnostics) };
}

/** In a shorter text nothing can be gained. */
const RUNS_FROM = 2000;

/**
 * The program of a text whose runs of plain data were scanned as one token each (scan-run.ts). Null if anything is
 * to be said of it, or if a run stands where only the grammar knows what it means: then the grammar reads it all.
 */
function readInRuns(source: Source, scanned: Scan, fragment: boolean): Program | null {
  if (scanned.problems.length > 0) return null;
  let silent = true;
  const report = (): void => {
    silent = false;
  };
  const unfolded = new Set<Token>();
  const program = readProgram(source, scanned, fragment, report, unfolded);
  return silent && unfolded.size === scanned.runs ? program : null;
}

/**
 * Whether more is to come: the text ends inside a comment or a bracket, or behind a word or an operator that
 * something must follow. A prompt then reads on. A string that is still open is wrong, since it ends on its own line.
 */
export function isIncomplete(text: string): boolean {
  const source = { name: '', text: `${text}\n` };
  const scanned = scan(source);
  if (scanned.open) return true;
  const tokens = mendSlips(source, scanned.tokens, () => {});
  classify(tokens);
  const last = tokens.at(-1);
  if (last === undefined || findTooDeep(source, tokens) !== null) return false;
  return last.tokenType === Comma || stopsAtEnd(grammar(), tokens);
}

function stopsAtEnd(parser: Grammar, tokens: Token[]): boolean {
  try {
    parser.read(tokens);
  } catch {
    return false;
  }
  const [error] = parser.errors;
  return error !== undefined && !tokens.includes(error.token as Token);
}

function readProgram(
  source: Source,
  { tokens: scanned, comments, problems }: Scan,
  fragment: boolean,
  report: Report,
  unfolded: Set<Token>,
): Program {
  problems.forEach(report);
  const mended = mendSlips(source, scanned, report);
  classify(mended);
  const deep = findTooDeep(source, mended);
  if (deep !== null) {
    report(deep);
    return empty(source);
  }
  let mistakes = problems.length;
  const reportMistake: Report = (found) => {
    mistakes++;
    report(found);
  };
  // An open string has swallowed the rest of its line, with what would have closed a bracket.
  const openText = problems.some(({ code }) => code === 'HOCL002');
  const reportBracket: Report = (found) => {
    if (!openText || found.code !== 'HOCL010') reportMistake(found);
  };
  const tokens = balance(source, mendDiamonds(source, mended, report), reportBracket);
  const root = readWithRecovery(grammar(), source, tokens, problems, reportMistake);
  if (root === null) return empty(source);
  // A tree that was mended may look as if it had two bodies, or none in brackets: that is no news.
  const reportTree: Report = (found) => {
    if (mistakes === 0 || !FOLLOWERS.has(found.code)) report(found);
  };
  return buildProgram(source, reportTree, root, comments, fragment, unfolded);
}

const FOLLOWERS = new Set(['HOCL012', 'HOCL015', 'HOCL021', 'HOCL022', 'HOCL036', 'HOCL035']);

/** By place; of several at one place the first that was found, which is the cause. */
function inOrder(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const places = new Set<number>();
  const distinct = diagnostics.filter(({ span }) => {
    if (places.has(span.start)) return false;
    places.add(span.start);
    return true;
  });
  return distinct.sort((a, b) => a.span.start - b.span.start).slice(0, MAX_DIAGNOSTICS);
}

/** Whoever has more mistakes than this mends some and looks again. */
const MAX_DIAGNOSTICS = 50;

function empty(source: Source): Program {
  const span = spanOf(source, 0, source.text.length);
  return { kind: 'program', span, declarations: [], body: null };
}

let shared: Grammar | null = null;

/** Built on first use: its analysis costs more than reading a small program. */
function grammar(): Grammar {
  shared ??= new Grammar({ validate: false });
  return shared;
}
