// Where one molecule of a class is visible and many wait in their list, each of these is held against that one alone,
// as long as it is the one that goes or is made into another: a loop over the list that keeps nothing but the two. It
// is the same run as turn by turn; whatever does not fit this form goes on as a turn. Written where the next turn
// begins. Before it in the walk: turn-code.ts.
import type { Taker } from '../layout.ts';
import type { ProductCode, RuleTemplate } from '../rule.ts';
import { conditionCode, expressionCode } from './expression-code.ts';
import { valueCode } from './expression-piece.ts';
import { isAtomic } from './product-code.ts';
import { isPlain, namesOf } from './reduction-code.ts';
import { materialize, type TurnSetting } from './setting.ts';

/** With more slots than this the loop would be written too many times. */
const MOST_TAKERS = 4;

/** What a molecule in one slot comes to, beside the one that is there. */
interface Attempt {
  readonly template: RuleTemplate;
  /** When it reacts. */
  readonly holds: string;
  /** What it is made into, `null` when it goes, `'leave'` when the other one is used up and a turn has to be made. */
  readonly becomes: string | null;
  /** Whether the other one goes, and this one is there instead. */
  readonly replaces: boolean;
}

/**
 * Writes the loop, where the takers of a class allow for it. When it ends with a molecule in hand whose turn has begun,
 * `held` is true. False when nothing was written.
 */
export function writePartnerPass(takers: readonly Taker[], setting: TurnSetting): boolean {
  const { writer, of, inline, small } = setting;
  if (!inline || small || of.bodies || of.kind === 'tuple') return false;
  const twin = takers.findIndex(({ hasTwin }) => hasTwin);
  if (twin < 0 || takers.length > MOST_TAKERS) return false;
  const attempts = takers.map((taker, i) =>
    i === twin || i === twin + 1
      ? pairAttempt(taker, takers.length === 2, setting)
      : loneAttempt(taker, setting),
  );
  if (attempts.includes(null)) return false;
  const all = attempts as Attempt[];
  const templates = [...new Set(all.map(({ template }) => template))];
  const fired = templates.map((_, i) => `f${i}`);
  const visible = takers.map(({ rules }) => `${setting.storeName(rules)}.scan.length > 0`);
  writer.hoist('held', 'let held = false;');
  writer.line(
    `if (I !== null && S.from < S.to && S.scan.length === 1 && S.indexes.length === 0 && !S.ranged && S.stack.length === S.base && home.remembering === 0 && left > 0 && !W.found && W.fired + fired < limit && ${[...new Set(visible)].join(' && ')}) {`,
    'const end = S.to, most = limit - W.fired - fired;',
    `let at = S.from, turns = 0, gone = 0, all = 0, over = false, ${fired.map((name) => `${name} = 0`).join(', ')};`,
    'let e, v, z = Sc0[S.scan[0]];',
    'try { pass: switch (start) {',
  );
  for (let start = 0; start < takers.length; start++) {
    writer.line(`case ${start}:`, 'for (; at < end && turns < left && all < most; ) {');
    writer.line('e = I[at++]; turns++;', 'for (;;) {');
    for (const i of orderFrom(start, twin, takers.length)) {
      const one = all[i] as Attempt;
      writer.line(`if (${one.holds}) {`, ...effect(one, fired[templates.indexOf(one.template)]));
      writer.line('}');
    }
    writer.line('held = true; break pass;', '}', '}', 'break;');
  }
  writer.line(
    '} } catch (error) { W.faulted(error); held = true; }',
    'const taken = at - S.from; S.from = at; left -= turns;',
    'S.pending -= taken; home.pending -= taken; home.size -= taken; size -= gone; fired += all;',
    'if (all > 0) home.bold = false;',
    all.some(({ replaces }) => replaces) ? 'Sc0[S.scan[0]] = z;' : '',
    'W.tried += turns;',
  );
  for (const [i, template] of templates.entries()) {
    const cost = setting.costName(template);
    writer.line(`${cost}.fired += f${i}; ${cost}.tried += turns; ${cost}.searched += turns;`);
  }
  writer.line(
    `if (over) { a0 = e; ${materialize(setting)} S.stack.push(row); continue main; }`,
    'if (!held) continue main;',
    'a0 = e; row = -1;',
    '}',
  );
  return true;
}

