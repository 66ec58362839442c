// Spreading work: the tree, the plan, and thieves, each by itself and then together in a world with messages in any order.
import { describe, expect, test } from 'vitest';
import { createRng } from '../../../src/base/index.ts';
import {
  cellOf,
  cellSize,
  earn,
  encourage,
  flaskAbove,
  flatTreeWidth,
  hearSpread,
  heightAt,
  isWorthSpreading,
  lookForWork,
  newSpread,
  planCell,
  plannerOf,
  report,
  type Spread,
  type SpreadEffect,
  type SpreadMessage,
  serveThieves,
  stolen,
  usualSpread,
} from '../../../src/dht/index.ts';

describe('the tree', () => {
  test.each([1, 2, 16, 17, 18, 64, 273, 274, 1000])(
    'a flat one of %d flasks has short ways',
    (size) => {
      const height = (self: number): number => {
        const up = flaskAbove(self, size, 0, flatTreeWidth);
        return up === undefined ? 0 : 1 + height(up);
      };
      const heights = Array.from({ length: size }, (_, self) => height(self));
      expect(Math.max(...heights)).toBe(size === 1 ? 0 : size <= 17 ? 1 : size <= 273 ? 2 : 3);
      for (let self = 0; self < size; self++) {
        const below = heights.filter((_, at) => flaskAbove(at, size, 0, flatTreeWidth) === self);
        expect(below.length).toBeLessThanOrEqual(flatTreeWidth);
      }
    },
  );

  test.each([1, 2, 5, 6, 64, 250, 1000])('among %d flasks everybody climbs to the root', (size) => {
    for (const root of [0, Math.floor(size / 3), size - 1]) {
      for (let self = 0; self < size; self++) {
        let hops = 0;
        let at = self;
        for (let up = flaskAbove(at, size, root); up !== undefined; hops++) {
          expect(heightAt(up, size, root)).toBeGreaterThan(heightAt(at, size, root));
          at = up;
          up = flaskAbove(at, size, root);
        }
        expect(at).toBe(root);
        expect(hops).toBeLessThanOrEqual(Math.ceil(Math.log(3 * size + 1) / Math.log(4)));
      }
    }
  });
});

describe('the plan', () => {
  const carriedOut = (counts: readonly (readonly number[])[], multiples: readonly number[]) => {
    const owned = counts.map((own) => [...own]);
    const moves = planCell(new Map(counts.map((own, flask) => [flask, own])), multiples);
    for (const [from, planned] of moves) {
      for (const { to, class: kind, count } of planned) {
        expect(count).toBeGreaterThan(0);
        const [giver, taker] = [owned[from] ?? [], owned[to] ?? []];
        giver[kind] = (giver[kind] ?? 0) - count;
        taker[kind] = (taker[kind] ?? 0) + count;
      }
    }
    return { owned, moves: [...moves.values()].flat().length };
  };

  test('shares differ by one combination at most, and nothing is lost', () => {
    for (let seed = 1; seed <= 50; seed++) {
      const rng = createRng(seed);
      const size = 1 + rng.below(64);
      const multiple = 1 + rng.below(3);
      const counts = Array.from({ length: size }, () => [rng.below(100) + 4, rng.below(9)]);
      const { owned, moves } = carriedOut(counts, [multiple, 1]);
      for (const kind of [0, 1]) {
        const of = (all: readonly (readonly number[])[]) => all.map((own) => own[kind] ?? 0);
        const sum = (all: readonly number[]) => all.reduce((total, one) => total + one, 0);
        expect(sum(of(owned))).toBe(sum(of(counts)));
        const shares = of(owned).map((own) => Math.floor(own / (kind === 0 ? multiple : 1)));
        expect(Math.max(...shares) - Math.min(...shares)).toBeLessThanOrEqual(1);
        expect(Math.min(...of(owned))).toBeGreaterThanOrEqual(0);
        // The odd ones out are in one place.
        const odd = of(owned).filter((own) => kind === 0 && own % multiple > 0);
        expect(odd.length).toBeLessThanOrEqual(1);
      }
      expect(moves).toBeLessThan(2 * size);
    }
  });

  test('who has just what another lacks gives it in one move', () => {
    // 5 and 3 too many, 3, 4 and 1 too few: largest first, this would take four moves.
    expect(carriedOut([[25], [23], [17], [16], [19]], [1]).moves).toBe(3);
  });

  test('a few molecules are left where they are', () => {
    expect(isWorthSpreading(15_000, 10_000)).toBe(false);
    expect(carriedOut([[12], [1], [0], [0]], [2]).moves).toBe(0);
  });

  test('the last cell may be small, and each cell has its planner', () => {
    expect([0, 63, 64, 130].map(plannerOf)).toEqual([0, 0, 64, 128]);
    expect([0, 64, 130].map((self) => cellOf(self, 131))).toEqual([cellSize, cellSize, 3]);
  });
});

