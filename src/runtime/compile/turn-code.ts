// The turns of the molecules of one class, as one generated function: takes the next that waits, tries it in every
// slot of every rule, makes the reactions it finds, goes on with the next. It makes the same choices as the turns of
// search.ts, draw by draw. Slots that cannot be compiled are left to search.ts from inside the function.
// Before it in the walk: layout.ts; after it: taker-code.ts.
import type { ClassLayout, Layout, Taker } from '../layout.ts';
import type { RuleTemplate } from '../rule.ts';
import type { StoreClass } from '../store.ts';
import { widthOf } from './column.ts';
import { makeFunction } from './make-function.ts';
import { writePartnerPass } from './partner-code.ts';
import { writeReduction } from './reduction-code.ts';
import { enterCode, leaveCode } from './row-code.ts';
import { type Manner, materialize, TELL, type TurnSetting } from './setting.ts';
import { canCompile, writeTaker, writeTwins } from './taker-code.ts';
import type { Turns } from './worker.ts';
import { CodeWriter } from './writer.ts';

/** A class whose turns are compiled, and the classes of the stores that they look into. */
export interface CompiledTurns {
  readonly run: Turns;
  readonly partners: readonly StoreClass[];
  /** The rules whose cost is counted. */
  readonly templates: readonly RuleTemplate[];
}

/** So many molecules are tried before whoever drives is asked. */
const MOST_TRIED = 2 ** 20;

/** The turns of a class, or null where nothing of them can be compiled, or code may not be made. */
export function compileTurns(
  layout: Layout,
  of: StoreClass,
  classes: readonly StoreClass[],
  manner: Manner,
): CompiledTurns | null {
  const takers = layout.classes.get(of.key)?.takers ?? [];
  if (of.bodies) return null;
  if (takers.length > 0 && !takers.some((taker) => canCompile(taker, of, classes))) return null;
  const writer = new CodeWriter();
  const partners: StoreClass[] = [];
  const storeName = (wanted: StoreClass) => {
    if (wanted === of) return 'S';
    if (!partners.includes(wanted)) partners.push(wanted);
    const at = partners.indexOf(wanted);
    return writer.hoist(`q${at}`, `const q${at} = P[${at}];`);
  };
  const layoutOf = (wanted: StoreClass) => layout.classes.get(wanted.key) as ClassLayout;
  const leaveName = (wanted: StoreClass) =>
    leaveCode(writer, layoutOf(wanted), classes.indexOf(wanted));
  const templates: RuleTemplate[] = [];
  const costName = (template: RuleTemplate) => {
    if (!templates.includes(template)) templates.push(template);
    const at = templates.indexOf(template);
    const name = `c${at}`;
    if (writer.declares(name)) return name;
    writer.atEnd(`${name}.searched += ${name}s; ${name}.fired += ${name}f;`);
    return writer.hoist(name, `const ${name} = C[${at}]; let ${name}s = 0, ${name}f = 0;`);
  };
  const counters: string[] = [];
  writeTurns(takers, {
    ...{ ...manner, writer, of, layout, classes, counters },
    next: manner.small ? 'break main;' : 'continue main;',
    ...{ costName, layoutOf, storeName, leaveName },
  });
  const source = writer.source('W, S, P, C, row, start, left', 'left');
  const run = makeFunction<Turns>(source, writer.data);
  return run === null ? null : { run, partners, templates };
}

/** The fields of the next that comes in, as those of the molecule whose turn it is. */
function readInflow(of: StoreClass): string[] {
  if (of.kind !== 'tuple') return ['a0 = I[S.from++];'];
  const skipped = of.arity - widthOf(of);
  const fields = Array.from({ length: widthOf(of) }, (_, i) => `a${i} = m[${i + skipped}];`);
  return [`const m = I[S.from++].items; ${fields.join(' ')}`];
}

