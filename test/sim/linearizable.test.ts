// The judge of histories, on small ones that can be judged by eye: r reads, w writes, of a register that starts at 0.
import { describe, expect, it } from 'vitest';
import { nodeId } from '../../src/base/index.ts';
import { type Model, type Operation, orderOf } from '../../src/sim/index.ts';

type Call = { readonly write?: number };
const register: Model<number, Call, number> = {
  start: 0,
  apply: (state, { write }) => ({ state: write ?? state, result: write ?? state }),
};

/** `a:w1 b:r0` on a line of time: each call is `caller[from-to]:call`, without `to` if it was never answered. */
function read(text: string): Operation<Call, number>[] {
  return text.split(' ').map((word) => {
    const [, by, asked, at, kind, value] = /^(\w)\[(\d+)-(\d*)\]:([rw])(\d)$/.exec(word) ?? [];
    const result = Number(value);
    const call = kind === 'w' ? { write: result } : {};
    const base = { by: nodeId(by ?? ''), call, askedAt: Number(asked) };
    return at === '' ? base : { ...base, answered: { at: Number(at), result } };
  });
}

const histories: readonly [boolean, string, string][] = [
  [true, 'one after another', 'a[1-2]:w1 b[3-4]:r1'],
  [false, 'a stale read', 'a[1-2]:w1 b[3-4]:r0'],
  [true, 'at the same time, either way', 'a[1-4]:w1 b[2-3]:r0 c[5-6]:r1'],
  [true, 'at the same time, the other way', 'a[1-4]:w1 b[2-3]:r1'],
  [false, 'seen, then unseen', 'a[1-8]:w1 b[2-3]:r1 c[4-5]:r0'],
  [true, 'never answered, and it happened', 'a[1-]:w1 b[2-3]:r0 c[4-5]:r1'],
  [true, 'never answered, and it did not', 'a[1-]:w1 b[2-3]:r0 c[4-5]:r0'],
  [false, 'never answered, happened, and then had not', 'a[1-]:w1 b[2-3]:r1 c[4-5]:r0'],
  [false, 'from nowhere', 'a[1-2]:w1 b[3-4]:r2'],
  [true, 'two writers and their readers agree', 'a[1-4]:w1 b[2-3]:w2 c[5-6]:r1 a[7-8]:r1'],
  [false, 'two writers and their readers disagree', 'a[1-4]:w1 b[2-3]:w2 c[5-6]:r1 a[7-8]:r2'],
];

describe('a history', () => {
  it.each(histories)('%s: %s', (expected, _name, text) => {
    const operations = read(text);
    const order = orderOf(operations, register);
    expect(order !== undefined).toBe(expected);
    let state = register.start;
    for (const at of order ?? []) {
      const operation = operations[at] as Operation<Call, number>;
      const next = register.apply(state, operation.call);
      if (operation.answered) expect(next.result).toBe(operation.answered.result);
      state = next.state;
    }
  });
});
