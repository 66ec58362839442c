// Expressions: the flat chains of the grammar become trees here, by how tightly operators bind.
// What belongs to patterns only (`_`, `?w`, `x::int`) is refused here with a word on what to write.
import type { CstNode, TokenType } from 'chevrotain';
import type { BinaryOperator, Element, Expr, RecordField, Span } from './ast.ts';
import { buildLiteral, negate, textOf, unfold } from './build-literal.ts';
import type { Build } from './cst.ts';
import * as cst from './cst.ts';
import { problem, spanOf } from './problem.ts';
import * as t from './tokens.ts';

/** An expression, or several with `then` between them: the node holds one of these, or a chain. */
export function buildExpr(build: Build, node: CstNode): Expr {
  const rule = cst.maybeNode(node, 'rule');
  if (rule !== undefined) return build.parts.rule(build, rule);
  const conditional = cst.maybeNode(node, 'conditional');
  if (conditional !== undefined) return buildConditional(build, conditional);
  const letIn = cst.maybeNode(node, 'letIn');
  if (letIn !== undefined) return buildLetIn(build, letIn);
  const chains = cst.nodes(node, 'chain');
  let first = buildChain(build, chains[0] as CstNode);
  for (let i = 1; i < chains.length; i++) {
    const second = buildChain(build, chains[i] as CstNode);
    const span = spanOf(build.source, first.span.start, second.span.end);
    first = { kind: 'then', span, first, second };
  }
  return first;
}

/** What stands between operators: a token if nothing is applied to it. */
export type Operand = CstNode | t.Token;

export function operandsOf(chain: CstNode): readonly Operand[] {
  return cst.merge(cst.nodes(chain, 'operand'), cst.tokens(chain, 'atom'));
}

/** The operand that is all there is to this expression, if it is only one. */
export function soleOperand(expression: CstNode): Operand | null {
  const [chain, other] = cst.nodes(expression, 'chain');
  if (chain === undefined || other !== undefined || 'Operator' in chain.children) return null;
  return operandsOf(chain)[0] ?? null;
}

export interface LetHead {
  readonly recursive: boolean;
  readonly name: string;
  readonly nameSpan: Span;
  readonly value: Expr;
}

export function buildLetHead(build: Build, node: CstNode): LetHead {
  const name = cst.token(node, 'Name');
  return {
    recursive: cst.maybeToken(node, 'rec') !== undefined,
    name: name.image,
    nameSpan: cst.spanFrom(build, name),
    value: buildExpr(build, cst.node(node, 'staged')),
  };
}

function buildLetIn(build: Build, node: CstNode): Expr {
  const head = buildLetHead(build, cst.node(node, 'letHead'));
  const body = buildExpr(build, cst.node(node, 'expression'));
  return { kind: 'let-in', span: cst.spanFrom(build, node), ...head, body };
}

function buildConditional(build: Build, node: CstNode): Expr {
  const [consequent, alternative] = cst.nodes(node, 'branch') as [CstNode, CstNode];
  return {
    kind: 'if',
    span: cst.spanFrom(build, node),
    condition: buildExpr(build, cst.node(node, 'expression')),
    consequent: buildBranch(build, consequent),
    alternative: buildBranch(build, alternative),
  };
}

/** One molecule, a list in parentheses, or `nothing`. Where one is needed, check counts them. */
function buildBranch(build: Build, node: CstNode): readonly Element[] {
  const expression = cst.maybeNode(node, 'expression');
  if (expression === undefined) return [];
  const operand = soleOperand(expression);
  if (operand !== null && isGroup(operand)) {
    return build.parts.elements(build, cst.node(operand, 'elements'));
  }
  const value = buildExpr(build, expression);
  return [{ kind: 'molecule', span: value.span, value, multiplicity: null }];
}

/** Neither a prefix before it nor a postfix behind it. */
export function isBare(operand: Operand): boolean {
  if (!cst.isNode(operand)) return true;
  return cst.nodes(operand, 'postfix').length === 0 && cst.tokens(operand, 'prefix').length === 0;
}

function isGroup(operand: Operand): operand is CstNode {
  return cst.isNode(operand) && '(' in operand.children && isBare(operand);
}

/** Operands and the operators between them, cut at each `:`, the weakest. */
export function splitChain(node: CstNode): { operands: Operand[]; operators: t.Token[] }[] {
  const operands = operandsOf(node);
  const operators = cst.tokens(node, 'Operator');
  let part = { operands: [operands[0] as Operand], operators: [] as t.Token[] };
  const parts = [part];
  for (const [i, operator] of operators.entries()) {
    if (operator.tokenType === t.Colon) {
      part = { operands: [], operators: [] };
      parts.push(part);
    } else part.operators.push(operator);
    part.operands.push(operands[i + 1] as Operand);
  }
  return parts;
}