function writeTurns(takers: readonly Taker[], setting: TurnSetting): void {
  const { writer, of, small } = setting;
  const fields = Array.from({ length: widthOf(of) }, (_, i) => i);
  writer.hoist('home', 'const home = S.home;');
  for (const i of fields) {
    writer.hoist(`Sc${i}`, `const Sc${i} = S.columns[${i}];`);
    writer.hoist(`a${i}`, `let a${i};`);
  }
  // What is counted is told at the end, and whenever somebody else goes on.
  writer.hoist('fired', 'let fired = 0, size = 0;');
  writer.hoist('I', 'let I = S.inflow;');
  writer.hoist('limit', 'const limit = W.limit, exact = W.exact, most = W.most;');
  writer.atEnd(TELL);
  const first = setting.layoutOf(of).patient ? ' || !S.eager' : '';
  const read = fields.map((i) => `a${i} = Sc${i}[row];`).join(' ');
  writer.line('let budget = 0;');
  if (small) {
    writer.line('main: {', read, 'budget = limit === 0 ? 0 : 1;');
    writeTakers(takers, setting);
    writer.line('}');
    return;
  }
  writer.line('main: for (;;) {');
  const mayHold = writePartnerPass(takers, setting);
  if (mayHold) writer.line('if (!held) {');
  writer.line(
    'if (left <= 0 || W.found || (W.fired + fired >= limit && limit > 0)) break;',
    // Whoever drives may want to have a say; the batch goes on where it was.
    () => {
      const { counters } = setting;
      return counters.length === 0 ? '' : `if (${counters.join(' + ')} > ${MOST_TRIED}) break;`;
    },
    'left--;',
    // What comes in needs no row before it rests.
    `if (I !== null && S.from < S.to && (S.stack.length === S.base${first})) {`,
    'row = -1; S.pending--; home.pending--; home.size--;',
    ...readInflow(of),
    '} else {',
    'row = W.takeNext(S); I = S.inflow;',
    `if (row < 0) { left = 0; break; } ${read}`,
    '}',
    mayHold ? '} held = false;' : '',
    'active: for (;;) {',
    'budget = exact ? limit - W.fired - fired : most;',
  );
  writeReduction(takers, setting);
  writeTakers(takers, setting);
  writer.line('}', '}');
}

/** The slots that the molecule may fill, one after the other; where nothing comes of any, it rests. */
function writeTakers(takers: readonly Taker[], setting: TurnSetting): void {
  const { writer, of, next, small } = setting;
  const twins = (i: number) => !small && (takers[i]?.hasTwin === true || takers[i - 1]?.hasTwin);
  const write = (i: number) => {
    const taker = takers[i] as Taker;
    const other = takers[taker.hasTwin ? i + 1 : i - 1] as Taker;
    if (twins(i)) writeTwins([taker, other], setting);
    else writeTaker(taker, setting);
  };
  const count = takers.length;
  if (count > 1) {
    writer.line(
      `for (let turn = 0; turn < ${count}; turn++) {`,
      `let taker = start + turn; if (taker >= ${count}) taker -= ${count};`,
      'switch (taker) {',
    );
    for (const [i, taker] of takers.entries()) {
      writer.line(`case ${i}: {`);
      // Two that go together do so where the first of them has its place.
      if (twins(i))
        writer.line(
          taker.hasTwin ? `if (start === ${i + 1}) break;` : `if (start !== ${i}) break;`,
        );
      write(i);
      writer.line('break; }');
    }
    writer.line('}', '}');
  } else if (count === 1) {
    writer.line('{');
    write(0);
    writer.line('}');
  }
  const enter = enterCode(writer, setting.layoutOf(of), 0);
  const pays = !small && setting.layoutOf(of).pays.length > 0;
  writer.line(
    small ? '' : `if (row < 0) ${materialize(setting)}`,
    `${enter}(S, row);${pays ? ' W.payFor(S.pays);' : ''}`,
    next,
  );
}
