import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  fromJson,
  type JsonValue,
  parseJsonText,
  readInput,
  solutionToJson,
  toJson,
} from '../../src/runtime/json.ts';
import { parsePlainJson, plainJsonText } from '../../src/runtime/json-plain.ts';
import {
  list,
  type Molecule,
  real,
  record,
  solution,
  symbol,
  tuple,
} from '../../src/runtime/molecule.ts';
import { same } from '../../src/runtime/order.ts';
import { show } from '../../src/runtime/show.ts';
import { anyData, ruleStub } from './arbitrary-molecule.ts';

const add = ruleStub('add', 'replace x, y by x + y');

const TAGGED: readonly (readonly [Molecule, JsonValue])[] = [
  [1, 1],
  ['a', 'a'],
  [true, true],
  [2n ** 64n, { int: '18446744073709551616' }],
  [real(1.5), { real: 1.5 }],
  [real(1), { real: 1 }],
  [real(Number.POSITIVE_INFINITY), { real: 'inf' }],
  [real(Number.NEGATIVE_INFINITY), { real: '-inf' }],
  [real(Number.NaN), { real: 'nan' }],
  [symbol('A'), { sym: 'A' }],
  [symbol('NULL'), { sym: 'NULL' }],
  [tuple([symbol('A'), 1]), { tuple: [{ sym: 'A' }, 1] }],
  [list([1, list([])]), { list: [1, { list: [] }] }],
  [record([['int', '5']]), { record: { int: '5' } }],
  [solution([2, 1]), { solution: [1, 2] }],
  // biome-ignore lint/suspicious/noThenProperty: the form under test has this key.
  [solution([1], solution([3, 2], solution([]))), { solution: [1], then: [[2, 3], []] }],
];

describe('the tagged form', () => {
  it.each(TAGGED)('%o is %j, both ways', (molecule, json) => {
    expect(toJson(molecule)).toEqual(json);
    const back = fromJson(json);
    expect(back.ok && same(back.value, molecule)).toBe(true);
  });

  it('leaves rules out at every depth unless asked', () => {
    const value = solution([1, add, tuple([symbol('A'), solution([add, 2])])]);
    expect(toJson(value)).toEqual({
      solution: [1, { tuple: [{ sym: 'A' }, { solution: [2] }] }],
    });
    expect(toJson(value, { rules: true })).toEqual({
      solution: [1, { tuple: [{ sym: 'A' }, { solution: [2, { rule: 'add' }] }] }, { rule: 'add' }],
    });
    expect(toJson(add)).toEqual({ rule: 'add' });
    expect(solutionToJson(solution([add, 2, 1]))).toEqual([1, 2]);
    expect(solutionToJson(solution([add, 2, 1]), { rules: true })).toEqual([1, 2, { rule: 'add' }]);
  });

  it('brings every molecule back, through text too', () => {
    fc.assert(
      fc.property(anyData, (molecule) => {
        const json = toJson(molecule);
        const direct = fromJson(json);
        expect(direct.ok && same(direct.value, molecule)).toBe(true);
        const read = parseJsonText(JSON.stringify(json));
        expect(read.ok && same(read.value, molecule)).toBe(true);
      }),
    );
  });
});

const READ: readonly (readonly [string, string])[] = [
  ['1', '1'],
  ['-0', '0'],
  ['1.0', '1.0'],
  ['1e3', '1000.0'],
  ['-1.5E-2', '-0.015'],
  ['12345678901234567890', '12345678901234567890'],
  ['9007199254740991', '9007199254740991'],
  ['null', 'NULL'],
  [' [1, [2.0], {}] ', '[1, [2.0], {}]'],
  ['{"b": 1, "a": null, "b": 2}', '{a: NULL, b: 2}'],
  ['"a\\u00e9\\n\\ud83d\\ude00\\/"', '"aé\\n😀/"'],
  ['{"__proto__": 1}', '{"__proto__": 1}'],
  ['{"sym": "Tea"}', 'Tea'],
  ['{"real": 2}', '2.0'],
  ['{"int": "00012"}', '12'],
  ['{"tuple": [1, {"tuple": [2, 3]}]}', '1:(2:3)'],
  ['{"list": [{"solution": [2, 1]}]}', '[<1, 2>]'],
  ['{"record": {"sym": "A"}}', '{sym: "A"}'],
  // A tag whose value does not fit, or that has company, is an ordinary key.
  ['{"sym": "lower"}', '{sym: "lower"}'],
  ['{"int": 5}', '{int: 5}'],
  ['{"tuple": [1]}', '{tuple: [1]}'],
  ['{"real": "1"}', '{real: "1"}'],
  ['{"list": 1}', '{list: 1}'],
  ['{"list": [], "n": 1}', '{list: [], n: 1}'],
  ['{"rule": 1}', '{rule: 1}'],
];

