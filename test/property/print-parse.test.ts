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

const numRuns = Number(process.env['RUNS'] ?? 500);

test('a printed program reads back as the same tree', () => {
  fc.assert(fc.property(arbitraryProgram, roundTrip), { numRuns });
});

// What chance once found: the last product of a rule takes `..` and `^` for its own.
test.each([
  '<(all x in w: replace x by false)..3>',
  '<(all x in w: replace x by A)^2>',
  '<1..(all x in w: replace x by A)^2>',
])('%s', (text) => {
  const { program, diagnostics } = parse({ name: 'once-wrong', text });
  expect(diagnostics).toEqual([]);
  roundTrip(program);
});