export function buildChain(build: Build, node: CstNode): Expr {
  const parts = splitChain(node);
  const items = parts.map((part) => buildPart(build, part.operands, part.operators));
  const [only] = items;
  if (items.length === 1 && only !== undefined) return only;
  return { kind: 'tuple', span: cst.spanFrom(build, node), items };
}

const STRENGTH = new Map<TokenType, number>([
  ...([
    [t.Or, 1],
    [t.And, 2],
    [t.Equal, 3],
    [t.Unequal, 3],
  ] as const),
  ...([
    [t.Less, 4],
    [t.LessEqual, 4],
    [t.Greater, 4],
    [t.GreaterEqual, 4],
  ] as const),
  ...([
    [t.Plus, 5],
    [t.Minus, 5],
    [t.Times, 6],
    [t.Divide, 6],
    [t.Remainder, 6],
  ] as const),
]);

/** Binary operators, all left-associative, by two stacks: chains are long more often than deep. */
export function buildPart(
  build: Build,
  operands: readonly Operand[],
  operators: readonly t.Token[],
): Expr {
  const values: Expr[] = [buildOperand(build, operands[0] as Operand)];
  const pending: t.Token[] = [];
  const strength = (token: t.Token): number => STRENGTH.get(token.tokenType) ?? 0;
  const combine = (): void => {
    const operator = pending.pop() as t.Token;
    const right = values.pop() as Expr;
    const left = values.pop() as Expr;
    const span = spanOf(build.source, left.span.start, right.span.end);
    values.push({ kind: 'binary', span, operator: operatorOf(operator), left, right });
  };
  for (const [i, operator] of operators.entries()) {
    while (pending.length > 0 && strength(pending.at(-1) as t.Token) >= strength(operator))
      combine();
    pending.push(operator);
    values.push(buildOperand(build, operands[i + 1] as Operand));
  }
  while (pending.length > 0) combine();
  return values[0] as Expr;
}

function operatorOf(token: t.Token): BinaryOperator {
  switch (token.tokenType) {
    case t.Less:
      return '<';
    case t.Greater:
      return '>';
    default:
      return token.tokenType.name as BinaryOperator;
  }
}

export function buildOperand(build: Build, node: Operand): Expr {
  if (!cst.isNode(node)) return buildAtom(build, node);
  let built = build.parts.postfixes(build, buildPrimary(build, node), node);
  const prefixes = cst.tokens(node, 'prefix');
  const folds =
    cst.maybeToken(node, 'Literal') !== undefined && cst.nodes(node, 'postfix').length === 0;
  for (let i = prefixes.length - 1; i >= 0; i--) {
    const prefix = prefixes[i] as t.Token;
    const span = spanOf(build.source, prefix.startOffset, built.span.end);
    const operator = prefix.tokenType === t.Minus ? '-' : '!';
    const literal =
      folds &&
      i === prefixes.length - 1 &&
      operator === '-' &&
      (built.kind === 'int' || built.kind === 'real')
        ? negate(built, span)
        : null;
    built = literal ?? { kind: 'unary', span, operator, operand: built };
  }
  return built;
}

function buildAtom(build: Build, token: t.Token): Expr {
  if (token.tokenType !== t.Name) return buildLiteral(build, token);
  return { kind: 'name', span: cst.spanFrom(build, token), name: token.image };
}

function buildPrimary(build: Build, node: CstNode): Expr {
  const literal = cst.maybeToken(node, 'Literal');
  if (literal !== undefined) return buildLiteral(build, literal);
  const name = cst.maybeToken(node, 'Name');
  if (name !== undefined) {
    const mark = cst.maybeNode(node, 'typeMark');
    if (mark !== undefined)
      refuse(build, mark, 'a type stands only in a pattern', 'leave out the `::` and the type');
    return { kind: 'name', span: cst.spanFrom(build, name), name: name.image };
  }
  if (cst.maybeToken(node, '(') !== undefined) {
    return build.parts.single(build, cst.node(node, 'elements'));
  }
  if (cst.maybeToken(node, '<') !== undefined) return buildSolution(build, node);
  const list = cst.maybeNode(node, 'list');
  if (list !== undefined)
    return { kind: 'list', span: cst.spanFrom(build, list), items: buildItems(build, list) };
  const record = cst.maybeNode(node, 'record');
  if (record !== undefined) return buildRecord(build, record);
  const absence = cst.maybeNode(node, 'absence');
  if (absence !== undefined) return buildAbsence(build, absence);
  const universal = cst.maybeNode(node, 'universal');
  if (universal !== undefined) return buildUniversal(build, universal);
  return refusePatternWord(build, node);
}

