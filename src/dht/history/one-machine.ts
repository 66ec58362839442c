// The machine on which a distributed run happens again: all molecules in one solution, every reaction repeated, none chosen.
// It knows which flask has which molecule, and refuses what cannot be. Its own events are an ordinary trace.
import { createRng, fail, ok, type Result } from '../../base/index.ts';
import {
  Engine,
  type Event,
  fromJson,
  type JsonValue,
  type Live,
  type Molecule,
  newContent,
  type Occurrence,
  type Portrait,
  portraitOf,
  type SolutionMolecule,
} from '../../runtime/index.ts';
import { isSharedRule, type ReadyProgram } from '../flask/ready-program.ts';

export class OneMachine {
  readonly engine: Engine;
  readonly #program: ReadyProgram;
  readonly #onEvent: (event: Event) => void;
  /** What the last event put out. */
  #put: readonly string[] = [];
  #stage = 0;
  /** The rules of the stage that every flask has, in their order. */
  shared: number[] = [];
  /** What the stage begins with and has not come to a flask yet. */
  fresh: number[] = [];

  constructor(
    program: ReadyProgram,
    input: readonly Molecule[],
    seed: number,
    onEvent: (event: Event) => void,
  ) {
    this.#program = program;
    this.#onEvent = onEvent;
    this.engine = new Engine(createRng(seed), null, true, program.cache);
    this.engine.observe((event) => {
      if ('put' in event) this.#put = event.put.map(({ id }) => id);
      onEvent(event);
    });
    const start = program.stages[0] as SolutionMolecule;
    this.engine.fill(start, input);
    this.#take([...start.items, ...input], this.#put.map(numberOf));
  }

  get root(): Live {
    return this.engine.soup.root;
  }

  get stage(): number {
    return this.#stage;
  }

  occurrence(id: number): Occurrence | null {
    return this.engine.occurrence(id);
  }

  /** The molecule at the top in which a solution lies; null for the outermost one, undefined when it is gone. */
  topOf(live: Live): Occurrence | null | undefined {
    let at = live;
    let top: Occurrence | null = null;
    while (at !== this.root) {
      if (at.owner === null) return undefined;
      top = at.owner;
      at = top.home;
    }
    return top;
  }

  portrait(id: number, since = 0): Portrait | null {
    const occurrence = this.occurrence(id);
    return occurrence === null ? null : portraitOf(occurrence, since);
  }

  /** The reaction, and what it put out. */
  react(rule: number, took: readonly number[]): Result<Portrait[], string> {
    const since = this.engine.soup.ids.molecule;
    if (this.engine.repeat(rule, took) !== 'done') return fail('there is no such match');
    this.#startEffects();
    return ok(this.#portraits(since));
  }

  answer(key: string, answer: JsonValue, failed: boolean): Result<Portrait[], string> {
    const since = this.engine.soup.ids.molecule;
    const value = fromJson(answer);
    if (!value.ok) return value;
    if (!this.engine.awaits(key)) return fail('nothing awaits it');
    this.engine.answer(key, { ok: true, value: value.value }, failed);
    this.#startEffects();
    return ok(this.#portraits(since));
  }

  /** Brings a solution inside to rest: what its next stage put out, or nothing when it is inert. */
  rest(solution: number): Result<Portrait[], string> {
    const { soup } = this.engine;
    const live = soup.places.findLive(solution, soup.root);
    if (live === null) return fail('there is no such solution');
    // What has travelled comes to rest a second time.
    if (live.inert) return ok([]);
    const since = soup.ids.molecule;
    if (!this.engine.rest(solution)) return fail('it can still react');
    return ok(live.inert ? [] : newContent(live, since));
  }

  /** The outermost solution goes on to its next stage; false when it is not at rest. */
  nextStage(): boolean {
    const { soup } = this.engine;
    const since = soup.ids.molecule;
    if (!this.engine.rest(soup.root.id)) return false;
    const ids = newContent(soup.root, since).map(([id]) => id);
    this.#stage++;
    // Identities are given in the order of the text.
    this.#take(
      this.#program.stages[this.#stage]?.items ?? [],
      ids.sort((a, b) => a - b),
    );
    return true;
  }

  end(status: Extract<Event, { type: 'end' }>['status']): void {
    this.#onEvent({ type: 'end', status, reactions: this.engine.reactions });
  }

  #take(items: readonly Molecule[], ids: readonly number[]): void {
    this.shared = ids.filter((_, i) => isSharedRule(this.#program, items[i] as Molecule));
    this.fresh = ids.filter((_, i) => !isSharedRule(this.#program, items[i] as Molecule));
  }

  #portraits(since: number): Portrait[] {
    return this.#put.map((id) => portraitOf(this.occurrence(numberOf(id)) as Occurrence, since));
  }

  #startEffects(): void {
    for (const effect of this.engine.takeEffects()) this.engine.started(effect);
    this.engine.takeReleases();
  }
}

function numberOf(id: string): number {
  return Number(id.slice(1));
}
