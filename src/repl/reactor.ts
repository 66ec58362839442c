// The living solution with its memory: an engine, the chronicle of what happened in it, and a log from which
// both can be made again up to any point. Going back is making them again; no effect is run for that.
import { createRng, fail, ok, type Result, type Rng } from '../base/index.ts';
import {
  Chronicle,
  type Effect,
  type EffectAnswer,
  Engine,
  type Event,
  isChange,
  type Molecule,
  repeatEvent,
  type SolutionMolecule,
} from '../runtime/index.ts';
import type { Declared } from './declared.ts';

/** What one input did to the solution. */
export interface Input {
  /** What to call it in a story: the text that was typed, or the file. */
  readonly label: string;
  readonly molecules: readonly Molecule[];
  /** The stages that follow, when a program with `then` was loaded. */
  readonly next: SolutionMolecule | null;
  /** Occurrences that were taken out before. */
  readonly removed: readonly number[];
  /** What was declared before it. */
  readonly before: Declared;
}

type Entry =
  | { readonly type: 'input'; readonly input: Input }
  /** Reactions are many: of each only the ids are kept. */
  | { readonly type: 'reaction'; readonly rule: number; readonly took: readonly number[] }
  | { readonly type: 'event'; readonly event: Event };

/** An effect that was handed out. Its answer counts only while the reaction that asked for it stands. */
export interface RunningEffect {
  readonly effect: Effect;
}

export interface TakenBack {
  readonly reactions: number;
  readonly inputs: readonly Input[];
}

export class Reactor {
  engine: Engine;
  chronicle: Chronicle;
  /** Told of every event that is not a repetition. */
  onEvent: (event: Event) => void = () => {};
  readonly #rng: { current: Rng };
  readonly #capacity: number;
  #log: Entry[] = [];
  #running = new Map<string, RunningEffect>();
  /** Effects that were asked for before going back and have not been handed out. */
  #unstarted: Effect[] = [];
  /** Permits of reactions that were taken back. */
  #released: string[] = [];
  #repeating = false;

  constructor(seed: number, capacity: number) {
    this.#rng = { current: createRng(seed) };
    this.#capacity = capacity;
    ({ engine: this.engine, chronicle: this.chronicle } = this.#create());
  }

  reseed(seed: number): void {
    this.#rng.current = createRng(seed);
  }

  /** The inputs that put something in, in the order in which the chronicle counts them. */
  get inputs(): readonly Input[] {
    return this.#log.flatMap((entry) =>
      entry.type === 'input' && putsIn(entry.input) ? [entry.input] : [],
    );
  }

  /** Puts molecules in, as one step that can be taken back. */
  put(input: Input): void {
    this.#put(input);
    this.#log.push({ type: 'input', input });
  }

