// Names that stand for nothing, for two things, or for nothing that is ever used.
import type { Rule } from '../ast.ts';
import type { Diagnostic } from '../diagnostic.ts';
import { isOwn, type Unit } from '../unit.ts';
import { type Binding, bindsRule, namesIn } from './binding.ts';
import { isRuleLet } from './mentions.ts';
import { finding } from './report.ts';
import type { Clash, Names, Unbound } from './resolve.ts';
import { didYouMean, nearest } from './suggest.ts';
import { walkUnit } from './walk.ts';

export function checkNames(unit: Unit, names: Names): readonly Diagnostic[] {
  return [
    ...unboundNames(unit, names),
    ...duplicateLets(names),
    ...unused(unit, names),
    ...hidden(names),
    ...unknownRules(unit, names),
    ...names.clashes.map((clash) =>
      finding('HOCL107', clash.span, clashMessage(clash), 'give one of them another name', [
        { span: clash.binding.span, message: 'first bound here' },
      ]),
    ),
    ...names.typedTests.map(({ span, binding }) =>
      finding(
        'HOCL116',
        span,
        `\`${binding.name}\` is bound outside of this rule, so here it is a test for that value`,
        'take another name for a new variable, or leave the type out to show that a test is meant',
        [{ span: binding.span, message: 'bound here' }],
      ),
    ),
  ];
}

function clashMessage({ binding, as }: Clash): string {
  const first =
    binding.kind === 'rest'
      ? 'the rest of a solution'
      : binding.kind === 'rule-variable'
        ? 'a rule that is taken by its name'
        : 'a variable';
  if (as === 'rest' && binding.kind === 'rest') {
    return `\`${binding.name}\` is the rest of another solution already, and rests are not compared`;
  }
  if (as === 'rule' && binding.kind === 'rule-variable') {
    return `\`${binding.name}\` is another rule that is taken already, and rules are taken by name only`;
  }
  const second = { variable: 'a variable', rest: 'a rest', rule: 'a rule that is taken' }[as];
  return `\`${binding.name}\` is ${first} already, so it cannot be ${second} as well`;
}

function unboundNames(unit: Unit, names: Names): readonly Diagnostic[] {
  const seen = new Map<Rule | null, Set<string>>();
  return names.unbound.flatMap((unbound) => {
    // One name left out of a long rule is one mistake, not one a line.
    const inRule = seen.get(unbound.rule) ?? new Set();
    if (inRule.has(unbound.name)) return [];
    seen.set(unbound.rule, inRule.add(unbound.name));
    const { name, span } = unbound;
    if (unbound.inPattern) {
      return [
        finding(
          'HOCL108',
          span,
          `\`${name}\` in this expression is bound by no pattern of the rule`,
          didYouMean(name, namesIn(unbound.scope)) ??
            `an expression in a pattern tests for a value; bind \`${name}\` by a variable in another place of the pattern`,
        ),
      ];
    }
    return [
      finding('HOCL101', span, `\`${name}\` is not bound here`, hintFor(unit, names, unbound)),
    ];
  });
}

function hintFor(unit: Unit, names: Names, { name, scope, inside }: Unbound): string {
  if (unit.functions.has(name)) return `\`${name}\` is a function: call it as \`${name}(...)\``;
  if (inside?.name === name) {
    return 'only a rule may mention itself; a value is known after its let';
  }
  const later = [...names.ofLet.keys()].find((declaration) => declaration.name === name);
  if (later !== undefined)
    return `\`${name}\` is bound further down; move its let above this place`;
  if (inPlaceRuleNames(unit).has(name)) {
    return `a rule is named \`${name}\` in place; to use it elsewhere, bind it by \`let ${name} = ... in\``;
  }
  return (
    didYouMean(name, namesIn(scope)) ??
    `bind it in a pattern or by \`let ${name} = ... in\`; a symbol starts with a capital letter`
  );
}

function duplicateLets(names: Names): readonly Diagnostic[] {
  const first = new Map<string, Binding>();
  return [...names.ofLet.values()].flatMap((binding) => {
    const known = first.get(binding.name);
    if (known === undefined) {
      first.set(binding.name, binding);
      return [];
    }
    return [
      finding(
        'HOCL105',
        binding.span,
        `\`${binding.name}\` is bound twice`,
        'give one of them another name',
        [{ span: known.span, message: 'first bound here' }],
      ),
    ];
  });
}

