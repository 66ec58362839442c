// An occurrence as plain data, with the identities of all that is inside: what a machine tells of it to whoever follows
// molecules from one machine to another. What was told before is told by its identity alone.
import { contentOf } from './content.ts';
import type { Body, Live, Occurrence } from './live.ts';
import { show } from './show.ts';

/** The identity, and what it looks like unless that is known. */
export type Portrait = readonly [id: number] | readonly [id: number, body: BodyPortrait];

/** The canonical text of what has no solution inside. */
export type BodyPortrait = string | TuplePortrait | SolutionPortrait;

export interface TuplePortrait {
  readonly items: readonly BodyPortrait[];
}

export interface SolutionPortrait {
  readonly solution: number;
  /** The stages that follow; empty for none. */
  readonly next: string;
  readonly content: readonly Portrait[];
  /** Whether it is known to be inert. */
  readonly inert: boolean;
}

/** Identities below `since` are known. */
export function portraitOf({ id, body }: Occurrence, since = 0): Portrait {
  return [id, bodyPortrait(body, since)];
}

/** The content of a solution, as far as it is new. */
export function newContent(live: Live, since: number): Portrait[] {
  const fresh = contentOf(live).filter(({ id }) => id >= since);
  return fresh.map((one) => portraitOf(one, since));
}

function bodyPortrait(body: Body, since: number): BodyPortrait {
  if (typeof body !== 'object') return show(body);
  if (body.kind === 'live-tuple') {
    return { items: body.items.map((item) => bodyPortrait(item, since)) };
  }
  if (body.kind === 'live') return solutionPortrait(body, since);
  // Two rules of one name may differ: the name alone would confuse them.
  if (body.kind === 'rule') return `${body.name ?? ''}=${body.key}`;
  return show(body, { rules: true });
}

function solutionPortrait(live: Live, since: number): SolutionPortrait {
  const { id, next, inert } = live;
  const content = contentOf(live).map((one): Portrait => {
    return one.id < since ? [one.id] : portraitOf(one, since);
  });
  return {
    ...{ solution: id, next: next === null ? '' : show(next, { rules: true }) },
    ...{ content, inert },
  };
}

/** The same for what looks the same: order and identities do not count. What is known by its identity is named. */
export function likenessOf(body: BodyPortrait, nameOf: (id: number) => string): string {
  if (typeof body === 'string') return body;
  if ('items' in body) return `(${body.items.map((item) => likenessOf(item, nameOf)).join(':')})`;
  const content = body.content.map(([id, inner]) =>
    inner === undefined ? nameOf(id) : likenessOf(inner, nameOf),
  );
  return `<${content.sort().join(', ')}>${body.next}`;
}
