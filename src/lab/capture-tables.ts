// What paper 1 says in experiments 1 to 4, beside what was seen.
import { publishedEnds } from './capture-pictures.ts';
import type { Comparison, Row, Table, Values } from './experiment.ts';
import { numberIn } from './settings.ts';
import { column, deviation, distinct, mean, rowsWith, whole } from './statistics.ts';

export function captureTables(rows: readonly Row[], values: Values): readonly Table[] {
  return [
    { title: 'Time (experiments 1 and 2)', lines: timeLines(rows, values) },
    { title: 'The switch (experiment 3)', lines: switchLines(rows) },
    { title: 'Messages (experiment 4)', lines: messageLines(rows) },
    { title: 'Growth', lines: growthLines(rows, values) },
  ];
}

function timeLines(rows: readonly Row[], values: Values): readonly Comparison[] {
  const optimum = numberIn(values, 'molecules') / numberIn(values, 'nodes');
  const of = (protocol: string): readonly Row[] => runsOf(rows, protocol);
  const steps = (protocol: string): number => mean(column(of(protocol), 'steps'));
  const shown = (protocol: string): string => spread(column(of(protocol), 'steps'));
  const about = (form: keyof typeof publishedEnds): string =>
    `about ${Math.round(optimum * publishedEnds[form])}`;
  const optimists = of('optimistic');
  const ended = optimists.filter((row) => row['steps'] !== -1).length;
  const ours = shown('ours');
  const above = (protocol: string): string => `+${percent(steps(protocol) / optimum - 1)}`;
  const faster = (than: string, protocol: string): string =>
    percent(1 - steps(protocol) / steps(than));
  const line = (
    where: string,
    what: string,
    said: number | string,
    seen: string,
    by = ours,
    note = '',
  ) => ({
    where,
    what,
    unit: 'steps',
    paper: said,
    measured: seen,
    ours: by,
    ...(note && { note }),
  });
  return [
    line(
      'figure 3',
      'theoretic optimum, 2m/(nr)',
      optimum,
      `${optimum}`,
      '',
      'For a node that fetches one combination at a time.',
    ),
    {
      ...line(
        'figure 3',
        'optimists alone reach inertia',
        'mostly never',
        `${ended} of ${optimists.length} runs`,
        '',
      ),
      unit: 'runs',
    },
    line(
      ...(['figure 3', 'pessimists alone', about('pessimistic')] as const),
      ...([shown('pessimistic'), ours, reckoned] as const),
    ),
    line(
      ...(['figure 3', 'adaptive', about('adaptive')] as const),
      ...([shown('adaptive'), ours, reckoned] as const),
    ),
    line('figure 3', 'adaptive, with dormant nodes', 'similar', shown('dormant')),
    {
      ...line(
        'experiment 1',
        'adaptive, fewer steps than pessimists',
        '42 %',
        faster('pessimistic', 'adaptive'),
        faster('pessimistic', 'ours'),
      ),
      unit: '',
    },
    {
      ...line(
        'experiment 1',
        'adaptive, above the optimum',
        '+166 %',
        above('adaptive'),
        above('ours'),
        'The sizes of the success lists, which are not printed, move this from +122 % to +193 %.',
      ),
      unit: '',
    },
    line(
      'experiment 3',
      'optimists favoured instead of pessimists',
      'no difference',
      shown('favouring optimists'),
    ),
    line('', 'ours, where nobody tells who owns what', '', '', shown('ours, no index')),
    line('', 'our capture, with everything captured', '', '', shown('our capture'), alone),
    line('', 'the same, pessimists alone', '', '', shown('our capture, pessimists')),
    line(
      '',
      'optimists alone, all holders serving in one order',
      '',
      shown('one order for all'),
      '',
      'With one order they do end: what needs pessimism is that holders disagree, not that molecules are scarce.',
    ),
    ...thresholdLines(rows),
  ];
}

const reckoned = 'Reckoned from the 166 % and the 42 % below; the paper prints no number of steps.';
const alone =
  'What flasks do only where combinations have to be found: reactions at home come first.';

/** The runs of one protocol, printed or ours. */
function runsOf(rows: readonly Row[], protocol: string): readonly Row[] {
  const found = rowsWith(rows, { protocol });
  return found.filter(({ part }) => part === 'run' || part === 'ours');
}

function thresholdLines(rows: readonly Row[]): readonly Comparison[] {
  const all = distinct<number>(rowsWith(rows, { part: 'threshold' }), 'threshold');
  const steps = all.map((threshold) =>
    mean(column(rowsWith(rows, { part: 'threshold', threshold }), 'steps')),
  );
  const gain: Comparison = {
    ...{ where: 'experiment 2', what: 'the best s, fewer steps than the worst', unit: '' },
    ...{ paper: 'up to 20 %', measured: percent(1 - Math.min(...steps) / Math.max(...steps)) },
    ours: 'no threshold',
  };
  const lines = all.map((threshold): Comparison => {
    const steps = column(rowsWith(rows, { part: 'threshold', threshold }), 'steps');
    const paper = threshold === 0.7 ? 'best' : threshold === 0.9 ? 'last' : 'between';
    const note =
      'Only some sizes of the success lists give this order; 0.5 and 0.7 are level here.';
    return {
      ...{ where: 'figure 4', what: `adaptive, s = ${threshold}`, unit: 'steps', paper },
      ...{ measured: spread(steps), ours: 'no threshold', ...(threshold === 0.7 && { note }) },
    };
  });
  return [...lines, gain];
}

