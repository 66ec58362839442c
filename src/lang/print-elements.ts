// Lists of molecules as docs.
import type { Element, Expr } from './ast.ts';
import { concat, type Doc, fill, group, indent, join, line } from './doc.ts';
import { annotate, END, type Follow, type LetLike, MORE, type Printer } from './print-context.ts';
import { bareDoc, exprDoc, inParens, LEVEL } from './print-expr.ts';

/** One doc an element; `follow` stands behind the last of them. */
export function elementDocs(
  printer: Printer,
  elements: readonly Element[],
  follow: Follow,
): readonly Doc[] {
  return elements.map((element, i) => {
    return elementDoc(printer, element, i < elements.length - 1 ? { ...END, comma: true } : follow);
  });
}

function elementDoc(printer: Printer, element: Element, follow: Follow): Doc {
  return annotate(printer, element, bareElement(printer, element, follow));
}

function bareElement(printer: Printer, element: Element, follow: Follow): Doc {
  if (element.kind === 'let') return letsDoc(printer, element, follow);
  const { multiplicity } = element;
  const times =
    multiplicity === null ? '' : concat('^', exprDoc(printer, multiplicity, LEVEL.tuple, follow));
  if (element.kind === 'range') {
    const from = exprDoc(printer, element.from, LEVEL.tuple, MORE);
    const to = exprDoc(printer, element.to, LEVEL.tuple, multiplicity === null ? follow : MORE);
    return concat(from, '..', to, times);
  }
  if (multiplicity === null) return moleculeDoc(printer, element.value, follow);
  return concat(exprDoc(printer, element.value, LEVEL.tuple, MORE), times);
}

/** Lets that follow each other stand below each other, and all that they reach over comes behind. */
function letsDoc(printer: Printer, element: Element & { kind: 'let' }, follow: Follow): Doc {
  const heads: Doc[] = [concat(letHeadDoc(printer, element), ' in')];
  let last = element;
  for (;;) {
    const [only] = last.rest;
    if (last.rest.length !== 1 || only?.kind !== 'let' || printer.notes.has(only)) break;
    heads.push(concat(letHeadDoc(printer, only), ' in'));
    last = only;
  }
  return group(join([...heads, fill(elementDocs(printer, last.rest, follow))], line));
}

/** A molecule that is a whole element, or the body of a program. */
export function moleculeDoc(printer: Printer, value: Expr, follow: Follow): Doc {
  // A let would reach over the rest of the list: in parentheses it is a value.
  if (value.kind === 'let-in') return annotate(printer, value, inParens(bareDoc(printer, value)));
  if (value.kind !== 'rule' || value.name === null) {
    return exprDoc(printer, value, LEVEL.staged, follow);
  }
  return exprDoc(printer, value, -1, follow);
}

/** `let name = value`, without its `in`. */
export function letHeadDoc(printer: Printer, head: LetLike): Doc {
  const start = `let ${head.recursive ? 'rec ' : ''}${head.name} =`;
  const value = exprDoc(printer, head.value, LEVEL.staged);
  const brackets = ['solution', 'list', 'record', 'call', 'string'].includes(head.value.kind);
  const glued = brackets && !printer.notes.has(head.value);
  return group(concat(start, glued ? concat(' ', value) : indent(concat(line, value))));
}
