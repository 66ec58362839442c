// One slot of one rule as code: the molecule whose turn it is fills it, a rule of the template is chosen, and then
// the other slots are filled (step-code.ts). Before it in the walk: turn-code.ts.
import type { Kind } from '../../lang/index.ts';
import type { Taker } from '../layout.ts';
import { NO_RANGE } from '../range-index.ts';
import type { Check, PatternCode, Plan, PlanStep, RuleTemplate } from '../rule.ts';
import type { StoreClass } from '../store.ts';
import { classFits } from '../store-class.ts';
import { columnOf } from './column.ts';
import {
  conditionCode,
  type ExprCode,
  type ExprSetting,
  expressionCode,
} from './expression-code.ts';
import { writeBody, writeChecks } from './pattern-code.ts';
import { areBothRanged, boundsCompile, indexFor, type SpanCode, writeSpan } from './range-code.ts';
import {
  materialize,
  type StepPlace,
  type TakerSetting,
  TELL,
  type TurnSetting,
} from './setting.ts';
import { again, writeCandidate, writeStep } from './step-code.ts';

/** The one class that can fill a step, null when none can; undefined when it cannot be told beforehand. */
function classFor(step: PlanStep, classes: readonly StoreClass[]): StoreClass | null | undefined {
  const fitting = classes.filter((of) => classFits(of, step.wants));
  if (fitting.length === 0) return null;
  return fitting.length > 1 || fitting[0]?.bodies === true ? undefined : fitting[0];
}

/** Whether a slot can be compiled where these classes are. */
export function canCompile(taker: Taker, of: StoreClass, classes: readonly StoreClass[]): boolean {
  const { template, slot } = taker;
  if (template.remembers || of.bodies) return false;
  const plan = template.plans[slot] as Plan;
  if (!plan.steps.every((step) => isSimple(step.pattern))) return false;
  if (plan.steps.slice(1).some((step) => classFor(step, classes) === undefined)) return false;
  const expressions = scratchSetting(template);
  const known = (check: Check) =>
    (check.place < 0 ? conditionCode : expressionCode)(check.tests, expressions) !== null;
  if (!plan.checks.every((checks) => checks.every(known))) return false;
  if (!plan.steps.every((step) => boundsCompile(step, expressions))) return false;
  return plan.steps.every((step) =>
    computedIn(step.pattern).every((one) => expressionCode(one.expr, expressions) !== null),
  );
}

function isSimple(pattern: PatternCode): boolean {
  if (pattern.kind === 'solution' || pattern.kind === 'rule') return false;
  return pattern.kind !== 'tuple' || pattern.items.every(isSimple);
}

function computedIn(pattern: PatternCode): Extract<PatternCode, { kind: 'computed' }>[] {
  if (pattern.kind === 'computed') return [pattern];
  return pattern.kind === 'tuple' ? pattern.items.flatMap(computedIn) : [];
}

function scratchSetting(template: RuleTemplate): ExprSetting {
  return {
    variable: (name) => variableIn(template, name, () => null),
    constant: () => 'k',
    local: () => 't',
    context: template.context,
  };
}

/** How a name of the rule reads; undefined for names of the program. */
export function variableIn(
  template: RuleTemplate,
  name: string,
  kind: (place: number) => Kind | null,
): ExprCode | null | undefined {
  const place = template.variables.get(name);
  if (place === undefined) return name === template.name ? null : undefined;
  return place < 0 ? null : { code: `p${place}`, kind: kind(place) };
}

export function writeTaker(taker: Taker, turn: TurnSetting): void {
  if (!canCompile(taker, turn.of, turn.classes)) {
    writeInterpreted([taker], turn);
    return;
  }
  const setting = takerSetting(taker, turn);
  if (setting !== null) writeRule(setting, () => writeActive(setting));
}