  /** Effects to be run now; each is handed out once. */
  takeEffects(): RunningEffect[] {
    const asked = [...this.#unstarted.splice(0), ...this.engine.takeEffects()];
    return asked.map((effect) => {
      this.engine.started(effect);
      const running = { effect };
      this.#running.set(effect.key, running);
      return running;
    });
  }

  /** Permits that no effect needs any more; those of a reaction that is taken back are among them. */
  takeReleases(): readonly string[] {
    return [...this.#released.splice(0), ...this.engine.takeReleases()];
  }

  /** The names of the effects that have not answered yet. */
  get awaited(): readonly string[] {
    return [...this.#running.values()].map(({ effect }) => effect.name);
  }

  /** Takes an answer in; false when the reaction that asked for it has been taken back. */
  answer(running: RunningEffect, answer: EffectAnswer): boolean {
    const { key } = running.effect;
    if (this.#running.get(key) !== running) return false;
    this.#running.delete(key);
    this.engine.answer(key, answer);
    return true;
  }

  /**
   * Takes back the last steps: reactions, and inputs where no reaction came after them. A sentence when that
   * cannot be done; then nothing has changed.
   */
  back(steps: number): Result<TakenBack, string> {
    let [reactions, end] = [0, this.#log.length];
    const inputs: Input[] = [];
    for (let left = steps; left > 0 && end > 0; ) {
      end--;
      const entry = this.#log[end] as Entry;
      if (entry.type === 'input') inputs.push(entry.input);
      else if (entry.type === 'reaction') reactions++;
      else continue;
      left--;
    }
    // What came to rest on the way to a reaction that is taken back does so again on the next way.
    while (isSettling(this.#log[end - 1])) end--;
    const isDone = reactions + inputs.length === 0 || this.#rebuild(this.#log.slice(0, end));
    if (!isDone) return fail('a function has given another value than the first time');
    return ok({ reactions, inputs });
  }

  #create(): { engine: Engine; chronicle: Chronicle } {
    const rng = this.#rng;
    const engine = new Engine({
      below: (bound) => rng.current.below(bound),
      split: (label) => rng.current.split(label),
    });
    engine.soup.capacity = this.#capacity;
    const chronicle = new Chronicle(engine);
    engine.observe((event) => {
      if (this.#repeating) return;
      const entry = entryOf(event, chronicle);
      if (entry !== null) this.#log.push(entry);
      this.onEvent(event);
    });
    return { engine, chronicle };
  }

  #put(input: Input): void {
    const { molecules, next, removed } = input;
    this.engine.soup.checkRoom(molecules);
    for (const id of removed) {
      this.engine.remove(id);
      this.chronicle.removed(id);
    }
    if (next !== null) this.engine.soup.root.next = next;
    if (putsIn(input)) this.engine.inject(molecules);
  }

  /** False when the log cannot be repeated: only a function that is called pure and is not can do that. */
  #rebuild(log: readonly Entry[]): boolean {
    const { engine, chronicle } = this;
    this.#repeating = true;
    const started = new Set<string>();
    ({ engine: this.engine, chronicle: this.chronicle } = this.#create());
    for (const entry of log) {
      if (entry.type === 'input') this.#put(entry.input);
      else if (entry.type === 'reaction') {
        if (this.engine.repeat(entry.rule, entry.took) !== 'done')
          return this.#undo(engine, chronicle);
      } else if (isChange(entry.event)) {
        if (!repeatEvent(this.engine, entry.event).ok) return this.#undo(engine, chronicle);
      } else if (entry.event.type === 'effect') {
        const { key, name } = entry.event;
        this.engine.started({ key, name, args: [] });
        started.add(key);
      }
    }
    this.#log = [...log];
    this.#repeating = false;
    // Those whose reaction stands go on where they run; the others will answer to nobody.
    for (const [key, { effect }] of this.#running) {
      if (this.engine.awaits(key)) continue;
      this.#running.delete(key);
      if (effect.permit !== null) this.#released.push(effect.permit.key);
    }
    this.#unstarted = this.engine
      .takeEffects()
      .filter(({ key }) => this.engine.awaits(key) && !started.has(key));
    return true;
  }

  #undo(engine: Engine, chronicle: Chronicle): false {
    this.engine = engine;
    this.chronicle = chronicle;
    this.#repeating = false;
    return false;
  }
}

function entryOf(event: Event, chronicle: Chronicle): Entry | null {
  // What an input puts in is in the log as the input: rules cannot be read back from events.
  if (event.type === 'inject') return null;
  const step = event.type === 'reaction' ? chronicle.steps.at(-1) : undefined;
  if (step === undefined) return { type: 'event', event };
  return { type: 'reaction', rule: step.rule, took: step.took };
}

function isSettling(entry: Entry | undefined): boolean {
  return entry?.type === 'event' && (entry.event.type === 'inert' || entry.event.type === 'stage');
}

/** Whether an input puts something in: the chronicle counts those. */
function putsIn({ molecules, next }: Input): boolean {
  return molecules.length > 0 || next !== null;
}
