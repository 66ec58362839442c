// What must hold of the engine on any program. `checkCase` throws a sentence where one does not; the explorer and the
// naive matcher on a soup of their own (witness.ts) are the oracle.
import { compile, type Program, Solution, show } from '../../src/index.ts';
import { type Event, Explorer, isChange, load, repeatEvent } from '../../src/runtime/index.ts';
import { checkBatches } from './batches.ts';
import { type Bound, STATES, WORK } from './bounds.ts';
import { demand, judge } from './witness.ts';

export interface Verdict {
  /** The bound that was met. At `states` or `work` only the beginning of one run was checked, else all but many copies. */
  readonly bound: Bound | null;
  readonly reactions: number;
}

const SEEDS = 3;
/** One case in so many is run on many molecules, too. */
const BATCHES = 8;
/** No run through so few states that never comes back to one is longer; a bound for those that are endless. */
const REACTIONS = 16;

export async function checkCase(text: string, seed: number): Promise<Verdict> {
  const program = await compile(text);
  const outcomes = outcomesOf(program);
  const maxReactions = typeof outcomes === 'string' ? REACTIONS : STATES;
  const seen = await observed(program, seed, maxReactions);
  judge(startOf(program), seen.events, seen.value);
  await repeats(program, seed, maxReactions, seen);
  replays(program, seed, seen);
  const { reactions } = seen;
  if (typeof outcomes === 'string') return { bound: outcomes, reactions };
  await endsWhereExploringDoes(program, seed, outcomes, seen);
  await isTheSameWithoutCode(program, seed, seen);
  const bound = seed % BATCHES === 0 ? checkBatches(program, seed) : null;
  return { bound, reactions };
}

interface Seen {
  readonly events: readonly Event[];
  readonly value: string;
  readonly reactions: number;
}

/** Every outcome, or the bound that was met on the way: a run that never ends has too many states. */
function outcomesOf(program: Program): ReadonlySet<string> | Bound {
  const explorer = new Explorer(startOf(program), { maxStates: STATES, maxWork: WORK });
  while (explorer.advance(STATES).type === 'more') {}
  const { complete, endless, outcomes } = explorer.result;
  if (explorer.work >= WORK) return 'work';
  if (!complete || endless) return 'states';
  return new Set(outcomes.map((one) => show(one.solution, { rules: true })));
}

/** (f) Without code of its own a rule makes the same reactions. */
async function isTheSameWithoutCode(program: Program, seed: number, seen: Seen): Promise<void> {
  const plain = new Solution(program, { seed, codegen: false });
  const { reactions } = await plain.run({ maxReactions: STATES });
  const value = show(plain.value, { rules: true });
  demand(value === seen.value, `without code it ends in ${value}, with it in ${seen.value}`);
  demand(reactions === seen.reactions, `${reactions} reactions, with code ${seen.reactions}`);
}

/** (a) It ends in an outcome that exploring finds. (d) Being watched changes nothing. */
async function endsWhereExploringDoes(
  program: Program,
  seed: number,
  outcomes: ReadonlySet<string>,
  seen: Seen,
): Promise<void> {
  for (let i = 0; i < SEEDS; i++) {
    const solution = new Solution(program, { seed: seed + i });
    const { status, reactions } = await solution.run({ maxReactions: STATES });
    const value = show(solution.value, { rules: true });
    demand(status === 'inert' || status === 'faulted', `a run that ends is ${status}`);
    demand(outcomes.has(value), `seed ${seed + i} ends in ${value}, which exploring does not find`);
    if (i > 0) continue;
    demand(value === seen.value, `unobserved it ends in ${value}, observed in ${seen.value}`);
    demand(reactions === seen.reactions, `${reactions} reactions, observed ${seen.reactions}`);
  }
  const value = steppedThrough(new Solution(program, { seed: seed + SEEDS }));
  demand(outcomes.has(value), `step by step it ends in ${value}, which exploring does not find`);
}

/** By hand: `hasMatch` says beforehand whether there is a step. */
function steppedThrough(solution: Solution): string {
  solution.begin();
  for (let i = 0; i <= STATES; i++) {
    const has = solution.engine.hasMatch();
    demand(solution.step() === has, `hasMatch says ${has}, but step does not`);
    if (!has) break;
  }
  demand(solution.engine.isInert, 'nothing is left to do, but it is not inert');
  return show(solution.value, { rules: true });
}

/** (c) The same seed gives the same run, event by event. */
async function repeats(
  program: Program,
  seed: number,
  maxReactions: number,
  seen: Seen,
): Promise<void> {
  const again = await observed(program, seed, maxReactions);
  const [first, second] = [seen.events, again.events].map((events) => JSON.stringify(events));
  demand(first === second, `the same seed makes two runs:\n${first}\n${second}`);
}

/** (e) A record, read back, replays to the same result. */
function replays(program: Program, seed: number, seen: Seen): void {
  const again = new Solution(program, { seed: seed + 1 });
  // Molecules have identities from the moment that somebody watches.
  again.observe(() => {});
  again.begin();
  const record = JSON.parse(JSON.stringify(seen.events.slice(1))) as Event[];
  for (const event of record.filter(isChange)) {
    const done = repeatEvent(again.engine, event);
    demand(done.ok, `the record does not replay: ${done.ok ? '' : done.error}`);
  }
  const value = show(again.value, { rules: true });
  demand(value === seen.value, `the record replays to ${value}, the run ended in ${seen.value}`);
}

async function observed(program: Program, seed: number, maxReactions: number): Promise<Seen> {
  const events: Event[] = [];
  const solution = new Solution(program, { seed });
  solution.observe((event) => events.push(event));
  const { reactions } = await solution.run({ maxReactions });
  return { events, reactions, value: show(solution.value, { rules: true }) };
}

export function startOf(program: Program) {
  const { start } = load(program.unit, { functions: program.functions, onGuardError: () => {} });
  if (start === null) throw new Error('the program has no solution');
  return start;
}
