// Patterns that open solutions, for the search: what fits is told to a function, way by way, until it has seen enough.
// The same ways as match-naive.ts finds, in an order that chance decides; inside a solution only the stores that may
// hold what is wanted are looked into.
import type { Rng } from '../base/index.ts';
import { heldRows, looseAt } from './content.ts';
import { placeAll } from './inflow.ts';
import type { Body, Live, Occurrence } from './live.ts';
import { giveStores, type Loose, looseData } from './loose.ts';
import { matchBody, type Opened } from './match-naive.ts';
import type { Molecule } from './molecule.ts';
import { createRest } from './rest.ts';
import type { Env, PatternCode, Shape } from './rule.ts';
import { shapeOf } from './shape.ts';
import { type SimpleMatch, simpleMatch } from './simple-match.ts';
import { moleculeAt, occurrenceAt, type Store } from './store.ts';
import { classFits, classOf } from './store-class.ts';

type SolutionPattern = Extract<PatternCode, { kind: 'solution' }>;

/** A pattern, and what is worked out of it and its items once. */
export interface OpenPattern {
  readonly pattern: PatternCode;
  /** It as a function, unless it opens a solution. */
  readonly simple: SimpleMatch | null;
  readonly wants: Shape;
  readonly items: readonly OpenPattern[];
}

export function openPattern(pattern: PatternCode): OpenPattern {
  const hasItems = pattern.kind === 'tuple' || pattern.kind === 'solution';
  const items = hasItems ? pattern.items.map(openPattern) : [];
  return { pattern, simple: simpleMatch(pattern), wants: shapeOf(pattern), items };
}

/** What a search knows while it opens solutions. */
export interface Opening {
  env: Env;
  opened: Opened[];
  /** Chance, where it has a say. */
  rng: Rng | null;
  /** What `then` gives to be told of the next way. */
  readonly more: number;
}

/** Tells `then` of each way in which a pattern matches a body, until it gives anything but `more`. */
export function matchThen(
  { pattern, simple, items }: OpenPattern,
  body: Body,
  opening: Opening,
  then: () => number,
): number {
  if (simple !== null) return simple(body, opening.env) ? then() : opening.more;
  if (typeof body !== 'object') return opening.more;
  if (pattern.kind === 'tuple') {
    if (body.kind !== 'tuple' && body.kind !== 'live-tuple') return opening.more;
    if (body.items.length !== items.length) return opening.more;
    return itemsThen(items, body.items, 0, opening, then);
  }
  if (pattern.kind !== 'solution') return opening.more;
  if (body.kind === 'live') return solutionThen(pattern, items, body, opening, then);
  // A solution that is plain data has no stores.
  for (const _ of matchBody(pattern, body, opening.env, opening.opened)) {
    const next = then();
    if (next !== opening.more) return next;
  }
  return opening.more;
}

function itemsThen(
  patterns: readonly OpenPattern[],
  bodies: readonly Body[],
  from: number,
  opening: Opening,
  then: () => number,
): number {
  for (let i = from; i < patterns.length; i++) {
    const pattern = patterns[i] as OpenPattern;
    const body = bodies[i] as Body;
    const { simple } = pattern;
    if (simple === null) return openItem(pattern, body, patterns, bodies, i + 1, opening, then);
    if (!simple(body, opening.env)) return opening.more;
  }
  return then();
}

/** One that opens something, and those behind it. Apart from the loop, which would make its closure at every step. */
function openItem(
  pattern: OpenPattern,
  body: Body,
  patterns: readonly OpenPattern[],
  bodies: readonly Body[],
  from: number,
  opening: Opening,
  then: () => number,
): number {
  // What is last needs nobody to go on for it.
  if (from === patterns.length) return matchThen(pattern, body, opening, then);
  return matchThen(pattern, body, opening, () => itemsThen(patterns, bodies, from, opening, then));
}

/** What the items of a pattern have taken so far. */
interface Taken {
  readonly items: readonly OpenPattern[];
  readonly stores: Store[];
  readonly rows: number[];
  count: number;
}

/** A solution pattern accounts for all of the content: what its items do not take is the rest. */
function solutionThen(
  pattern: SolutionPattern,
  items: readonly OpenPattern[],
  live: Live,
  opening: Opening,
  then: () => number,
): number {
  const { rest } = pattern;
  const { size } = live;
  if (size < items.length || (rest < 0 && size > items.length)) return opening.more;
  const { length } = items;
  // What is taken out of a solution that stays is taken out of its stores.
  if (live.loose !== null && pattern.frame && length > 0) giveStores(live);
  if (live.loose !== null) {
    const at = length === 0 ? NOTHING : new Array<number>(length);
    const taken = { items, data: looseData(live.loose), at, count: 0 };
    return takeLoose(pattern, live, live.loose, taken, opening, then);
  }
  const [stores, rows] = [new Array<Store>(length), new Array<number>(length)];
  const taken = { items, stores, rows, count: 0 };
  return takeThen(pattern, live, taken, opening, then);
}

