// Patterns that can match in one way only, as functions: all but those that open a solution. The search tries
// a molecule against one of these far more often than anything else is done.
import { freeze } from './content.ts';
import type { Body } from './live.ts';
import type { Molecule } from './molecule.ts';
import { same } from './order.ts';
import type { Env, PatternCode } from './rule.ts';

/** Whether a body matches; binds the variables of the pattern as it goes. */
export type SimpleMatch = (body: Body, env: Env) => boolean;

/** The pattern as a function, or null when it opens a solution and may match in several ways. */
export function simpleMatch(pattern: PatternCode): SimpleMatch | null {
  switch (pattern.kind) {
    case 'wildcard': {
      const { test } = pattern;
      return (body) => !isRule(body) && (test === null || test(body));
    }
    case 'bind': {
      const { place, test } = pattern;
      return (body, env) => {
        if (isRule(body) || (test !== null && !test(body))) return false;
        env[place] = freeze(body);
        return true;
      };
    }
    case 'equal': {
      const { place, test } = pattern;
      return (body, env) =>
        (test === null || test(body)) && same(env[place] as Molecule, freeze(body));
    }
    case 'constant': {
      const { value } = pattern;
      return (body) => same(value, freeze(body));
    }
    case 'computed': {
      const { value } = pattern;
      return (body, env) => {
        const wanted = value(env);
        return wanted !== null && same(wanted, freeze(body));
      };
    }
    case 'rule': {
      const { name, place } = pattern;
      return (body, env) => {
        if (typeof body !== 'object' || body.kind !== 'rule') return false;
        if (name !== null && name !== body.name) return false;
        if (place >= 0) env[place] = body;
        return true;
      };
    }
    case 'tuple':
      return simpleTuple(pattern.items.map(simpleMatch));
    case 'solution':
      return null;
  }
}

function simpleTuple(matches: readonly (SimpleMatch | null)[]): SimpleMatch | null {
  if (matches.includes(null)) return null;
  const items = matches as readonly SimpleMatch[];
  const arity = items.length;
  return (body, env) => {
    if (typeof body !== 'object') return false;
    if (body.kind !== 'tuple' && body.kind !== 'live-tuple') return false;
    const parts: readonly Body[] = body.items;
    if (parts.length !== arity) return false;
    for (let i = 0; i < arity; i++) {
      if (!(items[i] as SimpleMatch)(parts[i] as Body, env)) return false;
    }
    return true;
  };
}

function isRule(body: Body): boolean {
  return typeof body === 'object' && body.kind === 'rule';
}
