// Plain data as bytes: what goes in comes out, and nothing that comes from elsewhere does harm.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pack, unpack } from '../../src/dht/index.ts';

const leaf = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.maxSafeInteger(),
  fc.double(),
  fc.string({ unit: 'grapheme', maxLength: 50 }),
  fc.uint8Array({ maxLength: 300 }),
);
const name = fc.string().filter((text) => text !== '__proto__');
const plain = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    leaf,
    fc.array(tie('value'), { maxLength: 20 }),
    fc.dictionary(name, tie('value'), { maxKeys: 20, noNullPrototype: true }),
  ),
})).value;

describe('packing', () => {
  it('gives back what went in', () => {
    fc.assert(
      fc.property(plain, (value) => {
        expect(unpack(pack(value))).toEqual({ ok: true, value });
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    0,
    -1,
    127,
    128,
    -32,
    -33,
    255,
    65_536,
    2 ** 31,
    2 ** 32 - 1,
    2 ** 32,
    -(2 ** 31) - 1,
    Number.MAX_SAFE_INTEGER,
    Number.MIN_SAFE_INTEGER,
    2 ** 60,
    -0,
    0.1,
    Number.NaN,
    -Infinity,
  ])('keeps %d', (value) => {
    expect(unpack(pack(value))).toEqual({ ok: true, value });
  });

  it.each([
    ['a', 31],
    ['a', 32],
    ['é', 31],
    ['a', 255],
    ['a', 256],
    ['a', 65_535],
    ['a', 65_536],
  ])('keeps text of %s times %d', (letter, times) => {
    const value = letter.repeat(times);
    expect(unpack(pack(value))).toEqual({ ok: true, value });
  });

  it('leaves out what is undefined, as JSON does', () => {
    expect(unpack(pack({ a: undefined, b: 1 }))).toEqual({ ok: true, value: { b: 1 } });
  });

  it('hands out bytes that share nothing with the message', () => {
    const bytes = pack([new Uint8Array([1, 2, 3])]);
    const read = unpack(bytes);
    bytes.fill(0);
    expect(read).toEqual({ ok: true, value: [new Uint8Array([1, 2, 3])] });
  });

  it.each([[new Date(0)], [new Map()], [1n], [Symbol('a')], [() => 1], [[undefined]]])(
    'refuses what is not plain data: %s',
    (value) => {
      expect(() => pack(value)).toThrow(TypeError);
    },
  );
});

describe('unpacking bytes of a stranger', () => {
  it.each<[string, number[], string]>([
    ['nothing', [], 'it ends too early'],
    ['a text that is cut off', [0xa5, 0x61], 'it ends too early'],
    ['an array that says it is huge', [0xdd, 0xff, 0xff, 0xff, 0xff], 'it ends too early'],
    ['bytes that say they are huge', [0xc6, 0xff, 0xff, 0xff, 0xff], 'it ends too early'],
    ['an object without values', [0x82, 0x01], 'it ends too early'],
    ['something behind the end', [0xc0, 0xc0], 'bytes are left over'],
    ['an extension', [0xd4, 0x72, 0x40], 'a token that is not ours: 0xd4'],
    ['the token that never was', [0xc1], 'a token that is not ours: 0xc1'],
    ['a field named by a number', [0x81, 0x01, 0x01], 'a field whose name is not text'],
    ['a field twice', [0x82, 0xa1, 0x61, 1, 0xa1, 0x61, 2], 'a field that comes twice'],
    ['text that is not UTF-8', [0xa1, 0xff], 'text that is not UTF-8'],
    ['a number beyond 53 bits', [0xd3, 0x7f, 0, 0, 0, 0, 0, 0, 0], 'a whole number beyond 53 bits'],
  ])('refuses %s', (_, bytes, error) => {
    expect(unpack(new Uint8Array(bytes))).toEqual({ ok: false, error });
  });

  it('refuses the field that would change what an object is', () => {
    const bytes = new Uint8Array([0x81, 0xa9, ...new TextEncoder().encode('__proto__'), 0x80]);
    expect(unpack(bytes).ok).toBe(false);
  });

  it('is not exhausted by depth or number', () => {
    const deep = new Uint8Array(1_000_000).fill(0x91);
    expect(unpack(deep)).toEqual({ ok: false, error: 'values nest too deep' });
    const many = new Uint8Array(5 + 2_000_000).fill(0xc0);
    many.set([0xdd, 0, 0x1e, 0x84, 0x80]);
    expect(unpack(many)).toEqual({ ok: false, error: 'too many values' });
  });

  it('never throws, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        unpack(bytes);
      }),
      { numRuns: 5000 },
    );
  });
});
