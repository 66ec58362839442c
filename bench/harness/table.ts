// The measured rows as tables in Markdown: times with ratios, growth, memory, and what is paid once.

import type { Row } from './measure.ts';
import type { EngineName } from './program.ts';

const ORDER: readonly EngineName[] = [
  'hand',
  'hocl',
  'naive',
  'swi-chr',
  'clips',
  'maude',
  'chrjs',
  'nools',
];
const PEERS: readonly EngineName[] = ['swi-chr', 'clips', 'maude', 'chrjs', 'nools'];

interface Case {
  readonly program: string;
  readonly size: number;
  readonly rows: ReadonlyMap<EngineName, Row>;
}

export function casesOf(rows: readonly Row[]): Case[] {
  const cases = new Map<string, { program: string; size: number; rows: Map<EngineName, Row> }>();
  for (const row of rows) {
    const key = `${row.program} ${row.size}`;
    const found = cases.get(key) ?? { program: row.program, size: row.size, rows: new Map() };
    found.rows.set(row.engine, row);
    cases.set(key, found);
  }
  return [...cases.values()];
}

/** Milliseconds of every engine, and hocl against the fastest peer and against the hand-written program. */
export function timeTable(rows: readonly Row[]): string {
  const engines = ORDER.filter((name) => rows.some((row) => row.engine === name));
  const body = casesOf(rows).map((one) => {
    const hocl = one.rows.get('hocl');
    return [
      `${one.program} ${one.size}`,
      ...engines.map((name) => cell(one.rows.get(name))),
      againstPeers(one),
      ratio(hocl, one.rows.get('hand')),
    ];
  });
  return table(['program', ...engines, 'hocl / best peer', 'hocl / hand'], body);
}

/** How much longer hocl and its best peers take from one size to the next, beside the growth of the input. */
export function growthTable(rows: readonly Row[]): string {
  const cases = casesOf(rows);
  const engines = ORDER.filter(
    (name) => name !== 'naive' && rows.some((row) => row.engine === name),
  );
  const body = cases.flatMap((one, i) => {
    const before = cases[i - 1];
    if (before === undefined || before.program !== one.program) return [];
    const times = (one.size / before.size).toFixed(1).replace(/\.0$/, '');
    return [
      [
        `${one.program} ${before.size} to ${one.size} (${times} x)`,
        ...engines.map((name) => ratio(one.rows.get(name), before.rows.get(name))),
      ],
    ];
  });
  return table(['growth', ...engines], body);
}

export function memoryTable(rows: readonly Row[]): string {
  const engines = ORDER.filter((name) => rows.some((row) => row.engine === name));
  const body = casesOf(rows).map((one) => [
    `${one.program} ${one.size}`,
    ...engines.map((name) => {
      const row = one.rows.get(name);
      return row === undefined || row.peakMb === 0 ? '' : String(row.peakMb);
    }),
  ]);
  return table(['peak MB', ...engines], body);
}

/** What is paid once a process: its start and its rules, each the median over the smallest sizes. */
export function onceTable(rows: readonly Row[]): string {
  const smallest = casesOf(rows).filter(
    (one, i, all) => i === 0 || all[i - 1]?.program !== one.program,
  );
  const body = ORDER.flatMap((name) => {
    const own = smallest.flatMap((one) => {
      const row = one.rows.get(name);
      return row?.status === 'ok' ? [row] : [];
    });
    if (own.length === 0) return [];
    const compiling = name === 'maude' || name === 'hand' ? '' : ms(median(own, 'compileMs'));
    return [[name, ms(median(own, 'startMs')), compiling]];
  });
  return table(['engine', 'start ms', 'compile ms'], body);
}

function againstPeers(one: Case): string {
  const hocl = one.rows.get('hocl');
  const peers = PEERS.flatMap((name) => {
    const row = one.rows.get(name);
    return row?.status === 'ok' ? [row] : [];
  }).sort((a, b) => Math.max(a.ms, tickOf(a)) - Math.max(b.ms, tickOf(b)));
  const [best] = peers;
  if (best === undefined) return '';
  if (hocl?.status !== 'ok') return `- (${best.engine})`;
  return `${ratio(hocl, best)} (${best.engine})`;
}

function ratio(over: Row | undefined, under: Row | undefined): string {
  if (over?.status !== 'ok' || under?.status !== 'ok') return '';
  const value = Math.max(over.ms, tickOf(over)) / Math.max(under.ms, tickOf(under));
  if (value >= 10) return String(Math.round(value));
  return value >= 1 ? value.toFixed(1) : String(Number(value.toPrecision(2)));
}

/** Below this an engine's clock says nothing: Maude tells whole milliseconds. */
function tickOf({ engine }: Row): number {
  return engine === 'maude' ? 1 : 0.1;
}

function cell(row: Row | undefined): string {
  if (row === undefined) return '';
  if (row.status === 'ok') return row.ms < tickOf(row) ? `< ${tickOf(row)}` : ms(row.ms);
  return row.status === 'limit' ? row.note : row.status;
}

function ms(value: number): string {
  if (value >= 10) return String(Math.round(value));
  return value >= 1 ? value.toFixed(1) : value.toFixed(2);
}

function median(rows: readonly Row[], field: 'startMs' | 'compileMs'): number {
  const values = rows.map((row) => row[field]).sort((a, b) => a - b);
  return values[Math.floor(values.length / 2)] as number;
}

export function table(head: readonly string[], body: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = head.map((_, i) => (i === 0 ? '---' : '---:'));
  return [line(head), line(rule), ...body.map(line)].join('\n');
}
