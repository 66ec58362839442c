// What the lab found, as text: tables for a terminal, lines for a CSV file.
import type { Comparison, Experiment, Parameter, Row, Table, Value } from '../lab/index.ts';
import { grouped } from './quantities.ts';

/** 4 digits are as much as a simulation can answer for. */
export function figure(value: number | string): string {
  if (typeof value === 'string') return value;
  if (!Number.isFinite(value)) return '-';
  if (Math.abs(value) >= 1000) return value < 0 ? `-${grouped(-value)}` : grouped(value);
  return String(Number(value.toPrecision(4)));
}

export function listText(experiments: readonly Experiment[]): string {
  const width = Math.max(...experiments.map(({ name }) => name.length));
  const lines = experiments.map(
    ({ name, title, paper }) => `  ${name.padEnd(width)}  ${title} (${paper})`,
  );
  const how = 'hocl lab NAME runs one, hocl lab NAME --parameters lists what --set can change.';
  return `${lines.join('\n')}\n\n${how}\n`;
}

export function parametersText(parameters: readonly Parameter[]): string {
  const shown = parameters.map((parameter) => ({
    key: `${parameter.name}=${valueText(parameter.value)}`,
    text: `${unitText(parameter)}${parameter.meaning} [${parameter.source}]`,
  }));
  const width = Math.max(...shown.map(({ key }) => key.length));
  return `${shown.map(({ key, text }) => `  ${key.padEnd(width)}  ${text}`).join('\n')}\n`;
}

export function valueText(value: Value): string {
  return typeof value === 'number' || typeof value === 'string' ? String(value) : value.join(',');
}

function unitText({ unit }: Parameter): string {
  return unit === '' ? '' : `${unit}: `;
}

const columns = ['where', 'what', 'paper', 'measured', 'ours'] as const;

/** A table for a terminal; notes stand below it, numbered. One that is too wide is told line by line. */
export function tableText(table: Table, bold: (text: string) => string, width: number): string {
  const notes: string[] = [];
  const mark = ({ note }: Comparison): string => {
    if (note === undefined) return '';
    if (!notes.includes(note)) notes.push(note);
    return ` [${notes.indexOf(note) + 1}]`;
  };
  const body = table.lines.map((line) => [
    ...[line.where, line.what + (line.unit === '' ? '' : ` (${line.unit})`)],
    ...[figure(line.paper), figure(line.measured), figure(line.ours) + mark(line)],
  ]);
  const lines = asTable(body);
  const isWide = lines.some((line) => line.length > width);
  const below = notes.map((note, i) => `[${i + 1}] ${note}`);
  return [bold(table.title), ...(isWide ? asList(body) : lines), ...below, ''].join('\n');
}

function asTable(body: readonly (readonly string[])[]): readonly string[] {
  const widths = columns.map((name, i) =>
    Math.max(name.length, ...body.map((cells) => (cells[i] ?? '').length)),
  );
  return [columns, ...body].map((cells) =>
    cells
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

function asList(body: readonly (readonly string[])[]): readonly string[] {
  return body.flatMap(([where = '', what = '', ...cells]) => [
    where === '' ? what : `${where}: ${what}`,
    ...cells.flatMap((cell, i) =>
      cell === '' ? [] : [`  ${(columns[i + 2] ?? '').padEnd(8)}  ${cell}`],
    ),
  ]);
}

/** All rows with all columns; `part`, `run` and `seed` first. */
export function csvText(rows: readonly Row[]): string {
  const names = new Set(['part', 'run', 'seed']);
  for (const row of rows) for (const name of Object.keys(row)) names.add(name);
  const lines = rows.map((row) => [...names].map((name) => csvCell(row[name])).join(','));
  return `${[[...names].map(csvCell).join(','), ...lines].join('\n')}\n`;
}

function csvCell(value: number | string | undefined): string {
  const text = value === undefined ? '' : String(value);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
