// Shapes: what a molecule looks like from outside, and what a pattern wants to see there. They sort the
// occurrences of a solution into buckets, so that a search passes over what cannot match.
import type { Kind } from '../lang/index.ts';
import type { Body, Bucket } from './live.ts';
import { kindOf } from './molecule.ts';
import type { PatternCode, Shape } from './rule.ts';

/** The key of the bucket that a body belongs to. */
export function bucketKey(body: Body): string {
  const kind = bodyKind(body);
  if (kind !== 'tuple') return kind;
  return `tuple/${arityOf(body)}/${headOf(body) ?? ''}`;
}

export function createBucket(body: Body): Bucket {
  return {
    kind: bodyKind(body),
    arity: arityOf(body),
    head: headOf(body),
    items: [],
    indexes: [],
    takers: null,
  };
}

export function bodyKind(body: Body): Kind {
  if (typeof body !== 'object') return kindOf(body);
  if (body.kind === 'live') return 'solution';
  if (body.kind === 'live-tuple') return 'tuple';
  return body.kind;
}

export function bucketFits(bucket: Bucket, wants: Shape): boolean {
  if (wants.kind === 'anything') return true;
  if (wants.kind === null) return bucket.kind !== 'rule';
  if (bucket.kind !== wants.kind) return false;
  if (wants.arity !== null && bucket.arity !== wants.arity) return false;
  return wants.head === null || bucket.head === wants.head;
}

const ANY: Shape = { kind: null, arity: null, head: null };

/** What a body must look like for `pattern` to match; `kind` is what its type says, if it says one. */
export function shapeOf(pattern: PatternCode): Shape {
  switch (pattern.kind) {
    case 'tuple': {
      const first = pattern.items[0];
      const head = first?.kind === 'constant' ? first.value : null;
      const isSymbol = typeof head === 'object' && head?.kind === 'symbol';
      return { kind: 'tuple', arity: pattern.items.length, head: isSymbol ? head.name : null };
    }
    case 'constant':
      // A literal tuple cannot stand in a pattern as one constant, so the kind says it all.
      return { kind: kindOf(pattern.value), arity: null, head: null };
    case 'solution':
      return { kind: 'solution', arity: null, head: null };
    case 'rule':
      return { kind: 'rule', arity: null, head: null };
    case 'bind':
    case 'wildcard':
      return pattern.only === null ? ANY : { kind: pattern.only, arity: null, head: null };
    case 'equal':
    case 'computed':
      // Equal to what is known only while running, a rule perhaps.
      return { kind: 'anything', arity: null, head: null };
  }
}

function arityOf(body: Body): number {
  if (typeof body !== 'object') return 0;
  return body.kind === 'tuple' || body.kind === 'live-tuple' ? body.items.length : 0;
}

function headOf(body: Body): string | null {
  if (typeof body !== 'object') return null;
  if (body.kind !== 'tuple' && body.kind !== 'live-tuple') return null;
  const first = body.items[0];
  return typeof first === 'object' && first.kind === 'symbol' ? first.name : null;
}
