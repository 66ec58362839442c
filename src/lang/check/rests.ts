// Rests: `w` stands for all that `?w` took, so it may stand only where many molecules may.
import type { Element, Expr, Rule } from '../ast.ts';
import type { Diagnostic } from '../diagnostic.ts';
import { isFrame } from '../frames.ts';
import type { Unit } from '../unit.ts';
import { finding } from './report.ts';
import type { Names } from './resolve.ts';
import { walkUnit } from './walk.ts';

type NameExpr = Extract<Expr, { kind: 'name' }>;

export function checkRests(unit: Unit, names: Names): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  const isRest = (expr: Expr): expr is NameExpr =>
    expr.kind === 'name' && names.ofName.get(expr)?.kind === 'rest';
  // Whoever holds a name decides whether it may be a rest; what nobody allowed is refused.
  const allowed = new Set<Expr>();
  const inTuple = new Set<Expr>();
  walkUnit(unit, {
    element(element: Element) {
      if (element.kind === 'molecule') allowed.add(element.value);
    },
    expr(expr) {
      if (expr.kind === 'list') for (const item of expr.items) allowed.add(item);
      if (expr.kind === 'call') for (const arg of expr.args) allowed.add(arg);
      if (expr.kind === 'tuple') for (const item of expr.items) inTuple.add(item);
      if (expr.kind === 'rule') found.push(...outermostRest(expr));
      if (expr.kind === 'none' || expr.kind === 'all') found.push(...question(expr, names));
      if (isRest(expr) && !allowed.has(expr)) found.push(misplaced(expr, inTuple.has(expr)));
    },
  });
  return found;
}

function misplaced({ name, span }: NameExpr, inTuple: boolean): Diagnostic {
  if (inTuple) {
    return finding(
      'HOCL141',
      span,
      `\`${name}\` is a rest, any number of molecules, and cannot be one item of a tuple`,
      `put it in a solution of its own: \`<${name}>\``,
    );
  }
  return finding(
    'HOCL142',
    span,
    `\`${name}\` is a rest, any number of molecules, and one molecule is needed here`,
    `write \`<${name}>\` for the solution of them, or \`[${name}]\` for the list`,
  );
}

function outermostRest(rule: Rule): readonly Diagnostic[] {
  if (rule.rest === null || isFrame(rule, rule.rest.name)) return [];
  const { name, span } = rule.rest;
  return [
    finding(
      'HOCL140',
      span,
      `\`?${name}\` would take everything else of the solution that this rule is in`,
      `put \`${name}\` back once among the products, by itself, or leave \`?${name}\` out: what a rule does not match stays anyway`,
    ),
  ];
}

function question(
  expr: Extract<Expr, { kind: 'none' | 'all' }>,
  names: Names,
): readonly Diagnostic[] {
  const binding = names.ofName.get(expr);
  if (binding === undefined || binding.kind === 'rest') return [];
  return [
    finding(
      'HOCL143',
      expr.restSpan,
      `\`${expr.kind}\` asks about the rest of a solution, and \`${expr.rest}\` is not one`,
      `open a solution in the pattern, \`<?${expr.rest}>\`, and ask about what \`?${expr.rest}\` took`,
      [{ span: binding.span, message: 'bound here' }],
    ),
  ];
}
