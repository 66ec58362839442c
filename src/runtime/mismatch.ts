// Why a molecule does not fit a pattern, and how near it comes: the first thing that is wrong with it.
// What fits is match-naive.ts's to say; this is only asked of what does not.
import { freeze } from './content.ts';
import type { Body, Live } from './live.ts';
import { matchBody } from './match-naive.ts';
import { kindOf, type Molecule } from './molecule.ts';
import type { Env, PatternCode } from './rule.ts';
import { bodyKind } from './shape.ts';
import { showShort } from './show.ts';

export interface Mismatch {
  /** The larger, the nearer. */
  readonly score: number;
  /** What it is, after its name: `has 2 parts, not 3`. */
  readonly reason: string;
}

/** The mismatch of a body that `pattern` does not match. `env` may be filled on the way. */
export function mismatchOf(pattern: PatternCode, body: Body, env: Env): Mismatch {
  const kind = bodyKind(body);
  switch (pattern.kind) {
    case 'wildcard':
    case 'bind':
      if (kind === 'rule') return { score: 0, reason: 'is a rule, and data is wanted' };
      if (pattern.only !== null && pattern.only !== kind) return wrongKind(kind, pattern.only);
      return { score: 1, reason: 'is not of the type that is wanted' };
    case 'equal':
      return unequal(env[pattern.place] as Molecule, body);
    case 'constant':
      return unequal(pattern.value, body);
    case 'computed': {
      const value = pattern.value(env);
      if (value === null) return { score: 0, reason: 'is compared with what fails to evaluate' };
      return unequal(value, body);
    }
    case 'rule':
      if (typeof body !== 'object' || body.kind !== 'rule') return wrongKind(kind, 'rule');
      return { score: 1, reason: `is not a rule named ${pattern.name ?? 'so'}` };
    case 'tuple':
      return tupleMismatch(pattern, body, env);
    case 'solution':
      return solutionMismatch(pattern, body);
  }
}

function tupleMismatch(
  pattern: Extract<PatternCode, { kind: 'tuple' }>,
  body: Body,
  env: Env,
): Mismatch {
  if (typeof body !== 'object' || (body.kind !== 'tuple' && body.kind !== 'live-tuple')) {
    return wrongKind(bodyKind(body), 'tuple');
  }
  const [has, wanted] = [body.items.length, pattern.items.length];
  const sameHead = matches(pattern.items[0], body.items[0], env);
  if (has !== wanted) {
    return { score: sameHead ? 3 : 1, reason: `has ${has} parts, not ${wanted}` };
  }
  for (let i = 0; i < wanted; i++) {
    const [item, part] = [pattern.items[i] as PatternCode, body.items[i] as Body];
    if (matches(item, part, env)) continue;
    const inner = mismatchOf(item, part, env);
    const name = showShort(freeze(part), 30);
    return { score: 2 + 2 * i, reason: `does not fit: its part ${name} ${inner.reason}` };
  }
  return { score: 2, reason: 'does not fit' };
}

function solutionMismatch(
  pattern: Extract<PatternCode, { kind: 'solution' }>,
  body: Body,
): Mismatch {
  if (typeof body !== 'object' || body.kind !== 'live')
    return wrongKind(bodyKind(body), 'solution');
  const live: Live = body;
  if (!live.inert) return { score: 2, reason: 'is not inert yet' };
  const [has, wanted] = [live.size, pattern.items.length];
  const holds = `holds ${has} ${has === 1 ? 'molecule' : 'molecules'}, rules included`;
  if (has < wanted) return { score: 2, reason: `${holds}, and ${wanted} are wanted` };
  if (has > wanted && pattern.rest < 0) {
    return { score: 3, reason: `${holds}, and the pattern takes ${wanted}: ?w takes the rest` };
  }
  return { score: 2, reason: 'does not hold what the pattern takes' };
}

function matches(pattern: PatternCode | undefined, body: Body | undefined, env: Env): boolean {
  if (pattern === undefined || body === undefined) return false;
  return matchBody(pattern, body, env, []).next().done !== true;
}

function unequal(wanted: Molecule, body: Body): Mismatch {
  const value = freeze(body);
  const score = kindOf(wanted) === kindOf(value) ? 1 : 0;
  return { score, reason: `is not ${showShort(wanted, 30)}` };
}

function wrongKind(kind: string, wanted: string): Mismatch {
  return { score: 0, reason: `is ${article(kind)}, not ${article(wanted)}` };
}

function article(kind: string): string {
  return `${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind}`;
}
