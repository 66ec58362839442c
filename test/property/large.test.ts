// Many molecules: the outcome is the one that plain code finds, whatever the seed, watched or not.
import { describe, expect, it } from 'vitest';
import { compile, Solution, show } from '../../src/index.ts';
import { inputOf, type LargeProgram, largePrograms } from './large-programs.ts';

const SEEDS = Number(process.env['SEEDS'] ?? 3);

/** Being watched, and having no code of its own, changes nothing in a run. */
const WAYS = [
  { codegen: true, observed: false },
  { codegen: true, observed: true },
  { codegen: false, observed: false },
];

describe('over many molecules', () => {
  const cases = largePrograms.flatMap((program) =>
    program.sizes.map((size) => ({ program, size })),
  );
  it.each(cases)('$program.name, $size', async ({ program, size }) => {
    for (let seed = 1; seed <= SEEDS; seed++) await check(program, size, seed);
  });
});

async function check(program: LargeProgram, size: number, seed: number): Promise<void> {
  const compiled = await compile(program.rules);
  const molecules = inputOf(program, size, seed);
  const expected = program.answer(molecules).sort();
  const reactions = WAYS.map(async ({ codegen, observed }) => {
    const solution = new Solution(compiled, { seed, molecules, codegen });
    if (observed) solution.observe(() => {});
    const result = await solution.run();
    expect(result.status, `seed ${seed}`).toBe('inert');
    const left = result.solution.items.map((one) => show(one)).filter((text) => !isRuleName(text));
    const way = `seed ${seed}, observed: ${observed}, codegen: ${codegen}`;
    expect(left.sort(), way).toEqual(expected);
    return result.reactions;
  });
  expect(new Set(await Promise.all(reactions)).size, `seed ${seed}: the same reactions`).toBe(1);
}

/** Data never print as a lower-case word. */
function isRuleName(text: string): boolean {
  return /^[a-z]/.test(text);
}
