// A molecule against a pattern, as code: binds the places of the variables, and leaves by `leave` where it does not fit.
// Which mention of a variable binds it and which ones test it is settled by the plan. Before it: step-code.ts.
import type { Kind } from '../../lang/index.ts';
import { WHOLE } from '../key-index.ts';
import type { EvaluationError, Molecule } from '../molecule.ts';
import type { Check, PatternCode } from '../rule.ts';
import type { StoreClass } from '../store.ts';
import { columnOf, widthOf } from './column.ts';
import { conditionCode, type ExprCode, expressionCode } from './expression-code.ts';
import { valueCode } from './expression-piece.ts';
import type { CheckSetting, TakerSetting } from './setting.ts';

/** A molecule of a known class against a pattern; fields that are `settled` need no look. */
export function writeBody(
  pattern: PatternCode,
  of: StoreClass,
  column: (i: number) => string,
  row: string,
  store: string,
  setting: TakerSetting,
  leave: string,
  settled: ReadonlySet<number> = NONE,
): void {
  const { writer } = setting;
  if (settled.has(WHOLE)) return;
  if (of.kind !== 'tuple') {
    writeValue(pattern, column(0), of.kind, setting, leave);
    return;
  }
  if (pattern.kind === 'tuple') {
    for (const [field, item] of pattern.items.entries()) {
      if (settled.has(field)) continue;
      if (field === 0 && of.head !== null) {
        writeHead(item, of, setting, leave);
      } else {
        writeValue(item, column(columnOf(field, of)), null, setting, leave);
      }
    }
    return;
  }
  if (pattern.kind === 'wildcard' && pattern.test === null) return;
  // The whole tuple: put together only where somebody wants it whole.
  const whole = writer.name('w');
  if (store === 'S') {
    const items = Array.from({ length: widthOf(of) }, (_, i) => column(i));
    if (of.head !== null) items.unshift(writer.constant(of.head));
    const make = writer.constant(tupleOf);
    writer.line(`const ${whole} = ${make}([${items.join(', ')}]);`);
  } else {
    writer.line(`const ${whole} = W.moleculeAt(${store}, ${row});`);
  }
  writeValue(pattern, whole, 'tuple', setting, leave);
}

const NONE: ReadonlySet<number> = new Set();

/** The fields of which nothing is left to ask once an index has found them: different values have different keys. */
export function settledFields(pattern: PatternCode, fields: readonly number[]): Set<number> {
  const isSettled = (field: number) => {
    const item = itemAt(pattern, field);
    return item.kind !== 'equal' || item.test === null;
  };
  return new Set(fields.filter(isSettled));
}

/** The part of a pattern that a field must match. */
function itemAt(pattern: PatternCode, field: number): PatternCode {
  return field < 0 || pattern.kind !== 'tuple' ? pattern : (pattern.items[field] as PatternCode);
}

function tupleOf(items: readonly Molecule[]) {
  let depth = 0;
  for (const item of items) {
    if (typeof item === 'object' && 'depth' in item && item.depth > depth) depth = item.depth;
  }
  return { kind: 'tuple', items, depth: depth + 1 } as const;
}

/** The symbol at the head is the class; the pattern may still bind it or compare it. */
function writeHead(item: PatternCode, of: StoreClass, setting: TakerSetting, leave: string): void {
  if (item.kind === 'constant' && item.value === of.head) return;
  writeValue(item, setting.writer.constant(of.head), 'symbol', setting, leave);
}

function writeValue(
  pattern: PatternCode,
  code: string,
  kind: Kind | null,
  setting: TakerSetting,
  leave: string,
): void {
  const { writer, kinds } = setting;
  switch (pattern.kind) {
    case 'wildcard':
      writeTest(pattern, code, kind, setting, leave);
      return;
    case 'bind': {
      const name = `p${pattern.place}`;
      writer.hoist(name, `let ${name};`);
      writer.line(`${name} = ${code};`);
      kinds.set(pattern.place, pattern.only ?? kind);
      writeTest(pattern, name, kind, setting, leave);
      return;
    }
    case 'equal': {
      if (pattern.test !== null) {
        writer.line(`if (!${writer.constant(pattern.test)}(${code})) ${leave}`);
      }
      writeSame(`p${pattern.place}`, kinds.get(pattern.place) ?? null, code, setting, leave);
      return;
    }
    case 'constant':
      writeConstant(pattern.value, code, setting, leave);
      return;
    case 'computed':
      writeSame(computedValue(pattern, setting, leave), null, code, setting, leave);
      return;
    case 'tuple': {
      const whole = writer.name('w');
      writer.line(
        `const ${whole} = ${code};`,
        `if (typeof ${whole} !== 'object' || ${whole}.kind !== 'tuple' || ${whole}.items.length !== ${pattern.items.length}) ${leave}`,
      );
      for (const [i, item] of pattern.items.entries()) {
        writeValue(item, `${whole}.items[${i}]`, null, setting, leave);
      }
      return;
    }
    default:
      throw new Error('only patterns that match in one way are compiled');
  }
}

