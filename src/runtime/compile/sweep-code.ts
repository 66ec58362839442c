// The join of a key as code (sweep.ts says what that is): for keys and values that are ints, as most are. What one molecule after
// the other is held against, those that come second, is laid out side by side first. Where something else turns up, the
// general way goes on. Before it in the walk: sweep.ts.
import type { ClassLayout } from '../layout.ts';
import { KEYS, type Refinement, VALUES } from '../refine.ts';
import type { PatternCode, Plan, PlanStep } from '../rule.ts';
import type { Join, SweepCode } from '../sweep.ts';
import { MOST_TRIED } from '../sweep.ts';
import { columnOf, widthOf } from './column.ts';
import { makeFunction } from './make-function.ts';
import { isCertain, writeChecks } from './pattern-code.ts';
import { inlineProducts, type Product } from './product-code.ts';
import { enterCode } from './row-code.ts';
import type { CheckSetting } from './setting.ts';
import { canCompile, variableIn } from './taker-code.ts';
import { CodeWriter } from './writer.ts';

/** From this one of the first on the general way goes on; it has not been joined yet, or is joined once more. */
const GENERALLY = 'return W.joinFrom(S, key, [...X.subarray(0, count)], dueCount, r);';
const AGAIN = `{ due[r] |= isDue; W.tried -= end; ${GENERALLY} }`;

/** What is known while a join is written. */
interface JoinSetting extends CheckSetting {
  readonly layout: ClassLayout;
  readonly refinement: Refinement;
  readonly plan: Plan;
  /** The product, where it is written right here. */
  readonly product: Product | null;
}

/** The joins of a class, or null where they cannot be compiled, or code may not be made. */
export function compileSweep(layout: ClassLayout, inline: boolean): SweepCode | null {
  const { refinement, of } = layout;
  if (refinement === null || !canCompile(refinement.taker, of, [of])) return null;
  const { taker } = refinement;
  const { template } = taker;
  const writer = new CodeWriter();
  const expressions = {
    variable: (name: string) => {
      const code = variableIn(template, name, () => 'int');
      return code ? { ...code, range: VALUES } : code;
    },
    constant: writer.constant,
    local: writer.local,
    context: template.context,
  };
  const products = inlineProducts(template.products, expressions);
  const product = inline && products?.length === 1 ? (products[0] as Product) : null;
  const plan = template.plans[0] as Plan;
  writeJoin({ writer, taker, expressions, layout, refinement, plan, product });
  const join = makeFunction<Join>(writer.source('W, S, sweep, key', 'true'), writer.data);
  const entering = new CodeWriter();
  entering.line(`${enterCode(entering, layout, 0)}(S, row);`);
  const enter = makeFunction<SweepCode['enter']>(
    entering.source('S, row', 'undefined'),
    entering.data,
  );
  return join === null || enter === null ? null : { join, enter };
}

function writeJoin(setting: JoinSetting): void {
  const { writer, layout, refinement } = setting;
  const indexAt = (fields: readonly number[]) =>
    layout.indexes.findIndex((one) => one.join() === fields.join());
  const { left, right, keys } = refinement;
  for (const [i, fields] of [[left], [right], keys].entries()) {
    writer.hoist(`x${i}`, `const x${i} = S.indexes[${indexAt(fields)}];`);
  }
  for (let i = 0; i < widthOf(layout.of); i++) {
    writer.hoist(`Sc${i}`, `const Sc${i} = S.columns[${i}];`);
  }
  writer.line(
    `if (typeof key !== 'number' || !(key >= 0 && key < x0.dense.length && key < x1.dense.length)) return W.joinPlainly(S, key);`,
    'let due = sweep.due, next0 = x0.next, next2 = x2.next;',
    'const dense = x2.dense, isSingle = !x2.crowded;',
    'const { values: bounds, bits, isExact } = sweep.bounds, mask = (1 << bits) - 1;',
  );
  writeSeconds(setting);
  writeFirsts(setting);
}

/** The fields of a step that its pattern gives names to, and where they lie. */
function bound(step: PlanStep, { layout }: JoinSetting): { place: number; column: number }[] {
  const { items } = step.pattern as Extract<PatternCode, { kind: 'tuple' }>;
  return items.flatMap((item, field) =>
    item.kind === 'bind' ? [{ place: item.place, column: columnOf(field, layout.of) }] : [],
  );
}

