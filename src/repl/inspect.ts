// Commands that look into the solution: where things came from, why a rule does not react, what there is.
import { fail, ok, type Result } from '../base/index.ts';
import { isError, isRuleLet, parse, renderDiagnostic } from '../lang/index.ts';
import {
  isRule,
  type Life,
  nearMiss,
  type Occurrence,
  type RuleMolecule,
  ruleOf,
  same,
  show,
  showShort,
  solution,
  storyOf,
  storyOfRule,
  type Telling,
  withoutRulesIn,
} from '../runtime/index.ts';
import { letsIn, NOTHING_DECLARED } from './declared.ts';
import { describe } from './describe.ts';
import { evaluateText, loadFragment } from './fragment.ts';
import { refuse } from './input.ts';
import { programText } from './program-text.ts';
import { error, type Line, note, type Reply, result } from './reply.ts';
import { counted, reply, type State, solutionLine, startRun } from './state.ts';
import { tellNearMiss } from './tell-near-miss.ts';
import { ruleLabel, ruleText, shorten } from './tell-reaction.ts';
import { tellEnd, tellStory } from './tell-story.ts';

export function why(state: State, argument: string): Reply {
  const all = /^--all\b\s*/.exec(argument);
  const text = argument.slice(all?.[0].length ?? 0);
  if (text === '') return reply(state, error('`:why MOLECULE` needs a molecule: `:why A:1`'));
  const limits = all === null ? { depth: 8, size: 40 } : { depth: 500, size: 2000 };
  const { chronicle, inputs } = state.reactor;
  const told = (telling: Telling): Reply =>
    reply(state, ...tellStory(telling, chronicle, inputs, state.paint).map(result));
  const rule = isName(text) ? storyOfRule(chronicle, text, limits) : null;
  if (rule !== null) return told(rule);
  const evaluated = evaluateText(text, state.declared);
  if (!evaluated.ok) return refuse(state, evaluated.error);
  const { value } = evaluated.value;
  const telling =
    isRule(value) && value.name !== null
      ? storyOfRule(chronicle, value.name, limits)
      : storyOf(chronicle, value, limits);
  if (telling !== null) return told(telling);
  return reply(state, result(`there is no ${showShort(value, 60)} here, and there never was`));
}

export function whyNot(state: State, argument: string): Reply {
  const rules = presentRules(state);
  const found = argument === '' && rules.length === 1 ? rules : select(rules, argument);
  if (found.length > 0) {
    const takeFailure = (): string | null => {
      const { failure } = state;
      state.failure = null;
      return failure;
    };
    const lines = found.slice(0, 3).flatMap((occurrence): Line[] => {
      const miss = nearMiss(occurrence, { takeFailure });
      if (miss === null) return [];
      const name = ruleLabel(miss.rule, miss.rule.name);
      return tellNearMiss(miss, name, state.paint).map(result);
    });
    const more = found.length > 3 ? [note(`and ${found.length - 3} more of that name`)] : [];
    return reply(state, ...lines, ...more);
  }
  if (argument === '')
    return reply(state, error('`:whynot RULE` needs a rule; `:rules` lists them'));
  const telling = storyOfRule(state.reactor.chronicle, argument, { depth: 0, size: 0 });
  if (telling?.end != null) {
    const line = `${argument} is not there any more: ${tellEnd(telling.end, { chronicle: state.reactor.chronicle, paint: state.paint })}`;
    return reply(state, result(line));
  }
  const bound = letsIn(state.declared).find((one) => one.name === argument);
  if (bound !== undefined) {
    const text = isRuleLet(bound)
      ? 'is in no solution: type its name to put it in'
      : 'is not a rule';
    return reply(state, result(`${argument} ${text}`));
  }
  return reply(
    state,
    error(`there is no rule \`${argument}\`; \`:rules\` lists those that there are`),
  );
}

