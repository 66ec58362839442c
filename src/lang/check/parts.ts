// Parts of values: `t.0` of a tuple, `r.name` of a record, `l[i]` of a list.
import type { Expr } from '../ast.ts';
import type { Fail } from './operators.ts';
import { finding } from './report.ts';
import { ANY, describeKinds, kindsOf, type Shape, union } from './shape.ts';

type Project = Extract<Expr, { kind: 'project' }>;
type Field = Extract<Expr, { kind: 'field' }>;
type Index = Extract<Expr, { kind: 'index' }>;

export function inferProject(expr: Project, target: Shape, fail: Fail): Shape {
  const kinds = kindsOf(target);
  if (!kinds.has('tuple')) {
    const hint = kinds.has('list')
      ? `an item of a list is \`l[${expr.index}]\``
      : 'only tuples, such as `A:1:"x"`, have numbered items';
    return fail(
      finding(
        'HOCL125',
        expr.target.span,
        `\`.${expr.index}\` takes an item of a tuple, and this is ${describeKinds(kinds)}`,
        hint,
      ),
    );
  }
  const items: Shape[] = [];
  let longest = 0;
  for (const form of target) {
    if (form.kind !== 'tuple') continue;
    if (form.items === null) return ANY;
    longest = Math.max(longest, form.items.length);
    const item = form.items[expr.index];
    if (item !== undefined) items.push(item);
  }
  if (items.length > 0) return union(items);
  return fail(
    finding(
      'HOCL126',
      expr.span,
      `there is no item ${expr.index} in a tuple of ${longest}`,
      `items are counted from 0: the last one is \`.${longest - 1}\``,
    ),
  );
}

export function inferField(expr: Field, target: Shape, fail: Fail): Shape {
  const kinds = kindsOf(target);
  if (kinds.has('record')) return ANY;
  return fail(
    finding(
      'HOCL125',
      expr.target.span,
      `\`.${expr.name}\` takes a field of a record, and this is ${describeKinds(kinds)}`,
      kinds.has('tuple')
        ? 'items of a tuple are numbered: `t.0`'
        : `only records, such as \`{${expr.name}: 1}\`, have named fields`,
    ),
  );
}

export function inferIndex(expr: Index, target: Shape, index: Shape, fail: Fail): Shape {
  const kinds = kindsOf(target);
  const given = kindsOf(index);
  if (!kinds.has('list') && !kinds.has('record')) {
    const hint = kinds.has('tuple')
      ? 'items of a tuple are taken by `t.0`'
      : kinds.has('string')
        ? 'a part of a string is taken by `substring(...)`'
        : null;
    return fail(
      finding(
        'HOCL125',
        expr.target.span,
        `\`[...]\` takes an item of a list or a field of a record, and this is ${describeKinds(kinds)}`,
        hint,
      ),
    );
  }
  const right =
    (kinds.has('list') && given.has('int')) || (kinds.has('record') && given.has('string'));
  if (right) return ANY;
  return fail(
    finding(
      'HOCL125',
      expr.index.span,
      kinds.has('list')
        ? `an item of a list is asked for by an int, and this is ${describeKinds(given)}`
        : `a field of a record is asked for by a string, and this is ${describeKinds(given)}`,
      kinds.has('list') ? 'items are counted from 0: `l[0]`' : null,
    ),
  );
}
