// A reaction and the one that follows at once, as one piece of code: what only passes between them (passing.ts) gets no row,
// and what the second makes again of what the first took stays where it is. Before it in the walk: reaction-code.ts.
import type { Passing } from '../passing.ts';
import type { ExprSetting } from './expression-code.ts';
import {
  inlineProducts,
  isAtomic,
  type Product,
  usedUpIn,
  writeLeave,
  writePutAll,
  writeRoom,
  writeValues,
} from './product-code.ts';
import { enterCode, renewCode } from './row-code.ts';
import type { StepPlace, TakerSetting } from './setting.ts';

/** What passes after a reaction that uses up the molecule whose turn it is. */
function passingIn(setting: TakerSetting): Passing | undefined {
  if (setting.small || usedUpIn(setting)[0] !== true) return undefined;
  return setting.layout.passing.get(setting.taker.template);
}

/** Whether nothing passes here, or it can be written. */
export function canPass(setting: TakerSetting): boolean {
  const passing = passingIn(setting);
  if (passing === undefined) return true;
  const { products } = passing.taker.template;
  if (products.some((code) => code.kind === 'plain' && code.keeps >= 0)) return false;
  const scratch = {
    variable: (name: string) =>
      passedField(
        passing,
        name,
        (field) => `v${field}`,
        () => null,
      ),
    constant: () => 'k',
    local: () => 't',
    context: passing.taker.template.context,
  };
  return inlineProducts(products, scratch) !== null;
}

/** How a name of the second rule reads: it is a field of what passes. */
function passedField(
  { taker, places }: Passing,
  name: string,
  code: (field: number) => string,
  kind: (field: number) => Product['values'][number]['kind'],
) {
  const { variables, name: own } = taker.template;
  const place = variables.get(name);
  if (place === undefined) return name === own ? null : undefined;
  const field = places.indexOf(place) - 1;
  return field < 0 ? null : { code: code(field), kind: kind(field) };
}

/** Writes both reactions, where something passes; `names` are the products of the first, `delta` how many more there are. */
export function writePassing(
  products: readonly Product[],
  names: readonly string[][],
  delta: number,
  setting: TakerSetting,
  out: string,
): void {
  const passing = passingIn(setting);
  const { writer, plan, steps, cost } = setting;
  const at = products.findIndex((one) => one.at === passing?.product);
  const passed = products[at];
  if (passing === undefined || passed === undefined) return;
  const second = passing.taker.template;
  const fields = names[at] as string[];
  const expressions: ExprSetting = {
    variable: (name) =>
      passedField(
        passing,
        name,
        (field) => fields[field] as string,
        (field) => passed.values[field]?.kind ?? null,
      ),
    constant: writer.constant,
    local: writer.local,
    context: second.context,
  };
  const made = inlineProducts(second.products, expressions) as readonly Product[];
  const rules = setting.storeName(passing.taker.rules);
  const costs = setting.costName(second);
  const all = delta + made.length - 1;
  writer.line(`if (${rules}.scan.length > 0 && (!exact || W.fired + fired + 1 < limit)) {`);
  for (const [i, { kind }] of passed.values.entries()) {
    if (kind !== null && isAtomic(kind)) continue;
    writer.line(
      `if (typeof ${fields[i]} === 'object' && ${fields[i]}.kind === 'rule') break ${out};`,
    );
  }
  writeRoom(all, setting, out);
  const secondNames = writeValues(made, setting, out);
  writer.line(`fired += 2; ${cost}f++; ${costs}s++; ${costs}f++; home.bold = false;`);
  if (all !== 0) writer.line(`size += ${all};`);
  // What is of the class whose turns these are has not been held against all that is there.
  const remade = passing.remade.filter(({ of }) => of !== setting.of);
  const stays = new Set(remade.map(({ slot }) => slot));
  const usedUp = usedUpIn(setting);
  for (const [i, { slot }] of plan.steps.entries()) {
    if (i > 0 && usedUp[i] === true && !stays.has(slot)) writeLeave(i, setting);
  }
  for (const { slot } of remade) {
    const { store, row, of } = steps[
      plan.steps.findIndex((step) => step.slot === slot)
    ] as StepPlace;
    const number = setting.classes.indexOf(of) + 1;
    const enter = enterCode(writer, setting.layoutOf(of), number);
    const renew = renewCode(writer, setting.layoutOf(of), setting.leaveName(of), enter, number);
    writer.line(`${renew}(${store}, ${row});`);
  }
  const gone = new Set(remade.map(({ product }) => product));
  const put = made.map((product, i) => ({ product, names: secondNames[i] as string[] }));
  const others = products.map((product, i) => ({ product, names: names[i] as string[] }));
  const coming = [
    ...others.filter((_, i) => i !== at),
    ...put.filter(({ product }) => !gone.has(product.at)),
  ];
  writePutAll(
    coming.map(({ product }) => product),
    coming.map((one) => one.names),
    setting,
  );
  writer.line('}');
}
