// The naive matcher, which tries everything anew after each reaction: what the engine must beat, and what it must
// agree with. For small sizes only.
import { readFileSync } from 'node:fs';
import { createRng } from '../../src/base/index.ts';
import { compile, type Program } from '../../src/index.ts';
import {
  allMatches,
  Engine,
  eachLive,
  freezeLive,
  type Live,
  load,
  type SolutionMolecule,
  tookOf,
} from '../../src/runtime/index.ts';
import { readJob, repeat, tell, timed, writeAnswer } from './job.ts';
import { factsOf, readMolecules } from './molecules.ts';

const job = readJob();
const text = readFileSync(job.rules, 'utf8');
const [start, compileMs] = await timed(async () => begin(await compile(text)));
const [molecules, inputMs] = await timed(() => readMolecules(job));

const runsMs = await repeat(job, () => {
  const engine = new Engine(createRng(1));
  const began = performance.now();
  engine.fill(start, molecules);
  const { root } = engine.soup;
  while (!root.inert) if (!advance(engine, root)) engine.rest(root.id);
  const ms = performance.now() - began;
  writeAnswer(job, () => factsOf(freezeLive(root)));
  return ms;
});
tell({ compileMs, inputMs, runsMs });

function begin(compiled: Program): SolutionMolecule {
  const loaded = load(compiled.unit, { functions: compiled.functions, onGuardError() {} });
  if (loaded.start === null) throw new Error('the program has no solution');
  return loaded.start;
}

/** Makes the first reaction there is, inside first; brings to rest what has none. */
function advance(engine: Engine, live: Live): boolean {
  for (const occurrence of live.content.values()) {
    if (occurrence.active === 0) continue;
    const inner: Live[] = [];
    eachLive(occurrence.body, (one) => {
      if (!one.inert) inner.push(one);
    });
    for (const one of inner) {
      if (!advance(engine, one)) engine.rest(one.id);
      return true;
    }
  }
  for (const rule of live.rules.values()) {
    const found = allMatches(rule).next();
    if (found.done === true) continue;
    engine.repeat(
      rule.id,
      tookOf(found.value).map(({ id }) => id),
    );
    return true;
  }
  return false;
}
