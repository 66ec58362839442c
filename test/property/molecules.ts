// Random molecules as text, few enough of each class for them to meet: numbers that are equal in value and not in
// kind, tuples with and without a head, nested ones, lists, and solutions with rules of their own inside.
import fc from 'fast-check';

export const HEADS = ['A', 'B', 'C'] as const;

export const head = fc.constantFrom(...HEADS);
export const int = fc.integer({ min: 0, max: 3 }).map(String);

/** What stands in a field: mostly a small int, so that keys meet. */
export const field = fc.oneof(
  { weight: 10, arbitrary: int },
  { weight: 1, arbitrary: fc.constantFrom('"a"', '1.0', 'A', '-1', '[1]') },
  { weight: 1, arbitrary: fc.tuple(int, int).map(([a, b]) => `(${a}:${b})`) },
);

const number = fc.oneof(
  { weight: 5, arbitrary: int },
  { weight: 1, arbitrary: fc.constantFrom('1.0', '2.0', '0.5', '-1', '9007199254740993') },
);

const tuple = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(head, field).map((parts) => parts.join(':')) },
  { weight: 3, arbitrary: fc.tuple(head, field, field).map((parts) => parts.join(':')) },
  { weight: 1, arbitrary: fc.tuple(field, field).map((parts) => parts.join(':')) },
  { weight: 1, arbitrary: fc.tuple(head, field, field, field).map((parts) => parts.join(':')) },
);

const other = fc.constantFrom(
  '"a"',
  '"b"',
  '""',
  'true',
  'false',
  'A',
  'B',
  'C',
  '[]',
  '[1]',
  '[1, 2]',
  '{n: 1}',
);

/** Data that nothing reacts inside of. */
export const flat = fc.oneof(
  { weight: 4, arbitrary: number },
  { weight: 5, arbitrary: tuple },
  { weight: 3, arbitrary: other },
);

const innerRule = fc.constantFrom(
  'replace x::int, y::int by x if x >= y',
  'replace x::int, y::int by (x + y) % 4',
  'replace x, x by x',
  'replace A:k:x, A:k:y by A:k:x + y',
  'replace-one x::int by C',
  'with x::int replace y::int by nothing if x < y',
  'whenever x::int inject A:x',
);

const inner = fc
  .tuple(fc.array(flat, { maxLength: 3 }), fc.option(innerRule, { nil: undefined, freq: 2 }))
  .map(
    ([items, rule]) => `<${[...items, ...(rule === undefined ? [] : [`(${rule})`])].join(', ')}>`,
  );

const holding = fc.oneof(
  { weight: 2, arbitrary: inner },
  { weight: 2, arbitrary: fc.tuple(head, inner).map(([h, m]) => `${h}:${m}`) },
  { weight: 1, arbitrary: fc.tuple(head, int, inner).map(([h, n, m]) => `${h}:${n}:${m}`) },
  { weight: 1, arbitrary: fc.tuple(inner, inner).map(([a, b]) => `<${a}, ${b}>`) },
);

/** The molecules of one program: of all classes, or mostly of one, so that there is something to join. */
export const molecules = fc.oneof(
  {
    weight: 3,
    arbitrary: many(fc.oneof({ weight: 5, arbitrary: flat }, { weight: 2, arbitrary: holding })),
  },
  { weight: 2, arbitrary: many(tuple) },
  { weight: 2, arbitrary: many(number) },
  { weight: 2, arbitrary: many(keyed(['A', 'B'], 2)) },
  { weight: 1, arbitrary: many(keyed(['A'], 3)) },
);

function many(one: fc.Arbitrary<string>): fc.Arbitrary<string[]> {
  return fc.array(one, { maxLength: 4 });
}

/** Tuples of small ints under few heads. */
function keyed(heads: readonly string[], arity: number): fc.Arbitrary<string> {
  const small = fc.integer({ min: 0, max: 2 }).map(String);
  return fc
    .tuple(fc.constantFrom(...heads), fc.array(small, { minLength: arity, maxLength: arity }))
    .map(([first, fields]) => [first, ...fields].join(':'));
}
