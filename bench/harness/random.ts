// Chance for the inputs: the generator of Lehmer, x -> 48271 x mod (2^31 - 1), from the seed 1. It is this
// simple because Maude draws the same numbers by itself: it has no quick way to read a long input.

const MODULUS = 2_147_483_647;
const FACTOR = 48_271;

/** Numbers of 0 to bound - 1, the same ones every time. */
export function numbers(): (bound: number) => number {
  let state = 1;
  return (bound) => {
    state = (state * FACTOR) % MODULUS;
    return state % bound;
  };
}

/** 0 to size - 1, each given to `make`. */
export function times<T>(size: number, make: (i: number) => T): T[] {
  return Array.from({ length: size }, (_, i) => make(i));
}
