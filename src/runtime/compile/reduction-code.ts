// A rule that makes one molecule out of any two of a class, and is the only one that takes them, needs no search: what
// waits melts into one molecule, one after the other, in one pass. It is the same run as turn by turn: each
// molecule that waits has its turn with the one that is there, and what comes of them is there for the next.
import type { Taker } from '../layout.ts';
import type { ProductCode, RuleTemplate } from '../rule.ts';
import type { StoreClass } from '../store.ts';
import { conditionCode, type ExprSetting, expressionCode } from './expression-code.ts';
import { materialize, type TurnSetting } from './setting.ts';

/** Writes the pass, where the takers of a class are such a rule. */
export function writeReduction(takers: readonly Taker[], setting: TurnSetting): void {
  const { writer, of, inline, small } = setting;
  const [first, second] = takers;
  if (!inline || small || takers.length !== 2 || first === undefined || second === undefined)
    return;
  const { template } = first;
  if (second.template !== template || !isReduction(first, of)) return;
  const [x, y] = template.plans[0]?.steps.map(({ pattern }) => pattern) ?? [];
  if (x?.kind !== 'bind' || y?.kind !== 'bind') return;
  const expressions = pairSetting(template, x.place, y.place, setting);
  const product = template.products[0] as Extract<ProductCode, { kind: 'plain' }>;
  if (product.element.kind !== 'molecule' || product.element.value.kind === 'if') return;
  const made = expressionCode(product.element.value, expressions);
  if (made === null || made.kind !== of.kind) return;
  const cost = setting.costName(template);
  const rules = setting.storeName(first.rules);
  const loop = (x: string, y: string) =>
    `for (; at < end; at++) { const e = I[at], x = ${x}, y = ${y}; z = ${made.code}; }`;
  writer.line(
    `if (I !== null && S.from < S.to && S.scan.length === 0 && S.stack.length === S.base && ${rules}.scan.length > 0 && home.remembering === 0 && limit > 0) {`,
    // Each has a turn, and so has what comes of it, unless it is the last that may.
    'const from = S.from, most = limit - W.fired - fired;',
    'const end = from + Math.min(S.to - from, (left + 1) >> 1, most);',
    'let at = from, z = a0;',
    `try { if (start === 0) ${loop('e', 'z')} else ${loop('z', 'e')} } catch (e) { W.faulted(e); }`,
    'const n = at - from;',
    'if (n > 0) {',
    'const ended = at === end && (left - 2 * n < 0 || n >= most);',
    'if (row >= 0) { S.state[row] = 0; S.gone++; S.pending--; home.pending--; home.size--; row = -1; }',
    'S.from = at; a0 = z; left -= ended ? 2 * n - 1 : 2 * n;',
    'S.pending -= n; home.pending -= n; home.size -= n; size -= n;',
    `fired += n; ${cost}.fired += n; ${cost}.tried += n; ${cost}.searched += n; W.tried += n; home.bold = false;`,
    `if (ended) { ${materialize(setting)} S.stack.push(row); continue main; }`,
    '}',
    '}',
  );
}

/**
 * The same for a rule that keeps one of the two, as `replace x, y by x if x >= y` does: the one that is there is held
 * against each that waits, as long as one of them goes. Written where the next turn begins.
 */
export function writeSelection(takers: readonly Taker[], setting: TurnSetting): void {
  const { writer, of, inline, small } = setting;
  const [first, second] = takers;
  if (!inline || small || takers.length !== 2 || first === undefined || second === undefined)
    return;
  const { template } = first;
  if (second.template !== template || !isPlain(first, of) || template.products.length !== 1) return;
  const [product] = template.products;
  if (product?.kind !== 'plain' || product.keeps < 0) return;
  const [x, y] = template.plans[0]?.steps.map(({ pattern }) => pattern) ?? [];
  const guards = template.written.checks.flat();
  if (x?.kind !== 'bind' || y?.kind !== 'bind' || guards.length === 0) return;
  const expressions = pairSetting(template, x.place, y.place, setting);
  const codes = guards.map((guard) => conditionCode(guard.tests, expressions));
  if (guards.some(({ place }) => place >= 0) || codes.includes(null)) return;
  const holds = codes.map((code) => `(${code?.code})`).join(' && ');
  const cost = setting.costName(template);
  const rules = setting.storeName(first.rules);
  // The one that waits is tried in the first slot and in the second, or the other way round.
  const stays = (slot: number) => (product.keeps === slot ? 'z = e;' : '');
  const tries = [
    `x = e; y = z; if (${holds}) { ${stays(0)} continue; }`,
    `x = z; y = e; if (${holds}) { ${stays(1)} continue; }`,
  ];
  const loop = (inOrder: boolean) =>
    `for (let x, y; at < end; at++) { const e = I[at]; ${(inOrder ? tries : tries.toReversed()).join(' ')} break; }`;
  writer.line(
    `if (I !== null && S.from < S.to && S.scan.length === 1 && S.indexes.length === 0 && !S.ranged && S.stack.length === S.base && ${rules}.scan.length > 0 && home.remembering === 0 && limit > 0) {`,
    'const from = S.from, end = from + Math.min(S.to - from, left, limit - W.fired - fired);',
    'let at = from, z = Sc0[S.scan[0]];',
    `try { if (start === 0) ${loop(true)} else ${loop(false)} } catch (e) { W.faulted(e); }`,
    'const n = at - from;',
    'if (n > 0) {',
    'S.from = at; left -= n; Sc0[S.scan[0]] = z;',
    'S.pending -= n; home.pending -= n; home.size -= n; size -= n;',
    `fired += n; ${cost}.fired += n; ${cost}.tried += n; ${cost}.searched += n; W.tried += n; home.bold = false;`,
    'continue main;',
    '}',
    '}',
  );
}

/** The expressions of a rule of two slots, with its molecules as x and y. */
function pairSetting(
  template: RuleTemplate,
  x: number,
  y: number,
  { writer, of }: TurnSetting,
): ExprSetting {
  return {
    variable: (name) => {
      const place = template.variables.get(name);
      if (place === undefined) return name === template.name ? null : undefined;
      if (place === x) return { code: 'x', kind: of.kind };
      return place === y ? { code: 'y', kind: of.kind } : null;
    },
    constant: writer.constant,
    local: writer.local,
    context: template.context,
  };
}

/** Two slots that take anything of the class, nothing else asked, one product. */
function isReduction(taker: Taker, of: StoreClass): boolean {
  const { template } = taker;
  const [product] = template.products;
  if (template.products.length !== 1 || product?.kind !== 'plain' || product.keeps >= 0)
    return false;
  const isFree = template.plans.every(({ checks }) => checks.every((some) => some.length === 0));
  return isFree && isPlain(taker, of);
}

/** Both slots take anything of the class, and the rule is like any other of its template. */
function isPlain({ template }: Taker, of: StoreClass): boolean {
  if (of.bodies || of.kind === 'tuple') return false;
  if (template.slotCount !== 2 || template.catalystCount > 0 || template.oneShot) return false;
  if (template.remembers || template.captures.length > 0) return false;
  return template.plans.every(({ steps }) =>
    steps.every(
      ({ pattern }) =>
        pattern.kind === 'bind' && (pattern.test === null || pattern.only === of.kind),
    ),
  );
}
