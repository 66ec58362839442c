// Lets are put behind what they mention, and otherwise left where they are.
import { describe, expect, it } from 'vitest';
import { type Let, parse } from '../../src/lang/index.ts';
import { followersOf, inOrder } from '../../src/repl/let-order.ts';

function letsOf(text: string): Let[] {
  const { program } = parse({ name: 'test', text }, { fragment: true });
  return program.declarations.filter((one) => one.kind === 'let');
}

const orders: readonly [lets: string, order: string][] = [
  ['let a = 1 in let b = 2', 'a b'],
  ['let a = b in let b = 2', 'b a'],
  ['let a = c + b in let b = c in let c = 1', 'c b a'],
  ['let a = [1, {k: b}] in let b = <c> in let c = 1', 'c b a'],
  ['let a = 1 in let r = replace x by b in let b = 2', 'a b r'],
  // Circles stay, for check to complain about.
  ['let a = b in let b = a', 'b a'],
];

describe('lets', () => {
  it.each(orders)('%s', (text, order) => {
    const names = inOrder(letsOf(text)).map((one) => (one.kind === 'let' ? one.name : '?'));
    expect(names.join(' ')).toBe(order);
  });

  it('follow from others, directly or not', () => {
    const lets = letsOf('let a = 1 in let b = a in let c = b in let d = 4');
    expect(followersOf(['a'], lets)).toEqual(['b', 'c']);
    expect(followersOf(['d'], lets)).toEqual([]);
  });
});
