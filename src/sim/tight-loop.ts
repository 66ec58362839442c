// A driver for many machines of one kind, for figures at full size: a virtual clock, a queue, links that delay.
// It keeps no history, and its links neither lose nor repeat; worlds that suffer more are world.ts.
import {
  type Ctx,
  createRng,
  EventQueue,
  type Input,
  type Millis,
  nodeId,
  type Rng,
  type Step,
  type TimerId,
} from '../base/index.ts';

interface LoopNode<S> {
  readonly state: S;
  readonly ctx: { -readonly [K in keyof Ctx]: Ctx[K] };
  readonly timers: Map<TimerId, number>;
  isDown: boolean;
}

type Item<M, C> =
  | { readonly to: string; readonly input: Input<M, C> }
  | { readonly to: string; readonly timer: TimerId; readonly set: number }
  | { readonly act: () => void };

export class TightLoop<S, M extends { readonly type: string }, C, E> {
  now: Millis = 0;
  /** Messages by type, sent so far; those of a node to itself do not travel and do not count. */
  readonly sent = new Map<string, number>();
  readonly rng: Rng;
  onEvent: (node: string, event: E) => void = () => {};
  readonly #step: Step<S, M, C, E>;
  readonly #delayMs: (rng: Rng) => Millis;
  readonly #linkRng: Rng;
  readonly #queue = new EventQueue<Item<M, C>>();
  readonly #nodes = new Map<string, LoopNode<S>>();
  #timersSet = 0;
  #messages = 0;

  constructor(seed: number, step: Step<S, M, C, E>, delayMs: (rng: Rng) => Millis) {
    this.rng = createRng(seed);
    this.#linkRng = this.rng.split('links');
    this.#step = step;
    this.#delayMs = delayMs;
  }

  add(id: string, state: S): void {
    const ctx = { self: nodeId(id), now: 0, rng: this.rng.split(id) };
    this.#nodes.set(id, { state, ctx, timers: new Map(), isDown: false });
  }

  stateOf(id: string): S {
    return this.#node(id).state;
  }

  /** Stops a node, or lets it go on with another state; what comes meanwhile is lost. */
  stop(id: string): void {
    const node = this.#node(id);
    node.isDown = true;
    node.timers.clear();
  }

  isUp(id: string): boolean {
    return !this.#node(id).isDown;
  }

  restart(id: string, state: S): void {
    const { ctx } = this.#node(id);
    this.#nodes.set(id, { state, ctx, timers: new Map(), isDown: false });
  }

  command(id: string, command: C): void {
    this.#give(id, { type: 'command', command });
  }

  after(ms: Millis, act: () => void): void {
    this.#queue.push(this.now + ms, { act });
  }

  /** All messages sent so far. */
  get messages(): number {
    return this.#messages;
  }

  /** Runs to a moment, or to where nothing is left or the condition holds. */
  run(untilMs: Millis, until?: () => boolean): void {
    for (;;) {
      const nextAt = this.#queue.nextAt;
      if (nextAt === undefined || nextAt > untilMs || until?.()) return;
      const next = this.#queue.pop();
      if (next === undefined) return;
      this.now = next.at;
      const { item } = next;
      if ('act' in item) item.act();
      else if ('input' in item) this.#give(item.to, item.input);
      else {
        const { timers } = this.#node(item.to);
        if (timers.get(item.timer) !== item.set) continue;
        timers.delete(item.timer);
        this.#give(item.to, { type: 'timer', timer: item.timer });
      }
    }
  }

  #give(to: string, input: Input<M, C>): void {
    const node = this.#node(to);
    if (node.isDown) return;
    node.ctx.now = this.now;
    for (const effect of this.#step(node.state, input, node.ctx)) {
      switch (effect.type) {
        case 'send': {
          const { message } = effect;
          const isOwn = effect.to === node.ctx.self;
          if (!isOwn) {
            this.#messages++;
            this.sent.set(message.type, (this.sent.get(message.type) ?? 0) + 1);
          }
          const delayMs = isOwn ? 0 : this.#delayMs(this.#linkRng);
          const arriving = { type: 'message', from: node.ctx.self, message } as const;
          this.#queue.push(this.now + delayMs, { to: effect.to, input: arriving });
          break;
        }
        case 'set-timer': {
          const set = this.#timersSet++;
          node.timers.set(effect.timer, set);
          this.#queue.push(this.now + effect.afterMs, { to, timer: effect.timer, set });
          break;
        }
        case 'cancel-timer':
          node.timers.delete(effect.timer);
          break;
        default:
          this.onEvent(to, effect.event);
      }
    }
  }

  #node(id: string): LoopNode<S> {
    const node = this.#nodes.get(id);
    if (!node) throw new Error(`no node ${id}`);
    return node;
  }
}
