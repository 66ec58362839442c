// Expressions as docs, with as few parentheses as will do.
import type { BinaryOperator, Element, Expr } from './ast.ts';
import { concat, type Doc, fill, group, indent, join, line, softline } from './doc.ts';
import {
  annotate,
  COMMA,
  END,
  type Follow,
  type Printer,
  soleValue,
  swallows,
  THEN,
} from './print-context.ts';
import { keyText } from './print-literal.ts';

/** How tightly the parts of an expression hold together; what binds weaker goes in parentheses. */
export const LEVEL = {
  /** Anything that may stand as a whole element. */
  staged: 0,
  /** The same without `then`. */
  expression: 1,
  tuple: 2,
  item: 3,
  unary: 9,
  postfix: 10,
} as const;

const BINARY_LEVEL: Readonly<Record<BinaryOperator, number>> = {
  ...{ '||': 3, '&&': 4, '==': 5, '!=': 5, '<': 6, '<=': 6, '>': 6, '>=': 6 },
  ...{ '+': 7, '-': 7, '*': 8, '/': 8, '%': 8 },
};

/** An expression where something of at least `level` is wanted and `follow` stands behind it. */
export function exprDoc(printer: Printer, expr: Expr, level: number, follow: Follow = END): Doc {
  const bare = levelOf(expr) >= level && !swallows(expr, follow);
  const doc = bare ? bareDoc(printer, expr) : inParens(bareDoc(printer, expr));
  return annotate(printer, expr, doc);
}

export function inParens(doc: Doc): Doc {
  return group(concat('(', indent(concat(softline, doc)), softline, ')'));
}

function levelOf(expr: Expr): number {
  switch (expr.kind) {
    case 'then':
      return LEVEL.staged;
    case 'rule':
      // A name before a rule is the element's: elsewhere it needs parentheses around it.
      return expr.name === null ? LEVEL.expression : -1;
    case 'if':
    case 'let-in':
      return LEVEL.expression;
    case 'tuple':
      return LEVEL.tuple;
    case 'all':
      return LEVEL.tuple;
    case 'binary':
      return endsWithAll(expr) ? LEVEL.tuple : BINARY_LEVEL[expr.operator];
    case 'unary':
      return LEVEL.unary;
    case 'int':
      return expr.value < 0n ? LEVEL.unary : LEVEL.postfix;
    case 'real':
      return expr.value < 0 ? LEVEL.unary : LEVEL.postfix;
    case 'none':
      return LEVEL.unary;
    default:
      return LEVEL.postfix;
  }
}

/** The expression without parentheses of its own. */
export function bareDoc(printer: Printer, expr: Expr): Doc {
  switch (expr.kind) {
    case 'name':
      return expr.name;
    case 'tuple':
      return join(tupleItems(printer, expr.items), ':');
    case 'list':
      return bracketed('[', itemDocs(printer, expr.items), ']', expr.items.every(isSmall));
    case 'record':
      return recordDoc(printer, expr);
    case 'solution':
      return solutionDoc(printer, expr.elements);
    case 'rule':
      return printer.parts.rule(printer, expr);
    case 'call': {
      const name = expr.module === null ? expr.name : `${expr.module}.${expr.name}`;
      return concat(name, bracketed('(', itemDocs(printer, expr.args), ')', true));
    }
    case 'binary':
      return binaryDoc(printer, expr);
    case 'unary':
      return unaryDoc(printer, expr);
    case 'project':
      return concat(targetDoc(printer, expr.target), '.', String(expr.index));
    case 'field':
      return concat(targetDoc(printer, expr.target), '.', expr.name);
    case 'index':
      return concat(
        targetDoc(printer, expr.target),
        '[',
        exprDoc(printer, expr.index, LEVEL.expression),
        ']',
      );
    case 'let-in':
      return group(
        concat(
          printer.parts.letHead(printer, expr),
          ' in',
          line,
          exprDoc(printer, expr.body, LEVEL.expression),
        ),
      );
    case 'if':
      return conditionalDoc(printer, expr);
    case 'none':
      return concat('none ', printer.parts.pattern(printer, expr.pattern), ' in ', expr.rest);
    case 'all':
      return concat(
        'all ',
        expr.variable,
        ' in ',
        expr.rest,
        ': ',
        exprDoc(printer, expr.condition, LEVEL.expression),
      );
    case 'then':
      return group(
        concat(
          exprDoc(
            printer,
            expr.first,
            expr.first.kind === 'then' ? LEVEL.staged : LEVEL.tuple,
            THEN,
          ),
          line,
          'then ',
          exprDoc(printer, expr.second, LEVEL.tuple),
        ),
      );
    default:
      return printer.literal(expr);
  }
}

/** Items of a tuple; `all` reaches as far as it can, so it stands bare only at the end. */
function tupleItems(printer: Printer, items: readonly Expr[]): readonly Doc[] {
  return items.map((item, i) => {
    const last = i === items.length - 1;
    return exprDoc(printer, item, item.kind === 'all' && last ? LEVEL.tuple : LEVEL.item);
  });
}

/** What `.0`, `[i]` and their like are applied to. A number's dot would be taken for its fraction. */
function targetDoc(printer: Printer, target: Expr): Doc {
  const awkward = ['int', 'real', 'solution', 'none'].includes(target.kind);
  if (!awkward) return exprDoc(printer, target, LEVEL.postfix);
  return annotate(printer, target, inParens(bareDoc(printer, target)));
}

