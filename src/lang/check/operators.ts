// What operators take and give.
import type { Expr } from '../ast.ts';
import type { Diagnostic } from '../diagnostic.ts';
import type { Kind } from '../signature.ts';
import { finding } from './report.ts';
import { BOOL, describeKinds, kindsOf, type Shape, shapeOf } from './shape.ts';

type Binary = Extract<Expr, { kind: 'binary' }>;
type Unary = Extract<Expr, { kind: 'unary' }>;
type KindsGiven = ReadonlySet<Kind>;
/** Reports, and gives the shape that a mistake has. */
export type Fail = (problem: Diagnostic) => Shape;

export function inferBinary(expr: Binary, left: Shape, right: Shape, fail: Fail): Shape {
  const a = kindsOf(left);
  const b = kindsOf(right);
  switch (expr.operator) {
    case '&&':
    case '||':
      needsBool(expr.left, a, expr.operator, fail);
      needsBool(expr.right, b, expr.operator, fail);
      return BOOL;
    case '==':
    case '!=':
      if (!comparable(a, b)) fail(neverEqual(expr, a, b));
      return BOOL;
    case '<':
    case '<=':
    case '>':
    case '>=':
      if (!(isNumber(a) && isNumber(b)) && !(a.has('string') && b.has('string'))) {
        fail(withoutOrder(expr, a, b));
      }
      return BOOL;
    case '+':
      return inferSum(expr, a, b, fail);
    default:
      return inferArithmetic(expr, a, b, fail);
  }
}

export function inferUnary(expr: Unary, operand: Shape, fail: Fail): Shape {
  const kinds = kindsOf(operand);
  if (expr.operator === '!') {
    needsBool(expr.operand, kinds, '!', fail);
    return BOOL;
  }
  if (!isNumber(kinds))
    return fail(wrongOperand(expr.operand, kinds, '-', 'a number', asNumber(kinds)));
  return shapeOf(numbersOf(kinds));
}

function inferSum(expr: Binary, a: KindsGiven, b: KindsGiven, fail: Fail): Shape {
  const joined = (['string', 'list'] as const).filter((kind) => a.has(kind) && b.has(kind));
  const result: Kind[] = [...joined, ...(isNumber(a) && isNumber(b) ? sumKinds(a, b) : [])];
  if (result.length > 0) return shapeOf(result);
  const takes = 'two numbers, two strings or two lists';
  const hint =
    a.has('string') || b.has('string')
      ? 'make the other one a string by `string(...)`'
      : a.has('list') || b.has('list')
        ? 'put the other one in a list, `[x]`, to join the two'
        : null;
  const oneSided = [...a].every((kind) => !SUMMANDS.has(kind));
  if (oneSided) return fail(wrongOperand(expr.left, a, '+', takes, null));
  if ([...b].every((kind) => !SUMMANDS.has(kind))) {
    return fail(wrongOperand(expr.right, b, '+', takes, null));
  }
  return fail(finding('HOCL122', expr.span, `\`+\` takes ${takes}, and ${both(a, b)}`, hint));
}

const SUMMANDS: KindsGiven = new Set(['int', 'real', 'string', 'list']);

function inferArithmetic(expr: Binary, a: KindsGiven, b: KindsGiven, fail: Fail): Shape {
  for (const [operand, kinds] of [
    [expr.left, a],
    [expr.right, b],
  ] as const) {
    if (!isNumber(kinds)) {
      return fail(wrongOperand(operand, kinds, expr.operator, 'numbers', asNumber(kinds)));
    }
  }
  return shapeOf(sumKinds(a, b));
}

/** int with int stays int, with a real it is real. */
function sumKinds(a: KindsGiven, b: KindsGiven): readonly Kind[] {
  const kinds: Kind[] = [];
  if (a.has('int') && b.has('int')) kinds.push('int');
  if (a.has('real') || b.has('real')) kinds.push('real');
  return kinds;
}

function isNumber(kinds: KindsGiven): boolean {
  return kinds.has('int') || kinds.has('real');
}

function numbersOf(kinds: KindsGiven): readonly Kind[] {
  return [...kinds].filter((kind) => kind === 'int' || kind === 'real');
}

function comparable(a: KindsGiven, b: KindsGiven): boolean {
  return (isNumber(a) && isNumber(b)) || [...a].some((kind) => b.has(kind));
}

function asNumber(kinds: KindsGiven): string | null {
  return kinds.has('string') ? 'make it a number by `int(...)` or `real(...)`' : null;
}

function needsBool(operand: Expr, kinds: KindsGiven, operator: string, fail: Fail): void {
  if (kinds.has('bool')) return;
  fail(wrongOperand(operand, kinds, operator, 'bools', 'compare it with something, as in `x > 0`'));
}

function wrongOperand(
  operand: Expr,
  kinds: KindsGiven,
  operator: string,
  takes: string,
  hint: string | null,
): Diagnostic {
  return finding(
    'HOCL122',
    operand.span,
    `\`${operator}\` takes ${takes}, and this is ${describeKinds(kinds)}`,
    hint,
  );
}

function withoutOrder(expr: Binary, a: KindsGiven, b: KindsGiven): Diagnostic {
  return finding(
    'HOCL123',
    expr.span,
    `\`${expr.operator}\` compares two numbers or two strings, and ${both(a, b)}`,
    'compare a part of them, or use `==`',
  );
}

function both(a: KindsGiven, b: KindsGiven): string {
  const [left, right] = [describeKinds(a), describeKinds(b)];
  return left === right ? `each of these is ${left}` : `these are ${left} and ${right}`;
}

function neverEqual(expr: Binary, a: KindsGiven, b: KindsGiven): Diagnostic {
  return finding(
    'HOCL130',
    expr.span,
    `${describeKinds(a)} and ${describeKinds(b)} are never equal, so this is always ${expr.operator === '==' ? 'false' : 'true'}`,
    'compare values of the same kind',
  );
}
