// Offsets as people count them: lines and columns from 1, columns in characters (code points).
import type { Source } from './ast.ts';

export interface Position {
  readonly line: number;
  readonly column: number;
}

export function positionOf(source: Source, offset: number): Position {
  const starts = lineStarts(source);
  const at = Math.min(Math.max(offset, 0), source.text.length);
  const line = lineIndex(starts, at);
  let column = 1;
  for (let i = starts[line] ?? 0; i < at; column++) i += charLength(source.text, i);
  return { line: line + 1, column };
}

/** The text of a line, counted from 1, without its line break. */
export function lineText(source: Source, line: number): { start: number; text: string } {
  const starts = lineStarts(source);
  const start = starts[line - 1] ?? source.text.length;
  const end = starts[line] ?? source.text.length;
  return { start, text: source.text.slice(start, end).replace(/[\r\n]+$/, '') };
}

function charLength(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}

// A source never changes, so its lines are found once.
const known = new WeakMap<Source, readonly number[]>();

function lineStarts(source: Source): readonly number[] {
  const found = known.get(source);
  if (found !== undefined) return found;
  const starts = [0];
  const { text } = source;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 10 || (code === 13 && text.charCodeAt(i + 1) !== 10)) starts.push(i + 1);
  }
  known.set(source, starts);
  return starts;
}

/** The last line that starts at or before the offset. */
function lineIndex(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