/** The part of a pair key (key-index.ts) that what is known from one of two steps makes. */
function keyPart(
  setting: JoinSetting,
  index: number,
): { column: number; code: string; bound: string }[] {
  const { plan, refinement } = setting;
  const { items } = (plan.steps[2] as PlanStep).pattern as Extract<PatternCode, { kind: 'tuple' }>;
  const known = bound(plan.steps[index] as PlanStep, setting);
  return refinement.keys.flatMap((field, i) => {
    const item = items[field] as PatternCode;
    const from = known.find(({ place }) => 'place' in item && item.place === place);
    if (from === undefined) return [];
    const value = `v${from.column}`;
    const [high, low] = i === 0 ? [15, 5] : [10, 0];
    const code = `((${value} >> 5) << ${high}) | ((${value} & 31) << ${low})`;
    const bound = `(${value} & mask)${i === 0 ? ' << bits' : ''}`;
    return [{ column: from.column, code, bound }];
  });
}

function either(codes: readonly string[]): string {
  return ['0', ...codes.map((code) => `(${code})`)].join(' | ');
}

/** Where a row does not have small numbers in its keys and ints in its fields, the code leaves. */
function writeRow(row: string, index: number, setting: JoinSetting, leave: string): void {
  const { writer, layout } = setting;
  const columns = Array.from({ length: widthOf(layout.of) }, (_, i) => i);
  const small = keyPart(setting, index).map(
    ({ column }) => `v${column} >= 0 && v${column} < ${KEYS}`,
  );
  writer.line(
    columns.map((i) => `const v${i} = Sc${i}[${row}];`).join(' '),
    `if (!(${[...columns.map(isField), ...small].join(' && ')})) ${leave}`,
  );
}

function isField(column: number): string {
  const value = `v${column}`;
  return `typeof ${value} === 'number' && ${value} >= ${VALUES.low} && ${value} <= ${VALUES.high}`;
}

/** Those that come second: the ones that are due, then the others. */
function writeSeconds(setting: JoinSetting): void {
  const { writer, plan } = setting;
  const fields = bound(plan.steps[1] as PlanStep, setting);
  const values = fields.map(({ place }) => `V${place}`);
  const longer = (name: string) =>
    `{ const longer = new Int32Array(2 * ${name}.length); longer.set(${name}); ${name} = longer; }`;
  writer.helper('widen', () =>
    [
      'let bX = new Int32Array(64), bQ = new Int32Array(64), bB = new Int32Array(64);',
      // Plain arrays: what is small stays small in them, and so in the column that it gets into.
      ...values.map((name) => `const ${name} = [];`),
      `function widen() { ${longer('bX')} ${longer('bQ')} ${longer('bB')} }`,
    ].join('\n'),
  );
  const parts = keyPart(setting, 1);
  writer.line(
    'let count = 0, dueCount = 0, all = 0;',
    'for (let wanted = 2; wanted >= 0; wanted -= 2) {',
    'for (let s = x1.dense[key]; s >= 0; s = x1.next[s]) {',
    'if ((due[s] & 2) !== wanted) continue;',
  );
  writeRow('s', 1, setting, 'return W.joinPlainly(S, key);');
  writer.line(
    'if (count === bX.length) widen();',
    `bX[count] = s; all |= bQ[count] = ${either(parts.map(({ code }) => code))};`,
    `bB[count] = ${either(parts.map(({ bound }) => bound))};`,
    fields.map(({ place, column }) => `V${place}[count] = v${column};`).join(' '),
    'count++;',
    '}',
    'if (wanted === 2) dueCount = count;',
    '}',
    'const X = bX, Q = bQ, B = bB;',
    'for (let i = 0; i < dueCount; i++) due[X[i]] &= 1;',
  );
}

