// Large inputs are read straight to molecules, and the reader of trees is the law: whatever the text, both give the
// same molecules, or the same sentence at the same place.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readInput, readInputByTrees } from '../../src/runtime/json.ts';

const atom = fc.oneof(
  fc.integer().map(String),
  fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }).map(String),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
  fc.string({ unit: 'binary', maxLength: 6 }).map((value) => JSON.stringify(value)),
  fc.constantFrom('"tuple"', '"a long string that is seldom shared"', '"\\u00e9\\n\\/"', '"é𝒳"'),
  fc.constantFrom('true', 'false', 'null', '-0', '0', '1.0', '1e3', '1E-2', '123456789012345'),
  fc.constantFrom('9007199254740993', '-9007199254740993', '1234567890123456', '1e999'),
);
/** What is wrong, or means something else than it seems. */
const odd = fc.constantFrom(
  ...['01', '1.', '.5', '-', '1e', '+1', 'tru', 'nul', "'a'", '"open', '"\\q"', '"\\u12"', '"\t"'],
  ...['{"int":"12"}', '{"int":12}', '{"real":1}', '{"real":"nan"}', '{"real":"x"}', '{"rule":"r"}'],
  ...['{"sym":"A"}', '{"sym":"a"}', '{"sym":1}', '{"sym":"É"}', '{"tuple":[1]}', '{"tuple":[]}'],
  ...['{"tuple":[1,2],"tuple":[3,4]}', '{"a":1,"a":2}', '{"a":1,"b":2,"a":3}', '{"tuple":1}'],
  ...['{"solution":[1,2,2]}', '{"solution":[1],"then":[[2]]}', '{"then":[[2]],"solution":[1]}'],
  ...[
    '{"record":{"tuple":[1,2]}}',
    '{"__proto__":1}',
    '{"10":1,"9":2}',
    '{}',
    '[]',
    '{"a"}',
    '{1:2}',
  ],
  ...['[1,]', '[,1]', '[1 2]', '{"a":1,}', '{"b":1,"a":2}', '{"a":1,"b":2}', '[[[]]]', '1,2', ']'],
  ...['['.repeat(150) + ']'.repeat(150), '['.repeat(1200) + ']'.repeat(1200), '['.repeat(2100)],
);
const space = fc.constantFrom('', '', ' ', '\n', '\r\n\t');

const { json } = fc.letrec<{ json: string; list: string; fields: string }>((tie) => ({
  json: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { arbitrary: atom, weight: 4 },
    { arbitrary: tie('list'), weight: 2 },
    { arbitrary: tie('fields'), weight: 2 },
    {
      arbitrary: fc.tuple(tag(), tie('list')).map(([key, list]) => `{"${key}":${list}}`),
      weight: 3,
    },
    { arbitrary: odd, weight: 1 },
  ),
  list: fc
    .array(fc.tuple(space, tie('json'), space), { maxLength: 4 })
    .map((items) => `[${items.map((parts) => parts.join('')).join(',')}]`),
  fields: fc
    .array(fc.tuple(space, fc.constantFrom('a', 'b', 'é', 'tuple', 'x y'), tie('json')), {
      maxLength: 3,
    })
    .map(
      (fields) => `{${fields.map(([gap, key, item]) => `${gap}"${key}"${gap}:${item}`).join(',')}}`,
    ),
}));

function tag(): fc.Arbitrary<string> {
  return fc.constantFrom('tuple', 'list', 'solution', 'sym', 'record', 'real');
}

function check(text: string): void {
  expect(readInput(text)).toEqual(readInputByTrees(text));
}

describe('inputs are read as the law has it', () => {
  it('when they are one array', () => {
    fc.assert(
      fc.property(fc.array(json, { maxLength: 6 }), space, (items, gap) => {
        check(`${gap}[${items.join(`${gap},`)}${gap}]${gap}`);
      }),
      { numRuns: 2000 },
    );
  });

  it('when they are lines', () => {
    fc.assert(
      fc.property(
        fc.array(json, { maxLength: 5 }),
        fc.constantFrom('\n', '\r\n', ' \n\n ', ' '),
        (lines, end) => check(lines.join(end)),
      ),
      { numRuns: 2000 },
    );
  });

  it('when a character is missing or one too many', () => {
    fc.assert(
      fc.property(
        fc.array(json, { minLength: 1, maxLength: 4 }),
        fc.nat(),
        fc.constantFrom('', ',', '"', '[', '}', '0', '-', '.', ':', '\\', ' ', '\n', '\u0001'),
        (items, at, put) => {
          const right = `[${items.join(',')}]`;
          const cut = at % right.length;
          check(right.slice(0, cut) + put + right.slice(cut + (put === '' ? 1 : 0)));
        },
      ),
      { numRuns: 2000 },
    );
  });
});
