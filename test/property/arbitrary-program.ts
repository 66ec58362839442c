// Programs out of thin air, for the laws of the front end: every tree that parse can give, and none
// that it cannot. Spans are all the same, since nothing in here was ever a text.
import fc from 'fast-check';
import type {
  BinaryOperator,
  Declaration,
  Element,
  Expr,
  Literal,
  Pattern,
  Program,
  Rule,
  Span,
  TypeExpr,
} from '../../src/lang/index.ts';

const span: Span = { source: { name: 'generated', text: '' }, start: 0, end: 0 };

const name = fc.constantFrom(
  ...['x', 'y', 'w', 'n1', 'über', '_tmp', 'type', 'test', 'pure', 'effect', 'from', 'rec', 'as'],
);
const symbol = fc.constantFrom('A', 'Tea', 'READY_2', 'Élan');
const text = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constant('\ud800 "\\\n'));
const key = fc.oneof(name, symbol, text, fc.constantFrom('in', '_', '__proto__'));

const literal: fc.Arbitrary<Literal> = fc.oneof(
  fc.bigInt().map((value): Literal => ({ kind: 'int', span, value })),
  fc.integer({ min: -9, max: 9 }).map((n): Literal => ({ kind: 'int', span, value: BigInt(n) })),
  fc.double().map((n): Literal => ({ kind: 'real', span, value: Object.is(n, -0) ? 0 : n })),
  fc.boolean().map((value): Literal => ({ kind: 'bool', span, value })),
  text.map((value): Literal => ({ kind: 'string', span, value })),
  symbol.map((word): Literal => ({ kind: 'symbol', span, name: word })),
);

const OPERATORS: readonly BinaryOperator[] = [
  ...(['||', '&&', '==', '!=', '<', '<=', '>', '>=', '+', '-', '*', '/', '%'] as const),
];

type Trees = {
  expr: Expr;
  element: Element;
  elements: readonly Element[];
  rule: Rule;
  pattern: Pattern;
  type: TypeExpr;
};

const several = { minLength: 2, maxLength: 4 };
const few = { minLength: 1, maxLength: 3 };
const upTo = { maxLength: 3 };

const trees = fc.letrec<Trees>((tie) => ({
  type: fc.oneof(
    { maxDepth: 3, depthIdentifier: 'type' },
    fc
      .constantFrom('int', 'real', 'any', 'point')
      .map((word): TypeExpr => ({ kind: 'type-name', span, name: word })),
    literal.map((value): TypeExpr => ({ kind: 'type-literal', span, value })),
    fc.array(tie('type'), several).map((items): TypeExpr => ({ kind: 'type-tuple', span, items })),
    fc
      .array(tie('type'), several)
      .map((options): TypeExpr => ({ kind: 'type-union', span, options })),
  ),
  expr: fc.oneof(
    { maxDepth: 5, depthIdentifier: 'tree' },
    literal as fc.Arbitrary<Expr>,
    name.map((word): Expr => ({ kind: 'name', span, name: word })),
    fc.array(tie('expr'), several).map((items): Expr => ({ kind: 'tuple', span, items })),
    fc.array(tie('expr'), upTo).map((items): Expr => ({ kind: 'list', span, items })),
    fc
      .array(fc.record({ key, span: fc.constant(span), value: tie('expr') }), upTo)
      .map((fields): Expr => ({ kind: 'record', span, fields })),
    tie('elements').map((elements): Expr => ({ kind: 'solution', span, elements })),
    fc.constant([]).map((elements): Expr => ({ kind: 'solution', span, elements })),
    tie('rule') as fc.Arbitrary<Expr>,
    fc
      .tuple(fc.option(name), name, fc.array(tie('expr'), upTo))
      .map(([module, word, args]): Expr => {
        return { kind: 'call', span, module, name: word, nameSpan: span, args };
      }),
    fc
      .tuple(fc.constantFrom(...OPERATORS), tie('expr'), tie('expr'))
      .map(([operator, left, right]): Expr => ({ kind: 'binary', span, operator, left, right })),
    fc
      .tuple(fc.constantFrom('-' as const, '!' as const), tie('expr'))
      .map(([operator, operand]): Expr => ({ kind: 'unary', span, operator, operand })),
    fc
      .tuple(tie('expr'), fc.nat(3))
      .map(([target, index]): Expr => ({ kind: 'project', span, target, index })),
    fc
      .tuple(tie('expr'), fc.oneof(name, symbol, fc.constantFrom('in', 'replace')))
      .map(([target, word]): Expr => ({ kind: 'field', span, target, name: word })),
    fc
      .tuple(tie('expr'), tie('expr'))
      .map(([target, index]): Expr => ({ kind: 'index', span, target, index })),
    fc
      .tuple(fc.boolean(), name, tie('expr'), tie('expr'))
      .map(([recursive, word, value, body]): Expr => {
        return { kind: 'let-in', span, recursive, name: word, nameSpan: span, value, body };
      }),
    fc
      .tuple(tie('expr'), fc.oneof(tie('elements'), fc.constant([])), tie('elements'))
      .map(([condition, consequent, alternative]): Expr => {
        return { kind: 'if', span, condition, consequent, alternative };
      }),
    fc
      .tuple(tie('pattern'), name)
      .map(([pattern, rest]): Expr => ({ kind: 'none', span, pattern, rest, restSpan: span })),
    fc.tuple(name, name, tie('expr')).map(([variable, rest, condition]): Expr => {
      return { kind: 'all', span, variable, variableSpan: span, rest, restSpan: span, condition };
    }),
    fc
      .tuple(tie('expr'), tie('expr'))
      .map(([first, second]): Expr => ({ kind: 'then', span, first, second })),
  ),
  element: fc.oneof(
    { maxDepth: 5, depthIdentifier: 'tree' },
    tie('expr').map((value): Element => ({ kind: 'molecule', span, value, multiplicity: null })),
    fc
      .tuple(tie('expr'), tie('expr'))
      .map(([value, multiplicity]): Element => ({ kind: 'molecule', span, value, multiplicity })),
    fc
      .tuple(tie('expr'), tie('expr'), fc.option(tie('expr')))
      .map(
        ([from, to, multiplicity]): Element => ({ kind: 'range', span, from, to, multiplicity }),
      ),
  ),
  // A let holds all that stands behind it, so it can only be the last of its list.
  elements: fc
    .tuple(
      fc.array(tie('element'), few),
      fc.option(fc.tuple(name, tie('expr'), fc.array(tie('element'), few)), { freq: 4 }),
    )
    .map(([before, bound]): readonly Element[] => {
      if (bound === null) return before;
      const [word, value, rest] = bound;
      const last: Element = {
        ...{ kind: 'let', span, recursive: false, name: word, nameSpan: span, value, rest },
      };
      return [...before, last];
    }),
  rule: fc
    .record({
      kind: fc.constant('rule' as const),
      span: fc.constant(span),
      name: fc.option(name, { freq: 3 }),
      form: fc.constantFrom('replace', 'replace-one', 'inject', 'whenever'),
      catalysts: fc.array(tie('pattern'), few),
      reactants: fc.array(tie('pattern'), few),
      rest: fc.option(name.map((word) => ({ name: word, span }))),
      products: fc.oneof(tie('elements'), fc.constant([])),
      guard: fc.option(tie('expr')),
      permits: fc.oneof(fc.constant([]), fc.array(tie('expr'), upTo)),
    })
    .map((rule): Rule => {
      const injects = rule.form === 'inject' || rule.form === 'whenever';
      return injects ? { ...rule, reactants: [], rest: null } : (rule as Rule);
    }),
  pattern: fc.oneof(
    { maxDepth: 4, depthIdentifier: 'tree' },
    fc
      .tuple(name, fc.option(tie('type')))
      .map(([word, type]): Pattern => ({ kind: 'variable', span, name: word, type })),
    fc.option(tie('type')).map((type): Pattern => ({ kind: 'wildcard', span, type })),
    literal.map((value): Pattern => ({ kind: 'literal', span, value })),
    fc.array(literal, upTo).map((items): Pattern => {
      return { kind: 'literal', span, value: { kind: 'list', span, items } };
    }),
    fc
      .array(tie('pattern'), several)
      .map((items): Pattern => ({ kind: 'tuple-pattern', span, items })),
    fc
      .tuple(fc.array(tie('pattern'), upTo), fc.option(name.map((word) => ({ name: word, span }))))
      .map(([items, rest]): Pattern => ({ kind: 'solution-pattern', span, items, rest })),
    fc.tuple(name, name).map(([ruleName, variable]): Pattern => {
      return { kind: 'rule-pattern', span, ruleName, variable, variableSpan: span };
    }),
    tie('expr')
      .filter(isTestedInPatterns)
      .map((value): Pattern => ({ kind: 'expression', span, value })),
  ),
}));

