// Reading the concrete tree: its children by name, in the order in which they stand.
import type { CstNode } from 'chevrotain';
import { assert } from '../base/index.ts';
import type { Element, Expr, Pattern, Rule, Source, Span } from './ast.ts';
import { type Report, spanOf } from './problem.ts';
import type { Token } from './tokens.ts';

/** What every builder is handed: the text it reads and where mistakes go. */
export interface Build {
  readonly source: Source;
  readonly report: Report;
  readonly parts: BuildParts;
  /** The runs that were unfolded where they stand. */
  readonly unfolded: Set<Token>;
}

/** What expressions need of the other builders, handed down so that imports run one way. */
export interface BuildParts {
  elements(build: Build, node: CstNode): readonly Element[];
  single(build: Build, node: CstNode): Expr;
  pattern(build: Build, chain: CstNode, name?: Token): Pattern;
  postfixes(build: Build, primary: Expr, operand: CstNode): Expr;
  rule(build: Build, node: CstNode): Rule;
}

const NONE: readonly never[] = [];

export function nodes(parent: CstNode, name: string): readonly CstNode[] {
  return (parent.children[name] as CstNode[] | undefined) ?? NONE;
}

export function tokens(parent: CstNode, name: string): readonly Token[] {
  return (parent.children[name] as Token[] | undefined) ?? NONE;
}

export function maybeNode(parent: CstNode, name: string): CstNode | undefined {
  return nodes(parent, name)[0];
}

export function maybeToken(parent: CstNode, name: string): Token | undefined {
  return tokens(parent, name)[0];
}

export function node(parent: CstNode, name: string): CstNode {
  const found = maybeNode(parent, name);
  assert(found !== undefined, `the grammar gives ${parent.name} a ${name}`);
  return found;
}

export function token(parent: CstNode, name: string): Token {
  const found = maybeToken(parent, name);
  assert(found !== undefined, `the grammar gives ${parent.name} a ${name}`);
  return found;
}

export function isNode(child: CstNode | Token): child is CstNode {
  return 'children' in child;
}

export function startOf(child: CstNode | Token): number {
  return isNode(child) ? (child.location?.startOffset ?? 0) : child.startOffset;
}

/** Exclusive, as spans have it. */
export function endOf(child: CstNode | Token): number {
  return (isNode(child) ? (child.location?.endOffset ?? 0) : child.endOffset) + 1;
}

export function spanFrom(build: Build, first: CstNode | Token, last = first): Span {
  return spanOf(build.source, startOf(first), endOf(last));
}

/** The children of both kinds as they stand in the text; each kind is in order already. */
export function merge<A extends CstNode | Token, B extends CstNode | Token>(
  left: readonly A[],
  right: readonly B[],
): readonly (A | B)[] {
  if (right.length === 0) return left;
  if (left.length === 0) return right;
  const merged: (A | B)[] = [];
  let i = 0;
  for (const next of right) {
    while (i < left.length && startOf(left[i] as A) < startOf(next)) merged.push(left[i++] as A);
    merged.push(next);
  }
  for (; i < left.length; i++) merged.push(left[i] as A);
  return merged;
}
