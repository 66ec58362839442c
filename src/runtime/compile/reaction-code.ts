// What stands inside the innermost loop: a match was found, and the reaction is made. Simple products are put straight
// into the columns of their stores; the last one of the class whose turns these are is the next to have its turn and
// gets no row before it rests. Everything else is left to react.ts. Before it in the walk: taker-code.ts.
import { writeInPlace } from './in-place-code.ts';
import { canPass, writePassing } from './passing-code.ts';
import {
  inlineProducts,
  type Product,
  usedUpIn,
  writeLeave,
  writePut,
  writePutAll,
  writeRoom,
  writeValues,
} from './product-code.ts';
import { materialize, type StepPlace, type TakerSetting, TELL } from './setting.ts';

export function writeReaction(setting: TakerSetting): void {
  const { writer } = setting;
  writer.line(
    `if (budget === 0) { if (row < 0) ${materialize(setting)} W.found = true; W.waitAgain(S, row); ${setting.next} }`,
  );
  const { products: codes } = setting.taker.template;
  const products = setting.inline ? inlineProducts(codes, setting.expressions) : null;
  if (products !== null && canPass(setting)) writeInline(products, setting);
  writeGeneral(setting);
}

function writeInline(products: readonly Product[], setting: TakerSetting): void {
  const { writer, taker, plan, cost } = setting;
  const { template } = taker;
  const out = writer.name('B');
  const usedUp = usedUpIn(setting);
  const gone = usedUp.filter(Boolean).length + (template.oneShot ? 1 : 0);
  const delta = products.length - gone;
  writer.line(`${out}: {`, `if (home.remembering > 0) break ${out};`);
  writeRoom(delta, setting, out);
  const names = writeValues(products, setting, out);
  writePassing(products, names, delta, setting, out);
  writeInPlace(products, names, setting);
  writer.line(`fired++; ${cost}f++; home.bold = false; budget--;`);
  if (delta !== 0) writer.line(`size += ${delta};`);
  for (const i of plan.steps.keys()) if (i > 0 && usedUp[i] === true) writeLeave(i, setting);
  if (template.oneShot) writer.line(`W.consume(${setting.rules}.held[${setting.rule}]);`);
  if (usedUp[0] === true) {
    writePutAll(products, names, setting);
  } else {
    for (const [i, product] of products.entries()) writePut(product, names[i] as string[], setting);
    const next = usedUp.findIndex((used, i) => i > 0 && used);
    const stays = `{ if (row < 0) ${materialize(setting)} W.waitAgain(S, row); ${setting.next} }`;
    if (template.oneShot || next < 0) writer.line(stays);
    else writer.line(`if (budget === 0) ${stays}`, setting.goOn[next] as string);
  }
  writer.line('}');
}

function writeGeneral(setting: TakerSetting): void {
  const { writer, taker, steps, plan, kinds, goOn } = setting;
  const { template } = taker;
  const rule = `${setting.rules}.held[${setting.rule}]`;
  const slots: string[] = [];
  for (const [i, { slot }] of plan.steps.entries()) {
    const { store, row } = steps[i] as StepPlace;
    slots[slot] = `W.occurrenceAt(${store}, ${row})`;
  }
  const env = writer.name('e');
  const places = [...kinds.keys()].map((place) => `${env}[${place}] = p${place};`);
  const stays = `{ W.waitAgain(S, row); ${setting.next} }`;
  writer.line(
    `if (row < 0) ${materialize(setting)}`,
    TELL,
    `W.row = row; const ${env} = W.env(${rule}); ${places.join(' ')}`,
    `W.react(${rule}, ${env}, [${slots.join(', ')}]); W.row = -1; I = S.inflow; budget--;`,
    `if (S.state[row] === 0) { ${setting.small ? '' : 'W.spent(S); '}${setting.next} }`,
  );
  if (!template.oneShot) {
    writer.line(`if (budget === 0) ${stays}`);
    for (const [i, { store, row }] of steps.entries()) {
      if (i > 0) writer.line(`if (${store}.state[${row}] !== 2) ${goOn[i]}`);
    }
  }
  writer.line(stays);
}
