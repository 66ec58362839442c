// Patterns, from the same concrete tree as expressions. What cannot be a pattern is refused here,
// each case with what to write instead.
import type { CstNode } from 'chevrotain';
import type { Expr, Pattern, RestPattern } from './ast.ts';
import { listed } from './build-elements.ts';
import {
  buildExpr,
  buildOperand,
  buildPart,
  isBare,
  type Operand,
  operandsOf,
  reportGaps,
  soleOperand,
  splitChain,
} from './build-expr.ts';
import { buildLiteral } from './build-literal.ts';
import { buildTypeMark } from './build-type.ts';
import type { Build } from './cst.ts';
import * as cst from './cst.ts';
import { problem } from './problem.ts';
import { Name, type Token } from './tokens.ts';

export interface PatternList {
  readonly items: readonly Pattern[];
  readonly rest: RestPattern | null;
}

/** The patterns between the commas, and the `?w` among them. */
export function buildPatterns(build: Build, node: CstNode): PatternList {
  const items: Pattern[] = [];
  let rest: RestPattern | null = null;
  const found = listed(node);
  reportGaps(build, found, node);
  for (const child of found) {
    const next = cst.isNode(child) ? restOf(build, child) : null;
    if (next === null)
      items.push(cst.isNode(child) ? buildPattern(build, child) : literal(build, child));
    else if (rest === null) rest = next;
    else reportSecondRest(build, rest, next);
  }
  return { items, rest };
}

function reportSecondRest(build: Build, first: RestPattern, second: RestPattern): void {
  const message = 'two rest variables stand at one level';
  const hint = 'one `?w` takes all that the other patterns leave; take the other out';
  const related = [{ span: first.span, message: 'the first one is here' }];
  build.report(problem('HOCL030', second.span, message, hint, related));
}

/** `?w` or `ω`, where it is all there is to the element. */
function restOf(build: Build, element: CstNode): RestPattern | null {
  const operand = plainOperand(element);
  if (operand === null) return null;
  const token = restToken(operand);
  return token === null ? null : { name: restName(token), span: cst.spanFrom(build, token) };
}

function restToken(operand: Operand): Token | null {
  if (!isBare(operand)) return null;
  if (!cst.isNode(operand)) return isOmega(operand) ? operand : null;
  return cst.maybeToken(operand, 'Rest') ?? null;
}

/** The papers write ω for the rest of a solution. */
function isOmega(token: Token): boolean {
  return token.tokenType === Name && /^ω[0-9₀-₉]*$/u.test(token.image);
}

function restName(token: Token): string {
  return token.image.startsWith('?') ? token.image.slice(1) : token.image;
}

/** The operand that is the whole element: no let, no name, no range, no operator. */
function plainOperand(element: CstNode): Operand | null {
  const extra = ['letHead', 'Name', 'to', 'multiplicity'].some((name) => name in element.children);
  return extra ? null : soleOperand(element);
}

function literal(build: Build, token: Token): Pattern {
  const value = buildLiteral(build, token);
  return { kind: 'literal', span: value.span, value };
}

function buildPattern(build: Build, element: CstNode): Pattern {
  const misfit = misfitOf(element);
  if (misfit !== null) {
    const [where, message, hint] = misfit;
    return refuse(build, where, 'HOCL033', message, hint);
  }
  const name = cst.maybeToken(element, 'Name');
  const chain = cst.maybeNode(element, 'chain');
  if (chain !== undefined) return buildPatternOfChain(build, chain, name);
  if (name !== undefined) return refuseNamed(build, element);
  return expressionPattern(buildExpr(build, element));
}

type Misfit = readonly [where: CstNode | Token, message: string, hint: string];