describe('thieves', () => {
  const options = { ...usualSpread, multiples: [2] };
  const steal = (thief: number): SpreadMessage => ({ type: 'STEAL', thief, hops: 4, load: 0 });
  const robbed = (thieves: readonly number[], load: number) => {
    const spread = newSpread(0, 10, options);
    for (const thief of thieves) hearSpread(spread, thief, steal(thief), [0]);
    return serveThieves(spread, load);
  };

  test('all that ask get equal shares, and the owner keeps one', () => {
    expect(robbed([1, 2, 3], 12)).toEqual(
      [1, 2, 3].map((to) => ({ type: 'move', to, combinations: 3 })),
    );
    expect(robbed([1, 2], 2)).toMatchObject([
      { type: 'move', to: 1, combinations: 1 },
      { type: 'send', to: 2, message: { type: 'EMPTY', load: 1 } },
    ]);
    expect(robbed([1], 1)).toMatchObject([{ type: 'send', message: { type: 'EMPTY' } }]);
  });

  test('whoever has nothing passes the thief on to the most loaded flask it knows', () => {
    const spread = newSpread(0, 10, options);
    const best = { flask: 7, load: 9 };
    hearSpread(spread, 3, { type: 'EMPTY', load: 0, best }, [0]);
    hearSpread(spread, 1, steal(1), [0]);
    expect(serveThieves(spread, 0)).toMatchObject([
      { type: 'send', to: 7, message: { type: 'STEAL', thief: 1, hops: 3 } },
    ]);
  });

  test('a steal that fails costs a token, and tokens are earned by work', () => {
    const spread = newSpread(0, 10, options);
    expect(lookForWork(spread, 5)).toEqual([]);
    expect(lookForWork(spread, 0, 4)).toMatchObject([{ type: 'send', to: 4 }]);
    expect(lookForWork(spread, 0, 4)).toEqual([]);
    hearSpread(spread, 4, { type: 'EMPTY', load: 0 }, [0]);
    expect(lookForWork(spread, 0, 4)).toEqual([]);
    earn(spread, options.reactionsPerToken - 1);
    expect(lookForWork(spread, 0, 4)).toEqual([]);
    earn(spread, 1);
    expect(lookForWork(spread, 0, 4)).toHaveLength(1);
    stolen(spread);
    expect(lookForWork(spread, 0, 4)).toHaveLength(1);
    hearSpread(spread, 4, { type: 'EMPTY', load: 0 }, [0]);
    encourage(spread);
    encourage(spread);
    expect(spread.tokens).toBe(1);
  });

  test('a plan for what was stolen meanwhile is dropped', () => {
    const spread = newSpread(1, 10, options);
    report(spread, [100]);
    const moves = [{ to: 2, class: 0, count: 40 }];
    expect(hearSpread(spread, 0, { type: 'PLAN', moves, load: 0 }, [90])).toHaveLength(1);
    expect(hearSpread(spread, 0, { type: 'PLAN', moves, load: 0 }, [20])).toEqual([]);
  });
});

