// Shapes: what a pattern wants to see of a molecule from outside. The classes of store-class.ts are what is there.
import type { Kind } from '../lang/index.ts';
import type { Body } from './live.ts';
import { kindOf } from './molecule.ts';
import type { PatternCode, Shape } from './rule.ts';

export function bodyKind(body: Body): Kind {
  if (typeof body !== 'object') return kindOf(body);
  if (body.kind === 'live') return 'solution';
  if (body.kind === 'live-tuple') return 'tuple';
  return body.kind;
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
