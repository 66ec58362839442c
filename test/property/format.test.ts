// Laying out a file changes neither its meaning nor its comments, and doing it twice is doing it once.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { format, parse, print, stripSpans } from '../../src/lang/index.ts';
import { scan } from '../../src/lang/scan.ts';
import { arbitraryProgram } from './arbitrary-program.ts';

const comment = fc.constantFrom('/* c */', ' // c\n', '\n// c\n', '\n/* c\n c */\n', '\n\n');

/** A printed program with comments strewn between its tokens. */
const commented = fc
  .tuple(arbitraryProgram, fc.array(fc.tuple(fc.nat(), comment), { maxLength: 6 }))
  .map(([program, strewn]) => {
    const text = print(program);
    const { tokens } = scan({ name: 'printed', text });
    // Not behind a dot, where a word would change its kind, and not inside `::` and its like.
    const places = tokens.filter((_, i) => tokens[i - 1]?.image !== '.').map((t) => t.startOffset);
    const chosen = strewn.map(([n, words], i) => {
      const at = places[n % Math.max(1, places.length)] ?? text.length;
      return { at, words: words.replace('c', `c${i}`) };
    });
    chosen.sort((a, b) => b.at - a.at);
    return chosen.reduce((all, { at, words }) => all.slice(0, at) + words + all.slice(at), text);
  });

function commentsOf(text: string): readonly string[] {
  const { comments } = scan({ name: 'text', text });
  return comments.map(({ start, end }) => text.slice(start, end).trimEnd()).sort();
}

function check(text: string): void {
  const before = parse({ name: 'before', text });
  expect(before.diagnostics, text).toEqual([]);
  const once = format({ name: 'once', text });
  expect(once.diagnostics).toEqual([]);
  const after = parse({ name: 'after', text: once.text });
  expect(after.diagnostics, once.text).toEqual([]);
  expect(stripSpans(after.program), once.text).toEqual(stripSpans(before.program));
  expect(commentsOf(once.text), once.text).toEqual(commentsOf(text));
  expect(format({ name: 'twice', text: once.text }).text, text).toBe(once.text);
}

test('a laid out program is the same program, with the same comments', () => {
  fc.assert(fc.property(commented, check), { numRuns: 500 });
});
