// A recorded run, again: the solution is begun as it was and every recorded event is made to happen and
// verified. `hocl replay` shows what comes of it, and a journal goes on from there (resume.ts).
import { type Event, repeatEvent, type Status } from '../runtime/index.ts';
import type { Program } from './program.ts';
import type { RecordedRun } from './record.ts';
import { recordedInput } from './recorded-program.ts';
import { Solution } from './solution.ts';

/** What happens is not what was recorded: the program's modules have changed, or the record has. */
export class Departure extends Error {
  override readonly name = 'Departure';
  /** The line of the record, counted from 1. */
  readonly line: number;

  constructor(line: number, event: Event, why: string) {
    super(`the run departs from its record at line ${line} (${eventText(event)}): ${why}`);
    this.line = line;
  }
}

export interface Repeated {
  readonly solution: Solution;
  /** How the run ended, as far as the record goes: null when it was cut off. */
  readonly end: Extract<Event, { type: 'end' }> | null;
}

/** Makes all that was recorded happen again; throws a Departure where it cannot. */
export function repeatRun(program: Program, run: RecordedRun, keyPrefix = ''): Repeated {
  const { header, events } = run;
  const molecules = recordedInput(header);
  const solution = new Solution(program, { seed: header.seed, molecules, keyPrefix });
  events.forEach((event, i) => {
    const why = i === 0 ? begin(solution, event) : again(solution, event);
    if (why !== null) throw new Departure(i + 2, event, why);
  });
  const last = events.at(-1);
  return { solution, end: last?.type === 'end' ? last : null };
}

/** The first event tells what the program put in; rules cannot be read from it, so the program does it. */
function begin(solution: Solution, event: Event): string | null {
  let told: Event | null = null;
  const stop = solution.observe((one) => {
    told ??= one;
  });
  solution.begin();
  stop();
  return JSON.stringify(told) === JSON.stringify(event) ? null : 'it begins with other molecules';
}

function again(solution: Solution, event: Event): string | null {
  const { engine } = solution;
  if (event.type !== 'end') {
    const done = repeatEvent(engine, event);
    return done.ok ? null : done.error;
  }
  if (event.reactions !== engine.reactions) {
    return `${engine.reactions} reactions were made, not ${event.reactions}`;
  }
  return isRest(event.status) && !engine.isInert ? 'the solution is not at rest here' : null;
}

function isRest(status: Status): boolean {
  return status !== 'stopped';
}

function eventText(event: Event): string {
  switch (event.type) {
    case 'reaction':
      return `reaction ${event.n} by ${event.name ?? 'a rule'}`;
    case 'answer':
      return `the answer ${event.key}`;
    case 'effect':
      return `the effect ${event.key}`;
    case 'stage':
    case 'inert':
      return `the rest of ${event.in}`;
    case 'inject':
      return `${event.put.length} molecules from outside`;
    case 'end':
      return 'the end';
  }
}
