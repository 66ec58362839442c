// Cutting an input: whatever it holds, and wherever it is cut, its pieces have the molecules that the whole has; and where the whole
// is wrong, so is one of them.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ok } from '../../src/base/index.ts';
import { cutInput, type Molecule, readInput, readPiece, Words } from '../../src/runtime/index.ts';

const encoder = new TextEncoder();

const evenly = (count: number): readonly number[] => Array.from({ length: count }, () => 1);

/** What the pieces hold, one after the other; null where one cannot be read. */
function inPieces(text: string, parts: readonly number[]): Molecule[] | null {
  const { form, pieces } = cutInput(encoder.encode(text), parts);
  const all: Molecule[] = [];
  for (const piece of pieces) {
    const read = readPiece(piece, form);
    if (!read.ok) return null;
    all.push(...read.value);
  }
  return all;
}

function whole(text: string): Molecule[] | null {
  const read = readInput(text);
  return read.ok ? read.value : null;
}

const someParts = fc.array(fc.constantFrom(1, 0.5, 3), { minLength: 1, maxLength: 9 });

describe('an input that is cut', () => {
  test.each([
    '',
    ' \n ',
    '[]',
    ' [ ] ',
    '[1]',
    '[1, 2, 3, 4, 5]',
    '5',
    '1\n2\n\n3\n',
    '[1]\n[2]\n',
    '[1, 2]\n3',
    '"a,b"\n"c\\"\\n"',
    '["a,b", "]", "\\"", "\\\\", "é,ü", "😀"]',
    '[[1, 2], [3, [4, 5]], {"a": [6, 7], "b,": 8}]',
    '{"a": 1,\n "b": 2}\n{"a": 3,\n "b": 4}',
    '\ufeff[1, 2, 3]',
    // Wrong ones.
    '[1, 2, 3,]',
    '[1,, 2]',
    '[, 1]',
    '[1 2]',
    '[1, 2',
    '1, 2]',
    '[1}, {2]',
    '[1}',
    '[1], [2]',
    '1 2',
    '["a, "b"]',
    '["a\\", "b"]',
    '[1, "a]',
    '[01, 2]',
    '[1, 2] 3',
    ']\n[',
    '[1]]\n[2]',
  ])('%j', (text) => {
    for (const count of [1, 2, 3, 7]) expect(inPieces(text, evenly(count))).toEqual(whole(text));
  });

  test('has as many pieces as were asked for, of about one size', () => {
    const text = JSON.stringify(Array.from({ length: 10_000 }, (_, n) => `word ${n}`));
    const { pieces } = cutInput(encoder.encode(text), evenly(8));
    expect(pieces).toHaveLength(8);
    for (const { length } of pieces) expect(Math.abs(length - text.length / 8)).toBeLessThan(32);
  });

  test('has pieces as large beside each other as was asked for', () => {
    const text = JSON.stringify(Array.from({ length: 10_000 }, (_, n) => `word ${n}`));
    const { pieces } = cutInput(encoder.encode(text), [1, 1, 2, 4]);
    const eighth = text.length / 8;
    expect(pieces.map(({ length }) => Math.round(length / eighth))).toEqual([1, 1, 2, 4]);
  });

  test('any values, any parts', () => {
    const value = fc.jsonValue({ depthSize: 'small' }).filter((one) => one !== null);
    const texts = fc.oneof(
      fc.array(value).map((values) => JSON.stringify(values)),
      fc.array(value).map((values) => JSON.stringify(values, null, 1)),
      fc.array(value).map((values) => values.map((one) => JSON.stringify(one)).join('\n')),
    );
    fc.assert(
      fc.property(texts, someParts, (text, parts) => {
        expect(inPieces(text, parts)).toEqual(whole(text));
      }),
    );
  });

  test('a text in which one character was changed is read as the whole is, or not at all', () => {
    const text = JSON.stringify([1, 'a,b', ['c', { d: 'e"' }], -2.5, true, 'f\\'], null, 1);
    const change = fc.record({
      at: fc.nat({ max: text.length - 1 }),
      to: fc.constantFrom(...'[]{},:"\\ \n1a'),
      parts: someParts,
    });
    fc.assert(
      fc.property(change, ({ at, to, parts }) => {
        const changed = text.slice(0, at) + to + text.slice(at + 1);
        expect(inPieces(changed, parts)).toEqual(whole(changed));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('pieces of one text that are read one after the other', () => {
  const text =
    '["ink", "tea", ["ink"], {"ink": "tea"}, "\\u0069nk"]\n{"tuple": [{"sym": "W"}, "tea"]}\n"ink"\n';

  test('mean the same with words that they share', () => {
    const words = new Words();
    const { form, pieces } = cutInput(encoder.encode(text), evenly(3));
    const shared = pieces.map((piece) => readPiece(piece, form, words));
    expect(pieces.length).toBe(3);
    expect(shared).toEqual(pieces.map((piece) => readPiece(piece, form)));
  });

  test('share the words that they have, and keep those that have the same hash apart', () => {
    const words = new Words();
    const names = Array.from({ length: 40_000 }, (_, i) => `w${i}`);
    const input = encoder.encode(JSON.stringify(names));
    for (let i = 0; i < 2; i++)
      expect(readPiece(input.subarray(1, -1), 'items', words)).toEqual(ok(names));
    expect(words.made.filter((word) => word !== undefined).length).toBeLessThan(names.length);
  });
});
