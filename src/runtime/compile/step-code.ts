// The slots beside the one of the molecule whose turn it is, as loops inside one another: by an index where something is
// known, through all that is visible where nothing is. Inside the innermost stands the reaction.
// Before it in the walk: taker-code.ts; after it: reaction-code.ts.
import { knownFields } from '../layout.ts';
import type { LookUp, PlanStep } from '../rule.ts';
import { keyValue, settledFields, writeBody, writeChecks } from './pattern-code.ts';
import { indexFor, type SpanCode, writeSpan } from './range-code.ts';
import { writeReaction } from './reaction-code.ts';
import { fixed, materialize, type StepPlace, type TakerSetting } from './setting.ts';

export function writeStep(index: number, setting: TakerSetting): void {
  const { plan, writer } = setting;
  const step = plan.steps[index];
  if (step === undefined) {
    writeReaction(setting);
    return;
  }
  const place = setting.steps[index] as StepPlace;
  const known = knownFields(step, place.of);
  if (known.length > 0) {
    writeLookUp(index, step, place, known, setting);
    return;
  }
  const ordered = indexFor(step, place, setting);
  const span = ordered === null ? null : writeSpan(step, ordered, setting);
  if (span !== null) writer.line(`if (${span.isList}) {`);
  if (plan.steps.length === 2) writeUpwards(index, step, place, setting);
  else writeDownwards(index, step, place, setting);
  if (span === null) return;
  writer.line('} else {');
  writeAlong(index, span, again(setting));
  writer.line('}');
}

/** The same once more, in another place: what is worked out in the one is not known in the other. */
export function again(setting: TakerSetting): TakerSetting {
  return { ...setting, kinds: new Map(setting.kinds) };
}

/** Along an ordered index. Some may have left since the search began. */
function writeAlong(index: number, { at, next }: SpanCode, setting: TakerSetting): void {
  const { writer, plan } = setting;
  const step = plan.steps[index] as PlanStep;
  const place = setting.steps[index] as StepPlace;
  const goOn = `continue ${place.label};`;
  writer.line(
    `${place.label}: for (; ${at} >= 0; ${at} = ${next}) {`,
    `const ${place.row} = ${at};`,
    `if (${place.store}.state[${place.row}] !== 2) ${goOn}`,
  );
  writePatience(index, setting);
  writeCandidate(index, step, place, within(setting, index, goOn), goOn);
  writer.line('}');
}

function writeUpwards(
  index: number,
  step: PlanStep,
  place: StepPlace,
  setting: TakerSetting,
): void {
  const { writer, small } = setting;
  const [list, count, offset, i] = ['l', 'n', 'o', 'i'].map((letter) => writer.name(letter));
  writer.line(
    `const ${list} = ${place.store}.scan; let ${count} = ${list}.length;`,
    small ? `const ${offset} = W.below(${count});` : '',
    `${place.label}: for (let ${i} = 0; ${i} < ${count}; ) {`,
    small ? `let at = ${offset} + ${i}; if (at >= ${count}) at -= ${count};` : `const at = ${i};`,
    `const ${place.row} = ${list}[at];`,
    `${i}++;`,
  );
  // After a reaction the list is shorter, and another one stands in this place.
  const again = `{ ${count} = ${list}.length; if (${list}[at] !== ${place.row}) ${i}--; continue ${place.label}; }`;
  const inner = within(setting, index, again);
  writeCandidate(index, step, place, inner, `continue ${place.label};`);
  writer.line('}');
}

function writeDownwards(
  index: number,
  step: PlanStep,
  place: StepPlace,
  setting: TakerSetting,
): void {
  const { writer, small } = setting;
  const [list, count, offset, i] = ['l', 'n', 'o', 'i'].map((letter) => writer.name(letter));
  writer.line(
    `const ${list} = ${place.store}.scan; const ${count} = ${list}.length;`,
    small ? `const ${offset} = W.below(${count});` : '',
    `${place.label}: for (let ${i} = ${count} - 1; ${i} >= 0; ${i}--) {`,
    small
      ? `let at = ${offset} + ${count} - 1 - ${i}; if (at >= ${count}) at -= ${count};`
      : `const at = ${i}; if (at >= ${list}.length) continue;`,
    `const ${place.row} = ${list}[at];`,
  );
  writePatience(index, setting);
  const next = `continue ${place.label};`;
  writeCandidate(index, step, place, within(setting, index, next), next);
  writer.line('}');
}

