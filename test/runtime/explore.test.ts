// How far exploring goes: states have a bound, and so has what is looked at to tell and to try them.
import { describe, expect, it } from 'vitest';
import { compile } from '../../src/index.ts';
import { Explorer, load } from '../../src/runtime/index.ts';

async function explored(text: string, maxWork?: number) {
  const program = await compile(text);
  const { start } = load(program.unit, { functions: program.functions, onGuardError: () => {} });
  if (start === null) throw new Error('the program has no solution');
  const limits = { maxStates: 100, ...(maxWork === undefined ? {} : { maxWork }) };
  const explorer = new Explorer(start, limits);
  while (explorer.advance(10).type === 'more') {}
  const { states, complete } = explorer.result;
  return { states, complete, work: explorer.work };
}

describe('the work of exploring', () => {
  it('is counted, the same each time', async () => {
    const text = '<1..4, replace x::int, y::int by x + y>';
    const first = await explored(text);
    expect(first.complete).toBe(true);
    expect(first.work).toBeGreaterThan(first.states);
    expect(await explored(text)).toEqual(first);
    expect(await explored(text, first.work + 1)).toEqual(first);
  });

  it.each([
    // Each state has three molecules more, and all triples of them are tried in vain.
    '<"b", C:1, (replace x, y, A:<x> by x), whenever y::string, C:k inject y, y:y, A:k:k>',
    // Each state has a tuple that is twice as large.
    '<(1:2), whenever x::tuple inject x:x>',
    '<1, replace x by B:x:x>',
  ])('has a bound: %s', async (text) => {
    const bound = 100_000;
    const { states, complete, work } = await explored(text, bound);
    expect(complete).toBe(false);
    expect(states).toBeLessThan(100);
    expect(work).toBeLessThan(4 * bound);
  });
});