/** Two slots that are looked for in the same list: each that is there is tried in one order, then in the other. */
export function writeTwins(takers: readonly Taker[], turn: TurnSetting): void {
  const { writer, of, classes } = turn;
  if (!takers.every((taker) => canCompile(taker, of, classes))) {
    writeInterpreted(takers, turn);
    return;
  }
  const made = takers.map((taker) => takerSetting(taker, turn) as TakerSetting);
  const [one] = made as [TakerSetting];
  const settings = made.map((each): TakerSetting => {
    const steps = [each.steps[0], one.steps[1]] as StepPlace[];
    return { ...each, rule: one.rule, steps };
  });
  const { label, row } = one.steps[1] as StepPlace;
  const [list, count, i] = ['l', 'n', 'i'].map((letter) => writer.name(letter));
  // After a reaction that used it up, another one stands in its place.
  const goOn = `{ ${count} = ${list}.length; continue ${label}; }`;
  const secondSteps = settings.map(({ plan }) => plan.steps[1] as PlanStep);
  const isOrdered = areBothRanged(secondSteps, of);
  writeRule(one, () => {
    const spans = isOrdered ? writeSpans(settings) : null;
    if (spans !== null) writer.line(`if (${spans.map(({ isList }) => isList).join(' || ')}) {`);
    writer.line(
      `const ${list} = S.scan; let ${count} = ${list}.length;`,
      `${label}: for (let ${i} = 0; ${i} < ${count}; ) {`,
      `const ${row} = ${list}[${i}];`,
    );
    for (const each of settings) writePair({ ...each, goOn: ['', goOn] });
    writer.line(`${i}++;`, '}');
    if (spans === null) return;
    writer.line('} else {');
    for (const [way, { at, next }] of spans.entries()) {
      writer.line(
        `${label}: for (; ${at} >= 0; ${at} = ${next}) {`,
        `const ${row} = ${at}; if (S.state[${row}] !== 2) continue;`,
      );
      writePair({ ...again(settings[way] as TakerSetting), goOn: ['', `continue ${label};`] });
      writer.line('}');
    }
    writer.line('}');
  });
}

/** What ordered indexes find for either order of two, where both have one. */
function writeSpans(settings: readonly TakerSetting[]): SpanCode[] {
  const indexes = settings.map((each) => {
    const [, step] = each.plan.steps as [PlanStep, PlanStep];
    return indexFor(step, each.steps[1] as StepPlace, each) as string;
  });
  return settings.map((each, i) => {
    const { writer } = each;
    const [, step] = each.plan.steps as [PlanStep, PlanStep];
    const [begin, out] = [writer.local(), writer.name('B')];
    writer.line(
      `${begin} = ${NO_RANGE};`,
      `if (${indexes.map((index) => `${index}.on`).join(' && ')}) ${out}: {`,
      // One that does not fit in the first place has nobody to meet.
      `${begin} = -1;`,
    );
    // What is worked out here is not known where nothing is ordered.
    const kinds = new Map<number, Kind | null>();
    writeFirst({ ...each, kinds }, `break ${out};`);
    for (const [place, kind] of kinds) each.kinds.set(place, kind);
    const { at, next } = writeSpan(step, indexes[i] as string, each);
    writer.line(`${begin} = ${at};`, '}');
    return {
      at: begin,
      next: next.replaceAll(at, begin),
      isList: `${begin} === ${NO_RANGE}`,
    };
  });
}

/** Both steps of a plan, in a block that is left where something does not fit. */
function writePair(setting: TakerSetting): void {
  const { writer, plan, steps } = setting;
  const out = writer.name('B');
  const leave = `break ${out};`;
  writer.line(`${out}: {`);
  writeFirst(setting, leave);
  writeCandidate(1, plan.steps[1] as PlanStep, steps[1] as StepPlace, setting, leave);
  writer.line('}');
}

