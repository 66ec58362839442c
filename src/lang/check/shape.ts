// What is known of a value before it exists: a union of forms. Used for kinds of operands (infer.ts) and
// for what a program can make at all (dead.ts). A shape may promise too little, never too much.
import type { Expr } from '../ast.ts';
import { KINDS, type Kind, type KindSet } from '../signature.ts';

export type Form =
  | {
      readonly kind: 'bool' | 'int' | 'real' | 'string' | 'symbol';
      /** The value as text when it is known; null when it may be any of its kind. */
      readonly literal: string | null;
    }
  | { readonly kind: 'tuple'; readonly items: readonly Shape[] | null }
  | { readonly kind: 'rule'; readonly name: string | null }
  | { readonly kind: 'list' | 'record' | 'solution' };

/** The value has one of these forms; none at all means that it cannot exist. */
export type Shape = readonly Form[];

/** Beyond this many alternatives a shape is widened to its kinds. */
const FORMS_MAX = 64;

export const ANY: Shape = KINDS.map(ofKind);
/** What an untyped variable takes: everything but rules. */
export const DATA: Shape = KINDS.filter((kind) => kind !== 'rule').map(ofKind);
export const NUMBER: Shape = shapeOf(['int', 'real']);
export const INT: Shape = shapeOf(['int']);
export const BOOL: Shape = shapeOf(['bool']);
export const SOLUTION: Shape = shapeOf(['solution']);
export const RULE: Shape = shapeOf(['rule']);

export function shapeOf(kinds: KindSet): Shape {
  return kinds === 'any' ? ANY : kinds.map(ofKind);
}

function ofKind(kind: Kind): Form {
  switch (kind) {
    case 'tuple':
      return { kind, items: null };
    case 'rule':
      return { kind, name: null };
    case 'list':
    case 'record':
    case 'solution':
      return { kind };
    default:
      return { kind, literal: null };
  }
}

/** Tuples of tuples of shared parts grow without measure; beyond this many forms only the kind is kept. */
const TUPLE_SIZE_MAX = 1000;

export function tupleShape(items: readonly Shape[]): Shape {
  let size = 1;
  for (const item of items) for (const form of item) size += sizeOf(form);
  return [{ kind: 'tuple', items: size > TUPLE_SIZE_MAX ? null : items }];
}

function sizeOf(form: Form): number {
  if (form.kind !== 'tuple' || form.items === null) return 1;
  return form.items.reduce(
    (total, item) => total + item.reduce((sum, inner) => sum + sizeOf(inner), 0),
    1,
  );
}

export function kindsOf(shape: Shape): ReadonlySet<Kind> {
  return new Set(shape.map((form) => form.kind));
}

export function union(shapes: readonly Shape[]): Shape {
  const forms = shapes.flat();
  return forms.length <= FORMS_MAX ? forms : shapeOf([...kindsOf(forms)]);
}

/** What both shapes allow. */
export function meet(left: Shape, right: Shape): Shape {
  return left.flatMap((a) =>
    right.flatMap((b) => {
      const form = meetForms(a, b);
      return form === null ? [] : [form];
    }),
  );
}

function meetForms(a: Form, b: Form): Form | null {
  if (a.kind === 'tuple' && b.kind === 'tuple') {
    if (a.items === null || b.items === null) return a.items === null ? b : a;
    if (a.items.length !== b.items.length) return null;
    const others = b.items;
    const items = a.items.map((item, i) => meet(item, others[i] ?? []));
    return items.some((item) => item.length === 0) ? null : { kind: 'tuple', items };
  }
  if (a.kind === 'rule' && b.kind === 'rule') {
    if (a.name === null || b.name === null) return a.name === null ? b : a;
    return a.name === b.name ? a : null;
  }
  if ('literal' in a && 'literal' in b && a.kind === b.kind) {
    if (a.literal === null || b.literal === null) return a.literal === null ? b : a;
    return a.literal === b.literal ? a : null;
  }
  return a.kind === b.kind ? a : null;
}

/** Whether some value has both shapes. */
export function overlaps(left: Shape, right: Shape): boolean {
  return left.some((a) => right.some((b) => formsOverlap(a, b)));
}

export function formsOverlap(a: Form, b: Form): boolean {
  if (a.kind === 'tuple' && b.kind === 'tuple') {
    const [items, others] = [a.items, b.items];
    if (items === null || others === null) return true;
    return (
      items.length === others.length && items.every((item, i) => overlaps(item, others[i] ?? []))
    );
  }
  return meetForms(a, b) !== null;
}

/** Whether every value of shape `part` has shape `whole`. */
export function within(part: Shape, whole: Shape): boolean {
  return part.every((form) => whole.some((other) => formWithin(form, other)));
}

function formWithin(part: Form, whole: Form): boolean {
  if (part.kind === 'tuple' && whole.kind === 'tuple') {
    if (whole.items === null) return true;
    const others = whole.items;
    return (
      part.items !== null &&
      part.items.length === others.length &&
      part.items.every((item, i) => within(item, others[i] ?? []))
    );
  }
  if (part.kind === 'rule' && whole.kind === 'rule') {
    return whole.name === null || part.name === whole.name;
  }
  if ('literal' in part && 'literal' in whole && part.kind === whole.kind) {
    return whole.literal === null || part.literal === whole.literal;
  }
  return part.kind === whole.kind;
}

/** The shape of a literal, a negative number included; null for any other expression. */
export function literalShape(expr: Expr): Shape | null {
  switch (expr.kind) {
    case 'int':
    case 'bool':
    case 'string':
      return [{ kind: expr.kind, literal: String(expr.value) }];
    case 'real':
      return [{ kind: 'real', literal: String(expr.value === 0 ? 0 : expr.value) }];
    case 'symbol':
      return [{ kind: 'symbol', literal: expr.name }];
    case 'unary': {
      const { operand } = expr;
      if (expr.operator !== '-') return null;
      if (operand.kind === 'int') return [{ kind: 'int', literal: String(-operand.value) }];
      if (operand.kind === 'real') {
        return [{ kind: 'real', literal: String(operand.value === 0 ? 0 : -operand.value) }];
      }
      return null;
    }
    default:
      return null;
  }
}

const ARTICLE: Readonly<Record<Kind, string>> = {
  bool: 'a bool',
  int: 'an int',
  real: 'a real',
  string: 'a string',
  symbol: 'a symbol',
  tuple: 'a tuple',
  list: 'a list',
  record: 'a record',
  solution: 'a solution',
  rule: 'a rule',
};

/** The kinds in words: "an int or a string". */
export function describeKinds(kinds: Iterable<Kind>): string {
  const given = new Set(kinds);
  const words: string[] = [];
  for (const kind of KINDS) {
    if (!given.has(kind)) continue;
    if (kind === 'int' && given.has('real')) words.push('a number');
    else if (kind !== 'real' || !given.has('int')) words.push(ARTICLE[kind]);
  }
  const last = words.pop() ?? 'nothing';
  return words.length === 0 ? last : `${words.join(', ')} or ${last}`;
}
