// The view: changes by chance judged one by one, and placement that is even and moves little.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRng, type NodeId, nodeId } from '../../src/base/index.ts';
import {
  admission,
  changeView,
  type Fences,
  flaskId,
  isUp,
  noView,
  raise,
  tasksOf,
  type View,
  type ViewChange,
  wantedPlaces,
} from '../../src/dht/index.ts';
import { anyChange, flasks, found, newcomer, nodes } from './any-view.ts';
import { complaintAbout } from './view-checker.ts';

const join = (node: NodeId, incarnation: number) =>
  ({ type: 'join', fresh: false, ...newcomer(node, incarnation) }) as const;
const seedsFactor = Number(process.env['SEEDS'] ?? 1);
type Change = typeof changeView;

/** Changes by chance, each judged; the first complaint, and the last view. */
function wander(seed: number, steps: number, change: Change = changeView) {
  const rng = createRng(seed);
  let view = found(1 + rng.below(5), 8, 1 + rng.below(3));
  for (let step = 0; step < steps; step++) {
    const next = change(view, anyChange(view, rng));
    if (!next.ok) continue;
    const complaint = complaintAbout(view, next.value);
    if (complaint !== undefined) return { complaint, view };
    view = next.value;
  }
  return { view };
}

/** Does all that remains to be done; every node that is up answers. */
function settleAll(view: View): View {
  let now = view;
  for (let bound = 0; bound < 1000; bound++) {
    const [task] = tasksOf(now);
    if (task === undefined) return now;
    const next = changeView(now, task.type === 'settle' ? task : { ...task, type: 'caught-up' });
    if (!next.ok) throw new Error(next.error.reason);
    expect(complaintAbout(now, next.value)).toBeUndefined();
    now = next.value;
  }
  throw new Error('the tasks never end');
}

describe('a node that joins in another life', () => {
  const [n1] = nodes(1) as [NodeId];
  const one = found(1, 1, 1);
  const replicasAfter = (change: Extract<ViewChange, { type: 'join' }>) => {
    const next = changeView(one, change);
    if (!next.ok) throw new Error(next.error.reason);
    return next.value.flasks.map(({ replicas }) => replicas);
  };

  it('has what its disk had, unless that was empty or has lost something', () => {
    expect(one.flasks.map(({ replicas }) => replicas)).toEqual([[n1]]);
    expect(replicasAfter(join(n1, 2))).toEqual([[n1]]);
    expect(replicasAfter({ ...join(n1, 2), fresh: true })).not.toEqual([[n1]]);
    expect(replicasAfter({ ...join(n1, 2), token: 'drawn anew' })).not.toEqual([[n1]]);
  });
});

