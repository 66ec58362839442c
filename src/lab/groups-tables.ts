// What the papers' figures 3 to 10 say of groups, beside what was seen.
import type { Comparison, Row, Table, Values } from './experiment.ts';
import { areSet, numberIn, numbersIn } from './settings.ts';
import { column, deviation, mean, rowsWith, whole } from './statistics.ts';

export function groupsTables(rows: readonly Row[], values: Values): readonly Table[] {
  const insideS = (numbersIn(values, 'insideMs')[0] ?? 1000) / 1000;
  return [
    { title: 'Concurrency (figures 3 to 5)', lines: concurrencyLines(rows, values) },
    { title: 'Messages (figures 6 and 7)', lines: messageLines(rows, values) },
    { title: 'Waiting (figures 8 to 10)', lines: latencyLines(rows, values) },
    { title: '2-FGME as printed, and forks, where requests cross', lines: troubleLines(rows) },
    {
      title: `Think times by chance: P of ${insideS} s in the mean, inCS = ${insideS} s`,
      lines: thinkingLines(rows, values),
    },
  ];
}

/** Those with which the numbers of notes were found. */
function isUsual(values: Values): boolean {
  return areSet(values, {
    ...{ nodes: 12, concurrencyMs: 300, latencyEntries: 25, firstWithinMs: 300 },
    ...{ delayMinMs: 4.5, delayMaxMs: 8.5, insideMs: [1000, 2000, 5000] },
  });
}

function concurrencyLines(rows: readonly Row[], values: Values): readonly Comparison[] {
  const most = (algorithm: string): string => {
    const size = rowsWith(rows, { part: 'concurrency', algorithm })[0]?.['size'] ?? '?';
    const found = rowsWith(rows, { part: 'attendance', algorithm });
    const [one, two] = ['insideA', 'insideB'].map((side) => Math.max(0, ...column(found, side)));
    return one === two ? `${one} of ${size}` : `${one} and ${two} of ${size}`;
  };
  const ours = `forks ${most('forks')}, coordinator ${most('coordinator')}`;
  const said = (paper: string): string => (numberIn(values, 'nodes') === 12 ? paper : '');
  const what = (name: string): string => `most of a group inside together, ${name}`;
  return [
    {
      where: 'figure 3',
      what: what('2-FGME'),
      unit: '',
      paper: said('6 of 6'),
      measured: most('2-FGME'),
      ours,
    },
    {
      where: 'figure 4',
      what: what('RA2'),
      unit: '',
      paper: said('6 of 6'),
      measured: most('RA2'),
      ours,
    },
    {
      ...{
        where: 'figure 5',
        what: what('RA1'),
        unit: '',
        paper: said('3 and 4 of 6'),
        measured: most('RA1'),
        ours,
      },
      note: `How many of each group come in together depends on the order of the first requests${isUsual(values) ? '; 2 to 4 over seeds' : ''}.`,
    },
  ];
}

const rebuilt =
  'RA2 is reconstructed from its description; its captures, two messages each, depend on timing.';
const literal =
  'As printed, in runs that survive; the paper fits 3 messages for each competitor and entry, less those saved by Ack(end).';