export function listRules(state: State): Reply {
  const { chronicle, engine } = state.reactor;
  const fired = new Map<number, number>();
  for (const { rule } of chronicle.steps) fired.set(rule, (fired.get(rule) ?? 0) + 1);
  const there = presentRules(state).map((occurrence) => occurrence.id);
  const gone = [...fired.keys()].filter((id) => engine.occurrence(id) === null);
  const lives = [...there, ...gone].flatMap((id) => chronicle.lives.get(id) ?? []);
  if (lives.length === 0) return reply(state, note('there are no rules'));
  const rows = lives.map((life, i) => {
    const rule = life.born as RuleMolecule;
    const number = i < there.length ? `${i + 1}` : '';
    const times = fired.get(life.id) ?? 0;
    const where = whereabouts(state, life);
    return {
      number,
      name: rule.name ?? '',
      times: `fired ${times}`,
      text: ruleText(rule.key),
      where,
    };
  });
  const width = (key: 'number' | 'name' | 'times'): number =>
    Math.max(...rows.map((row) => row[key].length));
  const [first, second, third] = [width('number'), width('name'), width('times')];
  const lines = rows.map(({ number, name, times, text, where }) => {
    const head = state.paint.cyan(name.padEnd(second));
    const columns = `${number.padStart(first)}  ${head}  ${times.padEnd(third)}  ${shorten(text, 100)}`;
    return result(`${columns}${where === '' ? '' : state.paint.dim(`  // ${where}`)}`);
  });
  return reply(state, ...lines);
}

export function showSolution(state: State, argument: string): Reply {
  const rules = /^(--rules|-r)$/.test(argument);
  if (argument !== '' && !rules) {
    return reply(state, error('`:solution` takes `--rules` or nothing'));
  }
  return reply(state, solutionLine(state, 0, Number.POSITIVE_INFINITY, rules));
}

export function listDeclared(state: State): Reply {
  const lines = state.declared.own.map((one) => {
    const { source, start, end } = one.span;
    return result(shorten(ruleText(source.text.slice(start, end)).replace(/\s+in$/, ''), 120));
  });
  return reply(state, ...(lines.length === 0 ? [note('nothing has been declared')] : lines));
}

export function typeOf(state: State, argument: string): Reply {
  if (argument === '') return reply(state, error('`:type EXPRESSION` needs an expression'));
  const described = describe(argument, state.declared, state.paint);
  if (!described.ok) return refuse(state, described.error);
  return reply(state, ...described.value.map(result));
}

/** Takes one molecule, or all rules of a name, out of the outermost solution. */
export function removeMolecule(state: State, argument: string): Reply {
  if (argument === '') return reply(state, error('`:remove MOLECULE` needs a molecule or a rule'));
  const { root } = state.reactor.engine.soup;
  // A number is a molecule here, not the number of a rule.
  const isNumber = /^#?\d+$/.test(argument);
  let found = isNumber ? [] : select(presentRules(state), argument);
  found = found.filter((one) => one.home === root);
  if (found.length === 0) {
    const evaluated = evaluateText(argument, state.declared);
    if (!evaluated.ok) return refuse(state, evaluated.error);
    const { value } = evaluated.value;
    const text = show(value);
    const { lives } = state.reactor.chronicle;
    const one = [...root.content.values()].find(({ id }) => {
      const life = lives.get(id);
      return life !== undefined && (same(life.value, value) || show(life.value) === text);
    });
    found = one === undefined ? [] : [one];
  }
  if (found.length === 0) return reply(state, error(`there is no ${argument} in the solution`));
  const removed = found.map(({ id }) => id);
  const label = `removed ${argument}`;
  state.reactor.put({ label, molecules: [], next: null, removed, before: state.declared });
  state.lines.push(
    note(`took out ${found.length === 1 ? argument : counted(found.length, 'rule')}`),
  );
  return state.auto && !state.held
    ? startRun(state, state.budget)
    : reply(state, solutionLine(state, 0));
}

/** The session as a program text that was read back and found right. */
export function programOf(
  state: State,
  path: string,
): Result<{ readonly text: string; readonly remarks: readonly string[] }, string> {
  const { declared, reactor } = state;
  const value = reactor.engine.value;
  const text = programText(declared, value, state.relocate(path));
  const { program, diagnostics } = parse({ name: path, text });
  const wrong = diagnostics.find(isError);
  const cannot = 'this solution cannot be written as a program';
  if (wrong !== undefined) return fail(`${cannot}:\n${renderDiagnostic(wrong, { colour: false })}`);
  const { known, functions, files } = declared;
  const loaded = loadFragment(program, { ...NOTHING_DECLARED, known, functions, files }, () => {});
  if (!loaded.ok) {
    const [first] = loaded.error;
    const reason = first === undefined ? '' : `:\n${renderDiagnostic(first, { colour: false })}`;
    return fail(`${cannot}${reason}`);
  }
  const data = (items: readonly Parameters<typeof solution>[0][number][]) =>
    solution(withoutRulesIn(items));
  if (!same(data(loaded.value.start.items), data(value.items))) return fail(cannot);
  const remembers = presentRules(state).some((one) => (one.memory?.assignments().length ?? 0) > 0);
  const remarks = [
    ...(remembers ? ['what `whenever` rules have fired on is not saved'] : []),
    ...(reactor.engine.awaitedEffects > 0 ? ['effects that have not answered are not saved'] : []),
  ];
  return ok({ text, remarks });
}

/** Every rule, in the outermost solution and inside others, oldest first. */
export function presentRules(state: State): readonly Occurrence[] {
  const { chronicle, engine } = state.reactor;
  return [...chronicle.lives.values()].flatMap((life) => {
    const occurrence = isRule(life.born) ? engine.occurrence(life.id) : null;
    return occurrence === null ? [] : [occurrence];
  });
}

/** By name, by the number that `:rules` gives it, or by the beginning of its text. */
function select(rules: readonly Occurrence[], argument: string): readonly Occurrence[] {
  const named = rules.filter((one) => ruleOf(one)?.name === argument);
  if (named.length > 0 || argument === '') return named;
  if (/^#?\d+$/.test(argument)) {
    const numbered = rules[Number(argument.replace('#', '')) - 1];
    return numbered === undefined ? [] : [numbered];
  }
  const text = ruleText(argument);
  return rules.filter((one) => ruleText(ruleOf(one)?.key ?? '').startsWith(text));
}

function whereabouts(state: State, life: Life): string {
  const { chronicle } = state.reactor;
  const end = chronicle.endOf(life);
  if (end?.type === 'reaction') return `consumed by reaction ${end.step.n}`;
  if (end !== null) return end.type === 'stage' ? 'dropped with its stage' : 'taken out';
  const owner = chronicle.ownerOf(life.home);
  return owner === null ? '' : `inside ${showShort(owner.value, 40)}`;
}

function isName(text: string): boolean {
  return /^[\p{Ll}_][\p{L}\p{N}_]*$/u.test(text);
}