describe('changes of the view', () => {
  it('keep every flask where its log is, in any order', () => {
    const law = fc.property(fc.nat(), (seed) => {
      expect(wander(seed, 60).complaint).toBeUndefined();
    });
    fc.assert(law, { numRuns: 30 * seedsFactor });
  });

  it('end, and then flasks lie where they ought to', () => {
    const law = fc.property(fc.nat(), (seed) => {
      const view = settleAll(wander(seed, 40).view);
      const wanted = wantedPlaces(view);
      for (const { flask, host, replicas } of view.flasks) {
        if (!isUp(view, host)) continue;
        expect([...replicas].sort()).toEqual([...(wanted.get(flask) ?? replicas)].sort());
        expect(host).toBe(wanted.get(flask)?.[0] ?? host);
      }
    });
    fc.assert(law, { numRuns: 15 * seedsFactor });
  });

  const flaws: readonly [string, (view: View) => View][] = [
    [
      'a host by the ring alone',
      (view) =>
        spoil(view, (place) => {
          const wanted = wantedPlaces(view).get(place.flask) ?? [];
          return {
            ...place,
            host: wanted[0] ?? place.host,
            replicas: [...new Set([...wanted, ...place.replicas])],
          };
        }),
    ],
    ['an epoch that stays', (view) => spoil(view, (place) => ({ ...place, epoch: 1 }))],
    [
      'a last replica that is dropped',
      (view) =>
        spoil(view, (place) => {
          const live = place.replicas.filter((node) => isUp(view, node));
          const heirs =
            live.length > 0
              ? live
              : view.members.filter(({ state }) => state === 'up').map(({ node }) => node);
          return heirs[0] ? { ...place, host: heirs[0], replicas: heirs } : place;
        }),
    ],
    [
      'a member that is forgotten',
      (view) => ({ ...view, members: view.members.filter(({ state }) => state !== 'gone') }),
    ],
  ];
  it.each(flaws)('the checker sees %s', (_name, flaw) => {
    const broken: Change = (view, change) => {
      const next = changeView(view, change);
      return next.ok ? { ...next, value: flaw(next.value) } : next;
    };
    const seen = Array.from({ length: 30 }).some((_, seed) => wander(seed, 60, broken).complaint);
    expect(seen).toBe(true);
  });

  it('refuse what cannot be kept, and are content with what is done', () => {
    const view = found(2, 4, 2);
    const [n1, n2] = nodes(2) as [NodeId, NodeId];
    const said = (now: View, change: ViewChange) => {
      const next = changeView(now, change);
      return next.ok ? 'changed' : `${next.error.type}: ${next.error.reason}`;
    };
    const removed = changeView(view, { type: 'remove', node: n1, incarnation: 1 });
    if (!removed.ok) throw new Error(removed.error.reason);
    const alone = removed.value;
    expect(alone.flasks.map(({ host, replicas }) => [host, ...replicas])).toEqual(
      alone.flasks.map(() => [n2, n2]),
    );
    const table: readonly [View, ViewChange, string][] = [
      [noView, join(n1, 1), 'refused: there is no cluster to join'],
      [view, join(n1, 1), 'done: it has joined'],
      [alone, join(n1, 1), 'refused: this life was declared over'],
      [alone, join(n1, 2), 'changed'],
      [alone, { type: 'remove', node: n1, incarnation: 1 }, 'done: it is gone'],
      [alone, { type: 'remove', node: n2, incarnation: 2 }, 'refused: that life has not joined'],
      [
        view,
        { type: 'caught-up', flask: flaskId('s/1'), epoch: 9, node: n1, incarnation: 1 },
        'refused: the flask has another epoch',
      ],
      [view, { type: 'settle', flask: flaskId('s/1'), epoch: 3 }, 'done: it is settled'],
      [view, { type: 'settle', flask: flaskId('g'), epoch: 1 }, 'refused: there is no such flask'],
      [view, { type: 'found', members: [newcomer(n1, 1)] }, 'done: there is a cluster already'],
    ];
    for (const [now, change, expected] of table) expect(said(now, change)).toBe(expected);
    const leaving = changeView(alone, { type: 'leave', node: n2, incarnation: 1 });
    expect(leaving.ok && said(leaving.value, { type: 'remove', node: n2, incarnation: 1 })).toBe(
      'refused: a flask has no other replica',
    );
    // The last one may crash; its flasks wait for it, and go on when it comes back.
    const dark = changeView(alone, { type: 'remove', node: n2, incarnation: 1 });
    const back = dark.ok && changeView(dark.value, join(n2, 2));
    expect(
      back !== false && back.ok && back.value.flasks.map(({ host, epoch }) => [host, epoch]),
    ).toEqual(view.flasks.map(() => [n2, 6]));
  });
});

function spoil(
  view: View,
  change: (place: View['flasks'][number]) => View['flasks'][number],
): View {
  return { ...view, flasks: view.flasks.map(change) };
}

describe('placement', () => {
  it.each([
    [3, 12],
    [5, 20],
    [10, 60],
    [30, 256],
  ])('on %i nodes is even, and a newcomer moves little of %i flasks', (count, flaskCount) => {
    const before = found(count, flaskCount, 3);
    const most = (view: View) => {
      const hosts = [...wantedPlaces(view).values()].map(([host]) => host);
      return Math.max(
        ...[...new Set(hosts)].map((node) => hosts.filter((host) => host === node).length),
      );
    };
    expect(most(before)).toBeLessThanOrEqual(Math.ceil((flaskCount / count) * 1.25));
    const joined = changeView(before, join(nodeId('late'), 1));
    if (!joined.ok) throw new Error(joined.error.reason);
    const [was, now] = [wantedPlaces(before), wantedPlaces(joined.value)];
    const moved = flasks(flaskCount).filter((flask) => was.get(flask)?.[0] !== now.get(flask)?.[0]);
    expect(moved.length).toBeLessThanOrEqual(Math.ceil((2.5 * flaskCount) / (count + 1)));
  });
});

describe('fences', () => {
  it('refuse lower epochs, and never go back', () => {
    const fences: Fences = new Map();
    const [f] = flasks(1) as [ReturnType<typeof flaskId>];
    raise(fences, f, 3);
    raise(fences, f, 2);
    expect([2, 3, 4].map((epoch) => admission(fences, f, epoch))).toEqual([
      'stale',
      'current',
      'ahead',
    ]);
    expect(admission(fences, flaskId('other'), 0)).toBe('current');
  });
});
