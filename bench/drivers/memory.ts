// The memory of one run of hocl: a line of JSON when all molecules are in, and one when the run is over, which may be
// never within the limits. The molecules are made here: a text of ten million would be the peak by itself.
import { readFileSync } from 'node:fs';
import { compile, fromJson, type Molecule, Solution, symbol, tuple } from '../../src/index.ts';
import { programNamed } from '../harness/catalogue.ts';
import { numbers } from '../harness/random.ts';

/** Bytes: of the heap and beside it after a collection, and resident ones of the process. */
export interface MemoryUse {
  readonly start: number;
  readonly startResident: number;
  /** With the molecules as values. */
  readonly values: number;
  /** With all of them in the solution, and their list given up. */
  readonly filled: number;
  readonly peak: number;
  readonly ms: number;
  readonly status: string;
}

const [name = '', size = '', rules = ''] = process.argv.slice(2);
const program = await compile(readFileSync(rules, 'utf8'));
const start = held();
const startResident = process.memoryUsage.rss();
const solution = begun();
const values = held();
solution.begin();
const filled = held();
tell('unfinished', 0);
const started = performance.now();
const { status } = await solution.run();
tell(status, performance.now() - started);

/** In a function, whose frame would otherwise keep the list alive. */
function begun(): Solution {
  return new Solution(program, { seed: 1, molecules: moleculesOf(name, Number(size)) });
}

function tell(how: string, ms: number): void {
  const peak = process.resourceUsage().maxRSS * 1024;
  const use: MemoryUse = { start, startResident, values, filled, peak, ms, status: how };
  process.stdout.write(`${JSON.stringify(use)}\n`);
}

function held(): number {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

function moleculesOf(of: string, count: number): Molecule[] {
  if (of === 'sum') {
    const draw = numbers();
    const made = new Array<Molecule>(count);
    for (let i = 0; i < count; i++) made[i] = draw(1_000);
    return made;
  }
  if (of === 'never2key') {
    const [a, b] = [symbol('A'), symbol('B')];
    const made = new Array<Molecule>(count);
    for (let i = 0; i < count; i++) made[i] = tuple([i % 2 === 0 ? a : b, i >> 1, (i >> 1) + 1]);
    return made;
  }
  return programNamed(of)
    .generate(count)
    .map((fact) => {
      const molecule = fromJson(fact[1] as string | number);
      if (!molecule.ok) throw new Error(molecule.error);
      return molecule.value;
    });
}