function switchLines(rows: readonly Row[]): readonly Comparison[] {
  const adaptive = rowsWith(rows, { part: 'run', protocol: 'adaptive' });
  const from = column(adaptive, 'switchFrom');
  const spans = spansOf(rows, 'adaptive');
  const steps = mean(column(adaptive, 'steps'));
  const none = 'no modes';
  return [
    line(
      'figure 5',
      'the switch begins at',
      'half way',
      `${spread(from)} of ${Math.round(steps)}`,
      'steps',
    ),
    line('figure 5', 'and takes', 'at most 15', spread(spans), 'steps'),
    line('figure 5', 'of the whole time', 'at most 10 %', percent(mean(spans) / steps), ''),
    line('figure 5', 'then all are pessimists for', '15', awake(rows), 'steps'),
    line('figure 5', 'asleep from the first on', 'more than ask', asleep(rows), 'nodes'),
    line(
      ...(['experiment 3', 'optimists favoured: the switch takes', 'no difference'] as const),
      ...([spread(spansOf(rows, 'favouring optimists')), 'steps'] as const),
    ),
    ...distinct<number>(rowsWith(rows, { part: 'size' }), 'nodes').map((nodes) => {
      const found = rowsWith(rows, { part: 'size', protocol: 'adaptive', nodes });
      const what = `most that change within two steps, of ${whole(nodes)}`;
      return line(
        'figure 6',
        what,
        'grows with nodes',
        spread(column(found, 'switchPeak')),
        'nodes',
      );
    }),
  ];

  function line(where: string, what: string, paper: string, measured: string, unit: string) {
    return { where, what, unit, paper, measured, ours: none };
  }
}

/** How long the switch takes in each run. */
function spansOf(rows: readonly Row[], protocol: string): readonly number[] {
  const found = rowsWith(rows, { part: 'run', protocol });
  const from = column(found, 'switchFrom');
  return column(found, 'switchTo').map((to, i) => to - (from[i] ?? 0));
}

/** From the step with fewer than 2 % optimists to the first in which 2 % sleep, in each run. */
function awake(rows: readonly Row[]): string {
  const spans = rowsWith(rows, { part: 'run', protocol: 'dormant', repeat: 1 }).map((row) => {
    const found = rowsWith(rows, { part: 'series', protocol: 'dormant', run: row['run'] ?? 1 });
    const first = found.find(
      ({ dormant, pessimists, optimists }) =>
        (dormant as number) >=
        0.02 * ((dormant as number) + (pessimists as number) + (optimists as number)),
    );
    return ((first?.['step'] as number | undefined) ?? found.length) - (row['switchTo'] as number);
  });
  return spread(spans);
}

/** Who sleeps beside who asks, in the mean over the steps from the first in which somebody sleeps. */
function asleep(rows: readonly Row[]): string {
  const series = rowsWith(rows, { part: 'series', protocol: 'dormant' });
  const late = distinct<number>(series, 'run').flatMap((run) => {
    const found = rowsWith(series, { run });
    const from = found.findIndex(({ dormant }) => (dormant as number) > 0);
    return from < 0 ? [] : found.slice(from);
  });
  const count = (mode: string): number => Math.round(mean(column(late, mode)));
  return late.length === 0 ? 'none' : `${count('dormant')}, beside ${count('pessimists')} who ask`;
}