/** The takers in the order in which a turn tries them; the two that go together do so where the first has its place. */
function orderFrom(start: number, twin: number, count: number): number[] {
  const order: number[] = [];
  for (let turn = 0; turn < count; turn++) {
    const at = (start + turn) % count;
    if (at === twin) {
      if (start !== twin + 1) order.push(twin, twin + 1);
    } else if (at === twin + 1) {
      if (start === twin + 1) order.push(twin + 1, twin);
    } else order.push(at);
  }
  return order;
}

function effect({ becomes, replaces }: Attempt, fired: string | undefined): string[] {
  if (becomes === 'leave') return ['held = true; break pass;'];
  const counted = `${fired}++; all++;`;
  if (becomes === null) return [`${counted} gone++; ${replaces ? 'z = e; ' : ''}break;`];
  return [
    `v = ${becomes}; ${counted} e = v;`,
    'if (turns >= left || all >= most) { over = true; break pass; }',
    'turns++; continue;',
  ];
}

/** One of two slots of a rule that takes anything of the class; the other is filled by the one that is there. */
function pairAttempt(taker: Taker, isAlone: boolean, setting: TurnSetting): Attempt | null {
  const { template, slot } = taker;
  const { of } = setting;
  if (!isPlain(taker, of)) return null;
  const keeps = template.products.filter((code) => code.kind === 'plain' && code.keeps >= 0);
  const [kept] = keeps as Extract<ProductCode, { kind: 'plain' }>[];
  if (keeps.length !== 1 || kept === undefined) return null;
  const others = template.products.filter((code) => code !== kept);
  const steps = template.plans[slot]?.steps ?? [];
  const places = new Map<number, string>();
  for (const [i, { pattern }] of steps.entries()) {
    if (pattern.kind === 'bind') places.set(pattern.place, i === 0 ? 'e' : 'z');
  }
  const holds = guardCode(taker, places, setting);
  const becomes = madeCode(others, template, places, setting);
  if (holds === null || holds === '' || becomes === undefined) return null;
  if (kept.keeps !== slot) return { template, holds, becomes, replaces: false };
  return becomes === null && isAlone
    ? { template, holds, becomes, replaces: true }
    : { template, holds, becomes: 'leave', replaces: false };
}

/** The only slot of a rule. */
function loneAttempt(taker: Taker, setting: TurnSetting): Attempt | null {
  const { template } = taker;
  const { of, writer } = setting;
  if (template.slotCount !== 1 || template.catalystCount > 0 || template.oneShot) return null;
  if (template.remembers || template.captures.length > 0) return null;
  const pattern = template.plans[0]?.steps[0]?.pattern;
  const places = new Map<number, string>();
  const tests: string[] = [];
  if (pattern?.kind === 'constant' && typeof pattern.value !== 'object') {
    tests.push(`e === ${valueCode(pattern.value, writer)}`);
  } else if (pattern?.kind === 'bind' && (pattern.test === null || pattern.only === of.kind)) {
    places.set(pattern.place, 'e');
  } else return null;
  const guard = guardCode(taker, places, setting);
  const becomes = madeCode(template.products, template, places, setting);
  if (guard === null || becomes === undefined) return null;
  if (guard !== '') tests.push(guard);
  return { template, holds: tests.join(' && ') || 'true', becomes, replaces: false };
}

/** All that must hold, in the order in which a turn asks for it. */
function guardCode(
  { template, slot }: Taker,
  places: ReadonlyMap<number, string>,
  setting: TurnSetting,
): string | null {
  const checks = template.plans[slot]?.checks.flat() ?? [];
  const expressions = namesOf(template, places, setting);
  const codes = checks.map(({ tests, place }) =>
    place >= 0 ? null : conditionCode(tests, expressions),
  );
  if (codes.includes(null)) return null;
  return codes.map((code) => `(${code?.code})`).join(' && ');
}

/** The one product as code, null when there is none; undefined when it is more, or not for certain of the class. */
function madeCode(
  products: readonly ProductCode[],
  template: RuleTemplate,
  places: ReadonlyMap<number, string>,
  setting: TurnSetting,
): string | null | undefined {
  const [product] = products;
  if (product === undefined) return null;
  if (products.length > 1 || product.kind !== 'plain' || product.keeps >= 0) return undefined;
  const { element } = product;
  if (element.kind !== 'molecule' || element.multiplicity !== null) return undefined;
  if (element.value.kind === 'if') return undefined;
  const made = expressionCode(element.value, namesOf(template, places, setting));
  return made?.kind === setting.of.kind && isAtomic(made.kind) ? made.code : undefined;
}
