// Chance without a seed: an action is repeated for every outcome of its draws, for the explorer.
import type { Rng } from '../base/index.ts';

/**
 * The outcomes of an action under all draws of at most `upTo` outcomes; a larger draw always gives its
 * first, and is counted in `cut`. The action must not remember anything from one time to the next.
 */
export function everyDraw<T>(
  upTo: number,
  act: (rng: Rng) => T,
): { readonly outcomes: readonly T[]; readonly cut: number } {
  const outcomes: T[] = [];
  let cut = 0;
  let tape: { readonly bound: number; drawn: number }[] = [];
  for (;;) {
    let place = 0;
    const rng: Rng = {
      below(bound) {
        if (bound > upTo) {
          cut++;
          return 0;
        }
        const known = tape[place++];
        if (known !== undefined) return known.drawn;
        tape.push({ bound, drawn: 0 });
        return 0;
      },
      split: () => rng,
    };
    outcomes.push(act(rng));
    // The last draw that has an outcome left takes it; those behind it are drawn anew.
    while (tape.length > 0 && last(tape).drawn + 1 >= last(tape).bound) tape = tape.slice(0, -1);
    if (tape.length === 0) return { outcomes, cut };
    last(tape).drawn++;
  }
}

function last<T>(items: readonly T[]): T {
  return items[items.length - 1] as T;
}