function messageLines(rows: readonly Row[]): readonly Comparison[] {
  const of = (protocol: string): readonly Row[] => runsOf(rows, protocol);
  const messages = (protocol: string): number => mean(column(of(protocol), 'messages'));
  const perReaction = (protocol: string): string =>
    (messages(protocol) / mean(column(of(protocol), 'reactions'))).toFixed(2);
  const fewer = (protocol: string): string =>
    percent(1 - messages(protocol) / messages('pessimistic'));
  const peak = (protocol: string): number => {
    const cycles = rowsWith(rows, { part: 'cycles', protocol });
    return Math.max(...cycles.map((row) => (row['useful'] as number) + (row['useless'] as number)));
  };
  const ours = perReaction('ours');
  return [
    {
      where: 'figure 7',
      what: 'optimists, in 12 steps',
      unit: 'messages',
      paper: 9000,
      measured: peak('optimistic'),
      ours: '',
    },
    {
      where: 'figure 8',
      what: 'pessimists, most in 12 steps',
      unit: 'messages',
      paper: 8000,
      measured: peak('pessimistic'),
      ours: '',
    },
    ...(['optimistic', 'pessimistic', 'adaptive', 'dormant'] as const).map((protocol, i) => ({
      ...{ where: `figure ${7 + i}`, unit: '' },
      what: `${formNames[protocol]}, led to a reaction in the first and last 4 cycles`,
      ...{ paper: usefulSaid[protocol], ours: '', measured: usefulShare(rows, protocol) },
    })),
    {
      where: 'experiment 4',
      what: 'adaptive, fewer than pessimists',
      unit: '',
      paper: '30 %',
      measured: fewer('adaptive'),
      ours: fewer('ours'),
    },
    {
      where: 'figure 10',
      what: 'the same with dormant nodes',
      unit: '',
      paper: 'fewer still',
      measured: fewer('dormant'),
      ours: fewer('ours'),
    },
    {
      where: '',
      what: 'for each reaction, pessimistic',
      unit: 'messages',
      paper: '',
      measured: perReaction('pessimistic'),
      ours,
    },
    {
      where: '',
      what: 'for each reaction, adaptive',
      unit: 'messages',
      paper: '',
      measured: perReaction('adaptive'),
      ours,
    },
    {
      where: '',
      what: 'for each reaction, with dormant nodes',
      unit: 'messages',
      paper: '',
      measured: perReaction('dormant'),
      ours,
    },
    {
      where: '',
      what: 'for each reaction, ours without an index',
      unit: 'messages',
      paper: '',
      measured: '',
      ours: perReaction('ours, no index'),
    },
    {
      ...{ where: '', what: 'for each reaction, our capture alone', unit: 'messages', paper: '' },
      ...{ measured: '', ours: perReaction('our capture') },
    },
  ];
}

const formNames = {
  ...{ optimistic: 'optimists', pessimistic: 'pessimists' },
  ...{ adaptive: 'adaptive', dormant: 'with dormant nodes' },
} as const;

const usefulSaid = {
  ...{ optimistic: 'most at first, then hardly any', pessimistic: 'falls slowly' },
  ...{ adaptive: 'most, then few', dormant: 'most, then few' },
} as const;

/** Of the messages of the first cycles, and of the last. */
function usefulShare(rows: readonly Row[], protocol: string): string {
  const found = rowsWith(rows, { part: 'cycles', protocol });
  const share = (cut: (run: readonly Row[]) => readonly Row[]): string => {
    const some = distinct<number>(found, 'run').flatMap((run) => cut(rowsWith(found, { run })));
    const sum = (kind: string): number => column(some, kind).reduce((all, one) => all + one, 0);
    return percent(sum('useful') / Math.max(1, sum('useful') + sum('useless')));
  };
  return `${share((run) => run.slice(0, 4))}, ${share((run) => run.slice(-4))}`;
}

const thrift =
  'We let a node steal while it still has one combination to do, and once before it has earned it, so that one of 250 nodes that owns everything is relieved in 88 steps instead of 96. Thrifty nodes do neither: where molecules are spread evenly, as here, they take as many steps, give or take three.';

function growthLines(rows: readonly Row[], values: Values): readonly Comparison[] {
  const fixed = distinct<number>(rowsWith(rows, { part: 'size' }), 'nodes').map((nodes) => {
    const total = (protocol: string): string => {
      const part = protocol.startsWith('ours') ? 'oursSize' : 'size';
      return whole(mean(column(rowsWith(rows, { part, protocol, nodes }), 'messages')));
    };
    return {
      ...{
        where: 'figure 11',
        what: `${whole(numberIn(values, 'molecules'))} molecules, ${whole(nodes)} nodes`,
      },
      ...{ unit: 'messages', paper: 'linear; gentler with dormant nodes' },
      measured: `${total('adaptive')}, with dormant nodes ${total('dormant')}`,
      ours: `${total('ours')}, thrifty ${total('ours, thrifty')}`,
      note: thrift,
    };
  });
  const perNode = Math.round(numberIn(values, 'molecules') / numberIn(values, 'nodes'));
  const grown = distinct<number>(rowsWith(rows, { part: 'growth' }), 'nodes').map((nodes) => {
    const cell = (protocol: string): string => {
      const found = rowsWith(rows, { part: 'growth', protocol, nodes });
      if (found.length === 0) return 'not run';
      const each = mean(column(found, 'messages')) / mean(column(found, 'reactions'));
      return `${spread(column(found, 'steps'))}, ${each.toFixed(2)}`;
    };
    return {
      ...{ where: '', what: `${perNode} molecules a node, ${whole(nodes)} nodes`, paper: '' },
      ...{ unit: 'steps, messages a reaction', measured: cell('dormant'), ours: cell('ours') },
    };
  });
  return [...fixed, ...grown];
}

/** A mean, with what runs differ by; -1 stands for a run that did not end. */
export function spread(all: readonly number[]): string {
  const values = all.filter((value) => value >= 0);
  if (values.length < all.length) return `${values.length} of ${all.length} end`;
  const middle = mean(values);
  if (values.length < 2) return String(Math.round(10 * middle) / 10);
  return `${middle.toFixed(1)} ± ${deviation(values).toFixed(1)}`;
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}
