// Drives one node of coordination with real timers: whoever hands it messages, and carries those that it sends, decides whether it
// is alone in its process or one of many. Before it in the walk: src/coordination/node; after it: coordination.ts.
import { randomInt } from 'node:crypto';
import { createRng, EventQueue, type NodeId, type Rng, type TimerId } from '../../base/index.ts';
import {
  createCoordination,
  type NodeCommand,
  type NodeMessage,
  type NodeState,
  type RequestEvent,
  type SessionEvent,
  stepCoordination,
} from '../../coordination/index.ts';
import type { CoordinationPort } from './coordination.ts';

type NodeInput = Parameters<typeof stepCoordination>[1];

export interface NodeHostOptions {
  readonly self: NodeId;
  /** All nodes, if that never changes; none, if views will tell. */
  readonly nodes: readonly NodeId[];
  /** Milliseconds; the same for all nodes, as far as clocks are. */
  readonly now: () => number;
  readonly deliver: (to: NodeId, message: NodeMessage) => void;
  /** Whether it may set no timer while nobody here wants anything. Not where others count on it. */
  readonly mayRest: boolean;
}

/** Longest time a timer of Node can be set for. */
const LONGEST_MS = 2 ** 31 - 1;

export class NodeHost implements CoordinationPort {
  readonly #options: NodeHostOptions;
  readonly #state: NodeState;
  readonly #rng: Rng = createRng(randomInt(2 ** 32));
  readonly #deadlines = new Map<TimerId, number>();
  /** The same by time, and beside them some that were moved or cancelled since. */
  #byTime = new EventQueue<TimerId>();
  readonly #inputs: NodeInput[] = [];
  #listener: (event: RequestEvent) => void = () => {};
  #sessionListener: (event: SessionEvent) => void = () => {};
  #timer: NodeJS.Timeout | null = null;
  #timerMs = Number.POSITIVE_INFINITY;
  #waiting = 0;
  #held = 0;
  #isStepping = false;
  #isOver = false;

  constructor(options: NodeHostOptions) {
    this.#options = options;
    this.#state = createCoordination(options.nodes, options.self);
  }

  command(command: NodeCommand): void {
    this.take({ type: 'command', command });
  }

  listen(listener: (event: RequestEvent) => void): void {
    this.#listener = listener;
  }

  /** What concerns clients as such. */
  listenToSessions(listener: (event: SessionEvent) => void): void {
    this.#sessionListener = listener;
  }

  busy(waiting: number, held: number): void {
    this.#waiting = waiting;
    this.#held = held;
    this.#arm();
  }

  /** One step after the other: a listener may well give the next command. */
  take(input: NodeInput): void {
    if (this.#isOver) return;
    this.#inputs.push(input);
    if (this.#isStepping) return;
    this.#isStepping = true;
    try {
      for (let next = this.#inputs.shift(); next !== undefined; next = this.#inputs.shift()) {
        this.#step(next);
      }
    } finally {
      this.#isStepping = false;
    }
    this.#arm();
  }

  #step(input: NodeInput): void {
    const { self } = this.#state;
    const now = this.#options.now();
    for (const effect of stepCoordination(this.#state, input, { self, now, rng: this.#rng })) {
      switch (effect.type) {
        case 'send':
          this.#options.deliver(effect.to, effect.message);
          break;
        case 'set-timer':
          this.#deadlines.set(effect.timer, now + effect.afterMs);
          this.#byTime.push(now + effect.afterMs, effect.timer);
          break;
        case 'cancel-timer':
          this.#deadlines.delete(effect.timer);
          break;
        case 'event':
          if ('session' in effect.event) this.#sessionListener(effect.event);
          else this.#listener(effect.event);
          break;
      }
    }
  }

  /** One timer, for the nearest deadline; none while nobody wants anything. */
  #arm(): void {
    if (this.#isStepping || this.#isOver) return;
    const isAwake = !this.#options.mayRest || this.#waiting + this.#held > 0;
    let until = isAwake ? this.#nearestMs() : Number.POSITIVE_INFINITY;
    // Whoever waits keeps the process, whether or not a deadline is near: somebody else may have to leave first.
    if (this.#waiting > 0) until = Math.min(until, this.#options.now() + LONGEST_MS);
    if (until < this.#timerMs || until === Number.POSITIVE_INFINITY) {
      if (this.#timer !== null) clearTimeout(this.#timer);
      this.#timer = null;
      this.#timerMs = until;
      if (until === Number.POSITIVE_INFINITY) return;
      const afterMs = Math.min(LONGEST_MS, Math.max(0, until - this.#options.now()));
      this.#timer = setTimeout(() => this.#ring(), afterMs);
    }
    if (this.#waiting > 0) this.#timer?.ref();
    else this.#timer?.unref();
  }

  #ring(): void {
    this.#timer = null;
    this.#timerMs = Number.POSITIVE_INFINITY;
    const now = this.#options.now();
    // Those that are set meanwhile have their own turn.
    const due: TimerId[] = [];
    for (let next = this.#byTime.next; next && next.at <= now; next = this.#byTime.next) {
      this.#byTime.pop();
      if (this.#deadlines.get(next.item) === next.at) due.push(next.item);
    }
    for (const timer of due) {
      // One that was moved or cancelled meanwhile is not due any more.
      const at = this.#deadlines.get(timer);
      if (at === undefined || at > now) continue;
      this.#deadlines.delete(timer);
      this.take({ type: 'timer', timer });
    }
    this.#arm();
  }

  /** The nearest deadline; those that count no more are dropped on the way. */
  #nearestMs(): number {
    if (this.#byTime.size > 2 * this.#deadlines.size + 1000) {
      this.#byTime = new EventQueue();
      for (const [timer, at] of this.#deadlines) this.#byTime.push(at, timer);
    }
    for (let next = this.#byTime.next; next; next = this.#byTime.next) {
      if (this.#deadlines.get(next.item) === next.at) return next.at;
      this.#byTime.pop();
    }
    return Number.POSITIVE_INFINITY;
  }

  /** Nothing more happens. */
  close(): void {
    this.#isOver = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
  }
}