/** A minus before a positive number would be read as part of the number. */
function unaryDoc(printer: Printer, expr: Expr & { kind: 'unary' }): Doc {
  const { operator, operand } = expr;
  const number = operand.kind === 'int' || operand.kind === 'real';
  const folds = operator === '-' && number && !(operand.value < 0);
  if (!folds) return concat(operator, exprDoc(printer, operand, LEVEL.unary));
  return concat(operator, annotate(printer, operand, inParens(bareDoc(printer, operand))));
}

type Binary = Expr & { readonly kind: 'binary' };

/** Chains of one strength become one list of lines, however long they are. */
function binaryDoc(printer: Printer, expr: Binary): Doc {
  const level = BINARY_LEVEL[expr.operator];
  const steps: Binary[] = [expr];
  let first = expr.left;
  while (first.kind === 'binary' && BINARY_LEVEL[first.operator] === level) {
    const top = steps.at(-1) as Binary;
    if (printer.notes.has(first) || isTrapped(top) || endsWithAll(first)) break;
    steps.push(first);
    first = first.left;
  }
  const start = isTrapped(steps.at(-1) as Binary)
    ? annotate(printer, first, inParens(bareDoc(printer, first)))
    : exprDoc(printer, first, level);
  const parts = steps.reverse().map((step) => {
    return concat(line, step.operator, ' ', rightDoc(printer, step, level));
  });
  return group(concat(start, indent(concat(...parts))));
}

/** Behind a solution `<` and `-` would make its `>` compare: it goes in parentheses. */
function isTrapped(expr: Binary): boolean {
  return (expr.operator === '-' || expr.operator === '<') && endsWithAngle(expr.left);
}

function endsWithAngle(expr: Expr): boolean {
  if (expr.kind === 'solution') return true;
  if (expr.kind === 'binary') return endsWithAngle(expr.right);
  return expr.kind === 'unary' && endsWithAngle(expr.operand);
}

/** `all` reaches as far as it can: bare at the end of a chain, the whole chain is the weaker for it. */
function endsWithAll(expr: Binary): boolean {
  return expr.right.kind === 'all' && expr.operator !== '>';
}

function rightDoc(printer: Printer, { operator, right }: Binary, level: number): Doc {
  if (right.kind === 'all' && operator !== '>') return exprDoc(printer, right, LEVEL.tuple);
  // A keyword behind `>` would make it close a solution.
  if (right.kind !== 'none' || operator !== '>') return exprDoc(printer, right, level + 1);
  return annotate(printer, right, inParens(bareDoc(printer, right)));
}

function conditionalDoc(printer: Printer, expr: Expr & { kind: 'if' }): Doc {
  const { condition, consequent, alternative } = expr;
  return group(
    concat(
      'if ',
      exprDoc(printer, condition, LEVEL.expression, THEN),
      indent(
        concat(
          line,
          'then ',
          branchDoc(printer, consequent),
          line,
          'else ',
          branchDoc(printer, alternative),
        ),
      ),
    ),
  );
}

function branchDoc(printer: Printer, branch: readonly Element[]): Doc {
  if (branch.length === 0) return 'nothing';
  const value = soleValue(branch);
  const [only] = branch;
  if (value !== null && only !== undefined) {
    return annotate(printer, only, exprDoc(printer, value, LEVEL.expression));
  }
  return inParens(join(printer.parts.elements(printer, branch, END), concat(',', line)));
}

/** Expressions between commas, as in lists and calls. */
function itemDocs(printer: Printer, items: readonly Expr[]): readonly Doc[] {
  return items.map((item, i) => {
    return exprDoc(printer, item, LEVEL.expression, i < items.length - 1 ? COMMA : END);
  });
}

function recordDoc(printer: Printer, expr: Expr & { kind: 'record' }): Doc {
  const { fields } = expr;
  const docs = fields.map((field, i) => {
    const value = exprDoc(
      printer,
      field.value,
      LEVEL.expression,
      i < fields.length - 1 ? COMMA : END,
    );
    return annotate(printer, field, concat(keyText(field.key), ': ', value));
  });
  return bracketed(
    '{',
    docs,
    '}',
    fields.every((field) => isSmall(field.value)),
  );
}

function solutionDoc(printer: Printer, elements: readonly Element[]): Doc {
  const small = elements.every((element) => element.kind !== 'let' && isSmallElement(element));
  return bracketed('<', printer.parts.elements(printer, elements, END), '>', small);
}

function isSmallElement(element: Element): boolean {
  if (element.kind === 'molecule') return isSmall(element.value);
  return element.kind === 'range';
}

/** What may share a line with others when a list is broken. */
function isSmall(expr: Expr): boolean {
  if (expr.kind === 'tuple') return expr.items.every(isAtom);
  if (expr.kind === 'list') return expr.items.every(isAtom);
  return isAtom(expr) || expr.kind === 'binary' || expr.kind === 'call';
}

function isAtom(expr: Expr): boolean {
  switch (expr.kind) {
    case 'int':
    case 'real':
    case 'bool':
    case 'string':
    case 'symbol':
    case 'name':
      return true;
    default:
      return false;
  }
}

/** A list in brackets: on one line, or filled (small items), or one item a line. */
export function bracketed(open: string, docs: readonly Doc[], close: string, small: boolean): Doc {
  if (docs.length === 0) return `${open}${close}`;
  const inside = small ? fill(docs) : join(docs, concat(',', line));
  return group(concat(open, indent(concat(softline, inside)), softline, close));
}
