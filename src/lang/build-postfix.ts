// What stands behind an operand: `.0`, `.name`, `[i]`, `(...)`.
import type { CstNode } from 'chevrotain';
import type { Expr } from './ast.ts';
import { buildExpr, buildItems } from './build-expr.ts';
import type { Build } from './cst.ts';
import * as cst from './cst.ts';
import { problem, spanOf } from './problem.ts';
import type { Token } from './tokens.ts';

export function applyPostfixes(build: Build, primary: Expr, operand: CstNode): Expr {
  let built = primary;
  const open = cst.maybeToken(operand, '(');
  // The span takes in the parentheses once something is applied to them: `(a + b).0`.
  let start = open === undefined ? primary.span.start : open.startOffset;
  for (const [i, postfix] of cst.nodes(operand, 'postfix').entries()) {
    if (i > 0) start = built.span.start;
    built = applyPostfix(build, built, postfix, start, open !== undefined && i === 0);
  }
  return built;
}

function applyPostfix(
  build: Build,
  target: Expr,
  node: CstNode,
  start: number,
  grouped: boolean,
): Expr {
  const span = spanOf(build.source, start, cst.endOf(node));
  if (cst.maybeToken(node, '.') !== undefined) {
    const index = cst.maybeToken(node, 'Int');
    if (index !== undefined) return { kind: 'project', span, target, index: indexOf(build, index) };
    return { kind: 'field', span, target, name: cst.token(node, 'Name').image };
  }
  if (cst.maybeToken(node, '[') !== undefined) {
    return { kind: 'index', span, target, index: buildExpr(build, cst.node(node, 'expression')) };
  }
  const args = buildItems(build, node);
  if (target.kind === 'name' && !grouped) {
    return { kind: 'call', span, module: null, name: target.name, nameSpan: target.span, args };
  }
  if (target.kind === 'field' && target.target.kind === 'name' && !grouped) {
    const nameSpan = spanOf(build.source, target.span.end - target.name.length, target.span.end);
    return { kind: 'call', span, module: target.target.name, name: target.name, nameSpan, args };
  }
  const message = 'only a function can be called, by its name';
  const hint = 'write `name(...)`, or put a `,` or an operator before the `(`';
  build.report(problem('HOCL037', target.span, message, hint));
  return target;
}

function indexOf(build: Build, token: Token): number {
  const index = Number(token.image.replaceAll('_', ''));
  if (index <= 0xffff_ffff) return index;
  build.report(problem('HOCL004', cst.spanFrom(build, token), 'no tuple has so many items'));
  return 0;
}
