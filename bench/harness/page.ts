// Puts what was measured into docs/performance.md, between the two marks that stand there for it.
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import path from 'node:path';
import { bench } from './engines.ts';
import type { Row } from './measure.ts';
import { growthTable, memoryTable, onceTable, timeTable } from './table.ts';

const BEGIN = '<!-- measured: begin -->';
const END = '<!-- measured: end -->';

export interface Measured {
  readonly rows: readonly Row[];
  /** The table of bytes a molecule. */
  readonly memory: string;
  /** What was typed after `npm run bench --`. */
  readonly options: string;
  readonly cpuSeconds: number;
  readonly date: Date;
}

export function writePage(measured: Measured): void {
  const file = path.join(bench, '..', 'docs', 'performance.md');
  const text = readFileSync(file, 'utf8');
  const from = text.indexOf(BEGIN);
  const to = text.indexOf(END);
  if (from < 0 || to < from) throw new Error(`${file} has no place for what was measured`);
  writeFileSync(
    file,
    `${text.slice(0, from + BEGIN.length)}\n${section(measured)}${text.slice(to)}`,
  );
}

function section({ rows, memory, options, cpuSeconds, date }: Measured): string {
  const machine = `${cpus().length} cores, Node ${process.versions.node}`;
  return `
Taken on ${date.toISOString().slice(0, 10)} with \`npm run bench -- ${options}\` on a machine with ${machine}. An engine may take
${cpuSeconds} CPU seconds; an empty cell was not tried, one in brackets is what growth so far foretells.

Milliseconds from molecules in to inertia, and hocl against the fastest peer (which one is named) and against the program by hand;
below 1 hocl is ahead:

${timeTable(rows)}

How many times longer the next size takes:

${growthTable(rows)}

Bytes of hocl for each molecule; \`never2key\` has two fields beside the head:

${memory}

The largest resident set of the whole process, its input and its runtime included:

${memoryTable(rows)}

What is paid once: the start of the process, and its rules:

${onceTable(rows)}

`;
}
