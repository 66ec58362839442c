// The turns of the molecules of one class, as one generated function: takes the next that waits, tries it in every
// slot of every rule, makes the reactions it finds, goes on with the next. It makes the same choices as the turns of
// search.ts, draw by draw. Slots that cannot be compiled are left to search.ts from inside the function.
// Before it in the walk: layout.ts; after it: taker-code.ts.
import type { ClassLayout, Layout, Taker } from '../layout.ts';
import type { RuleTemplate } from '../rule.ts';
import type { StoreClass } from '../store.ts';
import { widthOf } from './column.ts';
import { makeFunction } from './make-function.ts';
import { writeReduction, writeSelection } from './reduction-code.ts';
import { enterCode, leaveCode } from './row-code.ts';
import { materialize, TELL, type TurnSetting } from './setting.ts';
import { canCompile, writeTaker } from './taker-code.ts';
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
  inline: boolean,
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
    return writer.hoist(`c${at}`, `const c${at} = C[${at}];`);
  };
  const counters: string[] = [];
  writeTurns(takers, {
    ...{ writer, of, layout, classes, inline, counters },
    ...{ costName, layoutOf, storeName, leaveName },
  });
  const source = writer.source('W, S, P, C, row, start, small, left', 'left');
  const run = makeFunction<Turns>(source, writer.data);
  return run === null ? null : { run, partners, templates };
}

function writeTurns(takers: readonly Taker[], setting: TurnSetting): void {
  const { writer, of, counters } = setting;
  const fields = Array.from({ length: widthOf(of) }, (_, i) => i);
  writer.hoist('home', 'const home = S.home;');
  for (const i of fields) {
    writer.hoist(`Sc${i}`, `const Sc${i} = S.columns[${i}];`);
    writer.hoist(`a${i}`, `let a${i};`);
  }
  // What is counted is told at the end, and whenever somebody else goes on.
  writer.hoist('fired', 'let fired = 0, size = 0;');
  writer.atEnd(TELL);
  writer.line('let budget = 0, given = row >= 0;', 'main: for (;;) {');
  writeSelection(takers, setting);
  writer.line(
    'if (!given) {',
    'if (left <= 0 || W.found || (W.fired + fired >= W.limit && W.limit > 0)) break;',
    // Whoever drives may want to have a say; the batch goes on where it was.
    () => (counters.length === 0 ? '' : `if (${counters.join(' + ')} > ${MOST_TRIED}) break;`),
    'if (S.from < S.to && S.stack.length === S.base && S.state[S.from] === 1) row = S.from++;',
    'else row = W.takeNext(S);',
    'left--; if (row < 0) { left = 0; break; }',
    '}',
    'given = false;',
    ...fields.map((i) => `a${i} = Sc${i}[row];`),
    'active: for (;;) {',
    'budget = small ? (W.limit === 0 ? 0 : 1) : W.exact ? W.limit - W.fired - fired : W.most;',
  );
  writeReduction(takers, setting);
  const count = takers.length;
  const enter = enterCode(writer, setting.layoutOf(of), 0);
  if (count > 1) {
    writer.line(
      `for (let turn = 0; turn < ${count}; turn++) {`,
      `let taker = start + turn; if (taker >= ${count}) taker -= ${count};`,
      'switch (taker) {',
    );
    for (const [i, taker] of takers.entries()) {
      writer.line(`case ${i}: {`);
      writeTaker(taker, setting);
      writer.line('break; }');
    }
    writer.line('}', '}');
  } else if (takers[0] !== undefined) {
    writer.line('{');
    writeTaker(takers[0], setting);
    writer.line('}');
  }
  writer.line(
    `if (row < 0) ${materialize(setting)}`,
    `${enter}(S, row);`,
    'continue main;',
    '}',
    '}',
  );
}
