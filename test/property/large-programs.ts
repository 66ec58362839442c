// Programs over many molecules with an answer that a few lines of plain code know as well: what the engine does at once
// on few molecules it may do in batches on many, and both must come out the same.
import { createRng, type Rng } from '../../src/base/index.ts';
import { type Molecule, real, symbol, tuple } from '../../src/index.ts';

export interface LargeProgram {
  readonly name: string;
  readonly rules: string;
  readonly sizes: readonly number[];
  readonly input: (rng: Rng, size: number) => Molecule[];
  /** What is left, as the molecules print, in any order. */
  readonly answer: (input: readonly Molecule[]) => string[];
}

export function inputOf({ input }: LargeProgram, size: number, seed: number): Molecule[] {
  return input(createRng(seed), size);
}

const head = (name: string, ...fields: Molecule[]): Molecule => tuple([symbol(name), ...fields]);
const times = <T>(size: number, make: (i: number) => T): T[] =>
  Array.from({ length: size }, (_, i) => make(i));
const ints = (bound: number) => (rng: Rng, size: number) => times(size, () => rng.below(bound));
const numbers = (input: readonly Molecule[]) => input as readonly number[];

/** The fields of the tuples with this head. */
function rows(input: readonly Molecule[], name: string): number[][] {
  return (input as readonly { readonly items: readonly Molecule[] }[])
    .filter(({ items }) => items[0] === symbol(name))
    .map(({ items }) => items.slice(1) as number[]);
}

