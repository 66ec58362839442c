// A rule that makes one molecule out of any two of a class, and is the only one that takes them, needs no search: what
// waits melts into one molecule, one after the other, in one pass. It is the same run as turn by turn: each
// molecule that waits has its turn with the one that is there, and what comes of them is there for the next.
import type { Taker } from '../layout.ts';
import type { ProductCode } from '../rule.ts';
import type { StoreClass } from '../store.ts';
import { atomClass } from '../store-class.ts';
import { type ExprCode, expressionCode } from './expression-code.ts';
import type { TurnSetting } from './setting.ts';

/** Writes the pass, where the takers of a class are such a rule. */
export function writeReduction(takers: readonly Taker[], setting: TurnSetting): void {
  const { writer, of, inline } = setting;
  const [first, second] = takers;
  if (!inline || takers.length !== 2 || first === undefined || second === undefined) return;
  const { template } = first;
  if (second.template !== template || !isReduction(first, of)) return;
  const [x, y] = template.plans[0]?.steps.map(({ pattern }) => pattern) ?? [];
  if (x?.kind !== 'bind' || y?.kind !== 'bind') return;
  const expressions = {
    variable: (name: string): ExprCode | null | undefined => {
      const place = template.variables.get(name);
      if (place === undefined) return name === template.name ? null : undefined;
      if (place === x.place) return { code: 'x', kind: of.kind };
      return place === y.place ? { code: 'y', kind: of.kind } : null;
    },
    constant: writer.constant,
    local: writer.local,
    context: template.context,
  };
  const product = template.products[0] as Extract<ProductCode, { kind: 'plain' }>;
  if (product.element.kind !== 'molecule' || product.element.value.kind === 'if') return;
  const made = expressionCode(product.element.value, expressions);
  if (made === null || made.kind !== of.kind) return;
  const cost = setting.costName(template);
  const rules = setting.storeName(first.rules);
  writer.line(
    `if (!small && S.from < S.to && S.scan.length === 0 && S.stack.length === S.base && ${rules}.scan.length > 0 && home.remembering === 0 && W.limit > 0) {`,
    'const state = S.state; let from = S.from, to = S.to, n = 0, ended = false, turns = left;',
    'const most = W.limit - W.fired;',
    'let z = a0;',
    'try {',
    'while (from < to && turns > 0 && n < most) {',
    'if (state[from] !== 1) { from++; continue; }',
    'turns--;',
    'const e = Sc0[from]; let x, y;',
    'if (start === 0) { x = e; y = z; } else { x = z; y = e; }',
    `z = ${made.code};`,
    'state[from++] = 0; n++;',
    'if (turns > 0 && n < most) turns--; else ended = true;',
    '}',
    '} catch (e) { W.faulted(e); turns++; }',
    'S.from = from;',
    'if (n > 0) {',
    'if (row >= 0) { state[row] = 0; S.gone++; S.pending--; home.pending--; home.size--; row = -1; }',
    'a0 = z; left = turns;',
    'S.gone += n; S.pending -= n; home.pending -= n; home.size -= n; W.soup.size -= n;',
    `W.fired += n; W.reactions += n; ${cost}.fired += n; ${cost}.tried += n; ${cost}.searched += n; W.tried += n; home.bold = false;`,
    'if (ended) { row = W.addRow(S); Sc0.push(a0); S.stack.push(row); continue main; }',
    '}',
    '}',
  );
}

/** Two slots that take anything of the class, nothing else asked, one product. */
function isReduction({ template }: Taker, of: StoreClass): boolean {
  if (of.bodies || of.kind === 'tuple' || of !== atomClass(of.kind as 'int')) return false;
  if (template.slotCount !== 2 || template.catalystCount > 0 || template.oneShot) return false;
  if (template.remembers || template.captures.length > 0 || template.products.length !== 1)
    return false;
  const [product] = template.products;
  if (product?.kind !== 'plain' || product.keeps >= 0) return false;
  return template.plans.every(
    ({ steps, checks }) =>
      checks.every((some) => some.length === 0) &&
      steps.every(
        ({ pattern }) =>
          pattern.kind === 'bind' && (pattern.test === null || pattern.only === of.kind),
      ),
  );
}
