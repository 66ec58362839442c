// parse(print(t)) gives t back, for every tree that parse can give.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Program, parse, print, stripSpans } from '../../src/lang/index.ts';
import { arbitraryProgram } from './arbitrary-program.ts';

function roundTrip(program: Program): void {
  const text = print(program);
  const parsed = parse({ name: 'printed', text });
  expect(
    parsed.diagnostics.map((found) => found.message),
    text,
  ).toEqual([]);
  expect(stripSpans(parsed.program), text).toEqual(stripSpans(program));
  expect(print(parsed.program)).toBe(text);
}

test('a printed program reads back as the same tree', () => {
  fc.assert(fc.property(arbitraryProgram, roundTrip), { numRuns: 500 });
});
