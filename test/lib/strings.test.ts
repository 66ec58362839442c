import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { list, type Molecule, real, symbol } from '../../src/runtime/index.ts';
import { call, checkFailures, checkResults } from './call.ts';

describe('functions on text', () => {
  checkResults([
    ['len', ['é😀'], '2'],
    ['len', [''], '0'],
    ['len', ['\ud800\ud800'], '2'],
    ['len', [list([1, 2, 3])], '3'],
    ['upper', ['straße'], '"STRASSE"'],
    ['lower', ['ÀB'], '"àb"'],
    ['trim', [' \ta b\n'], '"a b"'],
    ['split', ['a,b,,c', ','], '["a", "b", "", "c"]'],
    ['split', ['a😀', ''], '["a", "😀"]'],
    ['split', ['', ','], '[""]'],
    ['join', [list(['a', 1, symbol('B')]), '-'], '"a-1-B"'],
    ['join', [list(['a', 'b'])], '"ab"'],
    ['join', [list([]), ','], '""'],
    ['chars', ['a😀'], '["a", "😀"]'],
    ['codePoints', ['a😀'], '[97, 128512]'],
    ['fromCodePoints', [list([97, 128512])], '"a😀"'],
    ['lines', ['a\nb\r\n\nc\n'], '["a", "b", "", "c"]'],
    ['words', ['  to be\tor '], '["to", "be", "or"]'],
    ['words', [''], '[]'],
    ['contains', ['abc', 'bc'], 'true'],
    ['contains', [list([1, real(2)]), 2], 'false'],
    ['contains', [list([1, 2]), 2], 'true'],
    ['indexOf', ['😀ab', 'b'], '2'],
    ['indexOf', ['ab', 'x'], '-1'],
    ['indexOf', [list(['x', 'y']), 'y'], '1'],
    ['startsWith', ['abc', 'ab'], 'true'],
    ['endsWith', ['abc', 'ab'], 'false'],
    ['replaceAll', ['a.b.c', '.', '$&'], '"a$&b$&c"'],
    ['substring', ['a😀bc', 1, 3], '"😀b"'],
    ['substring', ['abc', 1], '"bc"'],
    ['substring', ['abc', -5, 100], '"abc"'],
    ['substring', ['abc', 2, 1], '""'],
    ['repeat', ['ab', 3], '"ababab"'],
    ['repeat', ['ab', 0], '""'],
    ['padStart', ['7', 3, '0'], '"007"'],
    ['padStart', ['😀', 3], '"  😀"'],
    ['padStart', ['abcd', 3], '"abcd"'],
    ['padEnd', ['a', 4, 'xy'], '"axyx"'],
    ['symbol', ['Tea'], 'Tea'],
  ]);

  checkFailures([
    ['contains', ['abc', 1], 'a text holds only text, not 1'],
    ['fromCodePoints', [list([-1])], '-1 is not a code point'],
    ['replaceAll', ['a', '', 'b'], 'the text to replace is empty'],
    ['repeat', ['a', -1], 'cannot repeat a text a negative number of times'],
    ['repeat', ['ab', 2 ** 28], 'string too long: at most 268435456 characters'],
    ['repeat', ['ab', 2n ** 70n], 'the number of times is out of range: 1180591620717411303424'],
    ['padEnd', ['a', 2 ** 40], 'string too long: at most 268435456 characters'],
    ['padEnd', ['a', 3, ''], 'the text to fill up with is empty'],
    [
      'replaceAll',
      ['a'.repeat(2 ** 15), 'a', 'b'.repeat(2 ** 15)],
      'string too long: at most 268435456 characters',
    ],
    ['symbol', ['tea'], '"tea" cannot name a symbol: it takes a capitalised word'],
    ['symbol', ['A b'], '"A b" cannot name a symbol: it takes a capitalised word'],
  ]);

  const anyText = fc.string({ unit: 'binary' });

  it('counts and cuts by code points', () => {
    fc.assert(
      fc.property(anyText, fc.nat(10), fc.nat(10), (text, from, to) => {
        const points = [...text];
        expect(call('len', [text])).toBe(points.length);
        expect(call('substring', [text, from, to])).toBe(points.slice(from, to).join(''));
      }),
    );
  });

  it('joins again what it has split', () => {
    fc.assert(
      fc.property(anyText, fc.string({ minLength: 1 }), (text, separator) => {
        const pieces = call('split', [text, separator]) as Molecule;
        expect(call('join', [pieces, separator])).toBe(text);
      }),
    );
  });
});
