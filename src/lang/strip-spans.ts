// A tree without its places, to compare what two texts mean: parse(print(t)) is t, but elsewhere.

const SPANS = new Set(['span', 'nameSpan', 'fromSpan', 'restSpan', 'variableSpan']);

/** A copy of a tree, or of a part of one, without spans. */
export function stripSpans(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(stripSpans);
  if (typeof node !== 'object' || node === null) return node;
  const entries = Object.entries(node).filter(([key]) => !SPANS.has(key));
  return Object.fromEntries(entries.map(([key, value]) => [key, stripSpans(value)]));
}
