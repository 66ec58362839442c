// A solution spread over flasks, without nodes: channels between them are queues, and which is served next is drawn from a
// seed. What a cluster adds (logs, hosts, take-over) is tried elsewhere.
import { createRng, ok, type Rng } from '../../../src/base/index.ts';
import {
  type ClientMessage,
  chemistry,
  clientId,
  type Endpoint,
  effectOf,
  type FlaskApp,
  type FlaskEvent,
  type FlaskId,
  type FlaskInput,
  type FlaskState,
  feed,
  flaskId,
  flaskOf,
  indexOfFlask,
  isFlask,
  plainAnswer,
  type ReleasedEvent,
  type SolutionSpec,
  specToBytes,
  type ToClient,
  toldEvents,
} from '../../../src/dht/index.ts';
import { EffectRunner, ownSchemes, type Program } from '../../../src/host/index.ts';
import {
  type Molecule,
  moleculesFromBytes,
  moleculesToBytes,
  type SolutionMolecule,
  solution,
} from '../../../src/runtime/index.ts';

const encoder = new TextEncoder();

export interface SpreadOptions {
  readonly flasks: number;
  readonly seed: number;
  /** The text of its input, in JSON. */
  readonly input?: string;
  readonly capture?: SolutionSpec['capture'];
  readonly maxReactions?: number;
  /** After so many steps the client asks for it to be stopped. */
  readonly stopAt?: number;
  /** Restore each flask from its snapshot now and then. */
  readonly snapshots?: boolean;
  /** Whether the flasks tell all that happens in them. */
  readonly observed?: boolean;
  /** Plants a bug: what is sent instead of a message between flasks. */
  readonly spoil?: (message: unknown, from: Spoiled) => readonly unknown[];
  /** How many reactions a slice has at most. */
  readonly slice?: number;
  /** They grow, as they do where reactions take little time: each has twice as many as the one before. */
  readonly growing?: boolean;
  /** Told of each message that is delivered. */
  readonly onMessage?: (from: Endpoint, to: Endpoint, message: unknown) => void;
}

export interface SpreadResult {
  readonly status: string;
  readonly solution: SolutionMolecule;
  readonly figures: Over['figures'];
  readonly unanswered: Over['unanswered'];
  readonly steps: number;
  /** What the flasks told, in the order in which it came. */
  readonly told: readonly Told[];
}

type Over = Extract<ToClient, { type: 'over' }>;

/** A flask in which a bug is planted. */
export interface Spoiled {
  /** Puts molecules into its engine, and nobody is told. */
  keep(bytes: Uint8Array): void;
  /** Each of some molecules twice. */
  twice(bytes: Uint8Array): Uint8Array;
}

export interface Told {
  readonly flask: number;
  readonly events: readonly FlaskEvent[];
}

const CLIENT = clientId('tester');

/** Runs a program to its end; effects are answered by its functions, one at a time and by chance. */
export async function spread(program: Program, options: SpreadOptions): Promise<SpreadResult> {
  return new Flasks(program, options).run();
}

class Flasks {
  readonly #program: Program;
  readonly #options: SpreadOptions;
  readonly #rng: Rng;
  readonly #app: FlaskApp<FlaskState>;
  readonly #states = new Map<FlaskId, FlaskState>();
  readonly #queues = new Map<string, { from: Endpoint; to: Endpoint; messages: unknown[] }>();
  readonly #slices = new Map<FlaskId, number>();
  readonly #runner: EffectRunner;
  #wake: () => void = () => {};
  readonly #heard: ToClient[] = [];
  readonly #told: Told[] = [];
  readonly #spec: SolutionSpec;
  steps = 0;
  #snapshots = 0;

