// The one place where the golden and the conformance tests touch the library: how a program is read, run,
// explored and printed. What the programs must end in is in their .expected and .json files.

import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'vitest';
import { compile, compileFile, explore, type Program, run } from '../../src/index.ts';
import { parse, print, testsOf } from '../../src/lang/index.ts';
import { load, type SolutionMolecule, show } from '../../src/runtime/index.ts';

/** Enough for every program here; one that needs more runs without end. */
const MAX_REACTIONS = 20_000;

export interface Ending {
  readonly status: string;
  readonly text: string;
}

const compiled = new Map<string, Promise<Program>>();

/** Reads a program, once; an error in it fails the test with the rendered diagnostics. */
export async function read(path: string): Promise<Program> {
  const known = compiled.get(path) ?? compileFile(path);
  compiled.set(path, known);
  return known;
}

export async function endingOf(program: Program, seed: number): Promise<Ending> {
  const { status, text } = await run(program, { seed, maxReactions: MAX_REACTIONS });
  return { status, text };
}

/** Runs under the seeds 1 to `seeds`, and expects each ending to be one of `outcomes`; gives those met. */
export async function expectEndings(
  program: Program,
  seeds: number,
  outcomes: readonly string[],
  status = 'inert',
): Promise<ReadonlySet<string>> {
  const met = new Set<string>();
  for (let seed = 1; seed <= seeds; seed++) {
    const ending = await endingOf(program, seed);
    expect(ending.status, `status with seed ${seed}`).toBe(status);
    expect(outcomes, `outcome with seed ${seed}`).toContain(ending.text);
    met.add(ending.text);
  }
  return met;
}

/** The texts of all outcomes, sorted; null when there are more states than `maxStates`. */
export async function outcomesOf(
  program: Program,
  maxStates: number,
  start?: SolutionMolecule,
): Promise<string[] | null> {
  const { outcomes, complete } = await explore(program, { maxStates, ...(start && { start }) });
  return complete ? sortedTexts(outcomes.map(({ solution }) => show(solution))) : null;
}

export function sortedTexts(texts: readonly string[]): string[] {
  return [...new Set(texts)].sort();
}

/** The `test` blocks of a program: what each starts from, and the outcomes it states. */
export function testBlocksOf(program: Program) {
  const loaded = load(program.unit, { functions: program.functions, onGuardError: () => {} });
  return testsOf(program.unit.main).map(({ name, solution, outcomes }) => ({
    name,
    start: loaded.startOf(solution),
    outcomes: sortedTexts(outcomes.map((outcome) => show(loaded.evaluate(outcome)))),
  }));
}

/** The program as the printer writes it, read again with the imports of the original. */
export async function readReprinted(path: string): Promise<Program> {
  const { program } = parse({ name: path, text: readFileSync(path, 'utf8') });
  const rules: Record<string, string> = {};
  const modules: Record<string, Record<string, unknown>> = {};
  await collect(path);
  return compile(print(program), { name: path, imports: { rules, modules } });

  async function collect(file: string): Promise<void> {
    const text = readFileSync(file, 'utf8');
    for (const one of parse({ name: file, text }).program.declarations) {
      if (one.kind !== 'import') continue;
      const target = resolve(dirname(file), one.from);
      if (one.what === 'rules') {
        rules[one.from] = readFileSync(target, 'utf8');
        await collect(target);
      } else if (one.what !== 'library') {
        modules[one.from] = await import(pathToFileURL(target).href);
      }
    }
  }
}

/** A printed ending, read as a program of its own and run: it must print as itself. */
export async function expectReadsBack(text: string): Promise<void> {
  const ending = await endingOf(await compile(text), 1);
  expect(ending.text, 'the printed outcome, read again').toBe(text);
}
