// Schemas: the first thing wrong with a value is named by its place.
import { describe, expect, it } from 'vitest';
import {
  anything,
  byType,
  bytes,
  codecOf,
  fields,
  flag,
  type Given,
  id,
  judged,
  listOf,
  nullOr,
  oneOf,
  optional,
  pack,
  real,
  text,
  whole,
} from '../../src/dht/index.ts';

const point = fields({ x: whole(0, 9), y: real });
const message = byType({
  ping: { from: id(8), at: optional(whole()) },
  put: { items: listOf(point, 2), data: bytes(4), mode: oneOf('a', 'b'), old: nullOr(text(3)) },
  other: { isOpen: flag, body: anything },
});

const right: readonly Given<typeof message>[] = [
  { type: 'ping', from: 'n1' },
  { type: 'ping', from: 'n1', at: 3 },
  { type: 'put', items: [{ x: 1, y: -0.5 }], data: new Uint8Array(4), mode: 'a', old: null },
  { type: 'other', isOpen: true, body: { any: ['thing'] } },
];

describe('a schema', () => {
  it.each(right)('lets pass what is right: %j', (value) => {
    const codec = codecOf(message);
    expect(codec.decode(codec.encode(value))).toEqual({ ok: true, value });
  });

  const put = right[2];
  it.each<[unknown, string]>([
    [null, 'the message is not an object'],
    [[], 'the message is not an object'],
    [new Uint8Array(3), 'the message is not an object'],
    [{}, 'type is not known'],
    [{ type: 'constructor' }, 'type is not known'],
    [{ type: 'ping' }, 'from is missing'],
    [{ type: 'ping', from: '' }, 'from is not an id'],
    [{ type: 'ping', from: 'a b' }, 'from is not an id'],
    [{ type: 'ping', from: 'n12345678' }, 'from is not an id'],
    [{ type: 'ping', from: 'n1', at: -1 }, `at is not a whole number from 0 to ${2 ** 53 - 1}`],
    [{ type: 'ping', from: 'n1', more: 1 }, 'more is not known'],
    [{ ...put, items: [{ x: 10, y: 1 }] }, 'items[0].x is not a whole number from 0 to 9'],
    [{ ...put, items: [{ x: 1, y: Number.NaN }] }, 'items[0].y is not a number'],
    [{ ...put, items: [1, 2, 3] }, 'items is not a list of at most 2'],
    [{ ...put, data: new Uint8Array(5) }, 'data is not at most 4 bytes'],
    [{ ...put, data: [1] }, 'data is not at most 4 bytes'],
    [{ ...put, mode: 'c' }, 'mode is not one of a, b'],
    [{ ...put, old: 'long' }, 'old is not a text of at most 3 characters'],
    [{ type: 'other', isOpen: 1, body: null }, 'isOpen is not true or false'],
  ])('refuses %j', (value, error) => {
    expect(judged(message, value)).toEqual({ ok: false, error });
  });

  it('hears of bytes that are no value at all', () => {
    expect(codecOf(message).decode(new Uint8Array([0xc1]))).toMatchObject({ ok: false });
    expect(codecOf(message).decode(pack('ping'))).toMatchObject({ ok: false });
  });
});
