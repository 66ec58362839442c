// Tries the hocl blocks of a page: a program ends as its comments say, a bad one gets its diagnostics, and a
// list of expressions has the values that stand beside them.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import {
  compile,
  compileFile,
  type Exploration,
  explore,
  type Program,
  ProgramError,
  run,
  type SolutionOptions,
  show,
} from '../../src/index.ts';
import { faultsIn } from '../../src/runtime/index.ts';
import type { Snippet } from './fences.ts';

const MAX_STATES = 3000;
const MAX_REACTIONS = 20_000;
const SEEDS = 10;

/** What the comments of a program say of it. */
interface Claim {
  readonly outcomes: readonly string[];
  readonly faulted: boolean;
  readonly endless: boolean;
  readonly warnings: readonly string[];
}

export async function tryHocl(snippet: Snippet, folder: string): Promise<void> {
  const [word, ...codes] = snippet.words;
  switch (word) {
    case undefined:
      return tryProgram(snippet, folder);
    case 'bad':
      return tryBad(snippet, codes, folder);
    case 'values':
      return tryValues(snippet.text);
    default:
      throw new Error(`nobody knows a hocl block of the kind ${word}`);
  }
}

async function tryProgram(snippet: Snippet, folder: string): Promise<void> {
  const promise = promiseOf(snippet);
  const { outcomes, endless } = promise;
  if (outcomes.length === 0 && !endless) {
    throw new Error('the block does not say how it ends: // ends in <...>');
  }
  const program = await compileFile(write(snippet, folder));
  const warnings = program.diagnostics.map(({ code }) => code);
  expect(warnings, 'warnings').toEqual(promise.warnings);
  if (endless) {
    const { status } = await run(program, { maxReactions: 1000 });
    expect(status, 'how it ends').toBe('stopped');
    return;
  }
  await expectEnding(program, promise);
  const exploration = await explore(program, { maxStates: MAX_STATES });
  if (exploration.complete) expectOutcomes(exploration, promise);
  else for (let seed = 1; seed <= SEEDS; seed++) await expectEnding(program, promise, { seed });
}

async function expectEnding(
  program: Program,
  { outcomes, faulted }: Claim,
  options: SolutionOptions = {},
): Promise<void> {
  const { status, text } = await run(program, { ...options, maxReactions: MAX_REACTIONS });
  expect(status, `how it ends, in ${text}`).toBe(faulted ? 'faulted' : 'inert');
  expect(outcomes, 'what it ends in').toContain(text);
}

/** All the outcomes there are, and no other. */
function expectOutcomes({ outcomes }: Exploration, promise: Claim): void {
  const texts = new Set(outcomes.map(({ solution }) => show(solution)));
  expect([...texts].sort(), 'every outcome').toEqual([...promise.outcomes].sort());
  for (const { solution } of outcomes) {
    expect(faultsIn(solution).length > 0, `a fault in ${show(solution)}`).toBe(promise.faulted);
  }
}

/** Comments such as `// ends in <1>`, `// or <2>`, `// faults in <...>`, `// never ends`, `// warns HOCL172`. */
function promiseOf(snippet: Snippet): Claim {
  const said = [
    ...snippet.text.matchAll(/^\/\/ +(ends in|faults in|or|warns|never ends)\b(.*)$/gm),
  ];
  const after = (...words: string[]) =>
    said
      .filter(([, word]) => words.includes(word as string))
      .map(([, , rest]) => rest?.trim() ?? '');
  const outcomes = after('ends in', 'faults in', 'or');
  return {
    outcomes: snippet.output === null ? outcomes : [...outcomes, snippet.output],
    faulted: after('faults in').length > 0,
    endless: after('never ends').length > 0,
    warnings: after('warns').flatMap((codes) => codes.split(/[ ,]+/)),
  };
}

async function tryBad(snippet: Snippet, codes: readonly string[], folder: string): Promise<void> {
  if (codes.length === 0) throw new Error('the block does not say what is wrong: hocl bad HOCL101');
  const error = await compileFile(write(snippet, folder)).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error === null) throw new Error('nothing is wrong with it');
  if (!(error instanceof ProgramError))
    throw new Error('it went wrong otherwise', { cause: error });
  expect(
    error.diagnostics.map(({ code }) => code),
    error.message,
  ).toEqual(codes);
  if (snippet.output !== null) {
    const shown = error.message.replaceAll(`${folder}${path.sep}`, '');
    expect(shown.trimEnd()).toBe(snippet.output.trimEnd());
  }
}

/** Lines `expression // value`, or `expression // fails: message`. */
async function tryValues(text: string): Promise<void> {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  for (const line of lines) {
    const [, expression, said] = /^(.*?) +\/\/ (.*)$/.exec(line) ?? [];
    if (expression === undefined) throw new Error(`no value stands behind: ${line}`);
    expect(await answerTo(expression), expression).toBe(said);
  }
}

export async function answerTo(expression: string): Promise<string> {
  // Read in a product, where what fails leaves a FAULT with the message.
  const program = await compile(`let answer = replace-one ASK by VALUE:(${expression}) in <ASK>`);
  const { solution } = await run(program);
  const [item] = solution.items;
  if (typeof item !== 'object' || item.kind !== 'tuple') return show(solution);
  const [, value, message] = item.items;
  return item.items.length === 2 ? show(value as never) : `fails: ${String(message)}`;
}

function write(snippet: Snippet, folder: string): string {
  const file = path.join(folder, 'program.hocl');
  writeFileSync(file, `${snippet.text}\n`);
  return file;
}
