// What stands inside the innermost loop: a match was found, and the reaction is made. Simple products are put straight
// into the columns of their stores; the last one of the class whose turns these are is the next to have its turn and
// gets no row before it rests. Everything else is left to react.ts. Before it in the walk: taker-code.ts.
import type { Element, Expr, Kind } from '../../lang/index.ts';
import { symbol } from '../molecule.ts';
import type { ProductCode } from '../rule.ts';
import type { StoreClass } from '../store.ts';
import { atomClass, tupleClassFor } from '../store-class.ts';
import { type ExprCode, expressionCode } from './expression-code.ts';
import { materialize, type StepPlace, type TakerSetting, TELL } from './setting.ts';

/** A product as code. */
interface Product {
  /** The class it is of, or null when only its value tells. */
  readonly of: StoreClass | null;
  /** Its fields, or itself. */
  readonly values: readonly ExprCode[];
}

export function writeReaction(setting: TakerSetting): void {
  const { writer } = setting;
  writer.line(
    `if (budget === 0) { if (row < 0) ${materialize(setting)} W.found = true; W.waitAgain(S, row); ${setting.next} }`,
  );
  const products = setting.inline ? inlineProducts(setting) : null;
  if (products !== null) writeInline(products, setting);
  writeGeneral(setting);
}

function inlineProducts(setting: TakerSetting): readonly Product[] | null {
  const products: Product[] = [];
  for (const code of setting.taker.template.products) {
    if (code.kind === 'plain' && code.keeps >= 0) continue;
    const product = productOf(code, setting);
    if (product === null) return null;
    products.push(product);
  }
  return products;
}

function productOf(code: ProductCode, setting: TakerSetting): Product | null {
  if (code.kind !== 'plain') return null;
  const { element } = code;
  if (element.kind !== 'molecule' || element.multiplicity !== null) return null;
  const { value } = element;
  if (isNothing(element)) return null;
  if (value.kind === 'tuple')
    return tupleProduct(value.items, setting) ?? wholeProduct(value, setting);
  return wholeProduct(value, setting);
}

/** `if` may put out any number of molecules, and so may a rest. */
function isNothing(element: Extract<Element, { kind: 'molecule' }>): boolean {
  return element.value.kind === 'if';
}

function wholeProduct(value: Expr, setting: TakerSetting): Product | null {
  const code = expressionCode(value, setting.expressions);
  if (code === null) return null;
  const atomic = code.kind !== null && isAtomic(code.kind);
  return { of: atomic ? atomClass(code.kind as 'int') : null, values: [code] };
}

function tupleProduct(items: readonly Expr[], setting: TakerSetting): Product | null {
  const [first] = items;
  const values = items.map((item) => expressionCode(item, setting.expressions));
  if (first === undefined || values.includes(null)) return null;
  const codes = values as ExprCode[];
  if (first.kind === 'symbol') {
    return { of: tupleClassFor(items.length, symbol(first.name)), values: codes.slice(1) };
  }
  const kind = codes[0]?.kind ?? null;
  if (kind === null || kind === 'symbol') return null;
  return { of: tupleClassFor(items.length, null), values: codes };
}

export function isAtomic(kind: Kind): boolean {
  return (
    kind === 'int' || kind === 'string' || kind === 'bool' || kind === 'real' || kind === 'symbol'
  );
}

