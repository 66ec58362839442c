// Lets in an order in which each stands behind what its value mentions: a let that is made anew takes the
// others with it, wherever they stood. Rules see each other in any order.
import type { Declaration, Let } from '../lang/index.ts';

/** The declarations, lets moved back only as far as they must be. */
export function inOrder(declarations: readonly Declaration[]): readonly Declaration[] {
  const lets = new Map<string, Let>();
  for (const one of declarations) if (one.kind === 'let') lets.set(one.name, one);
  const placed = new Set<Declaration>();
  const ordered: Declaration[] = [];
  const place = (one: Declaration): void => {
    // What is in a circle stays where it is met: check will say what is wrong with it.
    if (placed.has(one)) return;
    placed.add(one);
    if (one.kind === 'let') {
      for (const name of mentionedIn(one)) {
        const other = lets.get(name);
        if (other !== undefined) place(other);
      }
    }
    ordered.push(one);
  };
  for (const one of declarations) place(one);
  return ordered;
}

/** The names of the lets whose values follow from one of these names, directly or through others. */
export function followersOf(names: readonly string[], lets: readonly Let[]): readonly string[] {
  const moved = new Set(names);
  const followers: string[] = [];
  for (const one of lets) {
    if (moved.has(one.name) || !mentionedIn(one).some((name) => moved.has(name))) continue;
    moved.add(one.name);
    followers.push(one.name);
  }
  return followers;
}

function mentionedIn({ value }: Let): readonly string[] {
  const names = new Set<string>();
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(visit);
    else if (typeof node === 'object' && node !== null) {
      if ('kind' in node && node.kind === 'name' && 'name' in node) names.add(String(node.name));
      for (const [key, child] of Object.entries(node)) {
        if (!key.toLowerCase().endsWith('span')) visit(child);
      }
    }
  };
  visit(value);
  return [...names];
}
