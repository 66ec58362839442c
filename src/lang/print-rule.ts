// Rules as docs: on one line if they fit, else each clause on its own.
import type { Rule } from './ast.ts';
import { concat, type Doc, fill, group, indent, join, line } from './doc.ts';
import { COMMA, END, type Follow, type Printer } from './print-context.ts';
import { elementDocs } from './print-elements.ts';
import { exprDoc, LEVEL } from './print-expr.ts';
import { patternDocs } from './print-pattern.ts';

export function ruleDoc(printer: Printer, rule: Rule): Doc {
  const clauses = clausesOf(printer, rule);
  const body = group(join(clauses, line));
  return rule.name === null ? body : group(concat(`${rule.name} =`, indent(concat(line, body))));
}

function clausesOf(printer: Printer, rule: Rule): readonly Doc[] {
  const clauses: Doc[] = [];
  const { form, catalysts, reactants, rest, guard, permits } = rule;
  const replaces = form === 'replace' || form === 'replace-one';
  const catalystDocs = patternDocs(printer, catalysts, null);
  if (catalysts.length > 0 || !replaces) {
    clauses.push(clause(form === 'whenever' ? 'whenever' : 'with', catalystDocs));
  }
  if (replaces) clauses.push(clause(form, patternDocs(printer, reactants, rest)));
  clauses.push(productsDoc(printer, rule, replaces ? 'by' : 'inject'));
  if (guard !== null) {
    const follow: Follow = { ...END, under: permits.length > 0 };
    clauses.push(concat('if ', indent(exprDoc(printer, guard, LEVEL.expression, follow), 1)));
  }
  if (permits.length > 0) {
    const docs = permits.map((permit, i) => {
      return exprDoc(printer, permit, LEVEL.expression, i < permits.length - 1 ? COMMA : END);
    });
    clauses.push(clause('under', docs));
  }
  return clauses;
}

function productsDoc(printer: Printer, rule: Rule, keyword: string): Doc {
  if (rule.products.length === 0) return `${keyword} nothing`;
  const follow: Follow = {
    ...END,
    guard: rule.guard !== null,
    under: rule.guard === null && rule.permits.length > 0,
  };
  return clause(keyword, elementDocs(printer, rule.products, follow));
}

function clause(keyword: string, docs: readonly Doc[]): Doc {
  return group(concat(keyword, ' ', indent(fill(docs), keyword.length + 1)));
}
