// Two portraits of the same molecules, by two machines that call them differently: which is which. What looks the same and is
// new can do the same, so among those any may be any.
import { type BodyPortrait, likenessOf, type Portrait } from '../../runtime/index.ts';

/** What one machine calls things, as the other one calls them. */
export interface Names {
  readonly molecules: Map<number, number>;
  readonly solutions: Map<number, number>;
  /** Solutions, as the other one calls them, that are inert here and not there; innermost first. */
  readonly atRest: number[];
}

export function noNames(): Names {
  return { molecules: new Map(), solutions: new Map(), atRest: [] };
}

/** Learns the names of what a machine tells, against what there is; a sentence says what does not fit. */
export function pair(
  names: Names,
  told: readonly Portrait[],
  actual: readonly Portrait[],
): string | null {
  if (told.length !== actual.length) {
    return `${told.length} molecules are told of, and there are ${actual.length}`;
  }
  const byLikeness = new Map<string, Portrait[]>();
  for (let i = actual.length - 1; i >= 0; i--) {
    const portrait = actual[i] as Portrait;
    const likeness = likenessIn(portrait, (id) => `#${id}`);
    const alike = byLikeness.get(likeness);
    if (alike === undefined) byLikeness.set(likeness, [portrait]);
    else alike.push(portrait);
  }
  for (const portrait of told) {
    const likeness = toldLikeness(names, portrait);
    const found = byLikeness.get(likeness)?.pop();
    if (found === undefined) return `${likeness} is told of, and there is no such molecule`;
    const problem = pairOne(names, portrait, found);
    if (problem !== null) return problem;
  }
  return null;
}

/** How a molecule of this machine looks to the other one. */
export function toldLikeness({ molecules }: Names, portrait: Portrait): string {
  return likenessIn(portrait, (id) => `#${molecules.get(id) ?? '?'}`);
}

/** The same for one that is known to be the other. */
export function pairSame(names: Names, told: Portrait, actual: Portrait): string | null {
  return pair(names, [told], [actual]);
}

function pairOne(names: Names, [id, body]: Portrait, [known, actual]: Portrait): string | null {
  if (body === undefined || actual === undefined) return null;
  if (names.molecules.has(id)) return `m${id} is born a second time`;
  names.molecules.set(id, known);
  return pairBodies(names, body, actual);
}

/** They look the same, so they are made the same way. */
function pairBodies(names: Names, told: BodyPortrait, actual: BodyPortrait): string | null {
  if (typeof told === 'string' || typeof actual === 'string') return null;
  if ('items' in told) {
    if (!('items' in actual)) return null;
    for (const [i, item] of told.items.entries()) {
      const problem = pairBodies(names, item, actual.items[i] as BodyPortrait);
      if (problem !== null) return problem;
    }
    return null;
  }
  if ('items' in actual) return null;
  names.solutions.set(told.solution, actual.solution);
  const problem = pair(names, told.content, actual.content);
  if (told.inert && !actual.inert) names.atRest.push(actual.solution);
  return problem;
}

function likenessIn([id, body]: Portrait, nameOf: (id: number) => string): string {
  return body === undefined ? nameOf(id) : likenessOf(body, nameOf);
}
