// The concrete tree of a whole file to the syntax tree. Parts of it: build-expr.ts (expressions),
// build-elements.ts (lists of molecules), build-pattern.ts, build-rule.ts, build-type.ts.
// Before it: grammar.ts; after it: ast.ts and, for what is wrong with the tree, check.
import type { CstNode } from 'chevrotain';
import type {
  Declaration,
  Element,
  Expr,
  Import,
  Let,
  Program,
  Source,
  Test,
  TypeDeclaration,
} from './ast.ts';
import { buildElements, pickSingle } from './build-elements.ts';
import { buildExpr, buildLetHead, reportMissingCommas } from './build-expr.ts';
import { textOf } from './build-literal.ts';
import { buildPatternOfChain } from './build-pattern.ts';
import { applyPostfixes } from './build-postfix.ts';
import { buildRule } from './build-rule.ts';
import { buildType } from './build-type.ts';
import type { Build, BuildParts } from './cst.ts';
import * as cst from './cst.ts';
import { problem, type Report, spanOf } from './problem.ts';
import type { Comment } from './scan.ts';
import type { Token } from './tokens.ts';

const PARTS: BuildParts = {
  elements: buildElements,
  single: pickSingle,
  pattern: buildPatternOfChain,
  postfixes: applyPostfixes,
  rule: buildRule,
};

export function buildProgram(
  source: Source,
  report: Report,
  root: CstNode,
  comments: readonly Comment[],
  fragment: boolean,
  unfolded: Set<Token> = new Set(),
): Program {
  const build: Build = { source, report, parts: PARTS, unfolded };
  const parts = partsOf(root);
  const docs = createDocReader(build, comments);
  const declarations: Declaration[] = [];
  const lists: { elements: readonly Element[]; node: CstNode }[] = [];
  for (const part of parts) {
    if (part.name === 'elements') {
      lists.push({ elements: buildElements(build, part), node: part });
    } else declarations.push(buildDeclaration(build, part, docs));
  }
  return {
    kind: 'program',
    span: spanOf(build.source, 0, build.source.text.length),
    declarations,
    body: fragment ? fragmentBody(build, lists) : programBody(build, lists),
  };
}

function partsOf(root: CstNode): readonly CstNode[] {
  const kinds = ['importDeclaration', 'typeDeclaration', 'testDeclaration', 'elements'];
  return kinds.reduce<readonly CstNode[]>(
    (merged, kind) => cst.merge(merged, cst.nodes(root, kind)),
    cst.nodes(root, 'letDeclaration'),
  );
}

type Lists = readonly { elements: readonly Element[]; node: CstNode }[];

/** At a prompt molecules stand without brackets: they go to the solution that is there already. */
function fragmentBody(build: Build, lists: Lists): Expr | null {
  const [first] = lists;
  const last = lists.at(-1);
  if (first === undefined || last === undefined) return null;
  const elements = lists.flatMap((list) => list.elements);
  return { kind: 'solution', span: cst.spanFrom(build, first.node, last.node), elements };
}

function programBody(build: Build, lists: Lists): Expr | null {
  const [first, second] = lists;
  if (first === undefined) return null;
  if (second !== undefined) {
    const message = 'a program has one body, and this is a second one';
    const hint = 'put all molecules into one solution, or write `then` between two stages';
    const related = [{ span: cst.spanFrom(build, first.node), message: 'the body is here' }];
    build.report(problem('HOCL021', cst.spanFrom(build, second.node), message, hint, related));
  }
  const [only] = first.elements;
  if (first.elements.length === 1 && only?.kind === 'molecule' && only.multiplicity === null) {
    return only.value;
  }
  const span = cst.spanFrom(build, first.node);
  const message = 'the molecules of a program stand in a solution';
  build.report(problem('HOCL022', span, message, 'put `<` before them and `>` behind them'));
  return { kind: 'solution', span, elements: first.elements };
}

function buildDeclaration(build: Build, node: CstNode, docs: DocReader): Declaration {
  switch (node.name) {
    case 'letDeclaration':
      return buildLet(build, node, docs);
    case 'importDeclaration':
      return buildImport(build, node);
    case 'typeDeclaration':
      return buildTypeDeclaration(build, node);
    default:
      return buildTest(build, node);
  }
}

function buildLet(build: Build, node: CstNode, docs: DocReader): Let {
  const head = cst.node(node, 'letHead');
  const { recursive, name, nameSpan, value } = buildLetHead(build, head);
  const span = cst.spanFrom(build, node);
  return { kind: 'let', span, recursive, name, nameSpan, value, doc: docs(span.start) };
}

function buildImport(build: Build, node: CstNode): Import {
  const from = cst.token(node, 'Text');
  reportMissingCommas(build, cst.nodes(node, 'importedName'), node);
  const names = cst.nodes(node, 'importedName').map((imported) => {
    const name = cst.token(imported, 'Name').image;
    const alias = cst.maybeToken(imported, 'alias')?.image ?? name;
    return { name, alias, span: cst.spanFrom(build, imported) };
  });
  return {
    kind: 'import',
    span: cst.spanFrom(build, node),
    what: whatOf(node),
    names,
    from: textOf(from),
    fromSpan: cst.spanFrom(build, from),
  };
}

function whatOf(node: CstNode): Import['what'] {
  if (cst.maybeToken(node, '{') === undefined) return 'rules';
  if (cst.maybeToken(node, 'pure') !== undefined) return 'pure';
  return cst.maybeToken(node, 'effect') === undefined ? 'library' : 'effect';
}

function buildTypeDeclaration(build: Build, node: CstNode): TypeDeclaration {
  const name = cst.token(node, 'Name');
  return {
    kind: 'type',
    span: cst.spanFrom(build, node),
    name: name.image,
    nameSpan: cst.spanFrom(build, name),
    type: buildType(build, cst.node(node, 'typeUnion')),
  };
}

function buildTest(build: Build, node: CstNode): Test {
  return {
    kind: 'test',
    span: cst.spanFrom(build, node),
    name: textOf(cst.token(node, 'Text')),
    solution: buildExpr(build, cst.node(node, 'staged')),
    outcomes: cst.nodes(node, 'outcome').map((outcome) => buildExpr(build, outcome)),
  };
}

type DocReader = (start: number) => string;

/** Finds the `///` lines that stand directly before an offset; offsets must come in order. */
function createDocReader(build: Build, comments: readonly Comment[]): DocReader {
  const { text } = build.source;
  let next = 0;
  return (start) => {
    while (next < comments.length && (comments[next] as Comment).end <= start) next++;
    const lines: string[] = [];
    let end = start;
    for (let i = next - 1; i >= 0; i--) {
      const comment = comments[i] as Comment;
      if (comment.kind !== 'doc' || text.slice(comment.end, end).trim() !== '') break;
      lines.push(
        text
          .slice(comment.start + 3, comment.end)
          .replace(/^ /, '')
          .trimEnd(),
      );
      end = comment.start;
    }
    return lines.reverse().join('\n');
  };
}
