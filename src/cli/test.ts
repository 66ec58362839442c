// hocl test: the test blocks of programs. Each states the set of inert outcomes of a solution, and is held to it
// by exploring every run; rules are hidden on both sides, at every depth.
import { explore, type Program } from '../host/index.ts';
import { positionOf, type Test, testsOf } from '../lang/index.ts';
import { type Exploration, type ExploredStep, type Loaded, load, show } from '../runtime/index.ts';
import { EXIT } from './exit-code.ts';
import { distinctOutcomes, whyIncomplete } from './explore.ts';
import { hasColour, type Io, say } from './io.ts';
import { loading, readProgram, requireRight } from './program-source.ts';
import { showProgress } from './progress.ts';
import { counted } from './quantities.ts';
import { stepText } from './steps.ts';

export interface TestOptions {
  readonly json?: true;
  readonly maxStates?: number;
}

interface Verdict {
  readonly file: string;
  readonly line: number;
  readonly name: string;
  readonly ok: boolean;
  readonly missing: readonly string[];
  readonly unexpected: readonly { readonly outcome: string; readonly run: readonly string[] }[];
  /** Whether some run never ends; that alone does not make a test fail. */
  readonly endless: boolean;
  /** Why it could not be decided, or null. */
  readonly undecided: string | null;
  readonly states: number;
}

export async function testCommand(
  files: readonly string[],
  options: TestOptions,
  io: Io,
): Promise<number> {
  const json = options.json === true;
  const verdicts: Verdict[] = [];
  for (const file of files) {
    const program = await readProgram(file, io);
    requireRight(program, json, io);
    const tests = testsOf(program.unit.main);
    if (tests.length === 0) say(io, `hocl: ${file} holds no tests`);
    const loaded = loading(json, io, () => load(program.unit, loadOptions(program)));
    for (const test of tests) {
      const verdict = await judgeTest(program, loaded, test, options, io);
      verdicts.push(verdict);
      if (!json) io.stdout.write(`${verdictText(verdict, hasColour(io, io.stdout)).join('\n')}\n`);
    }
  }
  const failed = verdicts.filter(({ ok }) => !ok).length;
  if (json) {
    const passed = verdicts.length - failed;
    io.stdout.write(`${JSON.stringify({ passed, failed, tests: verdicts })}\n`);
  } else if (verdicts.length > 0) {
    const all = counted(verdicts.length, 'test');
    io.stdout.write(failed === 0 ? `${all}, all hold\n` : `${all}, ${failed} failed\n`);
  }
  return failed > 0 ? EXIT.program : EXIT.ok;
}

async function judgeTest(
  program: Program,
  loaded: Loaded,
  test: Test,
  options: TestOptions,
  io: Io,
): Promise<Verdict> {
  const json = options.json === true;
  const [start, expected] = loading(json, io, () => [
    loaded.startOf(test.solution),
    new Set(test.outcomes.map((outcome) => show(loaded.evaluate(outcome)))),
  ]);
  let states = 0;
  const erase = showProgress(io, () => `${test.name}: ${counted(states, 'state')}`);
  const { maxStates } = options;
  const limits = maxStates === undefined ? {} : { maxStates };
  try {
    const onProgress = (count: number) => {
      states = count;
    };
    const found = await explore(program, { start, onProgress, ...limits });
    return compare(test, expected, found, limits);
  } finally {
    erase();
  }
}

function compare(
  test: Test,
  expected: ReadonlySet<string>,
  found: Exploration,
  limits: { maxStates?: number },
): Verdict {
  const outcomes = distinctOutcomes(found.outcomes, false);
  const reached = new Set(outcomes.map(({ text }) => text));
  const missing = [...expected].filter((text) => !reached.has(text));
  const unexpected = outcomes
    .filter(({ text }) => !expected.has(text))
    .map(({ text, run }) => ({ outcome: text, run: runText(run) }));
  const undecided = found.complete ? null : whyIncomplete(found, limits);
  return {
    file: test.span.source.name,
    line: positionOf(test.span.source, test.span.start).line,
    name: test.name,
    ok: missing.length === 0 && unexpected.length === 0 && found.complete,
    // What has not been reached may still lie behind the bound.
    missing: found.complete ? missing : [],
    unexpected,
    endless: found.endless,
    undecided,
    states: found.states,
  };
}

function runText(run: readonly ExploredStep[]): string[] {
  return run.map(stepText);
}

function verdictText(verdict: Verdict, colour: boolean): string[] {
  const { ok, name, file, line, states } = verdict;
  const paint = (code: string, text: string) => (colour ? `\u001b[${code}m${text}\u001b[0m` : text);
  const note = verdict.endless ? ', some run never ends' : '';
  if (ok) return [`${paint('32', 'ok')}    ${name} (${counted(states, 'state')}${note})`];
  const lines = [`${paint('1;31', 'FAIL')}  ${name} (${file}:${line})`];
  for (const outcome of verdict.missing) lines.push(`      never reached: ${outcome}`);
  for (const { outcome, run } of verdict.unexpected) {
    lines.push(`      not expected: ${outcome}${run.length === 0 ? '' : ', by'}`);
    lines.push(...run.map((step) => `        ${step}`));
  }
  if (verdict.undecided !== null) lines.push(`      not decided: ${verdict.undecided}`);
  if (verdict.endless) lines.push('      some run never ends');
  return lines;
}

function loadOptions(program: Program) {
  return { functions: program.functions, onGuardError: () => {} };
}
