// A recorded run, again: the same reactions on the same occurrences, each of them checked against what the
// record says came of it. Journals resume by this and `hocl replay` is it. No search is made, no effect run.
import { fail, ok, type Result } from '../base/index.ts';
import type { Engine } from './engine.ts';
import type { Event, Put } from './event.ts';
import { fromJson } from './json.ts';
import type { Molecule } from './molecule.ts';

/**
 * Makes one recorded event happen. `inject` is left to the caller at the beginning of a run, since rules
 * cannot be read back from a record: give `begin` for the first one.
 */
export function repeatEvent(engine: Engine, event: Event): Result<null, string> {
  let last: readonly Put[] = [];
  const stop = engine.observe((told) => {
    if ('put' in told) last = told.put;
  });
  try {
    const done = repeat(engine, event);
    if (!done.ok) return done;
  } finally {
    stop();
  }
  if ('put' in event && JSON.stringify(last) !== JSON.stringify(event.put)) {
    return fail(`it put out ${describe(last)}, but the record says ${describe(event.put)}`);
  }
  return ok(null);
}

function repeat(engine: Engine, event: Event): Result<null, string> {
  switch (event.type) {
    case 'inject': {
      const molecules: Molecule[] = [];
      for (const put of event.put) {
        const molecule = fromJson(put.molecule);
        if (!molecule.ok) return molecule;
        molecules.push(molecule.value);
      }
      engine.inject(molecules);
      return ok(null);
    }
    case 'reaction': {
      const took = event.took.map(numberOf);
      const done = engine.repeat(numberOf(event.rule), took);
      if (done === 'done') return ok(null);
      return fail(`reaction ${event.n} by ${event.name ?? 'a rule'} is not possible here`);
    }
    case 'answer': {
      const value = fromJson(event.answer);
      if (!value.ok) return value;
      if (!engine.awaits(event.key)) return fail(`nothing awaits the answer ${event.key}`);
      engine.answer(event.key, { ok: true, value: value.value }, event.failed);
      return ok(null);
    }
    case 'stage':
    case 'inert':
      return engine.rest(numberOf(event.in))
        ? ok(null)
        : fail(`solution ${event.in} is said to be at rest, but it is not`);
    case 'effect':
    case 'end':
      return ok(null);
  }
}

/** Whether an event changes the run; the others only tell of it. */
export function isChange(event: Event): boolean {
  return event.type !== 'effect' && event.type !== 'end';
}

function numberOf(id: string): number {
  return Number(id.slice(1));
}

function describe(put: readonly Put[]): string {
  const text = put.map(({ id, molecule }) => `${id} ${JSON.stringify(molecule)}`).join(', ');
  return text === '' ? 'nothing' : text;
}
