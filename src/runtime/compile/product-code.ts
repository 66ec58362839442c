// The products of a reaction as code, and what goes for them. Simple ones are put straight into the columns of their stores;
// the last one of the class whose turns these are is the next to have its turn and gets no row before it rests.
// Before it in the walk: reaction-code.ts.
import type { Element, Expr, Kind } from '../../lang/index.ts';
import { symbol } from '../molecule.ts';
import type { ProductCode } from '../rule.ts';
import type { StoreClass } from '../store.ts';
import { atomClass, tupleClassFor } from '../store-class.ts';
import { type ExprCode, type ExprSetting, expressionCode } from './expression-code.ts';
import { fixed, materialize, type StepPlace, type TakerSetting } from './setting.ts';

/** A product as code. */
export interface Product {
  /** Which of the products of its rule it is. */
  readonly at: number;
  /** The class it is of, or null when only its value tells. */
  readonly of: StoreClass | null;
  /** Its fields, or itself. */
  readonly values: readonly ExprCode[];
}

/** The products that are made anew, as code; null where one of them must be left to react.ts. */
export function inlineProducts(
  codes: readonly ProductCode[],
  expressions: ExprSetting,
): readonly Product[] | null {
  const products: Product[] = [];
  for (const [at, code] of codes.entries()) {
    if (code.kind === 'plain' && code.keeps >= 0) continue;
    const product = productOf(code, expressions);
    if (product === null) return null;
    products.push({ ...product, at });
  }
  return products;
}

function productOf(code: ProductCode, expressions: ExprSetting): Omit<Product, 'at'> | null {
  if (code.kind !== 'plain') return null;
  const { element } = code;
  if (element.kind !== 'molecule' || element.multiplicity !== null) return null;
  const { value } = element;
  if (isNothing(element)) return null;
  if (value.kind === 'tuple')
    return tupleProduct(value.items, expressions) ?? wholeProduct(value, expressions);
  return wholeProduct(value, expressions);
}

/** `if` may put out any number of molecules, and so may a rest. */
function isNothing(element: Extract<Element, { kind: 'molecule' }>): boolean {
  return element.value.kind === 'if';
}

function wholeProduct(value: Expr, expressions: ExprSetting): Omit<Product, 'at'> | null {
  const code = expressionCode(value, expressions);
  if (code === null) return null;
  const atomic = code.kind !== null && isAtomic(code.kind);
  return { of: atomic ? atomClass(code.kind as 'int') : null, values: [code] };
}

function tupleProduct(
  items: readonly Expr[],
  expressions: ExprSetting,
): Omit<Product, 'at'> | null {
  const [first] = items;
  const values = items.map((item) => expressionCode(item, expressions));
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

/** For each step, whether what fills it is used up. */
export function usedUpIn({ taker, plan }: TakerSetting): boolean[] {
  const { catalystCount, kept } = taker.template;
  return plan.steps.map(({ slot }) => slot >= catalystCount && kept[slot] !== true);
}

export function writeRoom(delta: number, { writer }: TakerSetting, out: string): void {
  if (delta > 0) writer.line(`if (W.soup.size + size + ${delta} > W.soup.capacity) break ${out};`);
}

/** Works out the fields of products; gives their names. Where one fails, or is no plain data, the code leaves. */
export function writeValues(
  products: readonly Product[],
  { writer }: TakerSetting,
  out: string,
): string[][] {
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
  return names;
}

/** What fills a step goes for good. */
export function writeLeave(index: number, setting: TakerSetting): void {
  const { store, row, of } = setting.steps[index] as StepPlace;
  setting.writer.line(
    `${setting.leaveName(of)}(${store}, ${row}); if (${store}.free !== null) ${store}.free.push(${row});`,
  );
}

/** The molecule whose turn it is goes; without a row it has gone already. */
export const USED_UP =
  'if (row >= 0) { S.state[row] = 0; S.gone++; S.pending--; home.pending--; home.size--; if (S.free !== null) S.free.push(row); }';

/** The molecule whose turn it is goes, products come, and the last one of its class has its turn. */
export function writePutAll(
  products: readonly Product[],
  names: readonly string[][],
  setting: TakerSetting,
): void {
  const { writer, small } = setting;
  writer.line(USED_UP);
  // Where products stand in line, this one does, too.
  const goesOn = !setting.layoutOf(setting.of).patient;
  const chained = goesOn ? products.findLastIndex(({ of }) => of === setting.of) : -1;
  for (const [i, product] of products.entries()) {
    if (i !== chained) writePut(product, names[i] as string[], setting);
  }
  if (chained < 0) {
    writer.line(setting.next);
    return;
  }
  const fields = (names[chained] as string[]).map((name, i) => `a${i} = ${name};`);
  writer.line(
    fields.join(' '),
    'row = -1;',
    small ? '' : 'if (left > 0 && W.fired + fired < limit) { left--; continue active; }',
    materialize(setting),
    `S.stack.push(row); ${setting.next}`,
  );
}

export function writePut(
  { of, values }: Product,
  names: readonly string[],
  setting: TakerSetting,
): void {
  const { writer, classes } = setting;
  if (of === null) {
    writer.line(`W.put(home, ${names[0]});`);
    return;
  }
  const row = writer.name('z');
  if (classes.includes(of)) {
    const store = setting.storeName(of);
    const pushes = values.map((_, i) => {
      return `${fixed(`${store}c${i}`, `${store}.columns[${i}]`, setting)}[${row}] = ${names[i]};`;
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
