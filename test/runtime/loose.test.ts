// Solutions without stores: a seed makes the run that it would make with them. Watched solutions have stores from the beginning;
// those that somebody begins to watch are given them in the middle of their turns. What is made depends on who met whom, and in
// which order.
import { describe, expect, it } from 'vitest';
import { compile, type Program, Solution, show } from '../../src/index.ts';
import { checkBatches } from '../property/batches.ts';

const MIX = 'replace x::int, y::int by (31 * x + y) % 1000003';

/** So many that most of them wait as they came in while the first ones have their turns. */
const MANY_BAGS = Array.from(
  { length: 90 },
  (_, i) => `${i % 3 === 0 ? 'BAG:' : i % 3 === 1 ? 'C:"c":' : ''}<${i % 7}, ${i % 5}, ${i % 4}>`,
).join(', ');

const programs: readonly [what: string, text: string][] = [
  [
    'opened, melted and closed',
    `let mix = ${MIX} in
     let open = replace BAG:<?w> by SUM:<w, mix> in
     let close = replace SUM:<x::int, mix = r> by x in
     <open, close, BAG:<1, 2, 3, 4, 5>, BAG:<6>, BAG:<7, 8>, BAG:<11, 12, 13, 14, 15, 16, 17, 18, 19>>`,
  ],
  [
    'of which many wait',
    `let mix = ${MIX} in
     let open = replace BAG:<?w> by SUM:<w, mix> in
     let close = replace SUM:<x::int, mix = r> by x in
     let pair = replace C:s:<x::int, ?v>, <?w> by D:x:<v>, E:<w> in
     <open, close, pair, ${MANY_BAGS}, BAG:<1, mix>, BAG:<<1>, 2>, BAG:<1:"t", 2:"t">>`,
  ],
  [
    'with a rule from the beginning',
    `let mix = ${MIX} in let close = replace S:<x::int, ?r> by x in
     <close, S:<1, 2, 3, 4, 5, mix>, S:<mix, 4, 5, 6>, S:<7, mix>, S:<mix>>`,
  ],
  [
    'of any kind',
    `let mix = replace x, y by x + y in let open = replace B:<?w> by <w, mix> in
     <open, B:<"a", "b", "c">, B:<"d", "e", "f", "g", "h", "i", "j", "k", "l">, B:<"m">, B:<1, 2, 3>>`,
  ],
  [
    'that make something else in the end',
    `let mix = replace x::int, y::int by if x + y > 40 then BIG:(x - y) else 2 * x + y in
     let open = replace B:<?w> by S:<w, mix> in <open, B:<1, 2, 3, 4, 5>, B:<6, 7, 8, 9>, B:<1, 3>>`,
  ],
  [
    'that make two of two, for a while',
    `let mix = replace x::int, y::int by x + 2 * y, (if x + y > 30 then nothing else 1) in
     let open = replace B:<?w> by S:<w, mix> in <open, B:<1, 2, 3, 4, 5>, B:<6, 7, 8, 9>>`,
  ],
  [
    'that fail',
    `let mix = replace x::int, y::int by 100 / (x - y) in
     let open = replace B:<?w> by S:<w, mix> in <open, B:<1, 2, 3, 4, 5>, B:<6, 6, 8, 9>, B:<1, 1>>`,
  ],
  [
    'into which more is put',
    `let mix = ${MIX} in let open = replace B:<?w> by S:<w, mix> in
     let more = replace-one S:<?w> by S:<w, 5, 6> in let rules = replace-one S:<?w> by S:<w, mix> in
     let texts = replace-one S:<?w> by S:<w, "t"> in
     <open, more, rules, texts, more, B:<1, 2, 3, 4>, B:<6, 7, 8, 9>, B:<1, 1>, B:<"u">>`,
  ],
  [
    'of which something is taken',
    `let mix = ${MIX} in let open = replace B:<x::int, ?w> by S:<w, mix>, x in
     let look = with S:<?w> replace-one LOOK by <w, w> in
     let twice = replace C:<x::int, y::int, ?w> by w, w, <x, w> in
     <open, twice, look, LOOK, B:<1, 2, 3, 4>, B:<6, 7, 8, 9>, B:<1>, C:<1, 2, 3, 4>, C:<5, 6>>`,
  ],
  [
    'that are poured together',
    `let mix = ${MIX} in let open = replace B:<?w> by S:<w, mix> in
     let join = replace S:<?v>, S:<?w> by S:<v, w> in
     <open, join, B:<1, 2, 3, 4>, B:<6, 7, 8, 9>, B:<1>, B:<1, 2, 3, 4, 5, 6, 7, 8, 9>>`,
  ],
  [
    'from which a rule is taken',
    `let mix = ${MIX} in let open = replace B:<?w> by S:<w, mix> in
     let still = replace S:<mix = r, ?w> by T:<w, 3>, r in
     let again = replace T:<x::int, y::int, ?w> by U:<x, y, w> in
     <open, still, again, B:<1, 2, 3, 4>, B:<6, 7, 8, 9>, B:<1>>`,
  ],
];

describe('a seed makes one run', () => {
  it.each(programs)('%s', async (_what, text) => {
    const program = await compile(text);
    for (let seed = 1; seed <= 12; seed++) checkBatches(program, seed);
  });
});

describe('whoever begins to watch changes nothing', () => {
  it.each(programs)('%s', async (_what, text) => {
    const program = await compile(text);
    // Where many are shown after each reaction, a few will do.
    const seeds = text.includes(MANY_BAGS) ? 6 : 40;
    for (let seed = 1; seed <= seeds; seed++) {
      const never = runOf(program, seed, Number.POSITIVE_INFINITY);
      for (const from of [0, 1, 2, 3, 5, 8]) expect(runOf(program, seed, from)).toEqual(never);
    }
  });
});

/** The states of a run, reaction by reaction; before each somebody has looked whether there is one. */
function runOf(program: Program, seed: number, watchedFrom: number): string[] {
  const solution = new Solution(program, { seed });
  if (watchedFrom === 0) solution.observe(() => {});
  solution.begin();
  const { engine } = solution;
  const states: string[] = [];
  for (let i = 1; i <= 60 && engine.hasMatch() && engine.step(); i++) {
    states.push(`${engine.soup.size}: ${show(engine.value, { rules: true })}`);
    if (i === watchedFrom) solution.observe(() => {});
  }
  return states;
}
