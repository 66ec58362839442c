// Copies of a soup, with the same ids: explore.ts tries each reaction on a copy of its own. Such soups are not packed.
import type { Body, Live, Occurrence } from './live.ts';
import { Soup } from './soup.ts';

export interface SoupCopy {
  readonly soup: Soup;
  /** The copy of a live solution of the original. */
  readonly liveOf: ReadonlyMap<Live, Live>;
  readonly occurrenceOf: ReadonlyMap<Occurrence, Occurrence>;
}

/** `detached` are solutions that lie nowhere for the moment: a product that awaits an answer keeps them. */
export function cloneSoup(soup: Soup, detached: readonly Live[] = []): SoupCopy {
  const liveOf = new Map<Live, Live>();
  const occurrenceOf = new Map<Occurrence, Occurrence>();
  const root = cloneLive(soup.root, null, liveOf, occurrenceOf);
  for (const live of detached) {
    if (!liveOf.has(live)) cloneLive(live, null, liveOf, occurrenceOf);
  }
  return { soup: new Soup(undefined, soup.ids, root), liveOf, occurrenceOf };
}

function cloneLive(
  live: Live,
  owner: Occurrence | null,
  liveOf: Map<Live, Live>,
  occurrenceOf: Map<Occurrence, Occurrence>,
): Live {
  const copy: Live = {
    ...live,
    owner,
    content: new Map(),
    rules: new Map(),
    stores: [],
    storeOf: null,
  };
  liveOf.set(live, copy);
  for (const occurrence of live.content.values()) {
    const body = cloneBody(occurrence.body, liveOf, occurrenceOf);
    const twin: Occurrence = {
      ...occurrence,
      body,
      home: copy,
      memory: occurrence.memory?.copy() ?? null,
    };
    adopt(body, twin);
    occurrenceOf.set(occurrence, twin);
    copy.content.set(twin.id, twin);
    if (live.rules.has(twin.id)) copy.rules.set(twin.id, twin);
  }
  return copy;
}

function cloneBody(
  body: Body,
  liveOf: Map<Live, Live>,
  occurrenceOf: Map<Occurrence, Occurrence>,
): Body {
  if (typeof body !== 'object') return body;
  if (body.kind === 'live') return cloneLive(body, null, liveOf, occurrenceOf);
  if (body.kind !== 'live-tuple') return body;
  return {
    kind: 'live-tuple',
    items: body.items.map((item) => cloneBody(item, liveOf, occurrenceOf)),
  };
}

function adopt(body: Body, owner: Occurrence): void {
  if (typeof body !== 'object') return;
  if (body.kind === 'live') body.owner = owner;
  else if (body.kind === 'live-tuple') for (const item of body.items) adopt(item, owner);
}