/** What is known while a taker is written; null where nothing here can fill one of its slots. */
function takerSetting(taker: Taker, turn: TurnSetting): TakerSetting | null {
  const { writer, of, classes } = turn;
  const { template, slot } = taker;
  const plan = template.plans[slot] as Plan;
  const places = plan.steps.map((step, i): StepPlace | null => {
    if (i === 0) return { of, store: 'S', row: 'row', label: 'active' };
    const fitting = classFor(step, classes);
    if (fitting === null || fitting === undefined) return null;
    const store = turn.storeName(fitting);
    return { of: fitting, store, row: writer.name('r'), label: writer.name('L') };
  });
  if (places.includes(null)) return null;
  const kinds = new Map<number, Kind | null>();
  const cost = turn.costName(template);
  const triedName = writer.name('n');
  writer.hoist(triedName, `let ${triedName} = 0;`);
  turn.counters.push(triedName);
  writer.atEnd(`${cost}.tried += ${triedName}; W.tried += ${triedName};`);
  return {
    ...turn,
    taker,
    plan,
    rule: writer.name('r'),
    rules: turn.storeName(taker.rules),
    steps: places as StepPlace[],
    kinds,
    triedName,
    begunName: writer.name('b'),
    cost,
    before: [],
    goOn: [],
    expressions: {
      variable: (name) => variableIn(template, name, (place) => kinds.get(place) ?? null),
      constant: writer.constant,
      local: writer.local,
      context: template.context,
    },
  };
}

/** A slot that search.ts must try, or two that go together. */
function writeInterpreted(takers: readonly Taker[], turn: TurnSetting): void {
  const { writer, next, small } = turn;
  const known = writer.constant(takers);
  writer.line(
    `if (row < 0) ${materialize(turn)}`,
    TELL,
    'const before = W.fired; W.row = row;',
    `const verdict = W.interpret(${known}, S, row, ${small}, budget); W.row = -1; I = S.inflow;`,
    'budget -= W.fired - before;',
    `if (verdict === 3) { W.found = true; W.waitAgain(S, row); ${next} }`,
    `if (verdict === 1) { ${small ? '' : 'W.spent(S); '}${next} }`,
    `if (verdict === 2) { W.waitAgain(S, row); ${next} }`,
  );
}

/** Goes through the rules of the template: one is like the other unless they captured something. */
function writeRule(setting: TakerSetting, inner: () => void): void {
  const { writer, rules, rule, taker, cost } = setting;
  const { captures } = taker.template;
  writer.line(`${cost}s++;`);
  if (captures.length === 0) {
    writer.line(`if (${rules}.scan.length > 0) {`, `const ${rule} = ${rules}.scan[0];`);
    inner();
    writer.line('}');
    return;
  }
  const known = writer.constant(taker);
  const value = taker.by === null ? 'null' : `a${columnOf(taker.by.field, setting.of)}`;
  writer.line(
    `for (const ${rule} of W.instances(${known}, ${rules}, ${value}, ${setting.small})) {`,
    `if (${rules}.state[${rule}] !== 2) continue;`,
  );
  for (const [i, { to }] of captures.entries()) {
    writer.hoist(`p${to}`, `let p${to};`);
    writer.line(`p${to} = ${rules}.held[${rule}].body.captured[${i}];`);
  }
  inner();
  writer.line('}');
}

function writeActive(setting: TakerSetting): void {
  const { writer, triedName } = setting;
  // A label to leave by when something does not fit.
  const out = writer.name('B');
  writer.line(`${out}: {`, `const ${setting.begunName} = ${triedName}++;`);
  writeFirst(setting, `break ${out};`);
  writer.line(`const ${setting.begunName}w = budget;`, () => setting.before.join(' '));
  writeStep(1, setting);
  writer.line('}');
}

/** The molecule whose turn it is, against the first step of the plan. */
function writeFirst(setting: TakerSetting, leave: string): void {
  const { plan, of } = setting;
  writeChecks(plan.checks[0] ?? [], setting, leave);
  const step = plan.steps[0] as PlanStep;
  writeBody(step.pattern, of, (i) => `a${i}`, 'row', 'S', setting, leave);
  writeChecks(plan.checks[1] ?? [], setting, leave);
}
