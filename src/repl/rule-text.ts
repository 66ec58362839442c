// The text of a rule with values put in for the names that it closed over, so that it stands by itself.
import type { Rule, Span } from '../lang/index.ts';

/** The text of `rule`, each name of `values` replaced by its text wherever it means that value. */
export function textWith(rule: Rule, values: ReadonlyMap<string, string>): string {
  const { source, start, end } = rule.span;
  const places: { readonly span: Span; readonly text: string }[] = [];
  if (values.size > 0) visit(rule, values, (span, text) => places.push({ span, text }));
  places.sort((a, b) => a.span.start - b.span.start);
  let [text, at] = ['', start];
  for (const place of places) {
    text += source.text.slice(at, place.span.start) + place.text;
    at = place.span.end;
  }
  return text + source.text.slice(at, end);
}

type Found = (span: Span, text: string) => unknown;

/** Walks a syntax tree of any shape: only names, variables and what hides them need to be known here. */
function visit(node: unknown, values: ReadonlyMap<string, string>, found: Found): void {
  if (Array.isArray(node)) {
    for (const item of node) visit(item, values, found);
    return;
  }
  if (!isNode(node)) return;
  const { kind } = node;
  if ((kind === 'name' || kind === 'variable') && typeof node['name'] === 'string') {
    const text = values.get(node['name']);
    if (text !== undefined) found(node['span'] as Span, text);
    return;
  }
  if (kind === 'let-in' || kind === 'let') {
    visit(node['value'], values, found);
    const inner = without(values, node['name']);
    visit(kind === 'let' ? node['rest'] : node['body'], inner, found);
    return;
  }
  if (kind === 'all') {
    visit(node['condition'], without(values, node['variable']), found);
    return;
  }
  for (const [key, child] of Object.entries(node)) {
    if (!key.toLowerCase().endsWith('span') && key !== 'type') visit(child, values, found);
  }
}

function without(values: ReadonlyMap<string, string>, name: unknown): ReadonlyMap<string, string> {
  return new Map([...values].filter(([key]) => key !== name));
}

function isNode(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
