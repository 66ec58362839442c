// Turns of keys instead of molecules, where a rule refines what is there: a seed still makes one run, with code of its own or
// without, watched or not, in slices or not; every reaction is a match, and what rests could not react.
import { describe, expect, it } from 'vitest';
import { createRng, type Rng } from '../../src/base/index.ts';
import { compile, type Molecule, Solution, show, symbol, tuple } from '../../src/index.ts';
import { type Event, load, real, solution } from '../../src/runtime/index.ts';
import { isRule, type TupleMolecule } from '../../src/runtime/molecule.ts';
import { checkBatches } from '../property/batches.ts';
import { judge } from '../property/witness.ts';

const NOTE = 'let note = replace NOTE:n, DID:p by NOTE:(31 * n + p) % 1000003 in';
const SHORTER = 'with D:a:b:m, D:b:c:n replace D:a:c:k by D:a:c:m + n if m + n < k';

describe('a seed makes one run', () => {
  const programs: readonly [what: string, text: string][] = [
    [
      'shorter ways',
      `let r = ${SHORTER} in <D:0:1:5, D:1:2:7, D:0:2:90, D:2:0:3, D:1:0:80, D:2:1:70>`,
    ],
    [
      'in which order they become shorter',
      `let r = with D:a:b:m, D:b:c:n replace D:a:c:k by D:a:c:m + n, DID:m + n if m + n < k in ${NOTE}
       <D:0:1:5, D:1:2:7, D:0:2:90, D:2:0:3, D:1:0:80, D:2:1:70, D:0:3:2, D:3:3:1, D:1:3:60, NOTE:1>`,
    ],
    [
      'loops, which join what they are joined with',
      `let r = with D:a:b:m, D:b:c:n replace D:a:c:k by D:a:c:m - n, DID:m if m - n < k in ${NOTE}
       <D:0:0:5, D:0:1:7, D:1:0:-9, D:1:1:3, NOTE:1>`,
    ],
    [
      'longer ways, and some that may not become longer',
      `let r = with D:a:b:m, D:b:c:n replace D:a:c:k by D:a:c:m + n if a != b && m < n + 4 && k < m + n in
       <D:0:1:5, D:1:2:7, D:0:2:9, D:2:0:3, D:1:0:8, D:2:1:2>`,
    ],
    [
      'what a double does not hold',
      `let r = with D:a:b:m, D:b:c:n replace D:a:c:k by D:a:c:m * n if m * n > k in
       <D:0:1:5, D:1:2:70000, D:0:2:9, D:2:0:3, D:1:0:80001, D:2:1:2>`,
    ],
    [
      'values of many kinds, some of which cannot be compared',
      `let r = ${SHORTER} in
       <D:0:1:5, D:1:2:7.5, D:0:2:"b", D:2:0:3, D:1:0:80, D:2:1:9007199254740993, D:3:2:2, D:2:3:4>`,
    ],
    [
      'keys of many kinds',
      `let r = with D:a:b:m, D:b:c:n replace D:a:c:k by D:a:c:m + n, DID:m + n if m + n < k in ${NOTE}
       <D:0:"b":5, D:"b":X:7, D:0:X:90, D:X:0:3, D:5000:0:1, D:0:5000:2, D:5000:X:99, D:-1:0:7, D:X:-1:8, D:0:-1:80, NOTE:1>`,
    ],
    [
      'another product that fails',
      `let r = with D:a:b:m, D:b:c:n replace D:a:c:k by D:a:c:m + n, DID:100 / (n - 7) if m + n < k in ${NOTE}
       <D:0:1:5, D:1:2:7, D:0:2:90, D:2:0:3, D:1:0:80, D:2:1:70, NOTE:1>`,
    ],
    [
      'while something else takes the rule',
      `let improve = ${SHORTER} in let drop = replace STOP, r = improve by nothing in
       <improve, D:0:1:5, D:1:2:7, D:0:2:90, D:2:0:3, D:1:0:80, STOP, drop>`,
    ],
  ];
  it.each(programs)('%s', async (_what, text) => {
    const program = await compile(text);
    for (let seed = 1; seed <= 2; seed++) checkBatches(program, seed);
  });
});