/** What is an expression in a pattern, and not a pattern of its own. */
function isTestedInPatterns(value: Expr): boolean {
  const kinds = [
    'name',
    'binary',
    'unary',
    'call',
    'project',
    'field',
    'index',
    'if',
    'none',
    'all',
  ];
  return kinds.includes(value.kind);
}

const words = fc.array(fc.constantFrom('the', 'sieve', '/', 'of 2'), {
  minLength: 1,
  maxLength: 4,
});
const doc = fc.array(
  words.map((line) => line.join(' ')),
  { maxLength: 2 },
);

const declaration: fc.Arbitrary<Declaration> = fc.oneof(
  fc
    .tuple(fc.boolean(), name, trees.expr, doc)
    .map(([recursive, word, value, lines]): Declaration => {
      const kind = 'let' as const;
      return { kind, span, recursive, name: word, nameSpan: span, value, doc: lines.join('\n') };
    }),
  fc
    .tuple(name, trees.type)
    .map(([word, type]): Declaration => ({ kind: 'type', span, name: word, nameSpan: span, type })),
  fc
    .tuple(text, trees.expr, fc.array(trees.expr, few))
    .map(([title, solution, outcomes]): Declaration => {
      return { kind: 'test', span, name: title, solution, outcomes };
    }),
  text.map((from): Declaration => {
    return { kind: 'import', span, what: 'rules', names: [], from, fromSpan: span };
  }),
  fc
    .tuple(
      fc.constantFrom('pure' as const, 'effect' as const, 'library' as const),
      fc.array(fc.record({ name, alias: name, span: fc.constant(span) }), upTo),
      text,
    )
    .map(([what, names, from]): Declaration => {
      return { kind: 'import', span, what, names, from, fromSpan: span };
    }),
);

export const arbitraryExpr: fc.Arbitrary<Expr> = trees.expr;
export const arbitraryRule: fc.Arbitrary<Rule> = trees.rule;
export const arbitraryPattern: fc.Arbitrary<Pattern> = trees.pattern;

export const arbitraryProgram: fc.Arbitrary<Program> = fc
  .tuple(fc.array(declaration, { maxLength: 4 }), fc.option(trees.expr))
  .map(([declarations, body]): Program => ({ kind: 'program', span, declarations, body }));
