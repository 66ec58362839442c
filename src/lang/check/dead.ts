// Rules that can never fire, because nothing in the program makes what they take (soup.ts).
import type { Expr, Let, Pattern, Rule, Span } from '../ast.ts';
import type { Diagnostic } from '../diagnostic.ts';
import { isOwn, testsOf, type Unit } from '../unit.ts';
import type { Kinds } from './infer.ts';
import { isRuleLet, mentionsOf } from './mentions.ts';
import { finding } from './report.ts';
import type { Names } from './resolve.ts';
import { Soup } from './soup.ts';

export function checkDeadRules(unit: Unit, names: Names, kinds: Kinds): readonly Diagnostic[] {
  const { body } = unit.main;
  if (body === null) return [];
  const ruleNames = namesOfRules(names);
  const start = (): Soup => {
    const soup = new Soup(names, kinds, ruleNames);
    soup.pour(body);
    const mentioned = mentionsOf(names);
    for (const rule of names.ofLet.keys()) {
      const present = isOwn(unit, rule.span.source) && !mentioned.has(rule.name);
      if (isRuleLet(rule) && present) soup.pour(rule.value);
    }
    for (const test of testsOf(unit.main)) soup.pour(test.solution);
    return soup;
  };
  const strict = start();
  const withoutData = !strict.holdsData() || isEmptySolution(body);
  strict.react(false);
  const free = start();
  free.react(true);
  const absent = neverPresent(unit, names, free);
  // A program that starts without data lives on its input.
  const idle = withoutData ? [] : neverFiring(unit, strict, free, ruleNames, absent);
  return [...idle, ...absent.map((declaration) => absentRule(declaration, names))];
}

function isEmptySolution(body: Expr): boolean {
  return (
    body.kind === 'solution' &&
    body.elements.every((e) => e.kind === 'molecule' && e.value.kind === 'rule')
  );
}

function neverFiring(
  unit: Unit,
  strict: Soup,
  free: Soup,
  ruleNames: ReadonlyMap<Rule, string>,
  absent: readonly Let[],
): readonly Diagnostic[] {
  const absentNames = new Set(absent.map(({ name }) => name));
  const dead = [...strict.rules].filter(
    (rule) => !strict.fired.has(rule) && isOwn(unit, rule.span.source),
  );
  // A rule that waits for the product of another dead rule is not the cause; a circle of them is.
  const causes = dead.filter((rule) => free.missing(rule) !== null);
  return (causes.length > 0 ? causes : dead).flatMap((rule) => {
    const pattern = free.missing(rule) ?? strict.missing(rule);
    // That a rule is nowhere is told of that rule, and not of those that would take it.
    if (pattern === null || takesOneOf(pattern, absentNames)) return [];
    const name = ruleNames.get(rule) ?? rule.name;
    return [
      finding(
        'HOCL170',
        pattern.span,
        `nothing in this program makes a molecule that matches \`${textOf(pattern)}\`, so ${name === null ? 'this rule' : `\`${name}\``} never fires`,
        'check the spelling, the kinds and the number of items; if it comes from `--input`, all is well',
      ),
    ];
  });
}

function textOf({ span }: Pattern): string {
  const text = span.source.text.slice(span.start, span.end).replace(/\s+/g, ' ');
  return text.length <= 40 ? text : `${text.slice(0, 37)}...`;
}

function takesOneOf(pattern: Pattern, names: ReadonlySet<string>): boolean {
  switch (pattern.kind) {
    case 'rule-pattern':
      return names.has(pattern.ruleName);
    case 'tuple-pattern':
    case 'solution-pattern':
      return pattern.items.some((item) => takesOneOf(item, names));
    default:
      return false;
  }
}

/** Rules that are mentioned, so that they are where they were put, but were put nowhere. */
function neverPresent(unit: Unit, names: Names, free: Soup): readonly Let[] {
  return [...names.ofLet.keys()].filter((declaration) => {
    if (!isOwn(unit, declaration.span.source)) return false;
    const rule = ruleIn(declaration.value);
    return rule !== null && !free.rules.has(rule);
  });
}

function absentRule({ name, nameSpan, value }: Let, names: Names): Diagnostic {
  const place = mentionOf(names, name, value.span);
  return finding(
    'HOCL171',
    nameSpan,
    `the rule \`${name}\` is mentioned, but is never in a solution`,
    `a rule that is mentioned is only where it is put; put \`${name}\` in the solution where it should react`,
    place === null ? [] : [{ span: place, message: 'mentioned here' }],
  );
}

function mentionOf(names: Names, name: string, own: Span): Span | null {
  const places = [
    ...names.uses.filter(({ binding }) => binding.declaration?.name === name),
    ...names.ruleNames.filter((one) => one.name === name),
  ].map(({ span }) => span);
  const outside = (span: Span): boolean =>
    span.source !== own.source || span.end <= own.start || span.start >= own.end;
  return places.find(outside) ?? null;
}

function namesOfRules(names: Names): ReadonlyMap<Rule, string> {
  const found = new Map<Rule, string>();
  for (const { value, name } of names.bindings) {
    const rule = value === null ? null : ruleIn(value);
    if (rule !== null) found.set(rule, rule.name ?? name);
  }
  return found;
}

function ruleIn(value: Expr): Rule | null {
  if (value.kind === 'rule') return value;
  return value.kind === 'let-in' ? ruleIn(value.body) : null;
}
