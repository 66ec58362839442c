// A solution that reacts: occurrences of molecules, each with an identity, some of them with live
// solutions inside. A molecule is a value; an occurrence is one copy of it, in one place.
// Data only: who puts in and takes out is soup.ts.
import type { Layout } from './layout.ts';
import type { Loose } from './loose.ts';
import type { Memory } from './memory.ts';
import type { Molecule, SolutionMolecule } from './molecule.ts';
import type { RuleMolecule } from './rule.ts';
import type { Store, StoreClass } from './store.ts';

export interface Live {
  readonly kind: 'live';
  readonly id: number;
  /** The occurrence that it lies in; null for the outermost one, and while it is being moved. */
  owner: Occurrence | null;
  /** The rules here, and what has something live inside; and all other data, unless it is packed into stores. */
  content: Map<number, Occurrence>;
  /** All that is here, while nobody has looked for anything by its class: then there are no stores, and no content. */
  loose: Loose | null;
  /** What patterns look for, by class: the packed data, and the occurrences of `content` that have arrived. */
  readonly stores: Store[];
  /** The same by class, where there are many. */
  storeOf: Map<StoreClass, Store> | null;
  /** How many molecules are here, rules included. */
  size: number;
  /** The rules among them. */
  rules: Map<number, Occurrence>;
  /** How many of the rules remember what they fired on. */
  remembering: number;
  /** The occurrences here that have something active inside. */
  unsettled: number;
  /** Effects whose answers will be put here. */
  awaited: number;
  /** The stages that follow, for `A then B`. */
  next: SolutionMolecule | null;
  /** How many of the molecules in its stores have their turn to come. */
  pending: number;
  /** Its place among the solutions where something is pending, or -1. */
  busyAt: number;
  /** Whether it is to be looked at: it may have come to rest. */
  stirred: boolean;
  /** What its rules ask of its stores; null when that must be worked out again. */
  layout: Layout | null;
  /** Some molecules became visible without a turn. They have one before it comes to rest. */
  shy: boolean;
  /** Nothing may become visible without a turn until the next reaction. */
  bold: boolean;
  /** No rule here has a match, nothing inside is active, no stage follows. Set by whoever schedules. */
  inert: boolean;
  /** What it looks like from outside; kept while it is inert. */
  snapshot: SolutionMolecule | null;
}

export interface Occurrence {
  readonly id: number;
  readonly body: Body;
  home: Live;
  /** The live solutions directly inside that are not inert yet; a pattern sees it only at 0. */
  active: number;
  /** Where it lies, once patterns may look for it. */
  store: Store | null;
  row: number;
  /** What a `whenever` rule has fired on. */
  memory: Memory | null;
}

/** A molecule with its live solutions in place. Without any inside it is the molecule itself. */
export type Body = Molecule | LiveTuple | Live;

export interface LiveTuple {
  readonly kind: 'live-tuple';
  readonly items: readonly Body[];
}

/** Most solutions hold packed data alone: this stands for what they do not have. Nobody may put anything in. */
const NOTHING = new Map<number, Occurrence>();

/** Enters an occurrence among the content of a solution, and among its rules when it is one. */
export function enter(home: Live, occurrence: Occurrence): void {
  if (home.content === NOTHING) home.content = new Map();
  home.content.set(occurrence.id, occurrence);
  if (ruleOf(occurrence) === null) return;
  if (home.rules === NOTHING) home.rules = new Map();
  home.rules.set(occurrence.id, occurrence);
}

/** An empty solution that lies nowhere yet. */
export function createLive(id: number, next: SolutionMolecule | null): Live {
  return {
    kind: 'live',
    id,
    owner: null,
    content: NOTHING,
    rules: NOTHING,
    loose: null,
    remembering: 0,
    stores: [],
    storeOf: null,
    size: 0,
    unsettled: 0,
    pending: 0,
    busyAt: -1,
    stirred: false,
    layout: null,
    shy: false,
    bold: false,
    awaited: 0,
    next,
    inert: false,
    snapshot: null,
  };
}

/** An occurrence that is nowhere entered yet. */
export function createOccurrence(id: number, body: Body, home: Live): Occurrence {
  return {
    id,
    body,
    home,
    active: 0,
    store: null,
    row: -1,
    memory: null,
  };
}

/** The rule that an occurrence holds, or null when it holds data. */
export function ruleOf(occurrence: Occurrence): RuleMolecule | null {
  const body = occurrence.body;
  return typeof body === 'object' && body.kind === 'rule' ? body : null;
}

/** Calls `visit` for every live solution directly inside a body. */
export function eachLive(body: Body, visit: (live: Live) => void): void {
  if (typeof body !== 'object') return;
  if (body.kind === 'live') visit(body);
  else if (body.kind === 'live-tuple') for (const item of body.items) eachLive(item, visit);
}

/** The solutions directly inside of an occurrence are its own; those that are not inert keep it from being seen. */
export function own(occurrence: Occurrence, body: Body): void {
  if (typeof body !== 'object') return;
  if (body.kind === 'live-tuple') for (const item of body.items) own(occurrence, item);
  if (body.kind !== 'live') return;
  body.owner = occurrence;
  if (!body.inert) occurrence.active++;
}
