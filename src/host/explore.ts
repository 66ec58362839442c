// Exploration of a compiled program. Effects that are met on the way are run, each distinct call once, and its
// answer is used wherever that call is met again.
import { setImmediate } from 'node:timers/promises';
import type { Grant } from '../coordination/index.ts';
import {
  type EffectAnswer,
  EvaluationError,
  type Exploration,
  type ExploredEffect,
  Explorer,
  errorMolecule,
  load,
  type Molecule,
  type SolutionMolecule,
  solution,
} from '../runtime/index.ts';
import { isSchemeCall } from './coordination/is-scheme-call.ts';
import { schemesOver } from './coordination/schemes.ts';
import type { Schemes } from './effect-runner.ts';
import type { Program } from './program.ts';

export interface ExploreOptions {
  /** How many states are looked at before giving up; 100,000 unless told. */
  readonly maxStates?: number;
  readonly timeoutMs?: number;
  readonly molecules?: readonly Molecule[];
  readonly signal?: AbortSignal;
  /** Explores this solution in the place of the program's own. */
  readonly start?: SolutionMolecule;
  readonly onProgress?: (states: number) => void;
}

export const DEFAULT_MAX_STATES = 100_000;
/** So many states are looked at before anybody else has a turn, or as many as fit into so long a time. */
const SLICE = 50;
const SLICE_MS = 20;

/** Every inert outcome that the program can reach, within the bounds. */
export async function explore(
  program: Program,
  options: ExploreOptions = {},
): Promise<Exploration> {
  const started = performance.now();
  const maxStates = options.maxStates ?? DEFAULT_MAX_STATES;
  const explorer = new Explorer(startOf(program, options), { maxStates });
  const schemes = schemesOver(() =>
    import('./coordination/unrestrained.ts').then((m) => m.unrestrained()),
  );
  for (;;) {
    const stop = advanceSlice(explorer);
    if (stop.type === 'done') return explorer.result;
    if (stop.type === 'asks') {
      explorer.provide(stop.effect, await answerOf(program, stop.effect, schemes));
      continue;
    }
    const timeUp = performance.now() - started > (options.timeoutMs ?? Number.POSITIVE_INFINITY);
    if (timeUp || options.signal?.aborted === true) return { ...explorer.result, complete: false };
    options.onProgress?.(explorer.states);
    await setImmediate();
  }
}

/** One state may take as long as very many others: the time is looked at after each of them. */
function advanceSlice(explorer: Explorer): ReturnType<Explorer['advance']> {
  const started = performance.now();
  for (let i = 1; ; i++) {
    const stop = explorer.advance(1);
    const isOver = i === SLICE || performance.now() - started > SLICE_MS;
    if (stop.type !== 'more' || isOver) return stop;
  }
}

function startOf(program: Program, options: ExploreOptions): SolutionMolecule {
  const own =
    options.start ??
    load(program.unit, { functions: program.functions, onGuardError: () => {} }).start;
  if (own === null) {
    throw new EvaluationError('the program has no solution to explore: it ends in no <...>');
  }
  return solution([...own.items, ...(options.molecules ?? [])], own.next);
}

async function answerOf(
  program: Program,
  effect: ExploredEffect,
  schemes: Schemes,
): Promise<Molecule> {
  const answer = await call(program, effect, schemes);
  return answer.ok ? answer.value : errorMolecule(answer.message);
}

async function call(
  program: Program,
  { name, args, permits: requests }: ExploredEffect,
  schemes: Schemes,
): Promise<EffectAnswer> {
  const permits: Grant[] = [];
  if (requests.length > 0) {
    const { Permits } = await import('./coordination/permits.ts');
    const taken = await new Permits(await schemes.coordination()).take({ key: '', requests });
    if ('refused' in taken) return { ok: false, message: taken.refused };
    permits.push(...taken.grants);
  }
  if (isSchemeCall(name)) return (await schemes.calls()).call(name, args, `explore.${name}`);
  const body = program.effects.get(name);
  if (body === undefined) return { ok: false, message: `there is no effect named ${name} here` };
  const { signal } = new AbortController();
  return body(args, { key: `explore.${name}`, signal, permits });
}
