// Molecules of every kind for laws, small enough that equal ones meet often.
import fc from 'fast-check';
import {
  int,
  list,
  type Molecule,
  real,
  record,
  type SolutionMolecule,
  solution,
  symbol,
  tuple,
} from '../../src/runtime/molecule.ts';

/** A rule as far as order and printing look at it. */
export function ruleStub(name: string | null, key: string): Molecule {
  return { kind: 'rule', name, key } as unknown as Molecule;
}

export const anyInt: fc.Arbitrary<number | bigint> = fc.oneof(
  fc.integer({ min: -3, max: 3 }),
  fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map(int),
  fc.bigInt({ min: 2n ** 53n - 3n, max: 2n ** 53n + 3n }).map(int),
);

export const anyReal = fc
  .oneof(
    fc.double(),
    fc.integer({ min: -3, max: 3 }),
    fc.constantFrom(2 ** 53, 2 ** 53 + 2, 2 ** 70, Number.NaN, Number.POSITIVE_INFINITY),
  )
  .map(real);

export const anyText = fc.oneof(
  fc.constantFrom('', 'a', 'b', 'ab', '😀', '\uffff', '\ud800'),
  fc.string({ unit: 'binary' }),
);

const anyAtom: fc.Arbitrary<Molecule> = fc.oneof(
  fc.boolean(),
  anyInt,
  anyReal,
  anyText,
  fc.constantFrom('A', 'B', 'NULL', 'Été').map(symbol),
);

function moleculesWith(leaf: fc.Arbitrary<Molecule>): fc.Arbitrary<Molecule> {
  const { tree } = fc.letrec<{ tree: Molecule; solution: SolutionMolecule }>((tie) => {
    const items = fc.array(tie('tree'), { maxLength: 3 });
    return {
      tree: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        leaf,
        fc.array(tie('tree'), { minLength: 2, maxLength: 3 }).map(tuple),
        items.map(list),
        fc.array(fc.tuple(anyText, tie('tree')), { maxLength: 3 }).map(record),
        tie('solution'),
      ),
      solution: fc
        .tuple(items, fc.option(items, { freq: 5 }))
        .map(([now, next]) => solution(now, next === null ? null : solution(next))),
    };
  });
  return tree;
}

/** Molecules without rules. */
export const anyData = moleculesWith(anyAtom);

export const anyMolecule = moleculesWith(
  fc.oneof(
    { weight: 6, arbitrary: anyAtom },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.constantFrom(null, 'add', 'max'), fc.constantFrom('k', 'l'))
        .map(([name, key]) => ruleStub(name, key)),
    },
  ),
);
