// hocl explore: every outcome that a program can have, whether it has only one, and if not, two runs that part.
import { DEFAULT_MAX_STATES, type ExploreOptions, explore, type Program } from '../host/index.ts';
import {
  type Exploration,
  type ExploredOutcome,
  type ExploredStep,
  type Molecule,
  show,
  solutionToJson,
  toJson,
} from '../runtime/index.ts';
import { CallError, EXIT } from './exit-code.ts';
import { readInputFile } from './input.ts';
import { type Io, say } from './io.ts';
import { loadingLater, readProgram, requireRunnable, STDIN } from './program-source.ts';
import { showProgress } from './progress.ts';
import { counted, grouped } from './quantities.ts';
import { sharedSteps, stepText } from './steps.ts';

export interface ExploreCommandOptions {
  readonly rules?: true;
  readonly json?: true;
  readonly maxStates?: number;
  /** In milliseconds. */
  readonly timeout?: number;
  readonly input?: string;
}

export async function exploreCommand(
  file: string,
  options: ExploreCommandOptions,
  io: Io,
): Promise<number> {
  if (options.input === STDIN) {
    throw new CallError('explore takes its --input from a file: it needs all of it to begin');
  }
  const json = options.json === true;
  const program = await readProgram(file, io);
  requireRunnable(program, json, io);
  const molecules = options.input === undefined ? [] : await readInputFile(options.input);
  if (program.effects.size > 0) {
    say(io, 'hocl: effects are run, once for each distinct call');
  }
  const found = await loadingLater(json, io, () => search(program, molecules, options, io));
  const outcomes = distinctOutcomes(found.outcomes, options.rules === true);
  if (json) io.stdout.write(`${JSON.stringify(toReport(found, outcomes, options))}\n`);
  else io.stdout.write(`${textReport(found, outcomes, options).join('\n')}\n`);
  // Two outcomes settle whether there is only one; that there are no others is not known.
  return found.complete ? EXIT.ok : EXIT.stopped;
}

/** Explores under the eyes of the user: Ctrl-C gives what was found so far. */
async function search(
  program: Program,
  molecules: readonly Molecule[],
  options: ExploreCommandOptions,
  io: Io,
): Promise<Exploration> {
  const stop = new AbortController();
  const forget = io.onInterrupt(() => (stop.signal.aborted ? io.kill(130) : stop.abort()));
  let states = 0;
  const erase = showProgress(io, () => counted(states, 'state'));
  const limits: ExploreOptions = {
    molecules,
    signal: stop.signal,
    onProgress: (count) => {
      states = count;
    },
    ...(options.maxStates === undefined ? {} : { maxStates: options.maxStates }),
    ...(options.timeout === undefined ? {} : { timeoutMs: options.timeout }),
  };
  try {
    return await explore(program, limits);
  } finally {
    erase();
    forget();
  }
}

/** Outcomes that look the same are one; rules count only when they are to be shown. */
export function distinctOutcomes(
  outcomes: readonly ExploredOutcome[],
  rules: boolean,
): readonly (ExploredOutcome & { readonly text: string })[] {
  const byText = new Map<string, ExploredOutcome & { text: string }>();
  for (const outcome of outcomes) {
    const text = show(outcome.solution, { rules });
    if (!byText.has(text)) byText.set(text, { ...outcome, text });
  }
  return [...byText.values()].sort((a, b) => (a.text < b.text ? -1 : 1));
}

type Outcomes = ReturnType<typeof distinctOutcomes>;

function textReport(
  found: Exploration,
  outcomes: Outcomes,
  options: ExploreCommandOptions,
): string[] {
  const atLeast = found.complete ? '' : 'at least ';
  const count = `${atLeast}${counted(outcomes.length, 'outcome')}`;
  const lines = [
    outcomes.length === 0 ? `${count}` : `${count}:`,
    ...outcomes.map(({ text }) => `  ${text}`),
    verdict(found, outcomes, options),
    ending(found),
  ];
  const parting = partingRuns(outcomes);
  return parting === null ? lines : [...lines, ...partingText(parting)];
}

function verdict(found: Exploration, outcomes: Outcomes, options: ExploreCommandOptions): string {
  if (outcomes.length > 1) return 'not deterministic';
  if (!found.complete) return `not decided: ${whyIncomplete(found, options)}`;
  return outcomes.length === 1 ? 'deterministic' : 'it has no outcome';
}

export function whyIncomplete(found: Exploration, { maxStates }: { maxStates?: number }): string {
  const bound = maxStates ?? DEFAULT_MAX_STATES;
  if (found.states >= bound) return `bound of ${grouped(bound)} states hit`;
  return `stopped after ${counted(found.states, 'state')}`;
}

function ending({ endless, complete, states }: Exploration): string {
  const looked = counted(states, 'state');
  if (endless) return `some run never ends (${looked})`;
  return complete ? `every run ends (${looked})` : `no endless run was found in ${looked}`;
}

interface Parting {
  readonly shared: readonly ExploredStep[];
  readonly ways: readonly { readonly text: string; readonly steps: readonly ExploredStep[] }[];
}

/** The two outcomes with the shortest runs, among equals the ones that part last. */
function partingRuns(outcomes: Outcomes): Parting | null {
  let best: Pair | null = null;
  for (const [i, first] of outcomes.entries()) {
    for (const second of outcomes.slice(i + 1)) {
      const shared = sharedSteps(first.run, second.run);
      const pair = { first, second, shared, cost: first.run.length + second.run.length };
      if (best === null || isShorter(pair, best)) best = pair;
    }
  }
  if (best === null) return null;
  const { first, second, shared } = best;
  const wayOf = ({ text, run }: Outcomes[number]) => ({ text, steps: run.slice(shared) });
  return { shared: first.run.slice(0, shared), ways: [wayOf(first), wayOf(second)] };
}

interface Pair {
  readonly first: Outcomes[number];
  readonly second: Outcomes[number];
  /** How many steps they share. */
  readonly shared: number;
  readonly cost: number;
}

function isShorter(pair: Pair, than: Pair): boolean {
  return pair.cost === than.cost ? pair.shared > than.shared : pair.cost < than.cost;
}

function partingText({ shared, ways }: Parting): string[] {
  const head = shared.length === 0 ? 'two runs part at once:' : 'two runs part after:';
  const lines = ['', head, ...shared.map((step) => `  ${stepText(step)}`)];
  for (const [i, { text, steps }] of ways.entries()) {
    lines.push(`${i === 0 ? 'one' : 'the other'} ends in ${text}:`);
    lines.push(...(steps.length === 0 ? ['  at once'] : steps.map((one) => `  ${stepText(one)}`)));
  }
  return lines;
}

function toReport(found: Exploration, outcomes: Outcomes, options: ExploreCommandOptions): object {
  const rules = options.rules === true;
  const parting = partingRuns(outcomes);
  const step = ({ name, took, put }: ExploredStep) => ({
    name,
    took: took.map((one) => toJson(one)),
    put: put.map((one) => toJson(one)),
  });
  const decided = outcomes.length > 1 || found.complete;
  return {
    outcomes: outcomes.map(({ solution }) => solutionToJson(solution, { rules })),
    deterministic: decided ? outcomes.length === 1 : null,
    complete: found.complete,
    endless: found.endless,
    states: found.states,
    ...(parting === null
      ? {}
      : {
          parting: {
            shared: parting.shared.map(step),
            ways: parting.ways.map(({ steps }) => steps.map(step)),
          },
        }),
  };
}