function messageLines(rows: readonly Row[], values: Values): readonly Comparison[] {
  const nodes = numberIn(values, 'nodes');
  const sizeEntries = numberIn(values, 'sizeEntries');
  const line = (
    where: string,
    algorithm: string,
    keys: { readonly entries: number } | { readonly nodes: number },
    paper: number | string,
    note?: string,
  ): readonly Comparison[] => {
    const part = 'entries' in keys ? 'entries' : 'nodes';
    const isPublished = part === 'entries' ? nodes === 12 : sizeEntries === 10;
    const of = (name: string): readonly Row[] =>
      rowsWith(rows, { part, algorithm: name, ...keys }).filter(
        (row) => row['entriesMade'] === row['due'],
      );
    if (rowsWith(rows, { part, ...keys }).length === 0) return [];
    const shown =
      'entries' in keys
        ? `${nodes} nodes, ${keys.entries} entries each`
        : `${keys.nodes} nodes, ${sizeEntries} entries each`;
    const cell = (name: string): string => {
      const found = column(of(name), 'messages');
      return found.length === 0 ? 'none survives' : whole(mean(found));
    };
    const ours = `forks ${cell('forks')}, coordinator ${cell('coordinator')}`;
    return [
      {
        where,
        what: `${algorithm}, ${shown}`,
        unit: 'messages',
        paper: isPublished ? paper : '',
        measured: cell(algorithm),
        ours,
        ...(isPublished && note && { note }),
      },
    ];
  };
  const reduction = (
    part: 'entries' | 'nodes',
    at: number,
    paper: string,
    printed: number,
    where: string,
  ): readonly Comparison[] => {
    const of = (algorithm: string): number =>
      mean(column(rowsWith(rows, { part, algorithm, [part]: at }), 'messages'));
    if (rowsWith(rows, { part, [part]: at }).length === 0) return [];
    const less = (algorithm: string): string =>
      `${(100 * (1 - of(algorithm) / of('RA2'))).toFixed(1)} %`;
    const what = `fewer messages than RA2, ${at} ${part === 'entries' ? 'entries' : 'nodes'}`;
    const isPublished = part === 'entries' ? nodes === 12 : sizeEntries === 10;
    return [
      {
        where,
        what,
        unit: '',
        paper: isPublished ? paper : '',
        measured: less('2-FGME'),
        ours: `forks ${less('forks')}, coordinator ${less('coordinator')}`,
        ...(isPublished && {
          note: `RA2 is reconstructed from its description, and sends ${whole(of('RA2'))} messages here, not ${whole(printed)}: beside those 2-FGME sends ${(100 * (1 - of('2-FGME') / printed)).toFixed(1)} % fewer.`,
        }),
      },
    ];
  };
  const sent = (part: 'entries' | 'nodes', at: number, algorithm: string): number =>
    mean(
      column(
        rowsWith(rows, { part, algorithm, [part]: at }).filter(
          (row) => row['entriesMade'] === row['due'],
        ),
        'messages',
      ),
    );
  const each = (algorithm: string): string =>
    `${algorithm} ${[10, 50].map((at) => survived(sent('entries', at, algorithm) / at / nodes)).join(' and ')}`;
  const times = (algorithm: string): string =>
    `${algorithm} ${survived(sent('nodes', 24, algorithm) / sent('nodes', 12, algorithm))}`;
  const shape = (
    where: string,
    what: string,
    paper: string,
    [part, few, many]: readonly ['entries' | 'nodes', number, number],
    text: (algorithm: string) => string,
  ): readonly Comparison[] => {
    const isThere = [few, many].every((at) => rowsWith(rows, { part, [part]: at }).length > 0);
    const list = (names: readonly string[]): string => names.map(text).join(', ');
    const cells = {
      measured: list(['2-FGME', 'RA2', 'RA1']),
      ours: list(['forks', 'coordinator']),
    };
    return isThere ? [{ where, what, unit: '', paper, ...cells }] : [];
  };
  return [
    ...shape(
      ...(['figure 6', 'messages an entry, with 10 and 50 entries each'] as const),
      ...(['the same: linear', ['entries', 10, 50], each] as const),
    ),
    ...shape(
      ...(['figure 7', '24 nodes send so many times what 12 send'] as const),
      ...(['quadratic: 4', ['nodes', 12, 24], times] as const),
    ),
    ...line('figure 6', '2-FGME', { entries: 18 }, 3748, literal),
    ...line('figure 6', 'RA2', { entries: 18 }, 5176, rebuilt),
    ...line('figure 6', '2-FGME', { entries: 50 }, 10_327, literal),
    ...line('figure 6', 'RA2', { entries: 50 }, 15_843, rebuilt),
    ...line('figure 7', '2-FGME', { nodes: 12 }, 2065, literal),
    ...line('figure 7', 'RA2', { nodes: 12 }, 3445, rebuilt),
    ...line(
      'figure 7',
      'RA1',
      { nodes: 12 },
      2640,
      'The formula of section IV.B, 2y(n²-1), gives 2,860; its measurement is 2yn(n-1), and so is ours.',
    ),
    ...line('figure 7', '2-FGME', { nodes: 24 }, 8071, literal),
    ...line('figure 7', 'RA2', { nodes: 24 }, 13_395, rebuilt),
    ...reduction('entries', 18, '27.58 %', 5176, 'section IV.B'),
    ...reduction('entries', 50, '34.81 %', 15_843, 'section IV.B'),
    ...reduction('nodes', 24, '40 %', 13_395, 'section IV.B'),
  ];
}

