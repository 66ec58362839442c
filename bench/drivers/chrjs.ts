// CHR.js, compiled ahead of time in its optimised, synchronous form; facts are told one by one.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { programNamed } from '../harness/catalogue.ts';
import type { Fact, Value } from '../harness/program.ts';
import { readFacts, readJob, repeat, tell, timed, writeAnswer } from './job.ts';

interface Constraint {
  readonly name: string;
  readonly args: Value[];
}

type Solver = Record<string, (...args: Value[]) => void> & {
  Store: { _index: Record<string, Constraint[]>; _size: number };
};

const job = readJob();
const peers = createRequire(process.argv[3] as string);
const compileChr = peers('chr/compile') as (source: string, options: object) => string;

const [solver, compileMs] = await timed(() => {
  const options = { optimized: true, binding: 'module.exports' };
  const code = compileChr(readFileSync(job.rules, 'utf8'), options);
  const made: { exports: Solver | null } = { exports: null };
  new Function('module', 'require', code)(made, peers);
  return made.exports as Solver;
});
const [facts, inputMs] = await timed(() => readFacts(job));
const { answer } = programNamed(job.program);

const runsMs = await repeat(job, () => {
  solver.Store._index = {};
  solver.Store._size = 0;
  const started = performance.now();
  for (const [name, ...args] of facts) solver[name]?.(...args);
  const ms = performance.now() - started;
  const left = () =>
    Object.values(solver.Store._index)
      .flat()
      .filter(({ name }) => answer[name] !== undefined)
      .map(({ name, args }): Fact => [name, ...args]);
  writeAnswer(job, left);
  return ms;
});
tell({ compileMs, inputMs, runsMs });
