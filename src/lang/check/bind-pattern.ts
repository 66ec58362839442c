// What the variables and rests of a pattern bind, or test.
import type { Pattern, Rule, Span } from '../ast.ts';
import { type Binding, lookUp, patternBinding, type Scope } from './binding.ts';
import { addBinding, type Names, type Setting } from './resolved.ts';

/** Binds the variables of a pattern in `scope`, whose parent is what surrounds the pattern. */
export function bindPattern(
  names: Names,
  pattern: Pattern,
  scope: Scope,
  rule: Rule | null,
  setting: Setting,
): void {
  switch (pattern.kind) {
    case 'variable':
      bindVariable(names, pattern, scope, rule, setting);
      return;
    case 'rule-pattern':
      names.ruleNames.push({ ...setting, name: pattern.ruleName, span: pattern.span });
      if (pattern.variable !== '_') bindRuleVariable(names, pattern, scope, rule);
      return;
    case 'tuple-pattern':
      for (const item of pattern.items) bindPattern(names, item, scope, rule, setting);
      return;
    case 'solution-pattern':
      for (const item of pattern.items) bindPattern(names, item, scope, rule, setting);
      if (pattern.rest !== null) bindRest(names, pattern.rest, scope, rule);
      return;
    default:
      return;
  }
}

function bindVariable(
  names: Names,
  pattern: Extract<Pattern, { kind: 'variable' }>,
  scope: Scope,
  rule: Rule | null,
  setting: Setting,
): void {
  const { name, span, type } = pattern;
  const known = scope.table.get(name);
  const outer = lookUp(scope.parent, name);
  if (known !== undefined) {
    if (known.kind !== 'variable') names.clashes.push({ span, binding: known, as: 'variable' });
    known.places += 1;
    if (type !== null) known.types.push(type);
    names.ofPattern.set(pattern, known);
  } else if (outer?.kind === 'rest' && rule === null) {
    // A question about a rest cannot have the rest for a test, nor hide it.
    names.clashes.push({ span, binding: outer, as: 'variable' });
  } else if (outer !== null && isValueOfRule(outer)) {
    names.ofPattern.set(pattern, outer);
    outer.uses += 1;
    names.uses.push({ ...setting, name, span, binding: outer });
    // In `none p in w` a test is what everybody expects; a produced rule hides it better.
    if (type !== null && rule !== null) names.typedTests.push({ span, binding: outer });
  } else {
    const binding = patternBinding('variable', name, span, rule);
    if (type !== null) binding.types.push(type);
    names.ofPattern.set(pattern, binding);
    addBinding(names, binding, scope, scope.parent);
  }
}

function bindRuleVariable(
  names: Names,
  pattern: Extract<Pattern, { kind: 'rule-pattern' }>,
  scope: Scope,
  rule: Rule | null,
): void {
  const { variable: name, variableSpan: span } = pattern;
  const outer = lookUp(scope.parent, name);
  const known = scope.table.get(name) ?? (outer !== null && isValueOfRule(outer) ? outer : null);
  if (known !== null) {
    // A rule is taken by its name only, so its variable cannot be a test as well.
    names.clashes.push({ span, binding: known, as: 'rule' });
    return;
  }
  const binding = patternBinding('rule-variable', name, span, rule);
  names.ofPattern.set(pattern, binding);
  addBinding(names, binding, scope, scope.parent);
}

export function bindRest(
  names: Names,
  rest: { readonly name: string; readonly span: Span },
  scope: Scope,
  rule: Rule | null,
): void {
  const known = scope.table.get(rest.name);
  if (known === undefined) {
    addBinding(names, patternBinding('rest', rest.name, rest.span, rule), scope, scope.parent);
  } else {
    names.clashes.push({ span: rest.span, binding: known, as: 'rest' });
  }
}

/** What a produced rule may test for: values that the rule around it has bound, no rests, not itself. */
function isValueOfRule(binding: Binding): boolean {
  return binding.kind !== 'rest' && binding.kind !== 'let';
}
