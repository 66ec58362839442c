// What a programmer writes for the one job, warm.
import { byHand } from '../harness/catalogue.ts';
import { readFacts, readJob, repeat, tell, timed, writeAnswer } from './job.ts';

const job = readJob();
const hand = byHand[job.program];
if (hand === undefined) throw new Error(`nobody wrote ${job.program} by hand`);
const facts = readFacts(job);

let inputMs = 0;
const runsMs = await repeat(job, async () => {
  const [input, preparing] = await timed(() => hand.prepare(facts));
  inputMs = preparing;
  const started = performance.now();
  const output = hand.solve(input);
  const ms = performance.now() - started;
  writeAnswer(job, () => hand.answer(output));
  return ms;
});
tell({ compileMs: 0, inputMs, runsMs });