function buildSolution(build: Build, node: CstNode): Expr {
  const elements = cst.maybeNode(node, 'elements');
  const span = cst.spanFrom(build, cst.token(node, '<'), cst.token(node, '>'));
  return {
    kind: 'solution',
    span,
    elements: elements === undefined ? [] : build.parts.elements(build, elements),
  };
}

type MoleculeElement = Extract<Element, { kind: 'molecule' }>;

/** The expressions between the commas of a list or of a call. */
export function buildItems(build: Build, parent: CstNode): readonly Expr[] {
  const items = cst.maybeNode(parent, 'items');
  if (items === undefined) return [];
  const found = cst.merge(cst.nodes(items, 'expression'), cst.tokens(items, 'lone'));
  reportGaps(build, found, items);
  const built: Expr[] = [];
  for (const item of found) {
    if (cst.isNode(item)) built.push(buildExpr(build, item));
    else if (item.tokenType !== t.Run) built.push(buildLiteral(build, item));
    else for (const one of unfold(build, item)) built.push((one as MoleculeElement).value);
  }
  return built;
}

/** Two commas with nothing between them: the grammar lets them pass, for the sake of this message. */
export function reportGaps(
  build: Build,
  items: readonly (CstNode | t.Token)[],
  parent: CstNode,
): void {
  const commas = cst.tokens(parent, ',');
  if (commas.length < items.length) return;
  // A comma at the end is welcome, so the commas behind the first items are looked at.
  for (const [i, comma] of commas.entries()) {
    const item = items[i];
    if (item !== undefined && cst.startOf(item) < comma.startOffset) continue;
    const before = commas[i - 1] ?? comma;
    const message = 'there is nothing between these two commas';
    const span = cst.spanFrom(build, before, comma);
    build.report(problem('HOCL015', span, message, 'take one of them out'));
    return;
  }
}

/** Fields and imported names side by side: the grammar lets them pass too. */
export function reportMissingCommas(
  build: Build,
  parts: readonly CstNode[],
  parent: CstNode,
): void {
  const commas = cst.tokens(parent, ',');
  let next = 0;
  for (const part of parts.slice(1)) {
    const comma = commas[next];
    if (comma !== undefined && comma.startOffset < cst.startOf(part)) next++;
    else {
      const message = '`,` is missing before this';
      build.report(
        problem('HOCL016', cst.spanFrom(build, part), message, 'write `,` between them'),
      );
    }
  }
}

function buildRecord(build: Build, node: CstNode): Expr {
  const fields = cst.nodes(node, 'field').map((field): RecordField => {
    const key = cst.token(field, 'key');
    return {
      key: key.tokenType === t.Text ? textOf(key) : key.image,
      span: cst.spanFrom(build, field),
      value: buildExpr(build, cst.node(field, 'expression')),
    };
  });
  reportMissingCommas(build, cst.nodes(node, 'field'), node);
  return { kind: 'record', span: cst.spanFrom(build, node), fields };
}

function buildAbsence(build: Build, node: CstNode): Expr {
  const rest = cst.token(node, 'rest');
  return {
    kind: 'none',
    span: cst.spanFrom(build, node),
    pattern: build.parts.pattern(build, cst.node(node, 'chain'), cst.maybeToken(node, 'ruleName')),
    rest: rest.image,
    restSpan: cst.spanFrom(build, rest),
  };
}

function buildUniversal(build: Build, node: CstNode): Expr {
  const variable = cst.token(node, 'variable');
  const rest = cst.token(node, 'rest');
  return {
    kind: 'all',
    span: cst.spanFrom(build, node),
    variable: variable.image,
    variableSpan: cst.spanFrom(build, variable),
    rest: rest.image,
    restSpan: cst.spanFrom(build, rest),
    condition: buildExpr(build, cst.node(node, 'expression')),
  };
}

function refusePatternWord(build: Build, node: CstNode): Expr {
  const rest = cst.maybeToken(node, 'Rest');
  const token = rest ?? cst.token(node, 'Wildcard');
  const name = rest === undefined ? '_' : rest.image.slice(1);
  const hint =
    rest === undefined
      ? 'give it a name in the pattern and use that name here'
      : `write \`${name}\`, without the \`?\``;
  refuse(build, token, `\`${token.image}\` stands only in a pattern`, hint);
  return { kind: 'name', span: cst.spanFrom(build, token), name };
}

function refuse(build: Build, where: CstNode | t.Token, message: string, hint: string): void {
  build.report(problem('HOCL032', cst.spanFrom(build, where), message, hint));
}
