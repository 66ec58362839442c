// The driver of a machine with real time, sockets and disk: takes an input, lets the machine step, carries out the effects. It
// decides nothing. The simulator (sim/world.ts) is the other driver of the same machines.
import {
  createRng,
  type DiskEffect,
  type DiskInput,
  type Effect,
  type Input,
  type Machine,
  type NodeId,
  type Rng,
  type TimerId,
} from '../../base/index.ts';
import type { Codec } from '../index.ts';
import type { Disk } from './disk.ts';

export interface HostOptions<S, M, C, E> {
  readonly self: NodeId;
  readonly machine: Machine<S, M, C, E>;
  readonly codec: Codec<M>;
  readonly seed: number;
  send(to: NodeId, message: Uint8Array): void;
  event(event: E): void;
  /** The machine threw: a mistake of ours. It is not asked again. */
  failed(error: unknown): void;
}

/** After so long other things have their turn: sockets, timers, signals. */
const turnMs = 10;

export class Host<S, M, C, E> {
  readonly #options: HostOptions<S, M, C, E>;
  readonly #rng: Rng;
  readonly #timers = new Map<TimerId, Alarm>();
  #disk: Disk | undefined;
  #state: S | undefined;
  #queue: (Input<M, C> | DiskInput)[] = [];
  #next = 0;
  #isStepping = false;
  #isCommanded = false;
  #later: NodeJS.Immediate | undefined;
  /** What commands made this node say to itself. */
  #ownLater: Input<M, C>[] = [];
  #isOver = false;
  /** Messages that could not be read. */
  rejected = 0;
  steps = 0;

  constructor(options: HostOptions<S, M, C, E>) {
    this.#options = options;
    this.#rng = createRng(options.seed);
  }

  /** Starts the machine with what the disk holds. */
  start(disk: Disk): void {
    this.#disk = disk;
    this.#guarded(() => {
      const { state, effects } = this.#options.machine.start(disk.files, this.#context());
      this.#state = state;
      this.#carryOut(effects);
    });
    this.#drain();
  }

  command(command: C): void {
    this.#take({ type: 'command', command });
  }

  synced(mark: number): void {
    this.#take({ type: 'synced', mark });
  }

  /** Bytes of another node. What is no message of ours is counted and dropped. */
  receive(from: NodeId, bytes: Uint8Array): void {
    const message = this.#options.codec.decode(bytes);
    if (message.ok) this.#take({ type: 'message', from, message: message.value });
    else this.rejected++;
  }

  /** Nothing more happens; what is under way at the disk ends by itself. */
  stop(): void {
    this.#isOver = true;
    this.#queue = [];
    this.#next = 0;
    for (const alarm of this.#timers.values()) alarm.cancel();
    this.#timers.clear();
    if (this.#later) clearImmediate(this.#later);
  }

  #take(input: Input<M, C> | DiskInput): void {
    if (this.#isOver) return;
    this.#queue.push(input);
    this.#drain();
  }

  #drain(): void {
    // Effects may bring inputs at once (a disk that forgets, an event that is answered): they wait for their turn.
    if (this.#isStepping || this.#later || this.#state === undefined) return;
    this.#isStepping = true;
    const begun = performance.now();
    this.#guarded(() => {
      for (let input = this.#shift(); input !== undefined; input = this.#shift()) {
        this.steps++;
        const { machine } = this.#options;
        this.#isCommanded = input.type === 'command';
        this.#carryOut(machine.step(this.#state as S, input, this.#context()));
        if (performance.now() - begun > turnMs) break;
      }
    });
    this.#isStepping = false;
    if (this.#isOver || this.#next >= this.#queue.length) return;
    this.#later = setImmediate(() => {
      this.#later = undefined;
      this.#drain();
    });
  }

  #shift(): Input<M, C> | DiskInput | undefined {
    if (this.#isOver) return undefined;
    const input = this.#queue[this.#next++];
    if (input === undefined || this.#next > 1000) {
      this.#queue.splice(0, input === undefined ? this.#queue.length : this.#next);
      this.#next = 0;
    }
    return input;
  }

  #carryOut(effects: readonly (Effect<M, E> | DiskEffect)[]): void {
    for (const effect of effects) {
      if (this.#isOver) return;
      switch (effect.type) {
        case 'send':
          this.#send(effect.to, effect.message);
          break;
        case 'set-timer':
          this.#setTimer(effect.timer, effect.afterMs);
          break;
        case 'cancel-timer':
          this.#timers.get(effect.timer)?.cancel();
          this.#timers.delete(effect.timer);
          break;
        case 'event':
          this.#options.event(effect.event);
          break;
        case 'append':
        case 'replace':
        case 'remove':
        case 'sync':
          this.#disk?.take(effect);
          break;
      }
    }
  }

  #send(to: NodeId, message: M): void {
    const { self, codec, send } = this.#options;
    if (to !== self) send(to, codec.encode(message));
    else if (this.#isCommanded) this.#sayToSelfLater({ type: 'message', from: self, message });
    else this.#take({ type: 'message', from: self, message });
  }

  /**
   * Of what clients send, a share is for others: it is passed on before this node begins with its own, which may take long, so that
   * all have something to do.
   */
  #sayToSelfLater(input: Input<M, C>): void {
    this.#ownLater.push(input);
    if (this.#ownLater.length > 1) return;
    setImmediate(() => {
      const inputs = this.#ownLater;
      this.#ownLater = [];
      for (const own of inputs) this.#take(own);
    });
  }

  #setTimer(timer: TimerId, afterMs: number): void {
    this.#timers.get(timer)?.cancel();
    const ring = () => {
      this.#timers.delete(timer);
      this.#take({ type: 'timer', timer });
    };
    this.#timers.set(timer, alarm(ring, afterMs));
  }

  #context() {
    const now = performance.timeOrigin + performance.now();
    return { self: this.#options.self, now, rng: this.#rng };
  }

  #guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.stop();
      this.#options.failed(error);
    }
  }
}

interface Alarm {
  cancel(): void;
}

/** The shortest time-out is a millisecond: what should be at once comes with the next turn. */
function alarm(ring: () => void, afterMs: number): Alarm {
  if (afterMs <= 0) {
    const immediate = setImmediate(ring);
    return { cancel: () => clearImmediate(immediate) };
  }
  const timeout = setTimeout(ring, Math.min(afterMs, 2 ** 31 - 1));
  return { cancel: () => clearTimeout(timeout) };
}