  constructor(program: Program, options: SpreadOptions) {
    this.#program = program;
    this.#options = options;
    this.#rng = createRng(options.seed);
    const { unit, functions, effects } = program;
    this.#runner = new EffectRunner({
      effects,
      concurrency: 8,
      keyPrefix: '',
      schemes: ownSchemes(),
      onNews: () => this.#wake(),
    });
    this.#app = chemistry({ program: () => ok({ unit, functions }) });
    this.#spec = {
      files: unit.files.map((file) => ({
        name: file.span.source.name,
        text: file.span.source.text,
      })),
      seed: options.seed,
      flasks: options.flasks,
      capture: options.capture ?? 'adaptive',
      maxReactions: options.maxReactions ?? null,
      observed: options.observed === true,
    };
  }

  async run(): Promise<SpreadResult> {
    const { flasks } = this.#options;
    for (let i = 0; i < flasks; i++) {
      const id = flaskOf('s', i);
      this.#states.set(id, this.#app.create(id));
      this.#step(id, { type: 'begin', spec: specToBytes(this.#spec) });
    }
    const { unit, functions } = this.#program;
    const messages = feed(
      { unit, functions },
      this.#spec,
      encoder.encode(this.#options.input ?? ''),
    );
    if (!messages.ok) throw new Error(messages.error);
    if (this.#options.observed === true) {
      for (let i = 0; i < flasks; i++) this.#post(i, { type: 'observe' });
    }
    for (const [turn, { flask, message }] of messages.value.puts.entries()) {
      this.#post(flask ?? turn % flasks, message);
    }
    this.#post(0, messages.value.go);
    await this.#untilOver();
    const over = this.#heard.find((one) => one.type === 'over');
    if (over?.type !== 'over') throw new Error('it is not over');
    const items: Molecule[] = [];
    for (let i = 0; i < flasks; i++) items.push(...this.#read(i, messages.value.templates));
    return {
      status: over.status,
      figures: over.figures,
      unanswered: over.unanswered,
      solution: solution(items),
      steps: this.steps,
      told: this.#told,
    };
  }

  async #untilOver(): Promise<void> {
    while (!this.#heard.some(({ type }) => type === 'over')) {
      if (this.steps++ > 3_000_000) throw new Error('it does not end');
      if (this.steps === this.#options.stopAt) this.#post(0, { type: 'stop' });
      const failed = this.#heard.find((one) => one.type === 'failed');
      if (failed?.type === 'failed') throw new Error(failed.reason);
      const queues = [...this.#queues.values()].filter(({ messages }) => messages.length > 0);
      const hungry = [...this.#states].filter(([, state]) => this.#app.isHungry(state));
      for (const ready of this.#runner.takeReady()) void this.#runner.run(ready);
      const answers = this.#runner.takeAnswers();
      for (const { effect, answer } of answers) {
        const at = effect.key.indexOf(' ');
        const key = effect.key.slice(at + 1);
        const flask = flaskId(effect.key.slice(0, at));
        this.#step(flask, { type: 'answer', key, answer: plainAnswer(answer) });
      }
      const choices = queues.length + hungry.length;
      if (choices === 0) {
        if (answers.length > 0) continue;
        if (this.#runner.open === 0) throw new Error('nothing is under way, and it is not over');
        await this.#news();
        continue;
      }
      const draw = this.#rng.below(choices);
      const queue = queues[draw];
      if (queue !== undefined) {
        this.#deliver(queue);
        continue;
      }
      const [id] = hungry[draw - queues.length] ?? [];
      if (id !== undefined) this.#step(id, { type: 'run', reactions: this.#sliceOf(id) });
    }
    this.#runner.close();
  }

  #sliceOf(id: FlaskId): number {
    const { slice = 20, growing } = this.#options;
    if (growing !== true) return 1 + this.#rng.below(slice);
    const next = 2 * (this.#slices.get(id) ?? slice);
    this.#slices.set(id, next);
    return next;
  }

  async #news(): Promise<void> {
    if (this.#runner.hasNews) return;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
  }

  #deliver({ from, to, messages }: { from: Endpoint; to: Endpoint; messages: unknown[] }): void {
    const message = messages.shift();
    this.#options.onMessage?.(from, to, message);
    if (to === CLIENT) this.#hear(from, message as ToClient);
    else this.#step(to as FlaskId, { type: 'message', from, message });
  }

  #hear(from: Endpoint, message: ToClient): void {
    if (message.type !== 'history') {
      this.#heard.push(message);
      return;
    }
    const events = toldEvents(message.bytes);
    if (!events.ok) throw new Error(events.error);
    this.#told.push({ flask: indexOfFlask(from), events: events.value });
  }

  #step(id: FlaskId, input: FlaskInput): void {
    let state = this.#states.get(id) as FlaskState;
    for (const output of this.#app.step(state, input)) {
      if (output.type === 'send') this.#send(id, output.to, output.message);
      else if (output.type === 'effect') {
        const asked = effectOf(`${id} ${output.key}`, output.name, output.args);
        if (!asked.ok) throw new Error(asked.error);
        const { permit } = asked.value;
        const named = permit && { ...permit, key: `${id} ${permit.key}` };
        this.#runner.ask([{ ...asked.value, permit: named }]);
      } else if ((output.event as ReleasedEvent).type === 'released') {
        const { keys } = output.event as ReleasedEvent;
        this.#runner.release(keys.map((key) => `${id} ${key}`));
      }
    }
    if (this.#options.snapshots !== true || this.#snapshots > 4 * this.#options.flasks) return;
    if (this.#rng.below(10) > 0) return;
    const bytes = this.#app.snapshot(state);
    if (bytes === null) return;
    this.#snapshots++;
    state = this.#app.restore(id, bytes);
    this.#states.set(id, state);
  }

  #post(flask: number, message: ClientMessage): void {
    this.#enqueue(CLIENT, flaskOf('s', flask), message);
  }

  #send(from: FlaskId, to: Endpoint, message: unknown): void {
    const { spoil } = this.#options;
    const running = this.#states.get(from)?.running;
    if (spoil === undefined || running === undefined || !isFlask(to)) {
      this.#enqueue(from, to, message);
      return;
    }
    const { engine, program } = running;
    const read = (bytes: Uint8Array): Molecule[] => {
      const molecules = moleculesFromBytes(bytes, program.templates);
      return molecules.ok ? molecules.value : [];
    };
    const spoiled: Spoiled = {
      keep: (bytes) => engine.inject(read(bytes)),
      twice: (bytes) => moleculesToBytes([...read(bytes), ...read(bytes)], program.templates),
    };
    for (const one of spoil(message, spoiled)) this.#enqueue(from, to, one);
  }

  #enqueue(from: Endpoint, to: Endpoint, message: unknown): void {
    const name = `${from}>${to}`;
    const queue = this.#queues.get(name) ?? { from, to, messages: [] };
    this.#queues.set(name, queue);
    queue.messages.push(structuredClone(message));
  }

  #read(flask: number, templates: Parameters<typeof moleculesFromBytes>[1]): Molecule[] {
    const id = flaskOf('s', flask);
    const molecules: Molecule[] = [];
    for (let from: number | null = 0; from !== null; ) {
      this.#heard.length = 0;
      this.#step(id, { type: 'message', from: CLIENT, message: { type: 'read', from } });
      for (const queue of this.#queues.values()) {
        if (queue.from === id && queue.to === CLIENT) {
          while (queue.messages.length > 0) this.#deliver(queue);
        }
      }
      const page = this.#heard.at(-1);
      if (page?.type !== 'page') throw new Error('no page came');
      const read = moleculesFromBytes(page.bytes, templates);
      if (!read.ok) throw new Error(read.error);
      molecules.push(...read.value);
      from = page.next;
    }
    return molecules;
  }
}
