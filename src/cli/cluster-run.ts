// A run on a cluster: the solution is submitted, its molecules are fed, its end is awaited, and what is left is read back. Which
// cluster it is, one that runs elsewhere or one of this run's own, is told by its addresses (run-cluster.ts).
import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { assert } from '../base/index.ts';
import {
  beginHistory,
  type CaptureChoice,
  type Figures,
  type FlaskId,
  feed,
  flaskOf,
  type History,
  indexOfFlask,
  PIECE,
  type SolutionSpec,
  specToBytes,
  type ToClient,
  toldEvents,
  verdict,
} from '../dht/index.ts';
import { ClusterClient, type Credentials } from '../dht/net/index.ts';
import type { Program, ProgramText, RunResult } from '../host/index.ts';
import {
  type Event,
  faultsIn,
  type Molecule,
  moleculesFromBytes,
  type SolutionMolecule,
  show,
  solution,
  type Templates,
} from '../runtime/index.ts';
import { CallError, StopError } from './exit-code.ts';
import type { AskedStop, RunStop } from './run-stop.ts';

export interface ClusterRunOptions {
  readonly addresses: readonly string[];
  readonly credentials: Credentials;
  /** Of nodes that are of this run alone: when they can be spoken to, and when they are all there. They end with it. */
  readonly coming?: { readonly listens: Promise<void>; readonly together: Promise<void> };
  readonly program: Program;
  readonly files: readonly ProgramText[];
  /** The text of its input, and the molecules in it, which only a trace asks for. */
  readonly input?: Uint8Array;
  readonly molecules?: readonly Molecule[];
  readonly seed: number;
  /** Over how many flasks it is spread, and how many nodes keep each. */
  readonly flasks: number;
  readonly replicas: number;
  readonly capture: CaptureChoice;
  readonly maxReactions: number | null;
  /** Told of each event of the run as one machine could have made it. */
  readonly onEvent?: (event: Event) => void;
  /** Stops the run; what there is is still read, if it can be had. */
  readonly stop: RunStop;
}

export interface ClusterRun {
  readonly result: RunResult;
  readonly figures: Figures;
  /** Effects that were asked for and have not answered. */
  readonly unanswered: number;
}

export async function runOnCluster(options: ClusterRunOptions): Promise<ClusterRun> {
  const run = new Run(options);
  try {
    return await Promise.race([run.toEnd(), options.stop.late]);
  } finally {
    await run.close();
  }
}

class Run {
  readonly #options: ClusterRunOptions;
  readonly #name = `s-${randomBytes(6).toString('hex')}`;
  readonly #began = performance.now();
  #client: ClusterClient | undefined;
  #over: (over: Extract<ToClient, { type: 'over' }>) => void = () => {};
  #fail: (error: Error) => void = () => {};
  readonly #end: Promise<Extract<ToClient, { type: 'over' }>>;
  /** Who waits for a page, by flask. */
  readonly #pages = new Map<number, (page: Extract<ToClient, { type: 'page' }>) => void>();
  #stopped: AskedStop | null = null;
  /** The cluster has the solution, or may have it. */
  #isSubmitted = false;
  #isClosed = false;
  #history: History | null = null;

