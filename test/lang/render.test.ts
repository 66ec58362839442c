// Diagnostics as text and as JSON.
import { describe, expect, it } from 'vitest';
import {
  type Diagnostic,
  diagnosticToJson,
  positionOf,
  renderDiagnostic,
} from '../../src/lang/index.ts';

function diagnostic(
  text: string,
  start: number,
  end: number,
  related?: [number, number],
): Diagnostic {
  const source = { name: 'a.hocl', text };
  return {
    code: 'HOCL012',
    severity: 'error',
    span: { source, start, end },
    message: 'something is wrong',
    hint: 'mend it',
    related:
      related === undefined
        ? []
        : [{ span: { source, start: related[0], end: related[1] }, message: 'it began here' }],
  };
}

function render(...parts: Parameters<typeof diagnostic>): string {
  return renderDiagnostic(diagnostic(...parts), { colour: false });
}

describe('a diagnostic as text', () => {
  it('underlines its place and says what to do', () => {
    expect(render('let x = 5\n<1, x>', 10, 11, [0, 3])).toBe(
      [
        'error[HOCL012]: something is wrong',
        ' --> a.hocl:2:1',
        '  |',
        '2 | <1, x>',
        '  | ^',
        'note: it began here',
        ' --> a.hocl:1:1',
        '  |',
        '1 | let x = 5',
        '  | ---',
        'help: mend it',
      ].join('\n'),
    );
  });

  const lines: readonly (readonly [
    name: string,
    args: [string, number, number],
    shown: string[],
  ])[] = [
    ['tabs are four columns', ['\tx', 1, 2], ['1 |     x', '  |     ^']],
    ['wide characters are two', ['漢字 x', 3, 4], ['1 | 漢字 x', '  |      ^']],
    ['marks are none', ['e\u0301 x', 3, 4], ['1 | e\u0301 x', '  |   ^']],
    ['controls are shown, not sent', ['\u001b[1m x', 5, 6], ['1 | ␛[1m x', '  |      ^']],
    ['directions are not turned', ['\u202e x', 2, 3], ['1 | \ufffd x', '  |   ^']],
    ['the end of a text has a place', ['abc', 3, 3], ['1 | abc', '  |    ^']],
    ['an empty text too', ['', 0, 0], ['1 |', '  | ^']],
    ['and an empty last line', ['a\r\n', 3, 3], ['2 |', '  | ^']],
    [
      'long places show both ends',
      ['<1,\n 2,\n 3>', 0, 11],
      ['1 | <1,', '  | ^^^', '...', '3 |  3>', '  |  ^^'],
    ],
    ['two lines need no dots', ['<1,\n 2>', 0, 7], ['1 | <1,', '  | ^^^', '2 |  2>', '  |  ^^']],
  ];
  it.each(lines)('%s', (_name, args, shown) => {
    expect(
      render(...args)
        .split('\n')
        .slice(3, -1),
    ).toEqual(shown);
  });

  it.each([500, 1_000_000])('long lines are cut around the place: %i', (length) => {
    const [, , , line = '', mark = ''] = render(
      `${'x'.repeat(length)} HERE ${'y'.repeat(length)}`,
      length + 1,
      length + 5,
    ).split('\n');
    expect(line.length).toBeLessThanOrEqual(4 + 100);
    expect(line).toMatch(/^1 \| …x+ HERE y+…$/);
    expect(line.indexOf('HERE')).toBe(mark.indexOf('^^^^'));
  });

  it('has colours only when asked for', () => {
    const one = diagnostic('x', 0, 1);
    expect(renderDiagnostic(one, { colour: false })).not.toContain('\u001b');
    const coloured = renderDiagnostic(one, { colour: true });
    expect(coloured).toContain('\u001b[1;31merror[HOCL012]\u001b[0m');
    expect(renderDiagnostic({ ...one, severity: 'warning' }, { colour: true })).toContain(
      '\u001b[1;33mwarning',
    );
  });
});

describe('a diagnostic as JSON', () => {
  it('counts lines and columns from 1, columns in characters', () => {
    expect(diagnosticToJson(diagnostic('a\n😀b', 4, 5, [0, 1]))).toEqual({
      code: 'HOCL012',
      severity: 'error',
      message: 'something is wrong',
      hint: 'mend it',
      ...{ file: 'a.hocl', line: 2, column: 2, endLine: 2, endColumn: 3 },
      related: [
        { message: 'it began here', file: 'a.hocl', line: 1, column: 1, endLine: 1, endColumn: 2 },
      ],
    });
  });
});

describe('positions', () => {
  const source = { name: 'a', text: 'a\r\nb\rc\n😀d' };
  it.each([
    [0, 1, 1],
    [3, 2, 1],
    [5, 3, 1],
    [7, 4, 1],
    [9, 4, 2],
    [10, 4, 3],
    [999, 4, 3],
    [-1, 1, 1],
  ])('offset %i is line %i, column %i', (offset, line, column) => {
    expect(positionOf(source, offset)).toEqual({ line, column });
  });
});