/** Rules are no data: a variable without a type does not take one that lies in a tuple. */
function writeTest(
  pattern: Extract<PatternCode, { kind: 'wildcard' | 'bind' }>,
  code: string,
  kind: Kind | null,
  { writer }: TakerSetting,
  leave: string,
): void {
  if (kind === null) {
    if (pattern.only === null)
      writer.line(`if (typeof ${code} === 'object' && ${code}.kind === 'rule') ${leave}`);
  } else if (pattern.only === kind && kind !== 'tuple') return;
  if (pattern.test !== null) {
    if (pattern.only === 'int') {
      writer.line(`if (typeof ${code} !== 'number' && typeof ${code} !== 'bigint') ${leave}`);
    } else if (pattern.only === 'string') {
      writer.line(`if (typeof ${code} !== 'string') ${leave}`);
    } else writer.line(`if (!${writer.constant(pattern.test)}(${code})) ${leave}`);
  }
}

function writeSame(
  known: string,
  kind: Kind | null,
  code: string,
  { writer }: TakerSetting,
  leave: string,
): void {
  if (kind === 'int' || kind === 'string' || kind === 'bool') {
    writer.line(`if (${code} !== ${known}) ${leave}`);
    return;
  }
  writer.line(`if (${code} !== ${known} && !W.same(${known}, ${code})) ${leave}`);
}

function writeConstant(
  value: Molecule,
  code: string,
  { writer }: TakerSetting,
  leave: string,
): void {
  const known = valueCode(value, writer);
  const isPlain = typeof value !== 'object' || value.kind === 'symbol';
  if (isPlain) writer.line(`if (${code} !== ${known}) ${leave}`);
  else writer.line(`if (!W.same(${known}, ${code})) ${leave}`);
}

/** The name of a value that is known before a step: a constant, a place, or an expression. */
export function keyValue(
  pattern: PatternCode,
  field: number,
  setting: TakerSetting,
  leave: string,
): string {
  const item = itemAt(pattern, field);
  switch (item.kind) {
    case 'constant':
      return valueCode(item.value, setting.writer);
    case 'equal':
      return `p${item.place}`;
    case 'computed':
      return computedValue(item, setting, leave);
    default:
      throw new Error('only what is known is looked up');
  }
}

const computedNames = new WeakMap<TakerSetting['kinds'], Map<PatternCode, string>>();

/** The value of an expression pattern, worked out once, before the loop over its candidates. */
function computedValue(
  item: Extract<PatternCode, { kind: 'computed' }>,
  setting: TakerSetting,
  leave: string,
): string {
  const { writer } = setting;
  let names = computedNames.get(setting.kinds);
  if (names === undefined) {
    names = new Map();
    computedNames.set(setting.kinds, names);
  }
  const known = names.get(item);
  if (known !== undefined) return known;
  const name = writer.local();
  const { code } = expressionCode(item.expr, setting.expressions) as ExprCode;
  const report = writer.constant(reporter(item.expr.span, setting));
  writer.line(`try { ${name} = ${code}; } catch (e) { W.failed(e, ${report}); ${leave} }`);
  names.set(item, name);
  return name;
}

function reporter(span: Check['span'], { taker }: CheckSetting) {
  const { context } = taker.template;
  return (error: EvaluationError) => {
    context.onGuardError({ span: error.span ?? span, message: error.message });
  };
}

export function writeChecks(checks: readonly Check[], setting: CheckSetting, leave: string): void {
  const { writer, expressions } = setting;
  for (const check of checks) {
    const report = writer.constant(reporter(check.span, setting));
    const ok = writer.local();
    const { code } = (check.place < 0 ? conditionCode : expressionCode)(
      check.tests,
      expressions,
    ) as ExprCode;
    const test = check.place < 0 ? code : `W.same(p${check.place}, ${code})`;
    if (check.place < 0 && !calls(code)) {
      writer.line(`if (!(${code})) ${leave}`);
      continue;
    }
    writer.line(
      `${ok} = false; try { ${ok} = ${test}; } catch (e) { W.failed(e, ${report}); }`,
      `if (!${ok}) ${leave}`,
    );
  }
}

/** Whether a condition is of numbers alone, so that it cannot fail and may be asked once more. */
export function isCertain({ place, tests }: Check, { expressions }: CheckSetting): boolean {
  return place < 0 && !calls(conditionCode(tests, expressions)?.code ?? '');
}

/** What calls nothing cannot fail. */
function calls(code: string): boolean {
  return /\bk\d+\(/.test(code);
}
