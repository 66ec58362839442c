// One run out of what many flasks tell. Each flask tells its events in order; a molecule comes in only after it has left
// where it was, and a stage begins everywhere after it has ended everywhere. Every order that keeps to this is a run
// that one machine could have made, for a reaction takes what is in one flask and asks for nothing else. The run is made
// (one-machine.ts) while it is told, and the first thing that cannot be is the complaint: a molecule that is in two
// places or in none, a reaction that is no match or puts out something else, a rest that is none.
// What a flask tells is ../flask/telling.ts; how it ends is judged in verdict.ts.
import type { Event, Molecule, Portrait } from '../../runtime/index.ts';
import { nameOf, toldId } from '../flask/identity.ts';
import type { ReadyProgram } from '../flask/ready-program.ts';
import type { FlaskEvent } from '../flask/telling.ts';
import { OneMachine } from './one-machine.ts';
import { type Names, noNames, pair, pairSame, toldLikeness } from './pairing.ts';

export interface HistoryOptions {
  readonly program: ReadyProgram;
  readonly input: readonly Molecule[];
  readonly seed: number;
  readonly flasks: number;
  /** Told of each event of the one run: together they are its trace. */
  readonly onEvent?: (event: Event) => void;
}

/** What one flask tells. */
interface Stream {
  readonly flask: number;
  /** Not looked at yet; the first of them may have to wait for another flask. */
  events: FlaskEvent[];
  at: number;
  life: number;
  stage: number;
  /** What its molecules are in the one run. */
  names: Names;
  /** Its reactions that asked for effects, by their numbers. */
  reactions: Map<number, number>;
}

type Of<T extends FlaskEvent['type']> = Extract<FlaskEvent, { type: T }>;

export class History {
  readonly machine: OneMachine;
  readonly #streams: Stream[];
  readonly #ready: Stream[] = [];
  /** Molecules on their way, by their names. */
  readonly #underWay = new Map<string, number>();
  /** Who waits for a name. */
  readonly #waiting = new Map<string, Stream>();
  /** The flask that has each molecule of the outermost solution. */
  readonly #holder = new Map<number, number>();
  /** What the stage begins with and has not come to a flask, by its likeness. */
  #fresh = new Map<string, number[]>();
  #complaint: string | null = null;

  constructor({ program, input, seed, flasks, onEvent }: HistoryOptions) {
    this.machine = new OneMachine(program, input, seed, onEvent ?? (() => {}));
    this.#streams = Array.from({ length: flasks }, (_, flask) => newStream(flask));
    this.#collectFresh();
  }

  /** The first thing that cannot be; null while there is none. */
  get complaint(): string | null {
    return this.#complaint;
  }

  /** Takes in what a flask tells next. */
  tell(flask: number, events: readonly FlaskEvent[]): void {
    const stream = this.#streams[flask];
    if (stream === undefined) {
      this.#complain(`there is no flask ${flask}`);
      return;
    }
    if (stream.at > stream.events.length / 2) {
      stream.events = stream.events.slice(stream.at);
      stream.at = 0;
    }
    for (const event of events) stream.events.push(event);
    this.#ready.push(stream);
    this.#proceed();
  }