  constructor(options: ClusterRunOptions) {
    this.#options = options;
    this.#end = new Promise((resolve, reject) => {
      this.#over = resolve;
      this.#fail = reject;
    });
    this.#end.catch(() => {});
  }

  /** A cluster that others use forgets the solution, however the run has ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const client = this.#client;
    if (client === undefined) return;
    if (this.#isSubmitted && this.#options.coming === undefined) {
      await atMost(forgettingMs, client.drop(this.#name));
    }
    client.close();
  }

  async toEnd(): Promise<ClusterRun> {
    const { addresses, credentials, program, input, flasks, replicas, coming, stop } =
      this.#options;
    const spec = this.#spec();
    const fed = feed(program, spec, input ?? new Uint8Array());
    if (!fed.ok) throw new CallError(fed.error);
    this.#history = this.#beginHistory(spec);
    await coming?.listens;
    const client = await ClusterClient.connect({
      ...{ addresses, credentials },
      message: (flask, message) => this.#hear(flask, message as ToClient),
      failed: (reason) => this.#fail(new StopError(reason)),
      answered: () => stop.heard(),
    });
    if (!client.ok) throw new CallError(client.error);
    if (this.#isClosed) {
      client.value.close();
      throw new StopError('the run is over');
    }
    this.#client = client.value;
    await coming?.together;
    this.#isSubmitted = true;
    stop.begin();
    const submitted = client.value.submit(this.#name, specToBytes(spec), flasks, replicas);
    // It goes out by itself, so that it is passed on before a node has input to read.
    await setImmediate();
    // What flasks are sent before they have begun waits for them.
    const feeding = this.#feed(client.value, fed.value);
    feeding.catch(() => {});
    const begun = await this.#orFailure(submitted);
    if (!begun.ok) throw new CallError(begun.error);
    await this.#orFailure(feeding);
    void stop.asked.then(() => client.value.send(flaskOf(this.#name, 0), { type: 'stop' }));
    const over = await this.#end;
    this.#stopped = stop.reason;
    const items = await this.#orFailure(this.#read(client.value, fed.value.templates));
    this.#judge(over.status, solution(items));
    const { figures, unanswered } = over;
    return { result: this.#result(over, solution(items)), figures, unanswered };
  }

  #spec(): SolutionSpec {
    const { files, seed, flasks, capture, maxReactions } = this.#options;
    const observed = this.#options.onEvent !== undefined;
    return { files, seed, flasks, capture, maxReactions, observed };
  }

  #beginHistory(spec: SolutionSpec): History | null {
    const { program, molecules = [], onEvent } = this.#options;
    if (onEvent === undefined) return null;
    const history = beginHistory(program, spec, molecules, onEvent);
    if (!history.ok) throw new CallError(history.error);
    return history.value;
  }

  /** What the flasks told must be a run that one machine could have made. */
  #judge(status: 'inert' | 'stopped', left: SolutionMolecule): void {
    if (this.#history === null) return;
    const complaint = verdict(this.#history, status, left);
    assert(complaint === null, 'what the nodes tell is one run', complaint);
  }

  async #feed(client: ClusterClient, { puts, go }: FedMessages): Promise<void> {
    for (let flask = 0; this.#history !== null && flask < this.#options.flasks; flask++) {
      await client.send(flaskOf(this.#name, flask), { type: 'observe' });
    }
    const flasks = Array.from({ length: this.#options.flasks }, (_, i) => flaskOf(this.#name, i));
    for (const { flask, message } of puts) {
      const to = flask === null ? await client.leastBusy(flasks, PIECE) : flasks[flask];
      if (to !== undefined) await client.send(to, message, message.bytes.length);
    }
    await client.send(flaskOf(this.#name, 0), go);
  }

  /** All that is left, from all flasks at once. */
  async #read(client: ClusterClient, templates: Templates): Promise<Molecule[]> {
    const flasks = Array.from({ length: this.#options.flasks }, (_, flask) => flask);
    const shares = await Promise.all(
      flasks.map((flask) => this.#readOne(client, templates, flask)),
    );
    return shares.flat();
  }

  /** What one flask has; a page is asked for when the one before has come. */
  async #readOne(client: ClusterClient, templates: Templates, flask: number): Promise<Molecule[]> {
    const items: Molecule[] = [];
    for (let from: number | null = 0; from !== null; ) {
      const came = new Promise<Extract<ToClient, { type: 'page' }>>((resolve) => {
        this.#pages.set(flask, resolve);
      });
      await client.send(flaskOf(this.#name, flask), { type: 'read', from });
      const page = await came;
      const molecules = moleculesFromBytes(page.bytes, templates);
      if (!molecules.ok) throw new Error(molecules.error);
      for (const molecule of molecules.value) items.push(molecule);
      from = page.next;
    }
    return items;
  }

  #hear(from: FlaskId, message: ToClient): void {
    // What is told of reactions says nothing of the end: flasks that have not heard of it may tell more and more.
    if (message.type !== 'history') this.#options.stop.heard();
    switch (message.type) {
      case 'over':
        this.#over(message);
        break;
      case 'page':
        this.#pages.get(message.flask)?.(message);
        break;
      case 'history': {
        const events = toldEvents(message.bytes);
        if (events.ok) this.#history?.tell(indexOfFlask(from), events.value);
        else this.#fail(new StopError(`${from} tells what cannot be read: ${events.error}`));
        break;
      }
      case 'failed':
        this.#fail(new CallError(message.reason));
        break;
    }
  }

  #result(over: Extract<ToClient, { type: 'over' }>, left: SolutionMolecule): RunResult {
    const faults = faultsIn(left);
    const isStopped = over.status === 'stopped';
    return {
      status: isStopped ? 'stopped' : faults.length > 0 ? 'faulted' : 'inert',
      reason: isStopped ? (this.#stopped ?? 'reactions') : null,
      solution: left,
      get text() {
        return show(left);
      },
      reactions: over.figures.reactions,
      seed: this.#options.seed,
      elapsedMs: performance.now() - this.#began,
      ...{ guardErrors: [], faults, statistics: [] },
    };
  }

  #orFailure<T>(work: Promise<T>): Promise<T> {
    return Promise.race([work, this.#end.then(() => new Promise<never>(() => {}))]);
  }
}

type FedMessages = Pick<Extract<ReturnType<typeof feed>, { ok: true }>['value'], 'puts' | 'go'>;

/** How long a cluster may take to forget a solution before we leave it to itself. */
const forgettingMs = 1000;

async function atMost(ms: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, over]);
  clearTimeout(timer);
}