describe('what is swept', () => {
  const rules: readonly [what: string, text: string, isSwept: boolean][] = [
    ['a value that becomes smaller', SHORTER, true],
    ['a value that becomes larger', SHORTER.replace('<', '>'), true],
    ['the other way round', SHORTER.replace('m + n < k', 'k > m + n'), true],
    ['not where it may stay the same', SHORTER.replace('<', '<='), false],
    [
      'not another value than the one that is compared',
      SHORTER.replace('c:m + n', 'c:m + n + 1'),
      false,
    ],
    ['not another molecule', SHORTER.replace('by D:a:c', 'by D:c:a'), false],
    ['not where more is asked of the old value', `${SHORTER} && k > 3`, false],
    ['not where another one of the class is made', SHORTER.replace('by ', 'by D:9:9:9, '), false],
    [
      'not what is used up with it',
      SHORTER.replace('with', 'replace').replace(' replace D:a:c', ', D:a:c'),
      false,
    ],
  ];
  it.each(rules)('%s', async (_what, text, isSwept) => {
    const { engine } = begun(await compile(`let r = ${text} in <>`), ways(createRng(1)), {});
    engine.run(1, true);
    const store = engine.soup.root.stores.find(({ of }) => of.kind === 'tuple');
    expect(store?.refinement !== null).toBe(isSwept);
    expect(store?.sweep !== null).toBe(isSwept);
  });

  it.each<[string, Molecule, boolean]>([
    ['small ints', 7, true],
    ['a key that is large', 1024, false],
    ['a key below zero', -1, false],
    ['a key that is a word', 'town', false],
    ['a key that is a real', real(1), false],
  ])('only with keys that code joins: %s', async (_what, key, isSwept) => {
    const more = Array.from({ length: 5 }, (_, i) => tuple([symbol('D'), i, key, 9]));
    const { engine } = begun(
      await compile(`let r = ${SHORTER} in <>`),
      [...ways(createRng(1)), ...more],
      {},
    );
    engine.run(1, true);
    const store = engine.soup.root.stores.find(({ of }) => of.kind === 'tuple');
    expect(store?.sweep !== null).toBe(isSwept);
  });
});

describe('every reaction is a match, and in the end there is none', () => {
  it.each<[string, string, Molecule[]]>([
    ['ways of which some are there twice', SHORTER, ways(createRng(1))],
    ['others', SHORTER, ways(createRng(2))],
    ['each way once', SHORTER, once(ways(createRng(3), 150, 12))],
    ['places with large numbers', SHORTER, once(ways(createRng(4), 150, 12, 93))],
    [
      'longest ways',
      SHORTER.replace('<', '>'),
      once(ways(createRng(5), 400, 14).filter(isForward)),
    ],
  ])('%s', async (_what, rule, molecules) => {
    const seed = 1;
    const program = await compile(`let r = ${rule} in <>`);
    const ends = new Set<string>();
    for (const way of [{ codegen: true }, { codegen: false }]) {
      const events: Event[] = [];
      const watched = new Solution(program, { seed, molecules, ...way });
      watched.observe((event) => events.push(event));
      const { status } = await watched.run();
      expect(status).toBe('inert');
      expect(molecules.length).toBeGreaterThanOrEqual(64);
      const { start } = load(program.unit, {
        functions: program.functions,
        onGuardError: () => {},
      });
      const rules = start?.items.filter(isRule) ?? [];
      judge(solution([...rules, ...molecules]), events, show(watched.value, { rules: true }));
      ends.add(show(watched.value));
      const alone = new Solution(program, { seed, molecules, ...way });
      await alone.run();
      ends.add(show(alone.value));
    }
    expect(ends.size).toBe(1);
  });

  it('when more comes in between', async () => {
    const program = await compile(`let r = ${SHORTER} in <>`);
    for (let seed = 1; seed <= 6; seed++) {
      const ends = [true, false].map((codegen) => {
        const { engine } = begun(program, ways(createRng(seed)), { seed, codegen });
        engine.run(20, true);
        engine.inject(ways(createRng(seed + 100)).slice(0, 20));
        engine.run(30, true);
        while (engine.run(Number.MAX_SAFE_INTEGER, false)) {}
        expect(engine.isInert).toBe(true);
        const again = begun(
          program,
          [...engine.value.items].filter((one) => !isRule(one)),
          {},
        );
        expect(again.engine.hasMatch()).toBe(false);
        return show(engine.value);
      });
      expect(ends[0]).toBe(ends[1]);
    }
  });
});

function begun(
  program: Awaited<ReturnType<typeof compile>>,
  molecules: readonly Molecule[],
  options: { readonly seed?: number; readonly codegen?: boolean },
): Solution {
  const made = new Solution(program, { seed: 1, molecules, ...options });
  made.begin();
  return made;
}

/** Ways between few places, some of them twice. */
function ways(rng: Rng, count = 70, places = 8, apart = 1): Molecule[] {
  return Array.from({ length: count }, () => {
    const length = rng.below(3) === 0 ? 1 + rng.below(50) : 1000 + rng.below(9);
    const place = () => rng.below(places) * apart;
    return tuple([symbol('D'), place(), place(), length]);
  });
}

function once(molecules: readonly Molecule[]): Molecule[] {
  const keys = ([, a, b]: readonly Molecule[]) => `${a}:${b}`;
  return [...new Map(molecules.map((way) => [keys(itemsOf(way)), way])).values()];
}

function isForward(way: Molecule): boolean {
  const [, a, b] = itemsOf(way) as number[];
  return (a as number) < (b as number);
}

function itemsOf(way: Molecule): readonly Molecule[] {
  return (way as TupleMolecule).items;
}
