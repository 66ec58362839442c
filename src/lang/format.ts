// A file in the one layout there is, with all its comments: what `hocl fmt` writes. The layout is the
// printer's; here are the comments and the empty lines, which a tree does not know.
import type { Declaration, Expr, Literal, Program, Source } from './ast.ts';
import { attachComments } from './comments.ts';
import { type Diagnostic, isError } from './diagnostic.ts';
import { layout } from './doc.ts';
import { parse } from './parse.ts';
import { createPrinter, type Part, partDoc, partsOf, WIDTH } from './print.ts';
import { literalText } from './print-literal.ts';
import { type Comment, scan } from './scan.ts';

export interface Formatted {
  /** The text as it was when the program has mistakes. */
  readonly text: string;
  readonly diagnostics: readonly Diagnostic[];
}

export function format(source: Source): Formatted {
  const first = formatOnce(source);
  let { text } = first;
  // A comment in an odd place may find its final one only when it is laid out again.
  for (let i = 0; i < MAX_PASSES && hasComments(text); i++) {
    const again = formatOnce({ name: source.name, text });
    if (again.text === text) break;
    text = again.text;
  }
  return { text, diagnostics: first.diagnostics };
}

const MAX_PASSES = 4;

function hasComments(text: string): boolean {
  return text.includes('//') || text.includes('/*');
}

function formatOnce(source: Source): Formatted {
  const { program, diagnostics } = parse(source);
  if (diagnostics.some(isError)) return { text: source.text, diagnostics };
  const { comments } = scan(source);
  return { text: formatProgram(program, source, comments), diagnostics };
}

/** A declaration, the body or a comment between them, as lines. */
interface Block {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

function formatProgram(program: Program, source: Source, comments: readonly Comment[]): string {
  const { notes, loose } = attachComments(program, source, comments);
  const printer = createPrinter(notes, asWritten);
  const parts = partsOf(program, bodyIndex(program)).map(({ node, binds }: Part): Block => {
    return { text: layout(partDoc(printer, node, binds), WIDTH), ...reach(node) };
  });
  const blocks = [...parts, ...loose].sort((a, b) => a.start - b.start);
  let text = '';
  let end = 0;
  for (const block of blocks) {
    if (text !== '' && hasEmptyLine(source.text, end, block.start)) text += '\n';
    text += `${block.text}\n`;
    end = Math.max(end, block.end);
  }
  return text;
}

function reach(node: Declaration | Expr): { start: number; end: number } {
  return { start: node.span.start, end: node.span.end };
}

const NUMBER = /^-?[0-9][0-9_.eE+-]*$/;

/** Numbers and strings stay as they were written: `1_000_000`, `\u{e9}`. */
function asWritten(literal: Literal): string {
  const { span } = literal;
  const text = span.source.text.slice(span.start, span.end);
  const kept = literal.kind === 'string' ? text.startsWith('"') : NUMBER.test(text);
  return kept ? text : literalText(literal);
}

/** How many declarations stand before the body. */
function bodyIndex(program: Program): number {
  const { declarations, body } = program;
  if (body === null) return declarations.length;
  const behind = declarations.findIndex(({ span }) => span.start > body.span.start);
  return behind < 0 ? declarations.length : behind;
}

/** Whether an empty line stands between two blocks; comments on the way are no empty lines. */
function hasEmptyLine(text: string, from: number, to: number): boolean {
  return /\n[ \t\r]*\n/.test(text.slice(from, to).replace(/\r\n?/g, '\n'));
}
