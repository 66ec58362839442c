// Patterns as docs.
import type { Pattern, RestPattern } from './ast.ts';
import { type Doc, join } from './doc.ts';
import { annotate, type Printer } from './print-context.ts';
import { bracketed, exprDoc, inParens, LEVEL } from './print-expr.ts';
import { typeAtomText } from './print-literal.ts';

export function patternDoc(printer: Printer, pattern: Pattern): Doc {
  return annotate(printer, pattern, barePattern(printer, pattern));
}

function barePattern(printer: Printer, pattern: Pattern): Doc {
  switch (pattern.kind) {
    case 'variable':
      return typed(pattern.name, pattern);
    case 'wildcard':
      return typed('_', pattern);
    case 'literal':
      return exprDoc(printer, pattern.value, LEVEL.unary);
    case 'tuple-pattern':
      return join(
        pattern.items.map((item) => itemDoc(printer, item)),
        ':',
      );
    case 'solution-pattern':
      return bracketed('<', patternDocs(printer, pattern.items, pattern.rest), '>', true);
    case 'rule-pattern':
      return `${pattern.ruleName} = ${pattern.variable}`;
    case 'expression': {
      const { value } = pattern;
      // A bare name would be a new variable; what starts with a keyword reads better enclosed.
      const enclosed = ['name', 'if', 'let-in', 'none', 'all', 'then', 'tuple'].includes(
        value.kind,
      );
      return exprDoc(printer, value, enclosed ? ENCLOSED : LEVEL.item);
    }
  }
}

/** A level that nothing reaches: always in parentheses. */
const ENCLOSED = 100;

function typed(name: string, pattern: Pattern & { kind: 'variable' | 'wildcard' }): Doc {
  return pattern.type === null ? name : `${name}::${typeAtomText(pattern.type)}`;
}

function itemDoc(printer: Printer, item: Pattern): Doc {
  const nested = item.kind === 'tuple-pattern' || item.kind === 'rule-pattern';
  return nested ? inParens(patternDoc(printer, item)) : patternDoc(printer, item);
}

/** Patterns between commas, the rest variable last. */
export function patternDocs(
  printer: Printer,
  patterns: readonly Pattern[],
  rest: RestPattern | null,
): readonly Doc[] {
  const docs = patterns.map((pattern) => patternDoc(printer, pattern));
  return rest === null ? docs : [...docs, annotate(printer, rest, `?${rest.name}`)];
}