function latencyLines(rows: readonly Row[], values: Values): readonly Comparison[] {
  const all = rowsWith(rows, { part: 'latency' });
  const of = (algorithm: string, test: (row: Row) => boolean): string => {
    const run = rowsWith(all, { algorithm }).filter(test);
    if (run.length === 0) return 'not run';
    const found = run.filter((row) => row['entriesMade'] === row['due']);
    return found.length === 0 ? 'none survives' : range(column(found, 'latencyMs').map(Math.round));
  };
  const calm = (row: Row): boolean => (row['thinkMs'] as number) >= (row['insideMs'] as number);
  const level = (row: Row): boolean => row['thinkMs'] === row['insideMs'];
  const above = (row: Row): boolean => calm(row) && !level(row);
  // At P = inCS: how far the experiments of one point lie apart.
  const apart = (algorithm: string): string => {
    const found = rowsWith(all, { algorithm }).filter(level);
    const groups = [...new Set(column(found, 'insideMs'))].map((insideMs) =>
      column(rowsWith(found, { insideMs }), 'latencyMs'),
    );
    if (groups.some((latencies) => latencies.length === 1)) return 'none of one experiment';
    const sds = groups.map(deviation);
    return sds.length === 0 ? 'not run' : range(sds.map(Math.round));
  };
  const ours = (test: (row: Row) => boolean): string =>
    `forks ${of('forks', test)}, coordinator ${of('coordinator', test)}`;
  const what = (algorithm: string): string => `${algorithm}, P at least inCS`;
  const lines: Comparison[] = [
    {
      where: 'figure 8',
      what: what('2-FGME'),
      unit: 'ms',
      paper: 'about 13',
      measured: of('2-FGME', calm),
      ours: ours(calm),
      note: `A round trip takes ${numberIn(values, 'delayMinMs') + numberIn(values, 'delayMaxMs')} ms in the mean (delayMinMs, delayMaxMs: assumed), and who waits for the last of several answers waits longer. At P = inCS one group asks while the other leaves: ${of('2-FGME', level)} ms there, ${of('2-FGME', above)} ms above.`,
    },
    {
      where: 'figure 9',
      what: what('RA2'),
      unit: 'ms',
      paper: 'as figure 8',
      measured: of('RA2', calm),
      ours: ours(calm),
    },
    {
      where: 'figure 10',
      what: what('RA1'),
      unit: 'ms',
      paper: 'higher',
      measured: of('RA1', calm),
      ours: ours(calm),
      note: `Higher up to a P of several inCS, as long as parts of the groups still wait for one another; where nodes think longer than that, nobody meets anybody, and the wait is that of the others.`,
    },
    {
      ...{ where: 'figure 10', what: 'RA1, sd over the experiments of a point, P = inCS' },
      ...{ unit: 'ms', paper: 'larger than of the others', measured: apart('RA1') },
      ours: `forks ${apart('forks')}`,
      note: 'With equal times in every round the order of the first requests decides how RA1 goes on, for all of an experiment.',
    },
  ];
  const slope = (algorithm: string): string => {
    const below = rowsWith(all, { algorithm }).filter(
      ({ thinkMs, insideMs }) =>
        (thinkMs as number) > 0 && (thinkMs as number) < (insideMs as number),
    );
    if (below.length === 0) return 'not run';
    const shown = [...new Set(column(below, 'insideMs'))].flatMap((insideMs) => {
      const found = rowsWith(below, { insideMs }).filter(
        (row) => row['entriesMade'] === row['due'],
      );
      const excess = found.map(
        (row) => (row['latencyMs'] as number) - (insideMs - (row['thinkMs'] as number)),
      );
      return excess.length === 0 ? [] : [mean(excess)];
    });
    return shown.length === 0 ? 'none survives' : `inCS - P + ${range(shown.map(Math.round))} ms`;
  };
  const falls = { unit: '', paper: 'falls linearly to P = inCS', ours: `forks ${slope('forks')}` };
  lines.push({
    ...{ where: 'figure 9', what: 'RA2, P below inCS', ...falls, measured: slope('RA2') },
  });
  lines.push({
    ...{ where: 'figure 8', what: '2-FGME, P below inCS (but not 0)', ...falls },
    measured: slope('2-FGME'),
    note: 'At P = 0, the left end of the curves, 2-FGME as printed hangs at once in every run.',
  });
  return lines;
}

