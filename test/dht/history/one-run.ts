// What flasks told, as one run: merged, judged, and repeated by the ordinary replay.
import { beginHistory, type SolutionSpec, verdict } from '../../../src/dht/index.ts';
import { headerOf, type Program, repeatRun } from '../../../src/host/index.ts';
import type { Event, Molecule, SolutionMolecule } from '../../../src/runtime/index.ts';
import { show } from '../../../src/runtime/index.ts';
import type { Told } from '../flask/flasks.ts';

export interface Run {
  readonly program: Program;
  readonly told: readonly Told[];
  readonly status: string;
  readonly solution: SolutionMolecule;
  readonly flasks: number;
  readonly input?: readonly Molecule[];
}

export interface OneRun {
  readonly complaint: string | null;
  readonly trace: readonly Event[];
  /** What the merged run ended in. */
  readonly text: string;
}

const SEED = 1;

export function oneRun({ program, told, status, solution, flasks, input = [] }: Run): OneRun {
  const { unit, functions } = program;
  const trace: Event[] = [];
  const spec: SolutionSpec = {
    ...{ files: [], seed: SEED, flasks, maxReactions: null, observed: true },
    capture: 'adaptive',
  };
  const history = beginHistory({ unit, functions }, spec, input, (event) => trace.push(event));
  if (!history.ok) throw new Error(history.error);
  for (const { flask, events } of told) history.value.tell(flask, events);
  const complaint = verdict(history.value, status === 'inert' ? 'inert' : 'stopped', solution);
  return { complaint, trace, text: show(history.value.machine.engine.value) };
}

/** What `hocl replay` would show of a trace; it throws where the run departs from it. */
export function replayed(
  program: Program,
  trace: readonly Event[],
  input: readonly Molecule[] = [],
): { readonly text: string; readonly status: string | null } {
  const header = headerOf({ program, run: '', seed: SEED, molecules: input, directory: '' });
  // As it would be read from a file.
  const events = JSON.parse(JSON.stringify(trace)) as Event[];
  const { solution, end } = repeatRun(program, { header, events });
  return { text: solution.text, status: end?.status ?? null };
}