/** Fills the items of a solution pattern behind those that have taken something. */
function takeThen(
  pattern: SolutionPattern,
  live: Live,
  taken: Taken,
  opening: Opening,
  then: () => number,
): number {
  const item = taken.items[taken.count];
  if (item === undefined) return openedThen(pattern, live, taken, opening, then);
  const { wants } = item;
  let count = 0;
  for (const store of live.stores) {
    if (!classFits(store.of, wants)) continue;
    placeAll(store);
    count += store.rows - store.gone;
  }
  const start = opening.rng !== null && count > 1 ? opening.rng.below(count) : 0;
  // From there to the last, then from the first to there.
  for (let pass = 0; pass < (start === 0 ? 1 : 2); pass++) {
    let at = 0;
    for (const store of live.stores) {
      if (!classFits(store.of, wants)) continue;
      const rows = store.pending === 0 && store.scan !== null ? store.scan : heldRows(store);
      for (let i = 0; i < rows.length; i++, at++) {
        if (pass === 0 ? at < start : at >= start) continue;
        const row = rows[i] as number;
        if (isTaken(taken, store, row)) continue;
        const next = tryItem(item, store, row, pattern, live, taken, opening, then);
        if (next !== opening.more) return next;
      }
    }
  }
  return opening.more;
}

function tryItem(
  item: OpenPattern,
  store: Store,
  row: number,
  pattern: SolutionPattern,
  live: Live,
  taken: Taken,
  opening: Opening,
  then: () => number,
): number {
  const body = store.of.bodies ? (store.held[row] as Occurrence).body : moleculeAt(store, row);
  const { simple } = item;
  taken.stores[taken.count] = store;
  taken.rows[taken.count++] = row;
  let next = opening.more;
  if (simple === null) next = tryOpening(item, body, pattern, live, taken, opening, then);
  else if (simple(body, opening.env)) next = takeThen(pattern, live, taken, opening, then);
  taken.count--;
  return next;
}

function tryOpening(
  item: OpenPattern,
  body: Body,
  pattern: SolutionPattern,
  live: Live,
  taken: Taken,
  opening: Opening,
  then: () => number,
): number {
  return matchThen(item, body, opening, () => takeThen(pattern, live, taken, opening, then));
}

function isTaken({ stores, rows, count }: Taken, store: Store, row: number): boolean {
  for (let i = 0; i < count; i++) if (rows[i] === row && stores[i] === store) return true;
  return false;
}

function openedThen(
  pattern: SolutionPattern,
  live: Live,
  { stores, rows, count }: Taken,
  opening: Opening,
  then: () => number,
): number {
  const items = new Array<Occurrence>(count);
  for (let i = 0; i < count; i++) {
    items[i] = occurrenceAt(stores[i] as Store, rows[i] as number);
  }
  return tellOpened(pattern, live, items, opening, then);
}

function tellOpened(
  pattern: SolutionPattern,
  live: Live,
  items: readonly Occurrence[],
  opening: Opening,
  then: () => number,
): number {
  opening.opened[pattern.index] = { live, items };
  if (pattern.rest >= 0) opening.env[pattern.rest] = createRest(live, items);
  return then();
}

/** The same in a solution without stores: its data, then its rule. Numbers say where in that order something was taken. */
interface LooseTaken {
  readonly items: readonly OpenPattern[];
  readonly data: readonly Molecule[];
  readonly at: number[];
  count: number;
}

const NOTHING: number[] = [];

function takeLoose(
  pattern: SolutionPattern,
  live: Live,
  loose: Loose,
  taken: LooseTaken,
  opening: Opening,
  then: () => number,
): number {
  const item = taken.items[taken.count];
  if (item === undefined) return openedLoose(pattern, live, loose, taken, opening, then);
  const { wants, simple } = item;
  // Nothing in here is open to a pattern that opens.
  if (simple === null) return opening.more;
  const { data } = taken;
  const { rule } = loose;
  const from = classFits(loose.of, wants) ? 0 : data.length;
  const isRuleWanted = rule !== null && classFits(classOf(rule.body), wants);
  const count = data.length - from + (isRuleWanted ? 1 : 0);
  const start = opening.rng !== null && count > 1 ? opening.rng.below(count) : 0;
  for (let i = 0; i < count; i++) {
    const at = from + (start + i < count ? start + i : start + i - count);
    if (isTakenThere(taken, at)) continue;
    const body = at < data.length ? (data[at] as Molecule) : (rule as Occurrence).body;
    if (!simple(body, opening.env)) continue;
    taken.at[taken.count++] = at;
    const next = takeLoose(pattern, live, loose, taken, opening, then);
    taken.count--;
    if (next !== opening.more) return next;
  }
  return opening.more;
}

function isTakenThere({ at, count }: LooseTaken, place: number): boolean {
  for (let i = 0; i < count; i++) if (at[i] === place) return true;
  return false;
}

function openedLoose(
  pattern: SolutionPattern,
  live: Live,
  loose: Loose,
  { data, at: taken, count }: LooseTaken,
  opening: Opening,
  then: () => number,
): number {
  const items = count === 0 ? NONE : new Array<Occurrence>(count);
  for (let i = 0; i < count; i++) {
    const at = taken[i] as number;
    items[i] = at < data.length ? looseAt(live, loose, at) : (loose.rule as Occurrence);
  }
  return tellOpened(pattern, live, items, opening, then);
}

/** Nobody may put anything in. */
const NONE: Occurrence[] = [];