/** What this element has that no pattern can have. */
function misfitOf(element: CstNode): Misfit | null {
  const [head] = cst.nodes(element, 'letHead');
  if (head !== undefined) {
    return [
      head,
      'a `let` cannot stand in a pattern',
      'put it before the rule, or compute the value in the guard',
    ];
  }
  const to = cst.maybeNode(element, 'to');
  if (to !== undefined) {
    return [
      element,
      'a range is not a pattern',
      'take `x::int` and ask in the guard: `if x >= 2 && x <= 30`',
    ];
  }
  const multiplicity = cst.maybeNode(element, 'multiplicity');
  if (multiplicity !== undefined) {
    return [
      element,
      'a multiplicity cannot stand in a pattern',
      'write the pattern as often as it is wanted',
    ];
  }
  if (cst.nodes(element, 'chain').length > 1) {
    const hint = 'match the solution that remains at the end';
    return [element, '`then` cannot stand in a pattern', hint];
  }
  const rule = cst.maybeNode(element, 'rule');
  if (rule !== undefined) {
    return [
      rule,
      'a rule cannot be written out in a pattern',
      'take it by its name, `sieve = r`, or by its kind, `r::rule`',
    ];
  }
  return null;
}

/** A chain as a pattern; `name` stands before it in `name = r`. */
export function buildPatternOfChain(build: Build, chain: CstNode, name?: Token): Pattern {
  const parts = splitChain(chain);
  const [only] = parts;
  if (name !== undefined) return buildRulePattern(build, name, chain);
  if (parts.length === 1 && only !== undefined)
    return buildItem(build, only.operands, only.operators);
  const items = parts.map((part) => buildItem(build, part.operands, part.operators));
  return { kind: 'tuple-pattern', span: cst.spanFrom(build, chain), items };
}

function buildRulePattern(build: Build, name: Token, chain: CstNode): Pattern {
  const operands = operandsOf(chain);
  const operand = operands[0] as Operand;
  const variable = variableOf(operand);
  if (operands.length > 1 || variable === null) return refuseNamed(build, chain);
  return {
    kind: 'rule-pattern',
    span: cst.spanFrom(build, name, operand),
    ruleName: name.image,
    variable: variable.image,
    variableSpan: cst.spanFrom(build, variable),
  };
}

/** The name that the operand is; a type behind it changes nothing, for it can only be a rule. */
function variableOf(operand: Operand): Token | null {
  if (!cst.isNode(operand)) return operand.tokenType === Name ? operand : null;
  return isBare(operand) ? (cst.maybeToken(operand, 'Name') ?? null) : null;
}

function refuseNamed(build: Build, where: CstNode): Pattern {
  const message = 'behind `=` in a pattern stands the variable that takes the rule';
  return refuse(
    build,
    where,
    'HOCL039',
    message,
    'write `name = r`; to compare values use the guard and `==`',
  );
}

function buildItem(
  build: Build,
  operands: readonly Operand[],
  operators: readonly Token[],
): Pattern {
  const [operand] = operands as [Operand, ...Operand[]];
  if (operands.length > 1) return expressionPattern(buildPart(build, operands, operators));
  if (isBare(operand)) return buildBare(build, operand);
  const value = buildOperand(build, operand);
  const negative = value.kind === 'int' || value.kind === 'real';
  return negative ? { kind: 'literal', span: value.span, value } : expressionPattern(value);
}

function expressionPattern(value: Expr): Pattern {
  return { kind: 'expression', span: value.span, value };
}

function buildBare(build: Build, operand: Operand): Pattern {
  const span = cst.spanFrom(build, operand);
  const rest = restToken(operand);
  if (rest !== null) {
    const message = 'a rest variable stands in a solution, not here';
    const hint = `write \`<${restName(rest)}>\` with the \`?\` inside: \`<?${restName(rest)}>\``;
    return refuse(build, rest, 'HOCL031', message, hint);
  }
  if (!cst.isNode(operand)) return buildAtom(build, operand);
  const mark = cst.maybeNode(operand, 'typeMark');
  const type = mark === undefined ? null : buildTypeMark(build, mark);
  const name = cst.maybeToken(operand, 'Name');
  if (name !== undefined) return { kind: 'variable', span, name: name.image, type };
  if (cst.maybeToken(operand, 'Wildcard') !== undefined) return { kind: 'wildcard', span, type };
  const token = cst.maybeToken(operand, 'Literal');
  if (token !== undefined) return literal(build, token);
  if (cst.maybeToken(operand, '(') !== undefined) return buildGroup(build, operand);
  if (cst.maybeToken(operand, '<') !== undefined) {
    const elements = cst.maybeNode(operand, 'elements');
    if (elements === undefined) return { kind: 'solution-pattern', span, items: [], rest: null };
    return { kind: 'solution-pattern', span, ...buildPatterns(build, elements) };
  }
  if ('list' in operand.children || 'record' in operand.children) return buildData(build, operand);
  return expressionPattern(buildOperand(build, operand));
}

