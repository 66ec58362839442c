// Syntax tree to text, in the one layout there is; parse(print(t)) gives t back. Comments are not in
// the tree: format.ts puts them back when it lays out a file. Parts: print-expr.ts, print-elements.ts,
// print-rule.ts, print-pattern.ts, print-literal.ts, and doc.ts for the breaking of lines.
import type { Declaration, Expr, Import, Pattern, Program, Rule, Test } from './ast.ts';
import { concat, type Doc, group, indent, join, layout, line } from './doc.ts';
import { type Anchor, annotate, END, type Notes, type Printer } from './print-context.ts';
import { elementDocs, letHeadDoc, moleculeDoc } from './print-elements.ts';
import { exprDoc, LEVEL } from './print-expr.ts';
import { literalText, quote, typeText } from './print-literal.ts';
import { patternDoc } from './print-pattern.ts';
import { ruleDoc } from './print-rule.ts';

export const WIDTH = 100;

/** A printer that puts these comments back. */
export function createPrinter(
  notes: ReadonlyMap<Anchor, Notes>,
  literal: Printer['literal'] = literalText,
): Printer {
  const parts = {
    elements: elementDocs,
    letHead: letHeadDoc,
    pattern: patternDoc,
    rule: ruleDoc,
  };
  return { notes, literal, parts };
}

const PLAIN = createPrinter(new Map());

/** A whole program, ending in a line break. */
export function print(program: Program): string {
  const parts = partsOf(program);
  const text = parts.map((part) => {
    const doc = layout(partDoc(PLAIN, part.node, part.binds), WIDTH);
    return part.node.kind === 'let' && part.node.doc !== ''
      ? `${docLines(part.node.doc)}${doc}`
      : doc;
  });
  return text.length === 0 ? '' : `${text.join('\n')}\n`;
}

export function printExpr(expr: Expr, width = WIDTH): string {
  return layout(exprDoc(PLAIN, expr, -1), width);
}

export function printRule(rule: Rule, width = WIDTH): string {
  return layout(ruleDoc(PLAIN, rule), width);
}

export function printPattern(pattern: Pattern, width = WIDTH): string {
  return layout(patternDoc(PLAIN, pattern), width);
}

/** A declaration or the body, as it stands in a program. */
export interface Part {
  readonly node: Declaration | Expr;
  /** Whether a let is followed by the body, so that it needs its `in`. */
  readonly binds: boolean;
}

/** The parts in order. The body stands before the tests at the end, unless `bodyAt` says where. */
export function partsOf(program: Program, bodyAt?: number): readonly Part[] {
  const { declarations, body } = program;
  if (body === null) return declarations.map((node) => ({ node, binds: false }));
  const lastOther = declarations.findLastIndex((declaration) => declaration.kind !== 'test');
  const at = bodyAt ?? lastOther + 1;
  const before = declarations.slice(0, at).map((node) => ({ node, binds: true }));
  const behind = declarations.slice(at).map((node) => ({ node, binds: false }));
  return [...before, { node: body, binds: false }, ...behind];
}

export function partDoc(printer: Printer, node: Declaration | Expr, binds: boolean): Doc {
  switch (node.kind) {
    case 'import':
      return annotate(printer, node, importDoc(printer, node));
    case 'type':
      return annotate(
        printer,
        node,
        annotate(printer, node.type, `type ${node.name} = ${typeText(node.type)}`),
      );
    case 'let':
      return annotate(printer, node, concat(letHeadDoc(printer, node), binds ? ' in' : ''));
    case 'test':
      return annotate(printer, node, testDoc(printer, node));
    default:
      return moleculeDoc(printer, node, END);
  }
}

function docLines(doc: string): string {
  return doc
    .split('\n')
    .map((text) => `${`/// ${text}`.trimEnd()}\n`)
    .join('');
}

function importDoc(printer: Printer, node: Import): Doc {
  const from = quote(node.from);
  if (node.what === 'rules') return `import ${from}`;
  const kind = node.what === 'library' ? '' : `${node.what} `;
  const names = node.names.map((name) => {
    return annotate(
      printer,
      name,
      name.alias === name.name ? name.name : `${name.name} as ${name.alias}`,
    );
  });
  const list =
    names.length === 0
      ? '{}'
      : concat('{', indent(concat(line, join(names, concat(',', line)))), line, '}');
  return group(concat(`import ${kind}`, list, ` from ${from}`));
}

function testDoc(printer: Printer, node: Test): Doc {
  const outcomes = node.outcomes.map((outcome) => exprDoc(printer, outcome, LEVEL.staged));
  const inside = concat(
    line,
    exprDoc(printer, node.solution, LEVEL.staged),
    line,
    'outcomes ',
    join(outcomes, concat(line, '| ')),
  );
  return group(concat(`test ${quote(node.name)} {`, indent(inside), line, '}'));
}
