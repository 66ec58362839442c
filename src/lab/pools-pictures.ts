// The pictures of pools: what a task costs, and how far a failure reaches.
import type { Row, Values } from './experiment.ts';
import type { Picture, Series } from './picture.ts';
import { column, pointsOf, rowsWith } from './statistics.ts';

export function poolsPictures(rows: readonly Row[], _values: Values): readonly Picture[] {
  return [cost(rows), locality(rows)];
}

function cost(rows: readonly Row[]): Picture {
  const line = (part: string, x: string, form: string, name: string, of: Series['of']): Series => ({
    ...{ name, of, mark: 'line' },
    points: pointsOf(rowsWith(rows, { part, form }), x, 'messages'),
  });
  const both = (part: string, x: string): readonly Series[] => [
    line(part, x, 'printed', 'as printed', 'measured'),
    line(part, x, 'ours', 'ours', 'ours'),
  ];
  return {
    ...{
      name: 'pools-messages',
      title: 'A task costs 12 messages a pool; as printed, everybody near pays as well',
    },
    subtitle: 'messages from the wish of one task to its end, received by all',
    panels: [
      {
        title: 'alone (both the same)',
        x: { title: 'pools that the task needs', unit: '', from: 0, ticks: [1, 2, 3, 4, 5, 6] },
        y: { title: 'messages', unit: '', from: 0 },
        series: both('alone', 'pools'),
      },
      {
        title: 'beside others, two pools',
        x: { title: 'others who have what they need', unit: '', from: 0 },
        y: { title: 'messages', unit: '', from: 0 },
        series: both('beside', 'others'),
      },
    ],
  };
}

function locality(rows: readonly Row[]): Picture {
  const bars = (form: string, name: string, of: Series['of']): Series => ({
    ...{ name, of, mark: 'bars' },
    points: [1, 2, 3].map((distance) => {
      const found = rowsWith(rows, { part: 'crashes', form, distance });
      const total = (key: string): number => column(found, key).reduce((sum, one) => sum + one, 0);
      const far = ['shares a pool', 'two steps away', 'farther'][distance - 1] ?? '';
      return { x: far, y: (100 * total('disturbed')) / Math.max(1, total('trials')) };
    }),
  });
  return {
    ...{
      name: 'pools-locality',
      title: 'How far a failure reaches: two steps, unless blocked tasks stand back',
    },
    subtitle:
      'random runs in which one task dies with all that it has; leases off, so that nothing comes back',
    panels: [
      {
        title: '',
        x: { title: 'tasks by their distance from the dead', unit: '' },
        y: { title: 'runs with a task that is never served', unit: '%', from: 0 },
        series: [
          bars('errata settled', 'errata settled', 'measured'),
          bars('ours', 'ours: blocked tasks stand back', 'ours'),
        ],
      },
    ],
    width: 600,
  };
}
