// What was typed that is not a command: molecules, rules, lets, types, imports. It is accepted as a whole, or
// refused as a whole.
import {
  type Declaration,
  type Diagnostic,
  isError,
  isRuleLet,
  type Let,
  type Program,
  type Source,
} from '../lang/index.ts';
import {
  isRule,
  type Molecule,
  ruleOf,
  type SolutionMolecule,
  SoupFull,
} from '../runtime/index.ts';
import { letsIn, redefined, withImports, withProgram } from './declared.ts';
import { type Fragment, loadFragment, parseFragment } from './fragment.ts';
import { followersOf } from './let-order.ts';
import { error, type GatheredText, note, type Reply } from './reply.ts';
import { noteGuard, rendered, reply, type State, solutionLine, startRun } from './state.ts';

/** Accepts an input, or asks first for what it imports. */
export function enterInput(state: State, text: string): Reply {
  const source: Source = { name: '<repl>', text };
  const parsed = parseFragment(source);
  if (!parsed.ok) return refuse(state, parsed.error);
  const program = parsed.value;
  if (program.declarations.some((one) => one.kind === 'import')) {
    return { lines: [], ask: { type: 'gather', source: importsOnly(program) } };
  }
  return accept(state, program, `typed: ${text.trim()}`);
}

/** Goes on with an input once all that it imports is there. */
export function enterGathered(state: State, text: string, gathered: GatheredText): Reply {
  const parsed = parseFragment({ name: '<repl>', text });
  if (!parsed.ok) return refuse(state, parsed.error);
  if (gathered.diagnostics.some(isError)) return refuse(state, gathered.diagnostics);
  const before = state.declared;
  state.declared = withImports(before, gathered);
  const known = new Set(letsIn(before).map((one) => one.name));
  const imported = gathered.files
    .flatMap((file) => file.declarations)
    .filter((one) => one.kind === 'let')
    .filter((one) => isRuleLet(one) && !known.has(one.name));
  const done = accept(state, parsed.value, `typed: ${text.trim()}`);
  if (done.lines.some((line) => line.kind === 'error')) state.declared = before;
  else if (imported.length > 0) {
    const names = imported.map(({ name }) => name).join(', ');
    return {
      ...done,
      lines: [note(`imported ${names}: a rule is put in by its name`), ...done.lines],
    };
  }
  return done;
}

/** Adds a program that was read from a file: its declarations, and the molecules of its solution. */
export function enterFile(state: State, path: string, gathered: GatheredText): Reply {
  if (gathered.diagnostics.some(isError)) return refuse(state, gathered.diagnostics);
  const before = state.declared;
  state.declared = withImports(before, gathered);
  const done = accept(state, gathered.main, `loaded from ${path}`);
  if (done.lines.some((line) => line.kind === 'error')) state.declared = before;
  return done;
}

export function refuse(state: State, diagnostics: readonly Diagnostic[]): Reply {
  return reply(state, ...diagnostics.filter(isError).map((one) => error(rendered(state, one))));
}

function accept(state: State, program: Program, label: string): Reply {
  const before = state.declared;
  const loaded = loadFragment(program, before, (guard) => noteGuard(state, guard));
  if (!loaded.ok) return refuse(state, loaded.error);
  const { start, warnings } = loaded.value;
  const { root } = state.reactor.engine.soup;
  if (start.next !== null && (root.content.size > 0 || root.next !== null)) {
    const text = 'a program with stages begins in an empty solution: `:reset` empties this one';
    return reply(state, error(text));
  }
  const again = redefined(before, program);
  const { removed, added, replaced } = replacedRules(state, again, loaded.value);
  const molecules = [...start.items, ...added];
  try {
    state.reactor.put({ label, molecules, next: start.next, removed, before });
  } catch (thrown) {
    if (!(thrown instanceof SoupFull)) throw thrown;
    return reply(state, error(`there is no room: ${thrown.message}`));
  }
  state.declared = withProgram(before, program);
  for (const warning of warnings) state.lines.push(note(rendered(state, warning)));
  for (const { name } of again) {
    const followers = followersOf(
      [name],
      letsIn(state.declared).filter((one) => !isRuleLet(one)),
    );
    const end = replaced.has(name) ? ', and its rule in the solution replaced' : '';
    const more = followers.length === 0 ? '' : `, and ${followers.join(', ')} with it`;
    state.lines.push(note(`${name} is redefined${end}${more}`));
  }
  const elsewhere = noteElsewhere(state, program, start, added);
  hintAtSolution(state, program);
  const hadRun = molecules.length > 0 || removed.length > 0;
  state.held = false;
  if (!hadRun) return reply(state, ...declaredLines(program, [...again, ...elsewhere]));
  if (state.auto) return startRun(state, state.budget);
  return reply(state, solutionLine(state, 0));
}

