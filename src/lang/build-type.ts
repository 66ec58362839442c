// Types, as they stand behind `::` and in `type name = ...`.
import type { CstNode } from 'chevrotain';
import type { TypeExpr } from './ast.ts';
import { buildLiteral, negate } from './build-literal.ts';
import type { Build } from './cst.ts';
import * as cst from './cst.ts';
import { problem } from './problem.ts';

export function buildTypeMark(build: Build, node: CstNode): TypeExpr {
  return buildAtom(build, cst.node(node, 'typeAtom'));
}

export function buildType(build: Build, node: CstNode): TypeExpr {
  const options = cst.nodes(node, 'typeTuple').map((option) => buildTuple(build, option));
  const [only] = options;
  if (options.length === 1 && only !== undefined) return only;
  return { kind: 'type-union', span: cst.spanFrom(build, node), options };
}

function buildTuple(build: Build, node: CstNode): TypeExpr {
  const items = cst.nodes(node, 'typeAtom').map((item) => buildAtom(build, item));
  const [only] = items;
  if (items.length === 1 && only !== undefined) return only;
  return { kind: 'type-tuple', span: cst.spanFrom(build, node), items };
}

function buildAtom(build: Build, node: CstNode): TypeExpr {
  const name = cst.maybeToken(node, 'Name');
  const span = cst.spanFrom(build, node);
  if (name !== undefined) return { kind: 'type-name', span, name: name.image };
  const literal = cst.maybeToken(node, 'Literal');
  if (literal === undefined) return buildType(build, cst.node(node, 'typeUnion'));
  const value = buildLiteral(build, literal);
  if (cst.maybeToken(node, '-') === undefined) return { kind: 'type-literal', span, value };
  const negative = negate(value, span);
  if (negative === null)
    build.report(problem('HOCL023', span, 'behind this `-` a number must stand'));
  return { kind: 'type-literal', span, value: negative ?? value };
}