function writeInline(products: readonly Product[], setting: TakerSetting): void {
  const { writer, taker, plan, steps, cost, small } = setting;
  const { template } = taker;
  const out = writer.name('B');
  const usedUp = plan.steps.map(
    ({ slot }) => slot >= template.catalystCount && template.kept[slot] !== true,
  );
  const gone = usedUp.filter(Boolean).length + (template.oneShot ? 1 : 0);
  const delta = products.length - gone;
  writer.line(`${out}: {`, `if (home.remembering > 0) break ${out};`);
  if (delta > 0) writer.line(`if (W.soup.size + size + ${delta} > W.soup.capacity) break ${out};`);
  const names = products.map(({ values }) => values.map(() => writer.local()));
  const assigned = products.flatMap(({ values }, i) =>
    values.map(({ code }, j) => `${names[i]?.[j]} = ${code};`),
  );
  if (assigned.length > 0) {
    writer.line(`try { ${assigned.join(' ')} } catch (e) { W.faulted(e); break ${out}; }`);
  }
  for (const [i, { of, values }] of products.entries()) {
    if (of === null) continue;
    for (const [j, { kind }] of values.entries()) {
      if (kind !== null && isAtomic(kind)) continue;
      const name = names[i]?.[j];
      writer.line(`if (typeof ${name} === 'object' && !W.isData(${name})) break ${out};`);
    }
  }
  writer.line(`fired++; ${cost}f++; home.bold = false; budget--;`);
  if (delta !== 0) writer.line(`size += ${delta};`);
  for (const [i, { store, row, of }] of steps.entries()) {
    if (i > 0 && usedUp[i] === true) {
      writer.line(
        `${setting.leaveName(of)}(${store}, ${row}); if (${store}.free !== null) ${store}.free.push(${row});`,
      );
    }
  }
  if (template.oneShot) writer.line(`W.consume(${setting.rules}.held[${setting.rule}]);`);
  if (usedUp[0] === true) {
    const left =
      'S.state[row] = 0; S.gone++; S.pending--; home.pending--; home.size--; if (S.free !== null) S.free.push(row);';
    writer.line(`if (row >= 0) { ${left} }`);
  }
  // Where products stand in line, this one does, too.
  const goesOn = usedUp[0] === true && !setting.layoutOf(setting.of).patient;
  const chained = goesOn ? products.findLastIndex(({ of }) => of === setting.of) : -1;
  for (const [i, product] of products.entries()) {
    if (i !== chained) writePut(product, names[i] as string[], setting);
  }
  if (chained >= 0) {
    const fields = (names[chained] as string[]).map((name, i) => `a${i} = ${name};`);
    writer.line(
      fields.join(' '),
      'row = -1;',
      small ? '' : 'if (left > 0 && W.fired + fired < limit) { left--; continue active; }',
      materialize(setting),
      `S.stack.push(row); ${setting.next}`,
    );
  } else if (usedUp[0] === true) {
    writer.line(setting.next);
  } else {
    const next = usedUp.findIndex((used, i) => i > 0 && used);
    const stays = `{ if (row < 0) ${materialize(setting)} W.waitAgain(S, row); ${setting.next} }`;
    if (template.oneShot || next < 0) writer.line(stays);
    else writer.line(`if (budget === 0) ${stays}`, setting.goOn[next] as string);
  }
  writer.line('}');
}

function writePut({ of, values }: Product, names: readonly string[], setting: TakerSetting): void {
  const { writer, classes } = setting;
  if (of === null) {
    writer.line(`W.put(home, ${names[0]});`);
    return;
  }
  const row = writer.name('z');
  if (classes.includes(of)) {
    const store = setting.storeName(of);
    const pushes = values.map((_, i) => {
      writer.hoist(`${store}c${i}`, `const ${store}c${i} = ${store}.columns[${i}];`);
      return `${store}c${i}[${row}] = ${names[i]};`;
    });
    writer.line(
      `const ${row} = W.reuseRow(${store}); ${pushes.join(' ')} ${store}.stack.push(${row});`,
    );
    return;
  }
  // A class that is not there yet: its store is made when the first one comes.
  const store = `o${writer.constant(of)}`;
  writer.hoist(store, `let ${store} = null;`);
  const pushes = values.map((_, i) => `${store}.columns[${i}][${row}] = ${names[i]};`);
  writer.line(
    `if (${store} === null) ${store} = W.storeIn(home, ${writer.constant(of)});`,
    `const ${row} = W.reuseRow(${store}); ${pushes.join(' ')} ${store}.stack.push(${row});`,
  );
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
    `if (S.state[row] === 0) ${setting.next}`,
  );
  if (!template.oneShot) {
    writer.line(`if (budget === 0) ${stays}`);
    for (const [i, { store, row }] of steps.entries()) {
      if (i > 0) writer.line(`if (${store}.state[${row}] !== 2) ${goOn[i]}`);
    }
  }
  writer.line(stays);
}