  /** What is not where it ought to be when all has been told. */
  leftOver(): string | null {
    if (this.#complaint !== null) return this.#complaint;
    for (const { flask, events, at } of this.#streams) {
      const event = events[at];
      if (event !== undefined) return `flask ${flask} waits for ever: ${waitsFor(event)}`;
    }
    for (const [name, id] of this.#underWay) {
      return `${name} (m${id}) has left its flask, and came nowhere`;
    }
    for (const [likeness] of this.#fresh) return `${likeness} has not come to any flask`;
    return null;
  }

  #complain(sentence: string): void {
    this.#complaint ??= sentence;
  }

  #proceed(): void {
    for (let stream = this.#ready.pop(); stream !== undefined; stream = this.#ready.pop()) {
      while (this.#complaint === null) {
        const event = stream.events[stream.at];
        if (event === undefined || this.#mustWait(stream, event)) break;
        stream.at++;
        const problem = this.#happen(stream, event);
        if (problem !== null) this.#complain(`flask ${stream.flask}: ${problem}`);
      }
    }
  }

  #mustWait(stream: Stream, event: FlaskEvent): boolean {
    if (event.type === 'in' && event.names !== null) {
      for (const name of event.names) {
        if (this.#underWay.has(name)) continue;
        const other = this.#waiting.get(name);
        if (other !== undefined && other !== stream) {
          this.#complain(`${name} comes to flask ${other.flask} and to flask ${stream.flask}`);
        }
        this.#waiting.set(name, stream);
        return true;
      }
    }
    if (event.type !== 'shared' || event.stage === this.machine.stage) return false;
    stream.stage = event.stage;
    if (!this.#streams.every(({ stage }) => stage === event.stage)) return true;
    this.#beginStage(event.stage);
    return this.#complaint !== null;
  }

  #beginStage(stage: number): void {
    const left = [...this.#fresh.keys()][0];
    if (left !== undefined) this.#complain(`${left} has not come to any flask in its stage`);
    else if (!this.machine.nextStage()) {
      this.#complain(`stage ${stage} begins although something can still react before it`);
    }
    this.#collectFresh();
    this.#ready.push(...this.#streams);
  }

  #collectFresh(): void {
    this.#fresh = new Map();
    for (const id of [...this.machine.fresh].reverse()) {
      const likeness = toldLikeness(noNames(), this.machine.portrait(id) as Portrait);
      const alike = this.#fresh.get(likeness);
      if (alike === undefined) this.#fresh.set(likeness, [id]);
      else alike.push(id);
    }
  }

  #happen(stream: Stream, event: FlaskEvent): string | null {
    switch (event.type) {
      case 'shared':
        return this.#share(stream, event);
      case 'in':
        return event.names === null ? this.#begin(stream, event) : this.#comeIn(stream, event);
      case 'out':
        return this.#goOut(stream, event);
      case 'anew':
        return this.#beginAnew(stream, event);
      case 'reaction':
        return this.#react(stream, event);
      case 'answer':
        return this.#answer(stream, event);
      case 'stage':
      case 'inert':
        return this.#rest(stream, event);
    }
  }