function writeFirsts(setting: JoinSetting): void {
  const { writer, plan } = setting;
  const [first, , third] = plan.steps as [PlanStep, PlanStep, PlanStep];
  const parts = keyPart(setting, 0);
  for (const { place } of plan.steps.flatMap((step) => bound(step, setting))) {
    writer.hoist(`p${place}`, `let p${place};`);
  }
  writer.line(
    'firsts: for (let r = x0.dense[key]; r >= 0; r = next0[r]) {',
    'const isDue = due[r] & 1, end = isDue ? count : dueCount;',
    'if (end === 0) { due[r] &= 2; continue; }',
  );
  writeRow('r', 0, setting, GENERALLY);
  writer.line(
    `const at = ${either(parts.map(({ code }) => code))}, under = ${either(parts.map(({ bound }) => bound))};`,
    `if ((at | all) >= dense.length) ${GENERALLY}`,
    'due[r] &= 2; W.tried += end;',
    bound(first, setting)
      .map(({ place, column }) => `p${place} = v${column};`)
      .join(' '),
  );
  writeChecks([...(plan.checks[0] ?? []), ...(plan.checks[1] ?? [])], setting, 'continue;');
  const [k] = bound(third, setting) as [{ place: number; column: number }];
  const values = bound(plan.steps[1] as PlanStep, setting).map(
    ({ place }) => `p${place} = V${place}[i];`,
  );
  writer.line('for (let i = 0; i < end; i++) {');
  if (isBounded(setting)) {
    // Most do not get by the bound, and a loop that does nothing but look is a fast one.
    writer.line('for (; i < end; i++) {', values.join(' '), `p${k.place} = bounds[under | B[i]];`);
    writeChecks(plan.checks[3] ?? [], setting, 'continue;');
    writer.line('break;', '}', 'if (i === end) break;');
  }
  writer.line(values.join(' '));
  writeChecks(plan.checks[2] ?? [], setting, 'continue;');
  writer.line(
    'for (let t = dense[at | Q[i]]; t >= 0; t = isSingle ? -1 : next2[t]) {',
    `p${k.place} = Sc${k.column}[t];`,
    `if (typeof p${k.place} !== 'number') ${AGAIN}`,
  );
  writeChecks(plan.checks[3] ?? [], setting, 'continue;');
  writer.line('if (t === r || t === X[i] || r === X[i]) continue;');
  writeReaction(setting, k);
  writer.line('}', '}', `if (W.tried > ${MOST_TRIED}) return W.delay(S, key, next0[r]);`, '}');
}

/** Whether the bounds are asked: where conditions cannot fail, so that nobody hears of those that are left out. */
function isBounded(setting: JoinSetting): boolean {
  const { checks } = setting.plan;
  return [...(checks[2] ?? []), ...(checks[3] ?? [])].every((check) => isCertain(check, setting));
}

function writeReaction(setting: JoinSetting, k: { place: number; column: number }): void {
  const { writer, plan, product, refinement, taker } = setting;
  const right = columnOf(refinement.right, setting.layout.of);
  // One that is refined and comes second itself is looked at again with its new value.
  const renewed = (row: string) => {
    const fields = bound(plan.steps[1] as PlanStep, setting);
    const own = fields.find(({ column }) => column === k.column);
    if (own === undefined) return '';
    const value = `Sc${k.column}[${row}]`;
    return [
      `if (typeof ${value} !== 'number') ${AGAIN}`,
      `if (Sc${right}[${row}] === key) for (let j = 0; j < count; j++) if (X[j] === ${row}) V${own.place}[j] = ${value};`,
    ].join(' ');
  };
  if (product !== null) {
    const value = product.values[k.column]?.code as string;
    writer.line(
      // In one call, so that little code is there that is seldom run.
      'const go = W.refine(S, sweep, key, r, t);',
      'if (go === 0) return false;',
      `Sc${k.column}[t] = ${value};`,
      isBounded(setting) ? `if (isExact) bounds[under | B[i]] = Sc${k.column}[t];` : '',
      'if (go === 1) return false;',
      renewed('t'),
    );
    return;
  }
  const names = plan.steps.flatMap((step) => bound(step, setting));
  const rules = writer.constant(taker.rules);
  writer.line(
    `const rule = W.ruleOf(S, ${rules}), env = W.env(rule);`,
    names.map(({ place }) => `env[${place}] = p${place};`).join(' '),
    'if (!W.react(S, rule, env, [r, X[i], t], X)) return W.delay(S, key, r);',
    'due = sweep.due; next0 = x0.next; next2 = x2.next;',
    `const u = W.refined; ${renewed('u')}`,
  );
}