function unused(unit: Unit, names: Names): readonly Diagnostic[] {
  // What was meant by a name that stands for nothing is not unused, only misspelt elsewhere.
  const meant = new Set(names.unbound.map(({ name, scope }) => nearest(name, namesIn(scope))));
  const twice = new Set(
    duplicateLets(names).map(({ span }) => span.source.text.slice(span.start, span.end)),
  );
  return names.bindings
    .filter(({ name, uses }) => uses === 0 && !name.startsWith('_') && !meant.has(name))
    .filter(({ name, kind }) => kind !== 'let' || !twice.has(name))
    .flatMap((binding) => unusedBinding(unit, binding));
}

function unusedBinding(unit: Unit, binding: Binding): readonly Diagnostic[] {
  switch (binding.kind) {
    // What a rest leaves unused vanishes, and `sieve = r` is how a rule is taken: both are meant.
    case 'rest':
    case 'rule-variable':
      return [];
    case 'variable':
    case 'each':
      return binding.places > 1 ? [] : [unusedVariable(binding)];
    case 'let': {
      const declaration = binding.declaration;
      // An unmentioned rule is present, and what a library binds is there for others.
      const offered = unit.main.body === null || !isOwn(unit, binding.span.source);
      if (declaration === null || isRuleLet(declaration) || offered) return [];
      return [unusedLet(binding)];
    }
    case 'local':
      return [unusedLet(binding)];
  }
}

function unusedVariable({ kind, name, span, types }: Binding): Diagnostic {
  const [type] = types;
  const typed = type?.span.source.text.slice(type.span.start, type.span.end);
  const hint =
    kind === 'each'
      ? `call it \`_${name}\` if it is meant to be unused`
      : typed === undefined
        ? 'write `_` if any molecule will do'
        : `write \`_::${typed}\` if any such molecule will do`;
  return finding('HOCL110', span, `\`${name}\` is never used`, hint);
}

function unusedLet(binding: Binding): Diagnostic {
  return finding(
    'HOCL111',
    binding.span,
    `\`${binding.name}\` is never used`,
    'remove the let, or put the name where its value is meant to be',
  );
}

function hidden(names: Names): readonly Diagnostic[] {
  return names.hiding.map(({ binding, hidden: outer }) => {
    const related = [{ span: outer.span, message: 'the other one' }];
    if (binding.kind === 'local') {
      return finding(
        'HOCL114',
        binding.span,
        `\`${binding.name}\` hides another let of that name`,
        'give one of them another name',
        related,
      );
    }
    const what = outer.value !== null && bindsRule(outer.value) ? 'rule' : 'let';
    const hint =
      binding.kind !== 'variable'
        ? 'give one of them another name'
        : what === 'rule'
          ? `to take that rule, write \`${binding.name} = r\`; for a new variable take another name`
          : `to test for the value of the let, write \`(${binding.name})\`; for a new variable take another name`;
    return finding(
      'HOCL115',
      binding.span,
      `\`${binding.name}\` is a new variable here, although a ${what} has that name`,
      hint,
      related,
    );
  });
}

function unknownRules(unit: Unit, names: Names): readonly Diagnostic[] {
  // A library may take rules that only the importing program names.
  if (unit.main.body === null) return [];
  const known = new Set([...names.ofLet.keys()].filter(isRuleLet).map((rule) => rule.name));
  for (const name of inPlaceRuleNames(unit)) known.add(name);
  for (const { kind, value, name } of names.bindings) {
    if (kind === 'local' && value?.kind === 'rule') known.add(name);
  }
  return names.ruleNames
    .filter(({ name }) => !known.has(name))
    .map(({ name, span }) =>
      finding(
        'HOCL117',
        span,
        `no rule of this program is named \`${name}\``,
        didYouMean(name, known) ??
          'the name before `=` is that of a let-bound rule, or one given in place: `name = replace ...`',
      ),
    );
}

function inPlaceRuleNames(unit: Unit): ReadonlySet<string> {
  const found = new Set<string>();
  walkUnit(unit, {
    expr(expr) {
      if (expr.kind === 'rule' && expr.name !== null) found.add(expr.name);
    },
  });
  return found;
}