const breaks =
  'To break takes a rarer order than these runs meet: of two nodes against two with one entry each, 26 steps after which both groups are inside are followed in test/coordination/groups/explore.test.ts. Of forks all orders of such worlds are walked there, and none breaks.';

function troubleLines(rows: readonly Row[]): readonly Comparison[] {
  const all = rowsWith(rows, { part: 'trouble' });
  const cases = [...new Set(all.map((row) => String(row['case'])))];
  const cell = (algorithm: string, name: string): string => {
    const found = rowsWith(all, { algorithm, case: name });
    const sum = (what: string): number =>
      column(found, what).reduce((total, one) => total + one, 0);
    const made = mean(column(found, 'madePercent'));
    return `${sum('hung')} of ${sum('trials')} hang, ${sum('broken')} break, ${Math.round(made)} % of entries made`;
  };
  return cases.map((name) => ({
    ...{ where: 'algorithms 1, 2', what: name, unit: '', paper: 'safe and live (section III)' },
    ...{ measured: cell('2-FGME', name), ours: `forks: ${cell('forks', name)}`, note: breaks },
  }));
}

const captains =
  'RA2 is reconstructed: here a captain starts members for as long as it is inside itself.';
const longCaptains =
  ' One that goes on until the last of them is out would make sessions of 11 and 3.4 entries a second.';

function thinkingLines(rows: readonly Row[], values: Values): readonly Comparison[] {
  const note = `${captains}${isUsual(values) ? longCaptains : ''}`;
  const all = rowsWith(rows, { part: 'thinking' });
  const cell = (algorithm: string, what: string, digits: number): string => {
    const found = column(rowsWith(all, { algorithm }), what).filter(Number.isFinite);
    if (found.length === 0) return '-';
    const shown = mean(found).toFixed(digits);
    const spread = found.length < 2 ? '' : ` ± ${deviation(found).toFixed(digits)}`;
    const isWhole = rowsWith(all, { algorithm, isWhole: 'no' }).length === 0;
    return `${shown}${spread}${isWhole ? '' : ' until it hangs'}`;
  };
  const line = (
    what: string,
    unit: string,
    name: string,
    digits: number,
    told?: string,
  ): Comparison => ({
    ...{ where: '', what, unit, paper: '', ...(told !== undefined && { note: told }) },
    measured: ['2-FGME', 'RA2', 'RA1'].map((one) => `${one} ${cell(one, name, digits)}`).join(', '),
    ours: ['forks', 'coordinator'].map((one) => `${one} ${cell(one, name, digits)}`).join(', '),
  });
  return [
    line('entries before the other group comes in', '', 'session', 1, note),
    line('entries until the first node has made all of its own', '1/s', 'entriesPerS', 2, note),
    line('entries in whole runs, at whose ends few are left', '1/s', 'wholePerS', 2),
    line('messages an entry', '', 'perEntry', 1),
  ];
}

/** Of runs that came to an end there may be none. */
function survived(value: number): string {
  return Number.isNaN(value) ? 'none survives' : value.toFixed(1);
}

function range(values: readonly number[]): string {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return low === high ? whole(low) : `${whole(low)} to ${whole(high)}`;
}
