// One walk over every tree of a unit, for the passes that look at each node by itself. It tells where
// a node stands; which binding a name has is resolve.ts. Plain data is passed over: no pass has a word on it, and
// there may be a million molecules of it.
import type { Element, Expr, Pattern, Rule, TypeExpr } from '../ast.ts';
import { isPlain, unplain } from '../plain.ts';
import { testsOf, type Unit } from '../unit.ts';

/** The part of a program in which an expression stands. */
export type Place =
  | 'let'
  | 'body'
  | 'test'
  | 'outcome'
  | 'product'
  | 'guard'
  | 'pattern'
  | 'permit';

export interface Visitor {
  expr?(expr: Expr, place: Place): void;
  element?(element: Element, place: Place): void;
  pattern?(pattern: Pattern): void;
  type?(type: TypeExpr): void;
}

export function walkUnit(unit: Unit, visitor: Visitor): void {
  for (const file of unit.files) {
    for (const declaration of file.declarations) {
      if (declaration.kind === 'let') walkExpr(declaration.value, 'let', visitor);
      if (declaration.kind === 'type') walkType(declaration.type, visitor);
    }
    for (const test of testsOf(file)) {
      walkExpr(test.solution, 'test', visitor);
      for (const outcome of test.outcomes) walkExpr(outcome, 'outcome', visitor);
    }
    if (file.body !== null) walkExpr(file.body, 'body', visitor);
  }
}

function walkExpr(expr: Expr, place: Place, visitor: Visitor): void {
  if (isPlain(expr)) return;
  visitor.expr?.(expr, place);
  const into = (child: Expr): void => walkExpr(child, place, visitor);
  switch (expr.kind) {
    case 'tuple':
    case 'list':
      expr.items.forEach(into);
      return;
    case 'record':
      for (const field of expr.fields) into(field.value);
      return;
    case 'solution':
      walkElements(expr.elements, place, visitor);
      return;
    case 'rule':
      walkRule(expr, visitor);
      return;
    case 'call':
      expr.args.forEach(into);
      return;
    case 'binary':
      into(expr.left);
      into(expr.right);
      return;
    case 'unary':
      into(expr.operand);
      return;
    case 'project':
    case 'field':
      into(expr.target);
      return;
    case 'index':
      into(expr.target);
      into(expr.index);
      return;
    case 'let-in':
      into(expr.value);
      into(expr.body);
      return;
    case 'if':
      into(expr.condition);
      walkElements(expr.consequent, place, visitor);
      walkElements(expr.alternative, place, visitor);
      return;
    case 'none':
      walkPattern(expr.pattern, visitor);
      return;
    case 'all':
      into(expr.condition);
      return;
    case 'then':
      into(expr.first);
      into(expr.second);
      return;
    default:
      return;
  }
}

function walkElements(elements: readonly Element[], place: Place, visitor: Visitor): void {
  for (const element of unplain(elements)) {
    visitor.element?.(element, place);
    if (element.kind === 'let') {
      walkExpr(element.value, place, visitor);
      walkElements(element.rest, place, visitor);
      continue;
    }
    if (element.kind === 'molecule') {
      walkExpr(element.value, place, visitor);
    } else {
      walkExpr(element.from, place, visitor);
      walkExpr(element.to, place, visitor);
    }
    if (element.multiplicity !== null) walkExpr(element.multiplicity, place, visitor);
  }
}

function walkRule(rule: Rule, visitor: Visitor): void {
  for (const pattern of patternsOf(rule)) walkPattern(pattern, visitor);
  walkElements(rule.products, 'product', visitor);
  if (rule.guard !== null) walkExpr(rule.guard, 'guard', visitor);
  for (const permit of rule.permits) walkExpr(permit, 'permit', visitor);
}

function walkPattern(pattern: Pattern, visitor: Visitor): void {
  visitor.pattern?.(pattern);
  switch (pattern.kind) {
    case 'variable':
    case 'wildcard':
      if (pattern.type !== null) walkType(pattern.type, visitor);
      return;
    case 'literal':
    case 'expression':
      walkExpr(pattern.value, 'pattern', visitor);
      return;
    case 'tuple-pattern':
    case 'solution-pattern':
      for (const item of pattern.items) walkPattern(item, visitor);
      return;
    case 'rule-pattern':
      return;
  }
}

function walkType(type: TypeExpr, visitor: Visitor): void {
  visitor.type?.(type);
  if (type.kind === 'type-tuple') for (const item of type.items) walkType(item, visitor);
  if (type.kind === 'type-union') for (const option of type.options) walkType(option, visitor);
}

/** What a rule matches, catalysts first. */
export function patternsOf(rule: Rule): readonly Pattern[] {
  return [...rule.catalysts, ...rule.reactants];
}
