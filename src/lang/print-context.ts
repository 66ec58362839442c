// What the parts of the printer share: the comments to put back, and what stands behind an expression
// and could be swallowed by it.
import type { Element, Expr, Literal, Pattern, Rule } from './ast.ts';
import { concat, type Doc, remark, suffix } from './doc.ts';

/** Anything that a comment can belong to. */
export type Anchor = object;

export interface Notes {
  /** Each as written; `line` says that the line must end behind it. */
  readonly before: readonly Note[];
  readonly behind: readonly Note[];
}

export interface Note {
  readonly text: string;
  readonly line: boolean;
  /** Whether it stood on a line of its own. */
  readonly own: boolean;
}

export interface Printer {
  readonly notes: ReadonlyMap<Anchor, Notes>;
  /** How a literal is written: as it was, when a file is laid out again. */
  literal(literal: Literal): string;
  readonly parts: Parts;
}

/** What expressions need of the rest of the printer, handed down so that imports run one way. */
export interface Parts {
  elements(printer: Printer, elements: readonly Element[], follow: Follow): readonly Doc[];
  letHead(printer: Printer, head: LetLike): Doc;
  pattern(printer: Printer, pattern: Pattern): Doc;
  rule(printer: Printer, rule: Rule): Doc;
}

/** The beginning of any let. */
export interface LetLike {
  readonly recursive: boolean;
  readonly name: string;
  readonly value: Expr;
}

/** The doc of a node with the comments that belong to it. */
export function annotate(printer: Printer, node: Anchor, doc: Doc): Doc {
  const notes = printer.notes.get(node);
  if (notes === undefined) return doc;
  const parts: Doc[] = [];
  for (const note of notes.before) {
    if (note.line || note.own) parts.push(remark(note.text));
    else parts.push(note.text, ' ');
  }
  parts.push(doc);
  for (const note of notes.behind) {
    if (note.line || note.own) parts.push(suffix(note.text, note.own));
    else parts.push(' ', note.text);
  }
  return concat(...parts);
}

/** What stands directly behind an expression. */
export interface Follow {
  /** Another item of the same list. */
  readonly comma: boolean;
  /** The guard of a rule around it. */
  readonly guard: boolean;
  /** The permits of a rule around it. */
  readonly under: boolean;
  /** A branch, or the next stage. */
  readonly stage: boolean;
  /** `..` or `^`, which make more of the molecule before them. */
  readonly more: boolean;
}

export const END: Follow = {
  ...{ comma: false, guard: false, under: false, stage: false, more: false },
};
export const COMMA: Follow = { ...END, comma: true };
export const MORE: Follow = { ...END, more: true };
export const THEN: Follow = { ...END, stage: true };

/** Whether an expression that ends like this would take what follows for its own part. */
export function swallows(expr: Expr, follow: Follow): boolean {
  const tail = tailOf(expr);
  return (
    (tail.comma && follow.comma) ||
    (tail.guard && follow.guard) ||
    (tail.under && follow.under) ||
    (tail.stage && follow.stage) ||
    (tail.more && follow.more)
  );
}

/** What the end of an expression would take for its own. */
function tailOf(expr: Expr): Follow {
  switch (expr.kind) {
    case 'rule': {
      const last = expr.permits.at(-1) ?? expr.guard;
      const inner = last === null || last === undefined ? END : tailOf(last);
      if (expr.permits.length > 0) return { ...inner, comma: true };
      if (expr.guard !== null) return { ...inner, under: true };
      const open = expr.products.length > 0;
      return { comma: open, guard: true, under: true, stage: open, more: open };
    }
    case 'if':
      return tailOfBranch(expr.alternative);
    case 'let-in':
      return tailOf(expr.body);
    case 'all':
      return tailOf(expr.condition);
    case 'binary':
      return tailOf(expr.right);
    case 'unary':
      return tailOf(expr.operand);
    case 'tuple':
      return tailOf(expr.items.at(-1) as Expr);
    case 'then':
      return tailOf(expr.second);
    default:
      return END;
  }
}

function tailOfBranch(branch: readonly Element[]): Follow {
  const only = soleValue(branch);
  return only === null ? END : tailOf(only);
}

/** The molecule of a branch that needs no parentheses to be one. */
export function soleValue(branch: readonly Element[]): Expr | null {
  const [only] = branch;
  if (branch.length !== 1 || only?.kind !== 'molecule' || only.multiplicity !== null) return null;
  return only.value;
}
