// Where rules are: a let-bound rule that nothing mentions is present in the outermost solution.
import type { Expr, Let } from '../ast.ts';
import { isOwn, letsOf, type Unit } from '../unit.ts';
import { bindsRule } from './binding.ts';
import { type Names, resolve } from './resolve.ts';

/** Whether a let names a rule, so that unmentioned it is present. */
export function isRuleLet(declaration: Let): boolean {
  return bindsRule(declaration.value);
}

/**
 * The names of the let-bound rules that are mentioned: in a solution, a product, a pattern or another
 * let, but not in their own body and not in a test. `extra` are expressions of a session.
 */
export function mentionedRules(unit: Unit, extra: readonly Expr[] = []): Set<string> {
  return mentionsOf(resolve(unit, extra));
}

/** The rules of the program itself, imported files left out, that are present unasked. */
export function presentRules(unit: Unit, extra: readonly Expr[] = []): readonly Let[] {
  const mentioned = mentionedRules(unit, extra);
  return letsOf(unit).filter(
    (declaration) =>
      isOwn(unit, declaration.span.source) &&
      isRuleLet(declaration) &&
      !mentioned.has(declaration.name),
  );
}

/** The same as mentionedRules, of names that are resolved already. */
export function mentionsOf(names: Names): Set<string> {
  const mentioned = new Set<string>();
  for (const use of names.uses) {
    const declaration = use.binding.declaration;
    if (declaration === null || !isRuleLet(declaration) || use.inTest) continue;
    if (use.inside !== declaration) mentioned.add(declaration.name);
  }
  const rules = new Map(
    [...names.ofLet.keys()].filter(isRuleLet).map((declaration) => [declaration.name, declaration]),
  );
  for (const { name, inside, inTest } of names.ruleNames) {
    const declaration = rules.get(name);
    if (declaration !== undefined && declaration !== inside && !inTest) mentioned.add(name);
  }
  return mentioned;
}
