// What comes in as text is read by the flasks, each its share, and combined there before anything moves.
import { expect, test } from 'vitest';
import { compile } from '../../../src/index.ts';
import { show } from '../../../src/runtime/index.ts';
import { spread } from './flasks.ts';

const WORDS = `let one = replace w::string by W:w:1 in
  let add = replace W:w:a, W:w:b by W:w:(a + b) in <>`;

interface Said {
  readonly type: string;
  readonly bytes: Uint8Array;
  readonly stolen: boolean;
}

test('words are counted where they come in, and only the counts move', async () => {
  const text = JSON.stringify(Array.from({ length: 30_000 }, (_, n) => `w${n % 5}`));
  let bytes = 0;
  let isConverged = false;
  const { solution, status } = await spread(await compile(WORDS), {
    ...{ flasks: 2, seed: 1, slice: 1000, input: text },
    onMessage: (_from, _to, said) => {
      const { message } = said as { message?: Said };
      // Thieves may take words, too.
      if (message?.type === 'move' && !message.stolen) bytes += message.bytes.length;
      // Many reactions are no sign of a flask that finds no end, if many molecules came in.
      if (message?.type === 'converge') isConverged = true;
    },
  });
  expect({ status, isConverged }).toEqual({ status: 'inert', isConverged: false });
  expect(show(solution)).toBe('<W:"w0":6000, W:"w1":6000, W:"w2":6000, W:"w3":6000, W:"w4":6000>');
  expect(bytes).toBeGreaterThan(0);
  expect(bytes).toBeLessThan(500);
});

test('a rule that remembers has its input in one place', async () => {
  const program = await compile('let below = whenever x::int, y::int inject L:x:y if x < y in <>');
  const { solution } = await spread(program, { flasks: 4, seed: 2, input: '1\n2\n3\n' });
  expect(show(solution)).toBe('<1, 2, 3, L:1:2, L:1:3, L:2:3>');
});

test('what is wrong with it is said by whoever reads it', async () => {
  const program = await compile(WORDS);
  const options = { flasks: 3, seed: 1, input: '["a", "b", "c", x, "d", "e", "f"]' };
  await expect(spread(program, options)).rejects.toThrow();
});
