// A soup as one text, the same for two soups that can do the same: molecules without their ids, in canonical
// order. Where a rule remembers what it fired on, ids count, relabelled by rank.
import { type Body, type Live, type Occurrence, ruleOf } from './live.ts';
import type { AwaitedProduct } from './react.ts';
import type { EnvValue } from './rule.ts';
import { show } from './show.ts';
import type { Soup } from './soup.ts';

export function stateKey(soup: Soup, awaited: readonly AwaitedProduct[]): string {
  const numbers = new Map<Live, number>();
  const text = liveKey(soup.root, numbers);
  if (awaited.length === 0) return text;
  return `${text} awaits ${awaited
    .map((product) => awaitedKey(product, numbers))
    .sort()
    .join('; ')}`;
}

function liveKey(live: Live, numbers: Map<Live, number>): string {
  const items = [...live.content.values()].map(
    (occurrence) => [bodyKey(occurrence.body, numbers), occurrence] as const,
  );
  items.sort(([a, left], [b, right]) => (a < b ? -1 : a > b ? 1 : left.id - right.id));
  const memory = memoryOf(items.map(([, occurrence]) => occurrence));
  numbers.set(live, numbers.size);
  const next = live.next === null ? '' : ` then ${show(live.next, { rules: true })}`;
  return `<${items.map(([key]) => key).join(', ')}>${next}${memory}`;
}

function bodyKey(body: Body, numbers: Map<Live, number>): string {
  if (typeof body === 'object') {
    if (body.kind === 'live') return liveKey(body, numbers);
    if (body.kind === 'live-tuple') {
      return `(${body.items.map((item) => bodyKey(item, numbers)).join(':')})`;
    }
    // Two rules of one name may differ: the name alone would confuse them.
    if (body.kind === 'rule') return `${body.name ?? ''}=${body.key}`;
  }
  return show(body, { rules: true });
}

/** What the `whenever` rules remember, with each id as its rank: equal texts are equal up to renaming. */
function memoryOf(items: readonly Occurrence[]): string {
  const rules = items.filter((occurrence) => ruleOf(occurrence)?.template.remembers === true);
  if (rules.length === 0) return '';
  const rank = new Map(items.map((occurrence, i) => [occurrence.id, i]));
  const memories = rules.map((rule) =>
    (rule.memory?.assignments() ?? [])
      .map((ids) => ids.map((id) => rank.get(id)).join(' '))
      .sort()
      .join(','),
  );
  return ` knowing ${memories.join('|')}`;
}

function awaitedKey(product: AwaitedProduct, numbers: ReadonlyMap<Live, number>): string {
  const rule = ruleOf(product.match.rule);
  const env = product.match.env.map(showValue).join(',');
  const answers = [...product.answers].map(([index, value]) => `${index}=${show(value)}`).join(',');
  const index = rule?.template.products.indexOf(product.code) ?? -1;
  return `${numbers.get(product.home)}/${rule?.key}/${index}/${env}/${answers}`;
}

function showValue(value: EnvValue | undefined): string {
  if (value === undefined) return '';
  if (typeof value !== 'object' || value.kind !== 'rest') return show(value, { rules: true });
  return value.items
    .map((item) => show(item, { rules: true }))
    .sort()
    .join(' ');
}
