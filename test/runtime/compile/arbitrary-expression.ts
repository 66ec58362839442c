// Expressions out of thin air, most of them over the right kinds, so that they do not fail at their first operator. Every
// node has a span of its own: where a failure is blamed can be told apart.
import fc from 'fast-check';
import type { BinaryOperator, Element, Expr, Span } from '../../../src/lang/index.ts';

const span: Span = { source: { name: 'generated', text: '' }, start: 0, end: 0 };

type Sorts = { int: Expr; bool: Expr; text: Expr; tuple: Expr; list: Expr; any: Expr };
type Arb = fc.Arbitrary<Expr>;

export interface Names {
  readonly int: readonly string[];
  readonly bool: readonly string[];
  readonly text: readonly string[];
  readonly tuple: readonly string[];
  readonly list: readonly string[];
  readonly any: readonly string[];
}

export function expressionsOver(names: Names): Arb {
  const { any } = fc.letrec<Sorts>((tie) => {
    // Now and then something else than what is wanted, or code would never be seen to fail.
    const loosely = (sort: keyof Sorts): Arb =>
      fc.oneof({ weight: 12, arbitrary: tie(sort) }, { weight: 1, arbitrary: tie('any') });
    const around = (sort: keyof Sorts): Arb[] => [
      fc
        .tuple(loosely('bool'), loosely(sort), loosely(sort))
        .map(([condition, one, other]) => branch(condition, one, other)),
      fc
        .tuple(tie('any'), loosely(sort), fc.constantFrom('p', 'q', ...names.int, ...names.any))
        .map(([value, body, name]) => letIn(name, value, body)),
      loosely(sort).map((value) => call('note', [value])),
    ];
    const sort = (one: keyof Sorts, leaves: readonly Arb[], others: readonly Arb[]): Arb =>
      fc.oneof(
        { maxDepth: 5, depthIdentifier: 'expression' },
        fc.oneof(fc.constantFrom(...names[one]).map(name), ...leaves),
        ...others,
        ...around(one),
      );
    const pair = (operators: readonly BinaryOperator[], left: keyof Sorts, right = left): Arb =>
      fc
        .tuple(fc.constantFrom(...operators), loosely(left), loosely(right))
        .map(([operator, one, other]) => binary(operator, one, other));
    const items = fc.array(tie('any'), { maxLength: 3 });
    return {
      int: sort(
        'int',
        [literalInt],
        [
          pair(['+', '-', '*'], 'int'),
          pair(['+', '-', '*', '/', '%'], 'int'),
          loosely('int').map((operand) => unary('-', operand)),
          loosely('tuple').map((target) => project(target, 0)),
          fc.tuple(loosely('list'), loosely('int')).map(([target, at]) => index(target, at)),
          loosely('int').map((value) => call('abs', [value])),
        ],
      ),
      bool: sort(
        'bool',
        [fc.boolean().map((value): Expr => ({ kind: 'bool', span, value }))],
        [
          pair(['<', '<=', '>', '>='], 'int'),
          pair(['<', '<=', '>', '>='], 'text'),
          pair(['==', '!='], 'int'),
          pair(['==', '!='], 'any'),
          pair(['&&', '||'], 'bool'),
          loosely('bool').map((operand) => unary('!', operand)),
        ],
      ),
      text: sort(
        'text',
        [
          fc
            .constantFrom('', 'a', 'ab', '\uffff')
            .map((value): Expr => ({ kind: 'string', span, value })),
        ],
        [pair(['+'], 'text')],
      ),
      tuple: sort(
        'tuple',
        [
          fc
            .tuple(literalInt, literalInt)
            .map((two): Expr => ({ kind: 'tuple', span, items: two })),
        ],
        [
          fc
            .tuple(loosely('int'), fc.array(tie('any'), { minLength: 1, maxLength: 2 }))
            .map(([head, rest]): Expr => ({ kind: 'tuple', span, items: [head, ...rest] })),
        ],
      ),
      list: sort(
        'list',
        [],
        [items.map((all): Expr => ({ kind: 'list', span, items: all })), pair(['+'], 'list')],
      ),
      any: fc.oneof(
        { maxDepth: 5, depthIdentifier: 'expression' },
        fc.oneof(
          fc.constantFrom('p', ...names.any).map(name),
          literalInt,
          fc
            .constantFrom('Red', 'Blue')
            .map((word): Expr => ({ kind: 'symbol', span, name: word })),
          fc.constantFrom(0, 1, 2.5).map((value): Expr => ({ kind: 'real', span, value })),
        ),
        tie('int'),
        tie('int'),
        tie('bool'),
        tie('text'),
        tie('tuple'),
        tie('list'),
        fc.array(fc.tuple(fc.constantFrom('b', 'a', 'c'), tie('any')), { maxLength: 3 }).map(
          (fields): Expr => ({
            kind: 'record',
            span,
            fields: fields.map(([key, value]) => ({ key, span, value })),
          }),
        ),
        fc
          .tuple(tie('any'), fc.constantFrom('a', 'b'))
          .map(([target, field]): Expr => ({ kind: 'field', span, target, name: field })),
        fc.tuple(tie('tuple'), fc.nat(2)).map(([target, at]) => project(target, at)),
        fc.tuple(tie('any'), tie('any')).map(([target, at]) => index(target, at)),
        ...around('any'),
      ),
    };
  });
  return any.map(withOwnSpans);
}

const literalInt: Arb = fc
  .oneof(
    fc.integer({ min: -3, max: 4 }),
    fc.constantFrom(255, 256, 2 ** 53 - 1, 1 - 2 ** 53),
    fc.bigInt({ min: -(2n ** 60n), max: 2n ** 60n }),
  )
  .map((value): Expr => ({ kind: 'int', span, value: BigInt(value) }));

function name(word: string): Expr {
  return { kind: 'name', span, name: word };
}

function binary(operator: BinaryOperator, left: Expr, right: Expr): Expr {
  return { kind: 'binary', span, operator, left, right };
}

function unary(operator: '-' | '!', operand: Expr): Expr {
  return { kind: 'unary', span, operator, operand };
}

function project(target: Expr, at: number): Expr {
  return { kind: 'project', span, target, index: at };
}

function index(target: Expr, at: Expr): Expr {
  return { kind: 'index', span, target, index: at };
}

function call(word: string, args: readonly Expr[]): Expr {
  return { kind: 'call', span, module: null, name: word, nameSpan: span, args };
}

function letIn(word: string, value: Expr, body: Expr): Expr {
  return { kind: 'let-in', span, name: word, nameSpan: span, recursive: false, value, body };
}

function branch(condition: Expr, one: Expr, other: Expr): Expr {
  const only = (value: Expr): Element[] => [{ kind: 'molecule', span, value, multiplicity: null }];
  return { kind: 'if', span, condition, consequent: only(one), alternative: only(other) };
}

function withOwnSpans<T>(tree: T): T {
  let next = 0;
  const copy = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(copy);
    if (typeof node !== 'object' || node === null) return node;
    if ('source' in node) return { ...node, start: next, end: ++next };
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, copy(value)]));
  };
  return copy(tree) as T;
}