function tally<T>(keys: readonly T[]): Map<T, number> {
  const counts = new Map<T, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

export const largePrograms: readonly LargeProgram[] = [
  {
    name: 'sum',
    rules: 'let add = replace x::int, y::int by x + y in <>',
    sizes: [100, 2_000],
    input: ints(1_000),
    answer: (input) => [String(numbers(input).reduce((a, b) => a + b))],
  },
  {
    name: 'a sum beyond what a double holds',
    rules: 'let add = replace x::int, y::int by x + y in <>',
    sizes: [100, 1_000],
    input: (rng, size) => times(size, () => Number.MAX_SAFE_INTEGER - rng.below(9)),
    answer: (input) => [String(numbers(input).reduce((a, b) => a + BigInt(b), 0n))],
  },
  {
    name: 'the largest',
    rules: 'let max = replace x::int, y::int by x if x >= y in <>',
    sizes: [100, 2_000],
    input: ints(500),
    answer: (input) => [String(Math.max(...numbers(input)))],
  },
  {
    name: 'the smallest of ints and reals',
    rules: 'let min = replace x::number, y::number by x if x < y in <>',
    sizes: [100, 1_000],
    input: (rng, size) =>
      times(size, (i) => (i % 2 === 0 ? i + 2 + rng.below(9) : real(i + 1.5))).concat(1),
    answer: () => ['1'],
  },
  {
    name: 'the greatest common divisor',
    rules:
      'let divide = replace x::int, y::int by x, y % x if 0 < x && x <= y in let zero = replace 0 by nothing in <>',
    sizes: [100, 1_000],
    input: (rng, size) => times(size, () => 6 * (1 + rng.below(10_000))),
    answer: (input) => [String(numbers(input).reduce(commonDivisor))],
  },
  {
    name: 'the sieve',
    rules: 'let sieve = with x::int replace y::int by nothing if y % x == 0 in <>',
    sizes: [100, 1_000],
    input: (_, size) => times(size - 1, (i) => i + 2),
    answer: (input) =>
      numbers(input)
        .filter((n) => numbers(input).every((d) => d >= n || n % d !== 0))
        .map(String),
  },
  {
    name: 'one of each',
    rules: 'let once = replace x, x by x in <>',
    sizes: [100, 1_000],
    input: (rng, size) => times(size, (i) => (i % 3 === 0 ? `w${rng.below(20)}` : rng.below(20))),
    answer: (input) =>
      [...new Set(input)].map((one) => (typeof one === 'string' ? `"${one}"` : String(one))),
  },
  {
    name: 'counts by key',
    rules:
      'let one = replace w::string by COUNT:w:1 in let add = replace COUNT:w:m, COUNT:w:n by COUNT:w:m + n in <>',
    sizes: [100, 2_000],
    input: (rng, size) => times(size, () => `w${rng.below(1 + rng.below(60))}`),
    answer: (input) => [...tally(input as string[])].map(([word, n]) => `COUNT:"${word}":${n}`),
  },
  {
    name: 'sums by two keys',
    rules: 'let add = replace A:k:j:m, A:k:j:n by A:k:j:m + n in <>',
    sizes: [100, 2_000],
    input: (rng, size) => times(size, () => head('A', rng.below(8), rng.below(8), 1)),
    answer: (input) =>
      [...tally(rows(input, 'A').map(([k, j]) => `${k}:${j}`))].map(([key, n]) => `A:${key}:${n}`),
  },
  {
    name: 'pairs by key',
    rules: 'let join = replace A:k:x, B:k:y by C:k in <>',
    sizes: [100, 2_000],
    input: (rng, size) =>
      times(size, () => head(rng.below(2) === 0 ? 'A' : 'B', rng.below(size / 10), 0)),
    answer(input) {
      const keysOf = (name: string) => tally(rows(input, name).map(([k]) => k as number));
      const [as, bs] = [keysOf('A'), keysOf('B')];
      return [...new Set([...as.keys(), ...bs.keys()])].flatMap((k) => {
        const [a, b] = [as.get(k) ?? 0, bs.get(k) ?? 0];
        const left = a > b ? `A:${k}:0` : `B:${k}:0`;
        return [...times(Math.min(a, b), () => `C:${k}`), ...times(Math.abs(a - b), () => left)];
      });
    },
  },
  {
    name: 'what is reached',
    rules:
      'let first = with EDGE:x:y replace OPEN:x:y by PATH:x:y in let more = with EDGE:x:y, PATH:y:z replace OPEN:x:z by PATH:x:z in <>',
    sizes: [8, 20],
    input(rng, places) {
      const edges = new Set(times(2 * places, () => rng.below(places * places)));
      return [
        ...[...edges].map((edge) => head('EDGE', Math.floor(edge / places), edge % places)),
        ...times(places * places, (i) => head('OPEN', Math.floor(i / places), i % places)),
      ];
    },
    answer(input) {
      const edges = rows(input, 'EDGE') as [number, number][];
      const places = Math.sqrt(rows(input, 'OPEN').length);
      const pairs = times(places, (from) => {
        const seen = new Set<number>();
        const walk = (at: number): void => {
          for (const [a, b] of edges) {
            if (a !== at || seen.has(b)) continue;
            seen.add(b);
            walk(b);
          }
        };
        walk(from);
        return times(places, (to) => `${seen.has(to) ? 'PATH' : 'OPEN'}:${from}:${to}`);
      });
      return [...edges.map(([a, b]) => `EDGE:${a}:${b}`), ...pairs.flat()];
    },
  },
  {
    name: 'the shortest ways',
    rules: 'let improve = with D:a:b:m, D:b:c:n replace D:a:c:k by D:a:c:m + n if m + n < k in <>',
    sizes: [6, 15],
    input: (rng, places) =>
      times(places * places, (i) => {
        const length = rng.below(3) === 0 ? 1 + rng.below(50) : 1_000;
        return head('D', Math.floor(i / places), i % places, length);
      }),
    answer(input) {
      const ways = rows(input, 'D') as [number, number, number][];
      const places = Math.sqrt(ways.length);
      const cells = ways.map(([, , length]) => length);
      const cell = (from: number, to: number) => cells[from * places + to] as number;
      for (let via = 0; via < places; via++) {
        for (const [from, to] of ways) {
          const way = cell(from, via) + cell(via, to);
          if (way < cell(from, to)) cells[from * places + to] = way;
        }
      }
      return ways.map(([from, to]) => `D:${from}:${to}:${cell(from, to)}`);
    },
  },
  {
    name: 'what passes, and what is made again',
    rules: `let take = replace THINK:p:q:m, FORK:p, FORK:q by EAT:p:q:m, ATE:p if m > 0 in
      let leave = replace EAT:p:q:m by THINK:p:q:m - 1, FORK:p, FORK:q in
      let count = replace ATE:p, MEALS:p:n by MEALS:p:n + 1 in <>`,
    sizes: [30, 100],
    input: (_, size) => [
      // At some seats lie two forks; some sit where they need both.
      ...times(size, (i) => head('FORK', i)),
      ...times(size, (i) => head('FORK', i - (i % 3))),
      ...times(size, (i) => head('THINK', i, i % 6 === 0 ? i : (i + 1) % size, 1 + (i % 7))),
      ...times(size, (i) => head('MEALS', i, 0)),
    ],
    answer: (input) => [
      ...rows(input, 'FORK').map(([i]) => `FORK:${i}`),
      ...rows(input, 'THINK').map(([p, q]) => `THINK:${p}:${q}:0`),
      ...rows(input, 'THINK').map(([p, , m]) => `MEALS:${p}:${m}`),
    ],
  },
  {
    name: 'what passes and fails',
    rules: `let open = replace A:x, B:x by C:x in let halve = replace C:x by D:12 / x, B:x in
      let end = replace FAULT:rule:why:<w> by LOST in <>`,
    sizes: [40, 200],
    input: (_, size) =>
      times(size, (i) => [head('A', i % 5), ...(i < 5 ? [head('B', i), head('B', i)] : [])]).flat(),
    answer(input) {
      const keys = rows(input, 'A').map(([x]) => x as number);
      const zeros = keys.filter((x) => x === 0).length;
      return [
        // What has failed twice is gone, and the others have nothing to react with.
        ...times(zeros - 2, () => 'A:0'),
        ...times(2, () => 'LOST'),
        ...times(4, (i) => [`B:${i + 1}`, `B:${i + 1}`]).flat(),
        ...keys.filter((x) => x !== 0).map((x) => `D:${12 / x}`),
      ];
    },
  },
  {
    name: 'sorting by exchange',
    rules: 'let exchange = replace A:i:x, A:j:y by A:i:y, A:j:x if i < j && x > y in <>',
    sizes: [20, 100],
    input: (rng, size) => times(size, (i) => head('A', i, rng.below(1_000))),
    answer: (input) =>
      rows(input, 'A')
        .map(([, x]) => x as number)
        .sort((a, b) => a - b)
        .map((x, i) => `A:${i}:${x}`),
  },
  {
    name: 'made rules',
    rules: 'let make = replace KEY:k by (replace-one V:k:x by 2 * x) in <>',
    sizes: [20, 150],
    input: (_, size) => times(size, (i) => [head('KEY', i), head('V', (i * 7) % size, i)]).flat(),
    answer: (input) => rows(input, 'V').map(([, x]) => String(2 * (x as number))),
  },
  {
    name: 'passed over',
    rules:
      'let never = replace A:k:x, B:k:y, C:k by nothing in let add = replace x::int, y::int by x + y in <>',
    sizes: [100, 1_500],
    input: (rng, size) =>
      times(size, (i) => (i % 3 === 0 ? 1 : head(i % 3 === 1 ? 'A' : 'B', rng.below(30), 1))),
    answer: (input) => [
      String(input.filter((one) => one === 1).length),
      ...['A', 'B'].flatMap((name) =>
        rows(
          input.filter((one) => one !== 1),
          name,
        ).map(([k]) => `${name}:${k}:1`),
      ),
    ],
  },
];

function commonDivisor(a: number, b: number): number {
  return b === 0 ? a : commonDivisor(b, a % b);
}