  #share({ names }: Stream, { put, stage }: Of<'shared'>): string | null {
    const { shared } = this.machine;
    if (put.length !== shared.length) return `it has ${put.length} rules in stage ${stage}`;
    return this.#pairEach(names, put, shared);
  }

  #begin({ names, flask }: Stream, { put }: Of<'in'>): string | null {
    for (const portrait of put) {
      const likeness = toldLikeness(names, portrait);
      const alike = this.#fresh.get(likeness);
      const id = alike?.pop();
      if (id === undefined) return `${likeness} came from nowhere`;
      if (alike?.length === 0) this.#fresh.delete(likeness);
      const problem = this.#pairEach(names, [portrait], [id]);
      if (problem !== null) return problem;
      this.#holder.set(id, flask);
    }
    return null;
  }

  #comeIn({ names, flask }: Stream, event: Of<'in'>): string | null {
    const ids = (event.names ?? []).map((name) => this.#underWay.get(name));
    for (const name of event.names ?? []) {
      if (!this.#underWay.delete(name)) return `${name} came in twice`;
      this.#waiting.delete(name);
    }
    for (const id of ids) if (id !== undefined) this.#holder.set(id, flask);
    return this.#pairEach(names, event.put, ids as number[]);
  }

  #goOut({ flask, life, names }: Stream, { ids }: Of<'out'>): string | null {
    for (const id of ids) {
      const known = names.molecules.get(id);
      const problem = this.#lacks(flask, known);
      if (known === undefined || problem !== null) return `m${id} leaves, but ${problem}`;
      names.molecules.delete(id);
      this.#holder.delete(known);
      const name = nameOf(flask, toldId(life, id));
      this.#underWay.set(name, known);
      const waiting = this.#waiting.get(name);
      if (waiting !== undefined) this.#ready.push(waiting);
    }
    return null;
  }

  #beginAnew(stream: Stream, { ids, put }: Of<'anew'>): string | null {
    const known = ids.map((id) => stream.names.molecules.get(id));
    const isLost = known.indexOf(undefined);
    if (isLost >= 0) return `m${ids[isLost]} goes on, but is not there`;
    stream.life++;
    stream.names = noNames();
    stream.reactions = new Map();
    return this.#pairEach(stream.names, put, known as number[]);
  }

  #react({ flask, names, reactions }: Stream, event: Of<'reaction'>): string | null {
    const { machine } = this;
    const what = `reaction ${event.n}`;
    const rule = names.molecules.get(event.rule);
    const took = event.took.map((id) => names.molecules.get(id));
    const isShared = rule !== undefined && machine.shared.includes(rule);
    const lacking =
      (isShared ? null : this.#lacksWithin(flask, rule)) ??
      took.map((id) => this.#lacksWithin(flask, id)).find((one) => one !== null) ??
      null;
    if (rule === undefined || lacking !== null) return `${what}: ${lacking}`;
    const made = machine.react(rule, took as number[]);
    if (!made.ok) return `${what}: ${made.error}`;
    for (const id of [rule, ...(took as number[])]) this.#forgetGone(id);
    if (machine.engine.awaitedEffects > 0) reactions.set(event.n, machine.engine.reactions);
    const problem = this.#learn(flask, names, event.put, made.value);
    return problem === null ? null : `${what}: ${problem}`;
  }

  #answer({ flask, names, reactions }: Stream, event: Of<'answer'>): string | null {
    const { key, answer, failed, put } = event;
    const [reaction, ...rest] = key.slice(1).split('.');
    const known = reactions.get(Number(reaction));
    if (known === undefined) return `the answer ${key} belongs to no reaction`;
    const made = this.machine.answer([`r${known}`, ...rest].join('.'), answer, failed);
    if (!made.ok) return `the answer ${key}: ${made.error}`;
    const problem = this.#learn(flask, names, put, made.value);
    return problem === null ? null : `the answer ${key}: ${problem}`;
  }

  #rest({ flask, names }: Stream, event: Of<'stage'> | Of<'inert'>): string | null {
    const id = names.solutions.get(event.in);
    const { soup } = this.machine.engine;
    const live = id === undefined ? null : soup.places.findLive(id, soup.root);
    const top = live === null ? undefined : this.machine.topOf(live);
    const lacking = this.#lacks(flask, top?.id);
    if (id === undefined || lacking !== null) return `s${event.in} comes to rest, but ${lacking}`;
    const made = this.machine.rest(id);
    if (!made.ok) return `s${event.in} is said to be at rest: ${made.error}`;
    return event.type === 'inert' ? null : pair(names, event.put, made.value);
  }

  /** What came of a reaction: the flask has it, as far as it lies outside of everything. */
  #learn(
    flask: number,
    names: Names,
    told: readonly Portrait[],
    made: readonly Portrait[],
  ): string | null {
    for (const [id] of made) {
      if (this.machine.occurrence(id)?.home === this.machine.root) this.#holder.set(id, flask);
    }
    return pair(names, told, made);
  }

  #pairEach(
    names: Names,
    told: readonly Portrait[],
    known: readonly (number | undefined)[],
  ): string | null {
    for (const [i, portrait] of told.entries()) {
      const id = known[i];
      const actual = id === undefined ? null : this.machine.portrait(id);
      if (actual === null) return `m${portrait[0]} is not in the solution any more`;
      const problem = pairSame(names, portrait, actual);
      if (problem !== null) return problem;
    }
    return this.#restLike(names);
  }

  /** What is without rules when it is made anew is inert from the beginning, and nobody tells. */
  #restLike({ atRest }: Names): string | null {
    for (const id of atRest.splice(0)) {
      const rested = this.machine.rest(id);
      if (!rested.ok) return `s${id} is made inert: ${rested.error}`;
    }
    return null;
  }

  #forgetGone(id: number): void {
    if (this.machine.occurrence(id) === null) this.#holder.delete(id);
  }

  /** Why a flask has no right to what lies in the outermost solution; null when it has. */
  #lacks(flask: number, id: number | undefined): string | null {
    if (id === undefined) return 'the flask does not have it';
    const holder = this.#holder.get(id);
    if (holder === flask) return null;
    const isGone = this.machine.occurrence(id) === null;
    return `m${id} ${isGone ? 'is used up' : holder === undefined ? 'is on its way' : `is in flask ${holder}`}`;
  }

  /** The same for what may lie inside of something that it has. */
  #lacksWithin(flask: number, id: number | undefined): string | null {
    const occurrence = id === undefined ? null : this.machine.occurrence(id);
    if (occurrence === null) return this.#lacks(flask, id);
    return this.#lacks(flask, (this.machine.topOf(occurrence.home) ?? occurrence).id);
  }
}

function newStream(flask: number): Stream {
  return {
    flask,
    events: [],
    at: 0,
    life: 0,
    stage: 0,
    names: noNames(),
    reactions: new Map(),
  };
}

function waitsFor(event: FlaskEvent): string {
  if (event.type === 'in') return `nobody has let go of ${(event.names ?? []).join(', ')}`;
  return event.type === 'shared' ? `stage ${event.stage} does not begin everywhere` : event.type;
}