/** Pairs of one class; messages come in any order that channels allow. Ends with everything that could react. */
class Pairs {
  readonly flasks: { readonly spread: Spread; count: number; done: number }[];
  readonly links = new Map<
    string,
    { from: number; to: number; queue: (SpreadMessage | number)[] }
  >();

  constructor(counts: readonly number[]) {
    const options = { ...usualSpread, multiples: [2] };
    this.flasks = counts.map((count, self) => ({
      ...{ spread: newSpread(self, counts.length, options), count, done: 0 },
    }));
    for (const [self, { spread, count }] of this.flasks.entries()) {
      this.#carryOut(self, report(spread, [count]));
    }
  }

  deliver(link: { from: number; to: number; queue: (SpreadMessage | number)[] }): void {
    const flask = this.#flask(link.to);
    const what = link.queue.shift();
    if (typeof what === 'number') {
      flask.count += Math.abs(what);
      if (what > 0) stolen(flask.spread);
    } else if (what !== undefined) {
      this.#carryOut(link.to, hearSpread(flask.spread, link.from, what, [flask.count]));
    }
  }

  work(self: number): void {
    const flask = this.#flask(self);
    if (flask.count >= 2) {
      flask.count -= 2;
      flask.done++;
      earn(flask.spread, 1);
    }
    const load = (): number => Math.floor(flask.count / 2);
    this.#carryOut(self, serveThieves(flask.spread, load()));
    this.#carryOut(self, lookForWork(flask.spread, load()));
    const above = flaskAbove(self, this.flasks.length, 0);
    // Left-overs are no loot: a negative number.
    if (above !== undefined && flask.count === 1) this.#move(self, above, -1);
  }

  #carryOut(self: number, effects: readonly SpreadEffect[]): void {
    for (const effect of effects) {
      if (effect.type === 'send') this.#post(self, effect.to, effect.message);
      else if (effect.type === 'move') this.#move(self, effect.to, 2 * effect.combinations);
      else this.#move(self, effect.to, -Math.min(effect.count, this.#flask(self).count));
    }
  }

  #move(from: number, to: number, count: number): void {
    this.#flask(from).count -= Math.abs(count);
    expect(this.#flask(from).count).toBeGreaterThanOrEqual(0);
    this.#post(from, to, count);
  }

  #post(from: number, to: number, what: SpreadMessage | number): void {
    const link = this.links.get(`${from} ${to}`) ?? { from, to, queue: [] };
    this.links.set(`${from} ${to}`, link);
    link.queue.push(what);
  }

  #flask(self: number) {
    const flask = this.flasks[self];
    if (flask === undefined) throw new Error(`no flask ${self}`);
    return flask;
  }
}

test('together: every pair reacts, in any order of messages, and what is left is at the root', () => {
  for (let seed = 1; seed <= 30; seed++) {
    const rng = createRng(seed);
    const size = 1 + rng.below(90);
    const isSkewed = seed % 3 === 0;
    const counts = Array.from({ length: size }, (_, i) => (isSkewed && i > 0 ? 0 : rng.below(40)));
    const total = counts.reduce((sum, count) => sum + count, 0);
    const world = new Pairs(counts);
    for (let idle = 0, steps = 0; idle < 20 * size; steps++) {
      expect(steps).toBeLessThan(200_000);
      const busy = [...world.links.values()].filter(({ queue }) => queue.length > 0);
      const link = busy[rng.below(Math.max(1, busy.length))];
      if (link !== undefined && rng.below(2) === 0) world.deliver(link);
      else world.work(rng.below(size));
      const isQuiet = busy.length === 0 && world.flasks.every(({ count }) => count < 2);
      idle = isQuiet ? idle + 1 : 0;
    }
    const done = world.flasks.reduce((sum, flask) => sum + flask.done, 0);
    expect(done).toBe(Math.floor(total / 2));
    expect(world.flasks.map(({ count }) => count)).toEqual(
      counts.map((_, i) => (i === 0 ? total % 2 : 0)),
    );
  }
});
