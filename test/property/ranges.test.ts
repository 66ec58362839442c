// Rules that compare, over so many molecules that ordered indexes are made: the naive matcher must agree to every
// reaction and to the rest at the end, and a seed makes one run, whatever way it is run.
import { describe, expect, it } from 'vitest';
import { createRng, type Rng } from '../../src/base/index.ts';
import { compile, type Molecule, type Program, real, Solution, show } from '../../src/index.ts';
import type { Event } from '../../src/runtime/index.ts';
import { startOf } from './laws.ts';
import { judge } from './witness.ts';

/** Conditions over two fields that hold for few pairs, some, or most of them. */
const CONDITIONS: readonly string[] = [
  'x > y + 97',
  'x > y - -96',
  '3 + x < y - 93',
  'y < x && x < y + 1',
  'y <= x && x <= y',
  '100 - x < y - 95',
  'x != y && x >= y + 98',
  'x < y',
  'x > 97 && y < 2',
  'x * 2 > y + 190',
  'y / x > 20 && x < y',
  'x > y + 90 && y % 2 == 1',
];

const FORMS: readonly ((condition: string) => string)[] = [
  (condition) => `replace x::int, y::int by "two" if ${condition}`,
  (condition) => `replace x, y by "two" if ${condition}`,
  (condition) => `replace A:x, B:y by "two" if ${condition}`,
  (condition) => `replace A:x:v, A:y:w by A:x:w, "one" if ${condition}`,
  (condition) => `with A:x replace B:y by nothing if ${condition}`,
  (condition) => `with x::number replace y::number by nothing if ${condition}`,
  (condition) => `replace A:x, B:y, GO by "two", GO if ${condition}`,
  (condition) => `replace A:y, B:x, A:z by "three" if ${condition} && z > x + 40 && z < y`,
  (condition) => `replace KEY:y by (replace-one A:x, B:z by "made" if ${condition} && z > x + 90)`,
  (condition) => `whenever A:x, B:y inject "seen" if ${condition} && x > 98`,
];

/** Numbers below a hundred, in various kinds; now and then something that cannot be compared with the others. */
const KINDS: readonly ((rng: Rng) => Molecule)[] = [
  (rng) => rng.below(100),
  (rng) => (rng.below(2) === 0 ? rng.below(100) : real(rng.below(200) / 2)),
  (rng) => (rng.below(4) > 0 ? rng.below(100) : BigInt(rng.below(100)) * 10n ** 20n),
  (rng) => `w${rng.below(100)}`,
  (rng) => (rng.below(60) > 0 ? rng.below(100) : 'odd'),
];

const MOLECULES = 120;
const MOST = 8;
const SEEDS = Number(process.env['SEEDS'] ?? 1);

describe('rules that compare, over many molecules', () => {
  const cases = CONDITIONS.map((condition, n) => ({ condition, n }));
  it.each(cases)('$condition', { timeout: 120_000 }, async ({ condition, n }) => {
    for (const [i, form] of FORMS.entries()) {
      for (let seed = 1; seed <= SEEDS; seed++) {
        // Half of them with each seed.
        if ((i + n + seed) % 2 === 0) continue;
        const kind = KINDS[(seed + i + condition.length) % KINDS.length] as (typeof KINDS)[0];
        await check(form(condition), createRng(seed * 31 + i), kind, seed);
      }
    }
  });
});

async function check(rule: string, rng: Rng, kind: (rng: Rng) => Molecule, seed: number) {
  const values = Array.from({ length: MOLECULES }, () => show(kind(rng)));
  const data = values.map((value, i) => {
    if (!/\b[AB]:/.test(rule)) return value;
    if (rule.includes(':v')) return `A:${value}:${i}`;
    return `${['A', 'B', i % 30 === 2 ? 'KEY' : 'A'][i % 3]}:${value}`;
  });
  const program = await compile(`let r = ${rule} in <r, GO, ${data.join(', ')}>`);
  const events: Event[] = [];
  const told = await run(program, seed, true, (event) => events.push(event));
  judge(startOf(program), events, told.value);
  const ways = [await run(program, seed, true, null), await run(program, seed, false, null)];
  for (const way of ways) expect(way, rule).toEqual(told);
}

async function run(
  program: Program,
  seed: number,
  codegen: boolean,
  observe: ((event: Event) => void) | null,
) {
  const solution = new Solution(program, { seed, codegen });
  if (observe !== null) solution.observe(observe);
  const { reactions } = await solution.run({ maxReactions: MOST });
  return { reactions, value: show(solution.value, { rules: true }) };
}