/** Where loops are nested, a turn may take very long: then it is given up, and had again with more patience. */
function writePatience(index: number, setting: TakerSetting): void {
  const { writer, plan, triedName, begunName } = setting;
  if (index === plan.steps.length - 1) return;
  writer.hoist('patience', 'const patience = W.patience;');
  writer.line(
    `if (${triedName} - ${begunName} > patience) {`,
    `if (row < 0) ${materialize(setting)}`,
    'W.giveUp(S, row);',
    '}',
  );
}

/** The setting inside the loop of a step. */
function within(setting: TakerSetting, index: number, goOn: string): TakerSetting {
  const codes = [...setting.goOn];
  codes[index] = goOn;
  return { ...setting, goOn: codes };
}

type Names = [string, string, string];

function writeLookUp(
  index: number,
  step: PlanStep,
  place: StepPlace,
  known: readonly LookUp[],
  setting: TakerSetting,
): void {
  const { writer, layout, small } = setting;
  const fields = known.map(({ field }) => field);
  const indexes = layout.classes.get(place.of.key)?.indexes ?? [];
  const at = indexes.findIndex((one) => one.join() === fields.join());
  const found = fixed(`${place.store}x${at}`, `${place.store}.indexes[${at}]`, setting);
  const out = writer.name('B');
  writer.line(`${out}: {`);
  const values = fields.map((field) => keyValue(step.pattern, field, setting, `break ${out};`));
  const [first, next, dense] = ['f', 'l', 'd'].map((letter) => writer.name(letter)) as Names;
  // Where lists led when the search began: what leaves one later keeps its way, and nothing enters during a turn.
  setting.before.push(`const ${next} = ${found}.next, ${dense} = ${found}.dense;`);
  writer.line(`const ${first} = ${firstCode(found, dense, values, setting)};`);
  const pass = writer.name('h');
  writer.line(
    `if (${first} >= 0)`,
    // With two or more, chance passes over some at first, so that any may be the one.
    small ? `for (let ${pass} = ${next}[${first}] >= 0 ? 0 : 1; ${pass} < 2; ${pass}++)` : '',
    `for (let ${place.row} = ${first}; ${place.row} >= 0; ${place.row} = ${next}[${place.row}]) {`,
  );
  // An inner label: leaving one candidate goes on with the next one of the list.
  const one = writer.name('C');
  writer.line(
    `${one}: {`,
    small ? `if (${pass} === 0 && W.rng.below(2) === 0) break ${one};` : '',
    // What is in a list is visible, unless a reaction has used it up since.
    `if (${small ? '' : `budget !== ${setting.begunName}w && `}${place.store}.state[${place.row}] !== 2) break ${one};`,
  );
  writePatience(index, setting);
  const leave = `break ${one};`;
  const settled = settledFields(step.pattern, fields);
  writeCandidate(index, step, place, within(setting, index, leave), leave, settled);
  writer.line('}', '}', '}');
}

function firstCode(
  found: string,
  dense: string,
  values: readonly string[],
  setting: TakerSetting,
): string {
  const [value] = values;
  if (values.length === 1) {
    return `typeof ${value} === 'number' && ${value} >= 0 && ${value} < ${dense}.length ? ${dense}[${value}] : W.firstOf(${found}, W.keyOf(${value}))`;
  }
  if (values.length === 2) {
    const [a, b] = values;
    const key = setting.writer.local();
    return (
      `typeof ${a} === 'number' && typeof ${b} === 'number' && ${a} >= 0 && ${b} >= 0 && ${a} < 1024 && ${b} < 1024 && (${key} = ((${a} >> 5) << 15) | ((${b} >> 5) << 10) | ((${a} & 31) << 5) | (${b} & 31)) < ${dense}.length` +
      ` ? ${dense}[${key}] : W.firstOf(${found}, W.pairKey(${a}, ${b}))`
    );
  }
  return `W.firstOf(${found}, W.textKey([${values.join(', ')}]))`;
}

/** One that may fill a step: its pattern, what must hold then, and the steps behind. */
export function writeCandidate(
  index: number,
  step: PlanStep,
  place: StepPlace,
  setting: TakerSetting,
  leave: string,
  settled?: ReadonlySet<number>,
): void {
  const { writer, plan, triedName } = setting;
  for (let i = 1; i < index; i++) {
    const before = setting.steps[i] as StepPlace;
    if (before.of === place.of) writer.line(`if (${place.row} === ${before.row}) ${leave}`);
  }
  writer.line(`${triedName}++;`);
  const column = (i: number) =>
    `${fixed(`${place.store}c${i}`, `${place.store}.columns[${i}]`, setting)}[${place.row}]`;
  writeBody(step.pattern, place.of, column, place.row, place.store, setting, leave, settled);
  writeChecks(plan.checks[index + 1] ?? [], setting, leave);
  writeStep(index + 1, setting);
}