/** The rules in the outermost solution that redefined lets have put there, and what takes their place. */
function replacedRules(
  state: State,
  again: readonly Let[],
  fragment: Fragment,
): { removed: number[]; added: Molecule[]; replaced: Set<string> } {
  const removed: number[] = [];
  const added: Molecule[] = [];
  const replaced = new Set<string>();
  for (const declaration of again.filter(isRuleLet)) {
    const { name, nameSpan } = declaration;
    const old = [...state.reactor.engine.soup.root.rules.values()].filter(
      (occurrence) => ruleOf(occurrence)?.name === name,
    );
    if (old.length === 0) continue;
    removed.push(...old.map(({ id }) => id));
    replaced.add(name);
    const present = fragment.start.items.some((item) => isRule(item) && item.name === name);
    if (!present) added.push(fragment.loaded.evaluate({ kind: 'name', name, span: nameSpan }));
  }
  return { removed, added, replaced };
}

/** A let-bound rule is put in unless it is mentioned; then one may wonder where it is. */
function noteElsewhere(
  state: State,
  program: Program,
  start: SolutionMolecule,
  added: readonly Molecule[],
): readonly Let[] {
  const elsewhere: Let[] = [];
  const put = new Set([...start.items, ...added].map((one) => (isRule(one) ? one.name : null)));
  for (const one of program.declarations) {
    if (one.kind !== 'let' || !isRuleLet(one) || put.has(one.name) || program.body !== null)
      continue;
    state.lines.push(
      note(`${one.name} is mentioned elsewhere, so it is not put in by itself: type ${one.name}`),
    );
    elsewhere.push(one);
  }
  return elsewhere;
}

/** A solution that is typed lies inside the outermost one, which those who paste programs do not expect. */
function hintAtSolution(state: State, program: Program): void {
  const elements = program.body?.kind === 'solution' ? program.body.elements : [];
  const [only] = elements;
  if (state.hintedAtSolution || elements.length !== 1 || only?.kind !== 'molecule') return;
  if (program.span.source.name !== '<repl>' || only.value.kind !== 'solution') return;
  state.hintedAtSolution = true;
  state.lines.push(
    note(
      'this solution lies inside the outermost one; molecules typed without < > go to the outermost',
    ),
  );
}

/** What to say when nothing was put in. */
function declaredLines(program: Program, told: readonly Let[]): ReturnType<typeof note>[] {
  const names = program.declarations.flatMap((one) => {
    if (one.kind === 'import') return one.names.map(({ alias }) => alias);
    if (one.kind === 'test' || told.some(({ name }) => name === one.name)) return [];
    return [one.name];
  });
  const tests = program.declarations.filter((one: Declaration) => one.kind === 'test');
  const lines = names.length === 0 ? [] : [note(`${names.join(', ')}: known from now on`)];
  if (tests.length > 0) lines.push(note('tests are run by `hocl test FILE`, not here'));
  return lines;
}

/** The text with all but its imports blanked out, so that places stay where they are. */
function importsOnly(program: Program): Source {
  const { source } = program.span;
  const imports = program.declarations.filter((one) => one.kind === 'import');
  const isKept = (at: number): boolean =>
    imports.some(({ span }) => at >= span.start && at < span.end);
  const text = [...Array(source.text.length).keys()]
    .map((at) => {
      const unit = source.text.charAt(at);
      return isKept(at) || unit === '\n' ? unit : ' ';
    })
    .join('');
  return { name: source.name, text };
}
