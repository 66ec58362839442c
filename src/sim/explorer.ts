// Walks through all interleavings of a tiny world of real machines: every order of delivery, every moment of
// a timer, and as many losses, repetitions and crashes as the budget allows. What one step does stands in
// tiny-world.ts. Untimed: a timer that is set may fire at any moment.
import { type Picture, type TinyWorld, TinyWorldRun, type WorldView } from './tiny-world.ts';

export interface Exploration<M, C, E, W> extends TinyWorld<M, C, E, W> {
  /** A complaint about a state, or undefined; asked once for each state. */
  invariant(view: WorldView<W>): string | undefined;
  /** The same for states in which nothing can happen any more. */
  atEnd?(view: WorldView<W>): string | undefined;
  /** Where to stop; whether it was reached is reported. */
  readonly maxStates?: number;
  /** Breadth first finds a shortest way to a fault, depth first needs less room. */
  readonly order?: 'breadth' | 'depth';
}

export interface Explored {
  readonly states: number;
  readonly transitions: number;
  /** States in which nothing can happen any more. */
  readonly ends: number;
  /** True if every state within the budget was reached. */
  readonly complete: boolean;
  /** Draws with too many outcomes to try them all; only their first was tried. */
  readonly drawsCut: number;
  /** The first fault found: what is wrong, and the steps that lead there. */
  readonly violation?: { readonly complaint: string; readonly trail: readonly string[] };
}

interface Visit {
  readonly before: Visit | undefined;
  readonly label: string;
}

export function explore<M, C, E, W>(exploration: Exploration<M, C, E, W>): Explored {
  const { maxStates = 200_000, order = 'breadth' } = exploration;
  const run = new TinyWorldRun(exploration);
  const known = new Set<string>();
  let frontier: { readonly picture: Picture<M, W>; readonly visit: Visit }[] = [];
  let transitions = 0;
  let ends = 0;
  let complete = true;

  const add = (picture: Picture<M, W>, visit: Visit): void => {
    const key = run.keyOf(picture);
    if (known.has(key)) return;
    if (known.size >= maxStates) {
      complete = false;
      return;
    }
    known.add(key);
    frontier.push({ picture, visit });
  };
  const lookAt = (picture: Picture<M, W>, visit: Visit): string | undefined => {
    const view = run.viewOf(picture);
    const complaint = exploration.invariant(view);
    if (complaint !== undefined) return complaint;
    const steps = run.stepsFrom(picture);
    transitions += steps.length;
    for (const { label, next } of steps) add(next, { before: visit, label });
    if (steps.length > 0) return undefined;
    ends++;
    return exploration.atEnd?.(view);
  };

  for (const first of run.starts()) add(first, { before: undefined, label: 'start' });
  let violation: Explored['violation'];
  while (frontier.length > 0 && violation === undefined) {
    // Breadth first, a layer at a time; depth first, the newest of the frontier.
    const layer = order === 'breadth' ? frontier : frontier.splice(-1);
    if (order === 'breadth') frontier = [];
    for (const { picture, visit } of layer) {
      const complaint = orRefusal(() => lookAt(picture, visit));
      if (complaint === undefined) continue;
      violation = { complaint, trail: trailTo(visit) };
      break;
    }
  }
  const counts = { states: known.size, transitions, ends, drawsCut: run.drawsCut };
  return { ...counts, complete, ...(violation && { violation, complete: false }) };
}

/** A machine that refuses to go on (a broken assertion) is a fault like any other. */
function orRefusal(look: () => string | undefined): string | undefined {
  try {
    return look();
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  }
}

function trailTo(last: Visit): readonly string[] {
  const trail: string[] = [];
  for (let at: Visit | undefined = last; at !== undefined; at = at.before) trail.push(at.label);
  return trail.reverse();
}
