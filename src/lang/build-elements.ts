// Lists of molecules: what stands between the commas of a solution, a product or a parenthesis.
import type { CstNode } from 'chevrotain';
import type { Element, Expr } from './ast.ts';
import { buildChain, buildExpr, buildLetHead, reportGaps } from './build-expr.ts';
import { buildLiteral, unfold } from './build-literal.ts';
import type { Build } from './cst.ts';
import * as cst from './cst.ts';
import { MAX_NESTING, tooDeep } from './depth.ts';
import { problem, spanOf } from './problem.ts';
import { Run, type Token } from './tokens.ts';

export function buildElements(build: Build, node: CstNode): readonly Element[] {
  const found = listed(node);
  reportGaps(build, found, node);
  // From the last to the first, because a let holds all that stands behind it.
  let reversed: Element[] = [];
  let lets = 0;
  for (let i = found.length - 1; i >= 0; i--) {
    const child = found[i] as CstNode | Token;
    if (!cst.isNode(child) && child.tokenType === Run) {
      for (const element of unfold(build, child).toReversed()) reversed.push(element);
      continue;
    }
    reversed.push(cst.isNode(child) ? buildElement(build, child) : lone(build, child));
    const heads = cst.isNode(child) ? cst.nodes(child, 'letHead') : [];
    lets += heads.length;
    if (lets > MAX_NESTING) {
      build.report(
        tooDeep(
          build.source,
          cst.token(heads[0] as CstNode, 'let'),
          'too many lets reach over each other',
        ),
      );
      return reversed;
    }
    for (let k = heads.length - 1; k >= 0; k--) {
      reversed = [wrapInLet(build, heads[k] as CstNode, reversed.reverse())];
    }
  }
  return reversed.reverse();
}

/** The elements as they stand, whatever they will be. */
export function listed(node: CstNode): readonly (CstNode | Token)[] {
  return cst.merge(cst.nodes(node, 'element'), cst.tokens(node, 'lone'));
}

function lone(build: Build, token: Token): Element {
  const value = buildLiteral(build, token);
  return { kind: 'molecule', span: value.span, value, multiplicity: null };
}

function wrapInLet(build: Build, head: CstNode, rest: readonly Element[]): Element {
  const end = rest.at(-1)?.span.end ?? cst.endOf(head);
  return {
    kind: 'let',
    span: spanOf(build.source, cst.startOf(head), end),
    ...buildLetHead(build, head),
    rest,
  };
}

/** One element without the lets before it. */
function buildElement(build: Build, node: CstNode): Element {
  const value = nameRule(build, node, buildExpr(build, node));
  const to = cst.maybeNode(node, 'to');
  const multiplicity = buildMultiplicity(build, node);
  const span = spanOf(build.source, coreStart(node), cst.endOf(node));
  if (to === undefined) return { kind: 'molecule', span, value, multiplicity };
  return { kind: 'range', span, from: value, to: buildChain(build, to), multiplicity };
}

function coreStart(node: CstNode): number {
  return cst.startOf(
    cst.maybeToken(node, 'Name') ??
      cst.maybeNode(node, 'chain') ??
      cst.maybeNode(node, 'rule') ??
      cst.node(node, 'conditional'),
  );
}

function buildMultiplicity(build: Build, node: CstNode): Expr | null {
  const [first, second] = cst.nodes(node, 'multiplicity');
  if (second !== undefined) {
    const message = 'a molecule has one multiplicity';
    build.report(
      problem('HOCL038', cst.spanFrom(build, second), message, 'write the product: `x^(2 * 3)`'),
    );
  }
  return first === undefined ? null : buildChain(build, first);
}

/** `n = replace ...` names the rule. */
function nameRule(build: Build, node: CstNode, value: Expr): Expr {
  const name = cst.maybeToken(node, 'Name');
  if (name === undefined) return value;
  if (value.kind === 'rule')
    return {
      ...value,
      name: name.image,
      span: spanOf(build.source, name.startOffset, value.span.end),
    };
  const message = 'only a rule can be named in place';
  const hint = `to bind a name write \`let ${name.image} = ... in\`; to compare write \`==\``;
  build.report(problem('HOCL035', cst.spanFrom(build, name, cst.token(node, '=')), message, hint));
  return value;
}

/** The one molecule between parentheses. */
export function pickSingle(build: Build, node: CstNode): Expr {
  const elements = buildElements(build, node);
  const [only] = elements;
  const single = only === undefined || elements.length > 1 ? null : asExpr(only);
  if (single !== null) return single;
  const message = 'one molecule must stand between these parentheses';
  const hint =
    'a list, a range or a multiplicity in parentheses stands only as a branch of `if`; a solution is written `<a, b>`';
  build.report(problem('HOCL036', cst.spanFrom(build, node), message, hint));
  return { kind: 'symbol', span: cst.spanFrom(build, node), name: 'HOLE' };
}

/** An element as an expression, or null if it cannot be one. */
function asExpr(element: Element): Expr | null {
  if (element.kind === 'molecule') return element.multiplicity === null ? element.value : null;
  if (element.kind === 'range') return null;
  const [only] = element.rest;
  const body = only === undefined || element.rest.length > 1 ? null : asExpr(only);
  if (body === null) return null;
  const { span, recursive, name, nameSpan, value } = element;
  return { kind: 'let-in', span, recursive, name, nameSpan, value, body };
}
