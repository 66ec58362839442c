// Chance, seeded. A run draws from one Rng, so a seed is an order of reactions and any run replays.
// The generator is xoshiro128** (Blackman and Vigna), seeded through splitmix32; integers only.

export interface Rng {
  /** An integer from 0 to bound - 1, every one equally likely. */
  below(bound: number): number;
  /** A stream of its own for one concern: a new draw there never shifts the draws here. */
  split(label: string): Rng;
}

/** The generator for a seed; any integer of at most 53 bits will do. */
export function createRng(seed: number): Rng {
  return new Xoshiro(splitMix(seed >>> 0, Math.floor(seed / 0x1_0000_0000) >>> 0));
}

/** A 32-bit hash of text (FNV-1a with a final mix): seeds from programs, streams from labels. */
export function hashText(text: string, start = 0x811c9dc5): number {
  let hash = start;
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

const RANGE = 0x1_0000_0000;

type Words = [number, number, number, number];

function splitMix(low: number, high: number): Words {
  let state = (low ^ Math.imul(high, 0x9e3779b1)) >>> 0;
  const next = (): number => {
    state = (state + 0x9e3779b9) >>> 0;
    let z = state;
    z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    return (z ^ (z >>> 15)) >>> 0;
  };
  return [next(), next(), next(), next() | 1];
}

/** Its words are fields, and signed: then they stay whole numbers for whoever compiles this, and take no room of their own. */
class Xoshiro implements Rng {
  #a: number;
  #b: number;
  #c: number;
  #d: number;
  readonly #last: number;

  constructor([a, b, c, d]: Words) {
    this.#a = a | 0;
    this.#b = b | 0;
    this.#c = c | 0;
    this.#d = d | 0;
    this.#last = d | 0;
  }

  below(bound: number): number {
    // Draws above the largest multiple of bound are thrown away, or small numbers would be likelier. Few draws come
    // near it, and only those need to know where it is.
    let draw = this.#next();
    while (draw >= -bound >>> 0 && draw >= RANGE - (RANGE % bound)) draw = this.#next();
    // Said to be whole numbers, or this would be the remainder of floating ones, which takes several times as long.
    return bound < RANGE ? ((draw >>> 0) % (bound >>> 0)) >>> 0 : draw;
  }

  split(label: string): Rng {
    const salt = hashText(label);
    return new Xoshiro(splitMix((this.#a ^ salt) >>> 0, (this.#c ^ this.#last) >>> 0));
  }

  #next(): number {
    const b = this.#b;
    const c = this.#c ^ this.#a;
    const d = this.#d ^ b;
    this.#b = b ^ c;
    this.#a ^= d;
    this.#c = c ^ (b << 9);
    this.#d = rotate(d, 11);
    return Math.imul(rotate(Math.imul(b, 5), 7), 9) >>> 0;
  }
}

function rotate(word: number, by: number): number {
  return (word << by) | (word >>> (32 - by));
}
