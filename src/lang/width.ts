// How text looks on a terminal: each character as something harmless to print, with the number of
// columns that it takes. Not a full table of widths: wide scripts and emoji count as two.

export interface Cell {
  readonly shown: string;
  readonly width: number;
  /** Where the character starts in the text. */
  readonly offset: number;
}

const TAB = '    ';
const CONTROL = /\p{Cc}/u;
const INVISIBLE = /[\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;
const MARK = /\p{M}/u;
const WIDE = new RegExp(
  '[\\u1100-\\u115f\\u2e80-\\u303e\\u3041-\\ua4cf\\uac00-\\ud7a3\\uf900-\\ufaff\\ufe30-\\ufe6f' +
    '\\uff00-\\uff60\\uffe0-\\uffe6\\u{1f300}-\\u{1faff}\\u{20000}-\\u{3fffd}]',
  'u',
);

export function cellsOf(text: string): readonly Cell[] {
  const cells: Cell[] = [];
  let offset = 0;
  for (const character of text) {
    cells.push({ ...look(character), offset });
    offset += character.length;
  }
  return cells;
}

/** The text without what could command a terminal or turn the direction of writing. */
export function harmless(text: string): string {
  let shown = '';
  for (const character of text) shown += character === '\n' ? character : look(character).shown;
  return shown;
}

function look(character: string): { shown: string; width: number } {
  const code = character.codePointAt(0) ?? 0;
  if (code >= 32 && code < 127) return { shown: character, width: 1 };
  if (code === 9) return { shown: TAB, width: TAB.length };
  // The pictures of control characters start at U+2400, in their own order.
  if (code < 32) return { shown: String.fromCodePoint(0x2400 + code), width: 1 };
  if (CONTROL.test(character) || INVISIBLE.test(character)) return { shown: '\ufffd', width: 1 };
  if (MARK.test(character)) return { shown: character, width: 0 };
  return { shown: character, width: WIDE.test(character) ? 2 : 1 };
}
