// Patterns that open solutions, for the search: what fits is told to a function, way by way, until it has seen enough.
// The same ways as match-naive.ts finds, in an order that chance decides; inside a solution only the stores that may
// hold what is wanted are looked into.
import type { Rng } from '../base/index.ts';
import { heldRows } from './content.ts';
import { placeAll } from './inflow.ts';
import type { Body, Live, Occurrence } from './live.ts';
import { matchBody, type Opened } from './match-naive.ts';
import { createRest } from './rest.ts';
import type { Env, PatternCode, Shape } from './rule.ts';
import { shapeOf } from './shape.ts';
import { type SimpleMatch, simpleMatch } from './simple-match.ts';
import { moleculeAt, occurrenceAt, type Store } from './store.ts';
import { classFits } from './store-class.ts';

/** What a search knows while it opens solutions. */
export interface Opening {
  readonly env: Env;
  readonly opened: Opened[];
  /** Chance, where it has a say. */
  readonly rng: Rng | null;
  /** What `then` gives to be told of the next way. */
  readonly more: number;
}

/** Tells `then` of each way in which a pattern matches a body, until it gives anything but `more`. */
export function matchThen(
  pattern: PatternCode,
  body: Body,
  opening: Opening,
  then: () => number,
): number {
  const simple = simpleOf(pattern);
  if (simple !== null) return simple(body, opening.env) ? then() : opening.more;
  if (typeof body !== 'object') return opening.more;
  if (pattern.kind === 'tuple') {
    if (body.kind !== 'tuple' && body.kind !== 'live-tuple') return opening.more;
    if (body.items.length !== pattern.items.length) return opening.more;
    return itemsThen(pattern.items, body.items, 0, opening, then);
  }
  if (pattern.kind !== 'solution') return opening.more;
  if (body.kind === 'live') return solutionThen(pattern, body, opening, then);
  // A solution that is plain data has no stores.
  for (const _ of matchBody(pattern, body, opening.env, opening.opened)) {
    const next = then();
    if (next !== opening.more) return next;
  }
  return opening.more;
}

const simples = new WeakMap<PatternCode, SimpleMatch | null>();

function simpleOf(pattern: PatternCode): SimpleMatch | null {
  const known = simples.get(pattern);
  if (known !== undefined) return known;
  const made = simpleMatch(pattern);
  simples.set(pattern, made);
  return made;
}

const shapes = new WeakMap<PatternCode, Shape>();

function wantsOf(pattern: PatternCode): Shape {
  const known = shapes.get(pattern);
  if (known !== undefined) return known;
  const made = shapeOf(pattern);
  shapes.set(pattern, made);
  return made;
}

function itemsThen(
  patterns: readonly PatternCode[],
  bodies: readonly Body[],
  from: number,
  opening: Opening,
  then: () => number,
): number {
  for (let i = from; i < patterns.length; i++) {
    const pattern = patterns[i] as PatternCode;
    const body = bodies[i] as Body;
    const simple = simpleOf(pattern);
    if (simple === null) {
      return matchThen(pattern, body, opening, () =>
        itemsThen(patterns, bodies, i + 1, opening, then),
      );
    }
    if (!simple(body, opening.env)) return opening.more;
  }
  return then();
}

interface Taken {
  readonly store: Store;
  readonly row: number;
}

/** A solution pattern accounts for all of the content: what its items do not take is the rest. */
function solutionThen(
  pattern: Extract<PatternCode, { kind: 'solution' }>,
  live: Live,
  opening: Opening,
  then: () => number,
): number {
  const { items, rest } = pattern;
  const { size } = live;
  if (size < items.length || (rest < 0 && size > items.length)) return opening.more;
  const taken: Taken[] = [];
  const take = (index: number): number => {
    const item = items[index];
    if (item === undefined) {
      const now = taken.map(({ store, row }): Occurrence => occurrenceAt(store, row));
      opening.opened[pattern.index] = { live, items: now };
      if (rest >= 0) opening.env[rest] = createRest(live, now);
      return then();
    }
    for (const one of candidatesFor(item, live, opening.rng)) {
      if (taken.some(({ store, row }) => row === one.row && store === one.store)) continue;
      const body = one.store.of.bodies
        ? (one.store.held[one.row] as Occurrence).body
        : moleculeAt(one.store, one.row);
      taken.push(one);
      const next = matchThen(item, body, opening, () => take(index + 1));
      taken.pop();
      if (next !== opening.more) return next;
    }
    return opening.more;
  };
  return take(0);
}

function candidatesFor(item: PatternCode, live: Live, rng: Rng | null): readonly Taken[] {
  const wants = wantsOf(item);
  const found: Taken[] = [];
  for (const store of live.stores) {
    if (!classFits(store.of, wants)) continue;
    placeAll(store);
    for (const row of heldRows(store)) found.push({ store, row });
  }
  if (rng === null || found.length < 2) return found;
  const start = rng.below(found.length);
  return [...found.slice(start), ...found.slice(0, start)];
}
