// A rule that makes one molecule out of any two of a class, and is the only one that takes them, needs no search: what
// waits melts into one molecule, one after the other, in one pass. It is the same run as turn by turn: each
// molecule that waits has its turn with the one that is there, and what comes of them is there for the next.
import type { Taker } from '../layout.ts';
import type { ProductCode, RuleTemplate } from '../rule.ts';
import type { StoreClass } from '../store.ts';
import { type ExprSetting, expressionCode } from './expression-code.ts';
import { materialize, type TurnSetting } from './setting.ts';

/** Writes the pass, where the takers of a class are such a rule. */
export function writeReduction(takers: readonly Taker[], setting: TurnSetting): void {
  const { writer, of, inline, small } = setting;
  const [first, second] = takers;
  if (!inline || small || takers.length !== 2 || first === undefined || second === undefined)
    return;
  const { template } = first;
  if (second.template !== template || !isReduction(template, of)) return;
  const [x, y] = template.plans[0]?.steps.map(({ pattern }) => pattern) ?? [];
  if (x?.kind !== 'bind' || y?.kind !== 'bind') return;
  const names = new Map([
    [x.place, 'x'],
    [y.place, 'y'],
  ]);
  const expressions = namesOf(template, names, setting);
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

/** The expressions of a rule of which every place has a name in the code. */
export function namesOf(
  template: RuleTemplate,
  places: ReadonlyMap<number, string>,
  { writer, of }: TurnSetting,
): ExprSetting {
  return {
    variable: (name) => {
      const place = template.variables.get(name);
      if (place === undefined) return name === template.name ? null : undefined;
      const code = places.get(place);
      return code === undefined ? null : { code, kind: of.kind };
    },
    constant: writer.constant,
    local: writer.local,
    context: template.context,
  };
}

/** Two slots that take anything of the class, nothing else asked, one product. */
export function isReduction(template: RuleTemplate, of: StoreClass): boolean {
  const [product] = template.products;
  if (template.products.length !== 1 || product?.kind !== 'plain' || product.keeps >= 0)
    return false;
  const isFree = template.plans.every(({ checks }) => checks.every((some) => some.length === 0));
  return isFree && isPlain({ template }, of);
}

/** Both slots take anything of the class, and the rule is like any other of its template. */
export function isPlain({ template }: Pick<Taker, 'template'>, of: StoreClass): boolean {
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
