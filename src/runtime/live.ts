// A solution that reacts: occurrences of molecules, each with an identity, some of them with live
// solutions inside. A molecule is a value; an occurrence is one copy of it, in one place.
// Data only: who puts in and takes out is soup.ts.
import type { Kind } from '../lang/index.ts';
import type { FieldIndex } from './field-index.ts';
import type { Memory } from './memory.ts';
import { heldSolution, heldTuple, type Molecule, type SolutionMolecule } from './molecule.ts';
import type { RuleMolecule } from './rule.ts';

export interface Live {
  readonly kind: 'live';
  readonly id: number;
  /** The occurrence that it lies in; null for the outermost one, and while it is being moved. */
  owner: Occurrence | null;
  /** All that is here, data and rules, by id. */
  readonly content: Map<number, Occurrence>;
  /** The rules among them. */
  readonly rules: Map<number, Occurrence>;
  /** How many of the rules remember what they fired on. */
  remembering: number;
  /** The occurrences here that have something active inside. */
  unsettled: number;
  /** Effects whose answers will be put here. */
  awaited: number;
  /** The stages that follow, for `A then B`. */
  next: SolutionMolecule | null;
  /** How many occurrences here are fresh. */
  fresh: number;
  /** What patterns may see, by shape. */
  readonly buckets: Map<string, Bucket>;
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
  /** Where it stands in its bucket; -1 while no pattern may see it. */
  position: number;
  bucket: Bucket | null;
  /** Its place among the fresh (fresh-set.ts), or -1. */
  freshAt: number;
  /** Its places in the lists of the bucket's indexes. */
  indexed: number[];
  /** Set while a search holds it, so that no molecule fills two slots. */
  held: boolean;
  /** What a `whenever` rule has fired on. */
  memory: Memory | null;
}

/** The visible occurrences of one shape, in no particular order. */
export interface Bucket {
  readonly kind: Kind;
  readonly arity: number;
  readonly head: string | null;
  readonly items: Occurrence[];
  readonly indexes: FieldIndex[];
  /** The slots that an occurrence of this shape could fill; null when they must be found again. */
  takers: readonly Taker[] | null;
}

/** A slot of a rule that a molecule could fill. */
export interface Taker {
  readonly rule: Occurrence;
  readonly molecule: RuleMolecule;
  readonly slot: number;
}

/** A molecule with its live solutions in place. Without any inside it is the molecule itself. */
export type Body = Molecule | LiveTuple | Live;

export interface LiveTuple {
  readonly kind: 'live-tuple';
  readonly items: readonly Body[];
}

/** The places of an occurrence that no index holds. */
export const NO_PLACES: number[] = [];

/** An empty solution that lies nowhere yet. */
export function createLive(id: number, next: SolutionMolecule | null): Live {
  return {
    kind: 'live',
    id,
    owner: null,
    content: new Map(),
    rules: new Map(),
    remembering: 0,
    buckets: new Map(),
    unsettled: 0,
    fresh: 0,
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
    position: -1,
    bucket: null,
    freshAt: -1,
    indexed: NO_PLACES,
    held: false,
    memory: null,
  };
}

/** The value of a body as it is now. Of an inert one it is final, and kept. */
export function freeze(body: Body): Molecule {
  if (typeof body !== 'object') return body;
  if (body.kind === 'live-tuple') return heldTuple(body.items.map(freeze));
  if (body.kind === 'live') return freezeLive(body);
  return body;
}

export function freezeLive(live: Live): SolutionMolecule {
  if (live.snapshot !== null) return live.snapshot;
  const items: Molecule[] = [];
  for (const occurrence of live.content.values()) items.push(freeze(occurrence.body));
  const frozen = heldSolution(items, live.next);
  if (live.inert) live.snapshot = frozen;
  return frozen;
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
