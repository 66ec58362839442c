// Going back: what was, is again, however far, with all that chance and histories had to do with it.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { show } from '../../src/index.ts';
import { NOTHING_DECLARED } from '../../src/repl/declared.ts';
import { loadFragment, parseFragment } from '../../src/repl/fragment.ts';
import { Reactor } from '../../src/repl/reactor.ts';

const fragments = [
  '1, 2, 3, replace x::int, y::int by x + y',
  'A:3, (replace A:x by A:x - 1, B if x > 0), (replace B, B by C)',
  '<1, 2, 3, replace x::int, y::int by x>, (replace <x, ?w> by OUT:x, <w>)',
  '(whenever x::int inject S:x), 1, 2, (replace S:x, S:y by T:x)',
  'N:<4, replace x::int by x - 1 if x > 0>, (replace N:<0, ?w> by DONE), (replace-one DONE by 7)',
  'G:2, replace G:n by (replace D:n by E:n), D:n',
  '<1, 2> then <3, replace x, y by x>, (replace <x> by x)',
];

describe('going back', () => {
  it('gives every earlier state again, and goes on from there', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...fragments), { minLength: 1, maxLength: 3 }),
        fc.nat(),
        fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 4 }),
        (inputs, seed, ways) => {
          const reactor = new Reactor(seed, Number.POSITIVE_INFINITY);
          const states = [stateOf(reactor)];
          for (const text of inputs) {
            put(reactor, text);
            states.push(stateOf(reactor));
            for (let i = 0; i < 4 && reactor.engine.step(); i++) states.push(stateOf(reactor));
          }
          for (const way of ways) {
            const taken = reactor.back(way);
            if (!taken.ok) throw new Error(taken.error);
            const { reactions, inputs: gone } = taken.value;
            expect(reactions + gone.length).toBe(Math.min(way, states.length - 1));
            states.length = Math.max(1, states.length - way);
            expect(stateOf(reactor)).toBe(states.at(-1));
            if (reactor.engine.step()) states.push(stateOf(reactor));
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});

/** All that can be seen of it, with the ids and with what each rule has fired. */
function stateOf(reactor: Reactor): string {
  const { engine, chronicle } = reactor;
  const ids = [...chronicle.lives.keys()].filter((id) => engine.occurrence(id) !== null);
  return `${show(engine.value, { rules: true })} ${ids.join(' ')} ${chronicle.steps.length}`;
}

function put(reactor: Reactor, text: string): void {
  const program = parseFragment({ name: 'test', text });
  if (!program.ok) throw new Error(text);
  const fragment = loadFragment(program.value, NOTHING_DECLARED, () => {});
  if (!fragment.ok) throw new Error(fragment.error[0]?.message);
  const { items: molecules, next } = fragment.value.start;
  reactor.put({ label: text, molecules, next, removed: [], before: NOTHING_DECLARED });
}
