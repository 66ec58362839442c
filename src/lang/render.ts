// A diagnostic as people read it: the code and the cause, the place with its line underlined, other
// places that belong to it, and what to do. Also the same as JSON, for editors.
import type { Span } from './ast.ts';
import type { Diagnostic } from './diagnostic.ts';
import { lineText, positionOf } from './position.ts';
import { type Cell, cellsOf, harmless } from './width.ts';

export interface RenderOptions {
  readonly colour: boolean;
}

export function renderDiagnostic(diagnostic: Diagnostic, options: RenderOptions): string {
  const paint = createPaint(options.colour);
  const main = diagnostic.severity === 'error' ? paint.red : paint.yellow;
  const title = `${diagnostic.severity}[${diagnostic.code}]`;
  const gutter = gutterWidth(diagnostic);
  const lines = [
    `${main(title)}${paint.bold(`: ${harmless(diagnostic.message)}`)}`,
    ...renderPlace(diagnostic.span, '^', main, gutter, paint),
  ];
  for (const place of diagnostic.related) {
    lines.push(`${paint.blue('note')}: ${harmless(place.message)}`);
    lines.push(...renderPlace(place.span, '-', paint.blue, gutter, paint));
  }
  if (diagnostic.hint !== null) lines.push(`${paint.cyan('help')}: ${harmless(diagnostic.hint)}`);
  return lines.join('\n');
}

/** What an editor or a script wants to know of a diagnostic. Lines and columns count from 1. */
export interface DiagnosticJson {
  readonly code: string;
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly hint: string | null;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly related: readonly (PlaceJson & { readonly message: string })[];
}

interface PlaceJson {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
}

export function diagnosticToJson(diagnostic: Diagnostic): DiagnosticJson {
  const { code, severity, message, hint, span, related } = diagnostic;
  const others = related.map((place) => ({ message: place.message, ...placeToJson(place.span) }));
  return { code, severity, message, hint, ...placeToJson(span), related: others };
}

function placeToJson(span: Span): PlaceJson {
  const from = positionOf(span.source, span.start);
  const to = positionOf(span.source, span.end);
  return {
    file: span.source.name,
    line: from.line,
    column: from.column,
    endLine: to.line,
    endColumn: to.column,
  };
}

type Colour = (text: string) => string;

interface Paint {
  readonly red: Colour;
  readonly yellow: Colour;
  readonly blue: Colour;
  readonly cyan: Colour;
  readonly bold: Colour;
}

function createPaint(colour: boolean): Paint {
  const style =
    (code: string): Colour =>
    (text) =>
      colour ? `\u001b[${code}m${text}\u001b[0m` : text;
  return {
    red: style('1;31'),
    yellow: style('1;33'),
    blue: style('1;34'),
    cyan: style('1;36'),
    bold: style('1'),
  };
}

/** The last line of a span: its end is exclusive, so an end at the start of a line is the line before. */
function lastLine(span: Span): number {
  return positionOf(span.source, Math.max(span.start, span.end - 1)).line;
}

function gutterWidth(diagnostic: Diagnostic): number {
  const spans = [diagnostic.span, ...diagnostic.related.map((place) => place.span)];
  return Math.max(...spans.map((span) => String(lastLine(span)).length));
}

function renderPlace(
  span: Span,
  mark: string,
  colour: Colour,
  gutter: number,
  paint: Paint,
): string[] {
  const { line, column } = positionOf(span.source, span.start);
  const last = lastLine(span);
  const bar = paint.blue(`${' '.repeat(gutter)} |`);
  const numbered = (number: number, text: string): string =>
    `${paint.blue(`${String(number).padStart(gutter)} |`)}${text === '' ? '' : ` ${text}`}`;
  const lines = [
    `${' '.repeat(gutter)}${paint.blue('-->')} ${harmless(span.source.name)}:${line}:${column}`,
    bar,
  ];
  for (const number of last === line ? [line] : [line, last]) {
    if (number === last && last > line + 1) lines.push(paint.blue('...'));
    const [text, before, marked] = underline(span, number);
    lines.push(numbered(number, text));
    lines.push(`${bar} ${' '.repeat(before)}${colour(mark.repeat(marked))}`);
  }
  return lines;
}

/** Lines are cut to this many columns around the place. */
const COLUMNS = 100;
const CUT = '…';

/** One line of a place: its text, the columns before the mark, and the columns to mark. */
function underline(span: Span, line: number): [text: string, before: number, marked: number] {
  const { start, text, more } = nearby(span, line);
  const cells = cellsOf(text);
  const from = cells.findIndex(
    (cell) => start + cell.offset >= span.start && cell.shown.trim() !== '',
  );
  const first = span.start > start + text.length || from < 0 ? cells.length : from;
  let end = first;
  while (end < cells.length && start + (cells[end] as Cell).offset < span.end) end++;
  // Blanks at the end of a line of a longer span are not marked.
  while (end > first + 1 && (cells[end - 1] as Cell).shown.trim() === '') end--;
  const place = exactStart(cells, span.start - start, first, end);
  return cut(cells, place, end > first ? end : place, more);
}

/** Of a line of a megabyte only what is near the place is looked at. */
function nearby(span: Span, line: number): { start: number; text: string; more: boolean } {
  const { start, text } = lineText(span.source, line);
  if (text.length <= 4 * COLUMNS) return { start, text, more: false };
  const from = Math.max(0, Math.min(span.start - start, text.length) - 2 * COLUMNS);
  return { start: start + from, text: text.slice(from, from + 4 * COLUMNS), more: true };
}

/** A span of one blank, or an empty one, starts where it says. */
function exactStart(cells: readonly Cell[], offset: number, first: number, end: number): number {
  if (end > first) return first;
  const exact = cells.findIndex((cell) => cell.offset >= offset);
  return exact < 0 ? cells.length : exact;
}

function cut(
  cells: readonly Cell[],
  place: number,
  end: number,
  more: boolean,
): [string, number, number] {
  const width = (from: number, to: number): number =>
    cells.slice(from, to).reduce((sum, cell) => sum + cell.width, 0);
  let left = 0;
  let right = cells.length;
  if (more || width(0, right) > COLUMNS) {
    // A third of the window stands before the place, so that what leads to it can be seen.
    const before = Math.floor(COLUMNS / 3);
    left = place;
    while (left > 0 && width(left, place) < before) left--;
    right = left;
    let taken = 0;
    while (right < cells.length && taken + (cells[right] as Cell).width <= COLUMNS - 2) {
      taken += (cells[right] as Cell).width;
      right++;
    }
  }
  const shown = cells
    .slice(left, right)
    .map((cell) => cell.shown)
    .join('');
  const head = left > 0 ? CUT : '';
  const tail = right < cells.length ? CUT : '';
  const marked = Math.max(1, width(place, Math.min(end, right)));
  return [`${head}${shown}${tail}`.trimEnd(), head.length + width(left, place), marked];
}
