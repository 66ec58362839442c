// Work that lies in one flask does not stay there while others have nothing to do.
import { expect, test } from 'vitest';
import { compile } from '../../../src/index.ts';
import { show } from '../../../src/runtime/index.ts';
import { spread } from './flasks.ts';

test('molecules that are born in one flask are worked on in others, too', async () => {
  const program = await compile(`
    let burst = replace-one SEED:n by 1..n in
    let work = replace x::int by DONE:x * x in
    <SEED:4000>`);
  const workers = new Set<string>();
  const result = await spread(program, {
    flasks: 4,
    seed: 3,
    slice: 20,
    onMessage: (_from, to, message) => {
      const inner = (message as { message?: { type?: string; stolen?: boolean } }).message;
      if (inner?.type === 'move' && inner.stolen === true) workers.add(to);
    },
  });
  expect(result.status).toBe('inert');
  expect(show(result.solution)).toContain('DONE:16000000');
  expect(workers.size).toBeGreaterThan(1);
});

test('questions of idle flasks are few where there is nothing to steal', async () => {
  const program = await compile('let add = replace x::int, y::int by x + y in <1..2000>');
  let questions = 0;
  const { figures } = await spread(program, {
    flasks: 8,
    seed: 1,
    slice: 50,
    onMessage: (_from, _to, message) => {
      if ((message as { message?: { type?: string } }).message?.type === 'share') questions++;
    },
  });
  expect((figures.messages + questions) / figures.reactions).toBeLessThan(0.3);
});

test('what a flask gets through at once stays where it is', async () => {
  const program = await compile(`
    let burst = replace-one SEED:n by 1..n in
    let add = replace x::int, y::int by x + y in
    <SEED:4000>`);
  const moved = async (growing: boolean) => {
    let moves = 0;
    const onMessage = (_from: unknown, _to: unknown, message: unknown) => {
      const inner = (message as { message?: { type?: string; stolen?: boolean } }).message;
      if (inner?.type === 'move' && inner.stolen === true) moves++;
    };
    for (let seed = 1; seed <= 10; seed++) {
      await spread(program, { ...{ flasks: 4, seed, slice: 100, growing }, onMessage });
    }
    return moves;
  };
  // A first slice says nothing yet, and what lies in one flask has to get out.
  expect(await moved(true)).toBeLessThan(0.35 * (await moved(false)));
});
