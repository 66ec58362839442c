// What paper 5 claims, beside what was seen. It gives no measurements; its numbers are orders of growth.
import type { Comparison, Row, Table, Values } from './experiment.ts';
import { column, rowsWith } from './statistics.ts';

export function poolsTables(rows: readonly Row[], _values: Values): readonly Table[] {
  return [
    { title: 'A task alone, and beside others', lines: costLines(rows) },
    { title: 'Random runs: is everybody served? Measured as printed', lines: runLines(rows) },
    { title: 'One task dies: measured with the errata settled', lines: crashLines(rows) },
  ];
}

function costLines(rows: readonly Row[]): readonly Comparison[] {
  const alone = (form: string, name: string): string =>
    shown(rowsWith(rows, { part: 'alone', form }), 'pools', name);
  const beside = (form: string, name: string): string =>
    shown(rowsWith(rows, { part: 'beside', form }), 'others', name);
  return [
    {
      ...{
        where: 'section 1',
        what: 'messages of a task without conflicts',
        unit: 'for ϱ resources',
        paper: 'of order ϱ',
      },
      ...{ measured: alone('printed', 'messages'), ours: alone('ours', 'messages') },
      note: 'Alone it is so: 6 forms and 6 answers for each pool.',
    },
    {
      ...{
        where: 'section 1',
        what: 'response time without conflicts',
        unit: 'round trips, for ϱ resources',
        paper: 'of order ϱ',
      },
      ...{ measured: alone('printed', 'roundTrips'), ours: alone('ours', 'roundTrips') },
      note: 'Constant, since the forms of one kind are sent together. As printed a task hardly waits for any answer (its errata), which is why it is faster, and wrong.',
    },
    {
      ...{
        where: 'section 1',
        what: 'messages beside others who stay, two pools',
        unit: 'for so many others',
        paper: 'of order ϱ',
      },
      ...{ measured: beside('printed', 'messages'), ours: beside('ours', 'messages') },
      note: 'Not so as printed: every form is sent on to everybody who is registered. Ours tells only those for whom something has changed.',
    },
  ];
}

function shown(rows: readonly Row[], key: string, name: string): string {
  return rows
    .filter((row) => row['run'] === 1)
    .map(
      (row) =>
        `${row[key]}: ${typeof row[name] === 'number' ? Number((row[name] as number).toFixed(1)) : row[name]}`,
    )
    .join(', ');
}

function runLines(rows: readonly Row[]): readonly Comparison[] {
  const of = (form: string, text: (row: Row) => string): string => {
    const found = rowsWith(rows, { part: 'runs', form });
    return found.map(text).join('; ');
  };
  const count = (name: string) => (row: Row) => `${row[name]} of ${row['trials']}`;
  const number = (name: string) => (row: Row) => (row[name] as number).toFixed(1);
  const line = (
    what: string,
    unit: string,
    paper: string,
    text: (row: Row) => string,
    note?: string,
  ): Comparison => ({
    ...{
      where: 'section 4',
      what,
      unit,
      paper,
      measured: of('printed', text),
      ours: of('ours', text),
    },
    ...(note && { note }),
  });
  return [
    line(
      'runs in which somebody waits for ever',
      '',
      'none',
      count('hung'),
      'Why, erratum by erratum: docs/adr/0052-pools-winkowski-repaired.md.',
    ),
    line('runs in which somebody keeps a part for ever', '', 'none', count('partly')),
    line('tasks served', '%', '100', number('servedPercent')),
    line('messages a task', '', '', number('messagesPerTask')),
  ];
}

function crashLines(rows: readonly Row[]): readonly Comparison[] {
  const of = (form: string, distance: number): string => {
    const found = rowsWith(rows, { part: 'crashes', form, distance });
    const total = (name: string): number => column(found, name).reduce((sum, one) => sum + one, 0);
    return `${total('disturbed')} of ${total('trials')} runs (${percent(total('unserved') / Math.max(1, total('tasks')))} of tasks)`;
  };
  const line = (distance: number, what: string, paper: string, note?: string): Comparison => ({
    ...{
      where: 'section 1',
      what,
      unit: '',
      paper,
      measured: of('errata settled', distance),
      ours: of('ours', distance),
    },
    ...(note && { note }),
  });
  return [
    line(
      1,
      'never served: tasks that share a pool with the dead',
      'may be',
      'Measured with the errata settled: as printed most runs hang without any death. With leases, which are off here, ours serves these too.',
    ),
    line(
      2,
      'never served: tasks that share nothing with the dead, but a pool with one that does',
      'none',
      'The claim of failure locality does not hold, even with the errata settled: who is admitted and can never win is an absolute predecessor of all who come later. Ours lets blocked tasks stand back.',
    ),
    line(3, 'never served: tasks farther away', 'none'),
  ];
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}
