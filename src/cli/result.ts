// The end of a run as text or JSON: the solution on standard output, all else that is to be said beside it.
import type { Program, RunResult } from '../host/index.ts';
import { letsOf, positionOf } from '../lang/index.ts';
import {
  type Fault,
  type RuleStatistics,
  type Status,
  show,
  showShort,
  solutionToJson,
  toJson,
} from '../runtime/index.ts';
import { EXIT } from './exit-code.ts';
import { hasColour, type Io, say } from './io.ts';
import { runtimeDiagnostic, showDiagnostics } from './program-source.ts';
import { counted, grouped } from './quantities.ts';

export interface ShowResult {
  readonly rules: boolean;
  readonly json: boolean;
  readonly stats: boolean;
  /** How long it was allowed to take. */
  readonly timeoutMs?: number | undefined;
}

/** A run that is over, with what there is to say of it. */
export interface Ended {
  readonly result: RunResult;
  readonly program: Program;
  /** Effects that were asked for and have not answered: their products are in no solution. */
  readonly unanswered: number;
  /** The call that makes the same run, if there is one. */
  readonly again: string | null;
  /** Of a run on a cluster. */
  readonly cluster?: { readonly nodes: number; readonly figures: ClusterFigures };
}

export interface ClusterFigures {
  readonly messages: number;
  readonly captures: {
    readonly optimistic: number;
    readonly pessimistic: number;
    readonly aborted: number;
  };
}

/** Prints the result and gives the exit code. */
export function printResult(ended: Ended, how: ShowResult, io: Io): number {
  const { result, program, unanswered, again } = ended;
  for (const { span, message } of result.guardErrors) {
    const sentence = `the condition cannot be evaluated and counts as false: ${message}`;
    showDiagnostics([runtimeDiagnostic('HOCL302', 'warning', span, sentence)], io);
  }
  const { rules } = how;
  const text = how.json
    ? JSON.stringify({ ...resultToJson(result, how), ...clusterToJson(ended) })
    : show(result.solution, { rules });
  io.stdout.write(text);
  io.stdout.write('\n');
  if (how.stats && !how.json) showStatistics(result, io);
  const { status } = result;
  const made = counted(result.reactions, 'reaction');
  if (status === 'stopped') {
    const waits = unanswered > 0 ? `, ${counted(unanswered, 'effect')} unanswered` : '';
    say(io, `hocl: ${whyStopped(result, how)} after ${made}: not inert${waits}`);
  }
  if (status === 'faulted') {
    const count = counted(result.faults.length, 'fault');
    say(io, `hocl: it came to rest with ${count}, after ${made}`);
    for (const fault of result.faults) say(io, `  ${faultText(fault, program)}`);
  }
  if (again !== null && (status === 'stopped' || status === 'faulted')) {
    say(io, `  to run it again: ${again}`);
  }
  return exitCodeOf(status);
}

function exitCodeOf(status: Status): number {
  switch (status) {
    case 'inert':
    case 'open':
      return EXIT.ok;
    case 'stopped':
      return EXIT.stopped;
    case 'faulted':
      return EXIT.faulted;
  }
}

function resultToJson(result: RunResult, how: ShowResult): object {
  const { status, reason, reactions, seed, elapsedMs, faults, statistics } = result;
  return {
    status,
    solution: solutionToJson(result.solution, { rules: how.rules }),
    reactions,
    seed,
    elapsedMs: Math.round(elapsedMs),
    ...(reason === null ? {} : { reason }),
    ...(faults.length === 0 ? {} : { faults: faults.map(faultToJson) }),
    ...(how.stats ? { statistics } : {}),
  };
}

function clusterToJson({ cluster, result }: Ended): object {
  if (cluster === undefined) return {};
  const { nodes, figures } = cluster;
  const { optimistic, pessimistic, aborted } = figures.captures;
  const local = Math.max(0, result.reactions - optimistic - pessimistic);
  const captures = { optimistic, pessimistic, aborted, local };
  return { nodes, messages: figures.messages, captures };
}

function faultToJson({ rule, message, path }: Fault): object {
  return { rule, message, path: path.map((molecule) => toJson(molecule)) };
}

/** The rule with its place, what failed, on what, and the solutions around it, innermost first. */
function faultText({ rule, message, path, molecule }: Fault, program: Program): string {
  const around = path.map((one) => `, in ${showShort(one, 40)}`).reverse();
  const [, , , reactants] = molecule.items;
  const of = reactants === undefined ? '' : `, with ${showShort(reactants, 60)}`;
  // A rule without a name calls itself `rule` in its faults.
  const where = rule === 'rule' ? 'a rule without a name' : `rule ${rule}`;
  return `FAULT in ${where}${placeOf(rule, program)}: ${message}${of}${around.join('')}`;
}

function placeOf(rule: string, { unit }: Program): string {
  const found = letsOf(unit).find(({ name }) => name === rule);
  if (found === undefined) return '';
  const { source, start } = found.span;
  const { line, column } = positionOf(source, start);
  return ` (${source.name}:${line}:${column})`;
}

function whyStopped({ reason }: RunResult, { timeoutMs }: ShowResult): string {
  switch (reason) {
    case 'timeout':
      return `stopped by its time limit${timeoutMs === undefined ? '' : ` of ${limit(timeoutMs)}`}`;
    case 'memory':
      return 'stopped for want of memory';
    case 'depth':
      return 'stopped because its molecules nest too deep,';
    case 'interrupted':
      return 'interrupted: stopped';
    case 'reactions':
      return 'stopped by its limit of reactions';
    case null:
      return 'stopped';
  }
}

function showStatistics({ statistics, reactions, elapsedMs }: RunResult, io: Io): void {
  const rows = [...statistics].sort((a, b) => b.fired - a.fired || (a.name < b.name ? -1 : 1));
  const colour = hasColour(io, io.stderr);
  const [header = '', ...lines] = table([COLUMNS, ...rows.map(cellsOf)]);
  say(io, colour ? `\u001b[1m${header}\u001b[0m` : header);
  for (const line of lines) say(io, line);
  const rate = elapsedMs > 0 ? `, ${grouped((reactions * 1000) / elapsedMs)} a second` : '';
  say(io, `${counted(reactions, 'reaction')} in ${seconds(elapsedMs)}${rate}`);
}

const COLUMNS = ['rule', 'fired', 'searches', 'tried', 'time'];

function cellsOf({ name, fired, searched, tried, ms }: RuleStatistics): string[] {
  return [name, grouped(fired), grouped(searched), grouped(tried), duration(ms)];
}

/** Rows as lines, in columns: the first to the left, the others to the right. */
function table(rows: readonly (readonly string[])[]): string[] {
  const widths = COLUMNS.map((_, i) => Math.max(...rows.map((row) => (row[i] ?? '').length)));
  return rows.map((row) =>
    row
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
      .join('  '),
  );
}

/** A time with as many digits as can be trusted: `0.04 ms`, `3.2 ms`, `140 ms`, `2.5 s`. */
function duration(ms: number): string {
  if (ms >= 1000) return seconds(ms);
  return `${ms.toFixed(ms < 1 ? 2 : ms < 100 ? 1 : 0)} ms`;
}

/** A time that somebody gave, as it was given. */
function limit(ms: number): string {
  return ms < 1000 ? `${ms} ms` : `${ms / 1000} s`;
}

function seconds(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}
