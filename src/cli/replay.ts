// hocl replay: a recorded run again, each reaction of it verified, and what it ended in. Effects are not run:
// their answers are in the record.
import { readRun, recordedProgram, repeatRun } from '../host/index.ts';
import { type Io, say } from './io.ts';
import { printResult } from './result.ts';

export interface ReplayOptions {
  readonly rules?: true;
  readonly json?: true;
}

export async function replayCommand(
  record: string,
  options: ReplayOptions,
  io: Io,
): Promise<number> {
  const run = readRun(record);
  const started = performance.now();
  const program = await recordedProgram(run.header, { effects: false });
  const { solution, end } = repeatRun(program, run);
  const how = { rules: options.rules === true, json: options.json === true, stats: false };
  const result = solution.resultAs(end?.status ?? 'stopped', performance.now() - started);
  if (end === null) say(io, 'hocl: the record ends before its run did');
  const unanswered = solution.engine.awaitedEffects;
  return printResult({ result, program, unanswered, again: null }, how, io);
}