const WRONG: readonly (readonly [string, string, number])[] = [
  ['', 'expected a JSON value before the end', 0],
  ['[1', 'expected `,` or `]` after an item', 2],
  ['[1,]', 'expected a JSON value', 3],
  ['{"a" 1}', 'expected `:` after a key', 5],
  ['{a: 1}', 'expected a key between quotes', 1],
  ['{"a": 1', 'expected `,` or `}` after a field', 7],
  ['"abc', 'the string that begins here has no end', 0],
  ['"a\\', 'unknown escape in a string', 2],
  ['"a\\x"', 'unknown escape in a string', 2],
  ['"\t"', 'a control character in a string must be escaped', 1],
  ['truth', 'expected a JSON value', 0],
  ['01', 'expected the end after the value', 1],
  ['1 2', 'expected the end after the value', 2],
  ['{"rule": "add"}', 'a rule cannot be given as JSON, only data can', 0],
  ['['.repeat(5000), 'JSON nests too deep', 2002],
];

describe('parseJsonText', () => {
  it.each(READ)('%s is %s', (text, shown) => {
    const read = parseJsonText(text);
    expect(read.ok ? show(read.value) : read.error).toBe(shown);
  });

  it.each(WRONG)('%s is wrong: %s', (text, message, offset) => {
    expect(parseJsonText(text)).toEqual({ ok: false, error: { message, offset } });
  });

  it('refuses values that nest deeper than molecules may', () => {
    const deep = `${'['.repeat(1500)}${']'.repeat(1500)}`;
    const read = parseJsonText(deep);
    expect(read.ok ? '' : read.error.message).toBe('values nest at most 1000 deep');
  });

  it('accepts what JSON.parse accepts, and nothing else', () => {
    const pieces = fc.constantFrom(
      ...['{', '}', '[', ']', ',', ':', '"a"', '"', '1', '-', '.5', 'e3', ' ', '\n', 'null', '\\n'],
    );
    const broken = fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.oneof(broken, fc.json()), (text) => {
        expect(parsePlainJson(text).ok).toBe(acceptedByHost(text));
      }),
      { numRuns: 2000 },
    );
  });
});

function acceptedByHost(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('readInput', () => {
  const INPUTS: readonly (readonly [string, string])[] = [
    ['[1, [2], "x"]', '1 [2] "x"'],
    ['1\n2.0\n"x"\n', '1 2.0 "x"'],
    ['[1]\n\n[2]\r\n', '[1] [2]'],
    ['{"a": 1}', '{a: 1}'],
    ['\ufeff[1]', '1'],
    ['', ''],
    ['[]', ''],
  ];
  it.each(INPUTS)('%j', (text, shown) => {
    const read = readInput(text);
    expect(read.ok ? read.value.map((molecule) => show(molecule)).join(' ') : read.error).toBe(
      shown,
    );
  });

  it.each([
    ['[1,\n 2, {"rule": "x"}]', 8],
    ['\ufeff [ {"rule": "x"} ]', 4],
    ['{"a": 1}\n\n{"rule": "x"}\n', 10],
    [`[[], ${'['.repeat(1500)}${']'.repeat(1500)}]`, 5],
  ])('says where the value begins that is no molecule: %j', (text, offset) => {
    const read = readInput(text);
    expect(read.ok ? null : read.error.offset).toBe(offset);
  });

  it('wants each value on its line', () => {
    expect(readInput('1 2')).toEqual({
      ok: false,
      error: { message: 'expected the end of the line after the value', offset: 2 },
    });
  });
});

describe('plain JSON', () => {
  it('reads what JSON.parse reads', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const read = parsePlainJson(JSON.stringify(value));
        expect(read.ok && JSON.parse(plainJsonText(read.value))).toEqual(
          JSON.parse(JSON.stringify(value)),
        );
      }),
    );
  });

  const WRITTEN: readonly (readonly [Molecule, string])[] = [
    [list([1, real(1), 2n ** 64n]), '[1,1.0,18446744073709551616]'],
    [record([['a b', symbol('NULL')]]), '{"a b":null}'],
    [tuple([symbol('A'), solution([2, add, 1])]), '["A",[1,2]]'],
    ['é"\n', '"é\\"\\n"'],
  ];
  it.each(WRITTEN)('%o is written %s', (molecule, text) => {
    expect(plainJsonText(molecule)).toBe(text);
  });

  it('keeps ints and reals apart, and tags are only keys', () => {
    const read = parsePlainJson('[1, 1.0, {"sym": "A"}]');
    expect(read.ok && show(read.value)).toBe('[1, 1.0, {sym: "A"}]');
  });

  it('has no form for inf, rules and stages', () => {
    expect(() => plainJsonText(real(Number.NaN))).toThrow('nan has no JSON form');
    expect(() => plainJsonText(list([add]))).toThrow('a rule has no JSON form');
    expect(() => plainJsonText(solution([], solution([])))).toThrow('stages have no JSON form');
  });
});

describe('fromJson', () => {
  it.each([
    [{ a: undefined }, 'JSON has no undefined'],
    [[1n], 'JSON has no bigint'],
    [{ rule: 'add' }, 'a rule cannot be given as JSON, only data can'],
  ])('refuses %o', (value, message) => {
    expect(fromJson(value)).toEqual({ ok: false, error: message });
  });

  it('refuses a circle', () => {
    const circle: unknown[] = [];
    circle.push(circle);
    expect(fromJson(circle)).toEqual({ ok: false, error: 'JSON nests too deep' });
  });

  it('takes whole numbers as ints', () => {
    expect(fromJson([1, 1.5, 2 ** 60])).toEqual({
      ok: true,
      value: list([1, real(1.5), 2n ** 60n]),
    });
  });
});
