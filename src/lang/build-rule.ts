// Rules: all the forms that a rule is written in, as one node.
import type { CstNode } from 'chevrotain';
import type { Element, Rule, RuleForm } from './ast.ts';
import { buildElements } from './build-elements.ts';
import { buildExpr } from './build-expr.ts';
import { buildPatterns, type PatternList } from './build-pattern.ts';
import type { Build } from './cst.ts';
import * as cst from './cst.ts';
import { problem } from './problem.ts';

export function buildRule(build: Build, node: CstNode): Rule {
  const replacement = cst.maybeNode(node, 'replacement');
  const injection = cst.maybeNode(node, 'injection');
  const reactants = patternsOf(build, replacement, 'reactants');
  const catalysts = patternsOf(build, node, 'catalysts');
  if (catalysts.rest !== null) {
    const message = 'a rest variable at the outermost level cannot be read as a catalyst';
    const hint = 'only a solution that the pattern opens has a rest: `with <x, ?w>`';
    build.report(problem('HOCL031', catalysts.rest.span, message, hint));
  }
  const guard = cst.maybeNode(node, 'guard');
  return {
    kind: 'rule',
    span: cst.spanFrom(build, node),
    name: null,
    form: formOf(node, replacement),
    catalysts: catalysts.items,
    reactants: reactants.items,
    rest: reactants.rest,
    products: buildProducts(build, cst.node((replacement ?? injection) as CstNode, 'products')),
    guard: guard === undefined ? null : buildExpr(build, guard),
    permits: cst.nodes(node, 'permit').map((permit) => buildExpr(build, permit)),
  };
}

function formOf(node: CstNode, replacement: CstNode | undefined): RuleForm {
  if (replacement === undefined) {
    return cst.maybeToken(node, 'whenever') === undefined ? 'inject' : 'whenever';
  }
  return cst.maybeToken(replacement, 'replace') === undefined ? 'replace-one' : 'replace';
}

function patternsOf(build: Build, node: CstNode | undefined, name: string): PatternList {
  const list = node === undefined ? undefined : cst.maybeNode(node, name);
  return list === undefined ? { items: [], rest: null } : buildPatterns(build, list);
}

function buildProducts(build: Build, node: CstNode): readonly Element[] {
  const elements = cst.maybeNode(node, 'elements');
  return elements === undefined ? [] : buildElements(build, elements);
}
