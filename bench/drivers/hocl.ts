// hocl as a host program uses it: compile once, then fill a solution and run it to inertia.
import { readFileSync } from 'node:fs';
import { compile, Solution } from '../../src/index.ts';
import { readJob, repeat, tell, timed, writeAnswer } from './job.ts';
import { factsOf, readMolecules } from './molecules.ts';

const job = readJob();
const text = readFileSync(job.rules, 'utf8');
const [program, compileMs] = await timed(async () => {
  const compiled = await compile(text);
  new Solution(compiled, { seed: 1 });
  return compiled;
});
const [molecules, inputMs] = await timed(() => readMolecules(job));

const runsMs = await repeat(job, async () => {
  // A given seed: the default one is a hash of the whole input as text.
  const solution = new Solution(program, { seed: 1, molecules });
  const started = performance.now();
  const result = await solution.run();
  const ms = performance.now() - started;
  if (result.status !== 'inert') throw new Error(`${result.status} ${result.reason ?? ''}`);
  writeAnswer(job, () => factsOf(result.solution));
  return ms;
});
tell({ compileMs, inputMs, runsMs });
