// The end of a run as text or JSON: the solution on standard output, all else that is to be said beside it.
import type { RunResult } from '../host/index.ts';
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
import { type Io, say } from './io.ts';
import { runtimeDiagnostic, showDiagnostics } from './program-source.ts';
import { counted, grouped } from './quantities.ts';

export interface ShowResult {
  readonly rules: boolean;
  readonly json: boolean;
  readonly stats: boolean;
}

/** Prints the result and gives the exit code; `again` is the call that makes the same run. */
export function printResult(
  result: RunResult,
  how: ShowResult,
  again: string | null,
  io: Io,
): number {
  for (const { span, message } of result.guardErrors) {
    const sentence = `the condition cannot be evaluated and counts as false: ${message}`;
    showDiagnostics([runtimeDiagnostic('HOCL302', 'warning', span, sentence)], io);
  }
  const { rules } = how;
  const text = how.json
    ? JSON.stringify(resultToJson(result, how))
    : show(result.solution, { rules });
  io.stdout.write(text);
  io.stdout.write('\n');
  if (how.stats && !how.json) showStatistics(result, io);
  const { status } = result;
  if (status === 'stopped') {
    say(
      io,
      `hocl: ${whyStopped(result)} after ${counted(result.reactions, 'reaction')}: not inert`,
    );
  }
  if (status === 'faulted') {
    const count = counted(result.faults.length, 'fault');
    say(io, `hocl: it came to rest with ${count}, after ${counted(result.reactions, 'reaction')}`);
    for (const fault of result.faults) say(io, `  ${faultText(fault)}`);
  }
  if (again !== null && (status === 'stopped' || status === 'faulted')) {
    say(io, `  to run it again: ${again}`);
  }
  return exitCodeOf(status);
}

export function exitCodeOf(status: Status): number {
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

function faultToJson({ rule, message, path }: Fault): object {
  return { rule, message, path: path.map((molecule) => toJson(molecule)) };
}

/** `in A:<...>, by rule r: division by zero, of <1, 0>`. */
function faultText({ rule, message, path, molecule }: Fault): string {
  const around = path.map((one) => showShort(one, 40));
  const place = around.length === 0 ? '' : `, in ${around.join(', in ')}`;
  const [, , , reactants] = molecule.items;
  const of = reactants === undefined ? '' : `, with ${showShort(reactants, 60)}`;
  return `FAULT in rule ${rule}: ${message}${of}${place}`;
}

function whyStopped({ reason, elapsedMs }: RunResult): string {
  switch (reason) {
    case 'timeout':
      return `its time was up: stopped, ${seconds(elapsedMs)},`;
    case 'memory':
      return 'its memory was used up: stopped';
    case 'interrupted':
      return 'interrupted: stopped';
    case 'reactions':
      return 'its reactions were used up: stopped';
    case null:
      return 'stopped';
  }
}

function showStatistics({ statistics, reactions, elapsedMs }: RunResult, io: Io): void {
  const rows = [...statistics].sort((a, b) => b.fired - a.fired || (a.name < b.name ? -1 : 1));
  const cells = rows.map(cellsOf);
  const header = ['rule', 'fired', 'searched', 'tried', 'ms'];
  for (const row of [header, ...cells]) {
    const padded = row.map((cell, column) => {
      const width = Math.max(...[header, ...cells].map((one) => (one[column] ?? '').length));
      return column === 0 ? cell.padEnd(width) : cell.padStart(width);
    });
    say(io, padded.join('  '));
  }
  const rate = elapsedMs > 0 ? `, ${grouped((reactions * 1000) / elapsedMs)} a second` : '';
  say(io, `${counted(reactions, 'reaction')} in ${seconds(elapsedMs)}${rate}`);
}

function cellsOf(one: RuleStatistics): string[] {
  const { name, fired, searched, tried, ms } = one;
  return [name, grouped(fired), grouped(searched), grouped(tried), ms.toFixed(1)];
}

function seconds(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}
