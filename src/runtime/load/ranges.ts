// Which field of a pattern an ordered index can find: one that the condition compares with what is known before the
// pattern is reached. `x < y + 1` is turned round for the side that is looked for: then `y > x - 1`.
import type { Expr } from '../../lang/index.ts';
import { WHOLE } from '../key-index.ts';
import type { Bound, Check, PatternCode, RangeLookUp } from '../rule.ts';
import type { LoadContext } from './context.ts';
import type { BoundPlaces } from './pattern.ts';
import type { Scope } from './scope.ts';

type Binary = Extract<Expr, { kind: 'binary' }>;
type Comparison = '<' | '<=' | '>' | '>=';

const TURNED = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' } as const;

/**
 * The bounds of a pattern, given what is bound before it and what is tested once it is matched. Only the tests at the
 * front count: what an index passes over fails one of them, and none before it could have failed in another way.
 */
export function rangeOf(
  pattern: PatternCode,
  before: BoundPlaces,
  checks: readonly Check[],
  scope: Scope,
  context: LoadContext,
): RangeLookUp | null {
  const fields = fieldsOf(pattern);
  const found: RangeLookUp[] = [];
  for (const { tests, place } of checks) {
    if (place >= 0) break;
    const bound = boundIn(tests, fields, before, scope, context);
    const isOfField = bound !== null && (found[0] ?? bound).field === bound.field;
    if (isOfField) found.push(bound);
    else if (!isHarmless(tests)) break;
  }
  if (found[0] === undefined) return null;
  const side = (key: 'lower' | 'upper') => found.find((one) => one[key] !== null)?.[key] ?? null;
  return { field: found[0].field, lower: side('lower'), upper: side('upper') };
}

/** The fields of a pattern by the places that they bind. */
function fieldsOf(pattern: PatternCode): ReadonlyMap<number, number> {
  if (pattern.kind === 'bind') return new Map([[pattern.place, WHOLE]]);
  const fields = new Map<number, number>();
  if (pattern.kind !== 'tuple') return fields;
  for (const [field, item] of pattern.items.entries()) {
    if (item.kind === 'bind') fields.set(item.place, field);
  }
  return fields;
}

/** A test that always comes out: true or false. */
function isHarmless(test: Expr): boolean {
  if (test.kind !== 'binary' || (test.operator !== '==' && test.operator !== '!=')) return false;
  return [test.left, test.right].every(({ kind }) =>
    ['name', 'int', 'string', 'bool', 'symbol'].includes(kind),
  );
}

function boundIn(
  test: Expr,
  fields: ReadonlyMap<number, number>,
  before: BoundPlaces,
  scope: Scope,
  context: LoadContext,
): RangeLookUp | null {
  if (test.kind !== 'binary' || !(test.operator in TURNED)) return null;
  const operator = test.operator as Comparison;
  const ways = [
    ...solutionsFor(test.left, operator, test.right, false),
    ...solutionsFor(test.right, TURNED[operator], test.left, false),
  ];
  for (const { name, operator: side, other, exact } of ways) {
    const { value: field } = scope.watch(() => fields.get(scope.resolve(name)?.place ?? -1));
    if (field === undefined) continue;
    const { value, places } = scope.watch(() => context.compileExpr(other, scope));
    if (!before.hasAll(places)) continue;
    const strict = side === '<' || side === '>';
    const bound: Bound = { expr: other, value, strict, exact };
    const isLower = side === '>' || side === '>=';
    return { field, lower: isLower ? bound : null, upper: isLower ? null : bound };
  }
  return null;
}

interface Solved {
  readonly name: string;
  readonly operator: Comparison;
  readonly other: Expr;
  readonly exact: boolean;
}

/** A comparison as one of a name alone. Sums are turned round for ints: with strings + joins, with reals it rounds. */
function solutionsFor(side: Expr, operator: Comparison, other: Expr, exact: boolean): Solved[] {
  if (side.kind === 'name') return [{ name: side.name, operator, other, exact }];
  if (side.kind !== 'binary' || (side.operator !== '+' && side.operator !== '-')) return [];
  const { left, right } = side;
  const isSum = side.operator === '+';
  return [
    ...solutionsFor(left, operator, combined(isSum ? '-' : '+', other, right), true),
    ...(isSum
      ? solutionsFor(right, operator, combined('-', other, left), true)
      : solutionsFor(right, TURNED[operator], combined('-', left, other), true)),
  ];
}

function combined(operator: '+' | '-', left: Expr, right: Expr): Binary {
  return { kind: 'binary', span: left.span, operator, left, right };
}
