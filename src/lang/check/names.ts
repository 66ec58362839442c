// Names that stand for nothing, for two things, or for nothing that is ever used.
import type { Diagnostic } from '../diagnostic.ts';
import { isOwn, type Unit } from '../unit.ts';
import { type Binding, namesIn } from './binding.ts';
import { isRuleLet } from './mentions.ts';
import { finding } from './report.ts';
import type { Names, Unbound } from './resolve.ts';
import { didYouMean } from './suggest.ts';
import { walkUnit } from './walk.ts';

export function checkNames(unit: Unit, names: Names): readonly Diagnostic[] {
  return [
    ...unboundNames(unit, names),
    ...duplicateLets(names),
    ...unused(unit, names),
    ...hidden(names),
    ...unknownRules(unit, names),
    ...names.clashes.map(({ span, binding }) =>
      finding(
        'HOCL107',
        span,
        binding.kind === 'rest'
          ? `\`${binding.name}\` is the rest of a solution already`
          : `\`${binding.name}\` is bound already, and a rest or a rule that is taken cannot be a test`,
        'give one of them another name',
        [{ span: binding.span, message: 'first bound here' }],
      ),
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

function unboundNames(unit: Unit, names: Names): readonly Diagnostic[] {
  const seen = new Set<string>();
  return names.unbound.flatMap((unbound) => {
    // One name left out of a long rule is one mistake, not one a line.
    const key = `${unbound.inside?.span.start ?? -1} ${unbound.inPattern} ${unbound.name}`;
    if (seen.has(key)) return [];
    seen.add(key);
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
  return names.bindings.flatMap((binding) => {
    if (binding.uses > 0 || binding.name.startsWith('_')) return [];
    switch (binding.kind) {
      case 'rest':
        return [];
      case 'variable':
      case 'rule-variable':
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
  });
}

function unusedVariable(binding: Binding): Diagnostic {
  const hint =
    binding.kind === 'variable'
      ? binding.types.length > 0
        ? 'write `_` in the place of its name if any such molecule will do'
        : 'write `_` if any molecule will do'
      : `call it \`_${binding.name}\` if it is meant to be unused`;
  return finding('HOCL110', binding.span, `\`${binding.name}\` is never used`, hint);
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
    const what = outer.declaration !== null && isRuleLet(outer.declaration) ? 'rule' : 'let';
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