function buildAtom(build: Build, token: Token): Pattern {
  if (token.tokenType !== Name) return literal(build, token);
  return { kind: 'variable', span: cst.spanFrom(build, token), name: token.image, type: null };
}

/** Parentheses nest tuples; around a plain name they ask for the value that it already has. */
function buildGroup(build: Build, operand: CstNode): Pattern {
  const found = listed(cst.node(operand, 'elements'));
  const [only] = found;
  if (found.length > 1 || only === undefined) {
    const message = 'a list in parentheses is not a pattern';
    return refuse(
      build,
      operand,
      'HOCL033',
      message,
      'a solution is written `<a, b>`, a tuple `a:b`',
    );
  }
  if (!cst.isNode(only)) return literal(build, only);
  const inner = plainOperand(only);
  if (inner !== null && isPlainName(inner)) {
    const value = buildOperand(build, operand);
    return { kind: 'expression', span: cst.spanFrom(build, operand), value };
  }
  return buildPattern(build, only);
}

function isPlainName(operand: Operand): boolean {
  if (!cst.isNode(operand)) return operand.tokenType === Name;
  return isBare(operand) && 'Name' in operand.children && !('typeMark' in operand.children);
}

/** Lists and records in patterns are literals: matching inside them is not part of the language yet. */
function buildData(build: Build, operand: CstNode): Pattern {
  const hole = firstUnknown(operand);
  if (hole !== null) {
    const what = 'list' in operand.children ? 'list' : 'record';
    const message = `in a pattern a ${what} is made of literals only`;
    const hint = `take the whole as \`x::${what}\` and look inside it in the guard`;
    return refuse(build, hole, 'HOCL034', message, hint);
  }
  const value = buildOperand(build, operand);
  return { kind: 'literal', span: value.span, value };
}

/** The first thing below this operand that is not plain data. */
function firstUnknown(operand: Operand): Operand | null {
  if (!cst.isNode(operand)) return operand.tokenType === Name ? operand : null;
  if (cst.nodes(operand, 'postfix').length > 0) return operand;
  if (cst.maybeToken(operand, 'Literal') !== undefined) return null;
  const list = cst.maybeNode(operand, 'list');
  const record = cst.maybeNode(operand, 'record');
  if (list === undefined && record === undefined) return operand;
  const items = list === undefined ? undefined : cst.maybeNode(list, 'items');
  const inside = [
    ...(items === undefined ? [] : cst.nodes(items, 'expression')),
    ...(record === undefined
      ? []
      : cst.nodes(record, 'field').map((field) => cst.node(field, 'expression'))),
  ];
  for (const expression of inside) {
    const chain = cst.maybeNode(expression, 'chain');
    const operands = chain === undefined ? [] : operandsOf(chain);
    const arithmetic =
      chain !== undefined && splitChain(chain).some((part) => part.operators.length > 0);
    if (chain === undefined || arithmetic) return expression;
    for (const next of operands) {
      const unknown = firstUnknown(next);
      if (unknown !== null) return unknown;
    }
  }
  return null;
}

function refuse(
  build: Build,
  where: CstNode | Token,
  code: string,
  message: string,
  hint: string,
): Pattern {
  const span = cst.spanFrom(build, where);
  build.report(problem(code, span, message, hint));
  return { kind: 'wildcard', span, type: null };
}
