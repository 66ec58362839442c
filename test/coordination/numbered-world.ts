// A tiny world of real machines in numbers: each machine's states, each message and each content of a link has one, and what
// a machine does with an input is computed once for each pair of numbers. A state of the world is then a short list of
// numbers, and millions of them can be walked through (interleavings.ts).
import {
  assert,
  type Ctx,
  createRng,
  type Effect,
  type Input,
  type NodeId,
  type Step,
  timerId,
} from '../../src/base/index.ts';
import { canonical, copyPlain } from '../../src/sim/index.ts';

export interface Player<S, M, C, E> {
  readonly id: NodeId;
  readonly start: S;
  /** Timers that are set from the beginning. */
  readonly timers?: readonly string[];
  readonly step: Step<S, M, C, E>;
}

/** Something that happens once, at any moment after the notices with the numbers `after`. */
export type Notice<S, C> = { readonly node: NodeId; readonly after: readonly number[] } & (
  | { readonly command: C }
  | { readonly crash: true }
  | { readonly restart: S; readonly timers: readonly string[] }
);

/** The local states, then what is on each link, then which notices have happened. */
export type Numbers = readonly number[];

export interface StepTo {
  readonly next: Numbers;
  /** In words; only asked for when a way is told. */
  readonly say: () => string;
}

interface Local<S> {
  readonly state: S;
  readonly timers: readonly string[];
}

interface Outcome {
  readonly state: number;
  readonly sends: readonly { readonly link: number; readonly message: number }[];
}

const isDown = 0;

export class NumberedWorld<S, M, C, E> {
  readonly #players: readonly Player<S, M, C, E>[];
  readonly #notices: readonly Notice<S, C>[];
  readonly #indexes: ReadonlyMap<NodeId, number>;
  readonly #locals: readonly Numbering<Local<S> | undefined>[];
  readonly #messages = new Numbering<M | undefined>(undefined);
  readonly #queues = new Numbering<readonly number[]>([]);
  readonly #outcomes: Map<string, Outcome>[][];
  readonly #size: number;

  constructor(players: readonly Player<S, M, C, E>[], notices: readonly Notice<S, C>[]) {
    this.#players = players;
    this.#notices = notices;
    this.#size = players.length;
    this.#indexes = new Map(players.map(({ id }, i) => [id, i]));
    this.#locals = players.map(() => new Numbering<Local<S> | undefined>(undefined));
    this.#outcomes = players.map(() => []);
  }

  get start(): Numbers {
    const states = this.#players.map(({ start, timers = [] }, i) =>
      this.#local(i).of({ state: start, timers }),
    );
    return [...states, ...Array<number>(this.#size ** 2 + this.#notices.length).fill(0)];
  }

  /** The state of each player; undefined for those that are down. */
  statesOf(numbers: Numbers): readonly (S | undefined)[] {
    return this.#players.map((_, i) => this.#local(i).at(numbers[i] ?? isDown)?.state);
  }

  mostOnLink(numbers: Numbers): number {
    const links = numbers.slice(this.#size, this.#size + this.#size ** 2);
    return Math.max(...links.map((queue) => this.#queues.at(queue).length));
  }

  *stepsFrom(numbers: Numbers): Generator<StepTo> {
    for (const [i, player] of this.#players.entries()) yield* this.#timers(numbers, i, player.id);
    for (let link = 0; link < this.#size ** 2; link++) yield* this.#delivery(numbers, link);
    for (const [i, notice] of this.#notices.entries()) yield* this.#happening(numbers, i, notice);
  }

  *#timers(numbers: Numbers, player: number, id: NodeId): Generator<StepTo> {
    const state = numbers[player] ?? isDown;
    for (const timer of this.#local(player).at(state)?.timers ?? []) {
      const real = () => ({ type: 'timer', timer: timerId(timer) }) as const;
      const next = this.#after(numbers, player, `timer ${timer}`, real);
      yield { next, say: () => `${id}: ${timer}` };
    }
  }

  *#delivery(numbers: Numbers, link: number): Generator<StepTo> {
    const queue = this.#queues.at(numbers[this.#size + link] ?? 0);
    const head = queue[0];
    if (head === undefined) return;
    const from = this.#player(Math.floor(link / this.#size)).id;
    const to = link % this.#size;
    const message = this.#messages.at(head);
    assert(message !== undefined, 'an empty message', head);
    const rest = [...numbers];
    rest[this.#size + link] = this.#queues.of(queue.slice(1));
    const real = () => ({ type: 'message', from, message: copyPlain(message) }) as const;
    const next = this.#after(rest, to, `${from} ${head}`, real);
    yield { next, say: () => `${from} > ${this.#player(to).id} ${canonical(message)}` };
  }

  *#happening(numbers: Numbers, at: number, notice: Notice<S, C>): Generator<StepTo> {
    const bit = this.#size + this.#size ** 2 + at;
    const happened = (i: number): boolean => numbers[this.#size + this.#size ** 2 + i] === 1;
    if (happened(at) || !notice.after.every(happened)) return;
    const player = this.#indexes.get(notice.node) ?? 0;
    const next = [...numbers];
    next[bit] = 1;
    if ('crash' in notice) {
      next[player] = isDown;
      for (let from = 0; from < this.#size; from++) next[this.#size * (from + 1) + player] = 0;
      yield { next, say: () => `${notice.node} crashes` };
    } else if ('restart' in notice) {
      const { restart: state, timers } = notice;
      next[player] = this.#local(player).of({ state, timers });
      yield { next, say: () => `${notice.node} restarts` };
    } else if (numbers[player] !== isDown) {
      const real = () => ({ type: 'command', command: notice.command }) as const;
      const say = () => `${notice.node} is told ${canonical(notice.command)}`;
      yield { next: this.#after(next, player, `notice ${at}`, real), say };
    }
  }

  /** The world after an input to one player; `name` names the input among all of this player. */
  #after(numbers: Numbers, player: number, name: string, real: () => Input<M, C>): Numbers {
    const { state, sends } = this.#outcome(player, numbers[player] ?? isDown, name, real);
    const next = [...numbers];
    next[player] = state;
    for (const { link, message } of sends) {
      if (next[link % this.#size] === isDown) continue;
      const queue = this.#queues.at(next[this.#size + link] ?? 0);
      next[this.#size + link] = this.#queues.of([...queue, message]);
    }
    return next;
  }

  #outcome(player: number, state: number, name: string, real: () => Input<M, C>): Outcome {
    const outcomes = this.#outcomes[player] ?? [];
    const known = outcomes[state] ?? new Map<string, Outcome>();
    outcomes[state] = known;
    const old = known.get(name);
    if (old !== undefined) return old;
    const made = this.#compute(player, state, real());
    known.set(name, made);
    return made;
  }

  #compute(player: number, number: number, input: Input<M, C>): Outcome {
    const { id, step } = this.#player(player);
    const local = this.#local(player).at(number);
    assert(local !== undefined, 'who is down does nothing', id);
    const ctx: Ctx = { self: id, now: 0, rng: createRng(0) };
    const state = copyPlain(local.state);
    const timers = new Set(local.timers);
    if (input.type === 'timer') timers.delete(input.timer);
    const sends = this.#carryOut(player, timers, step(state, input, ctx));
    return { state: this.#local(player).of({ state, timers: [...timers].sort() }), sends };
  }

  #carryOut(player: number, timers: Set<string>, effects: readonly Effect<M, E>[]) {
    const sends: { link: number; message: number }[] = [];
    for (const effect of effects) {
      if (effect.type === 'set-timer') timers.add(effect.timer);
      else if (effect.type === 'cancel-timer') timers.delete(effect.timer);
      else if (effect.type === 'send') {
        const to = this.#indexes.get(effect.to);
        assert(to !== undefined, 'nobody of that name', effect.to);
        const link = player * this.#size + to;
        sends.push({ link, message: this.#messages.of(copyPlain(effect.message)) });
      }
    }
    return sends;
  }

  #player(index: number): Player<S, M, C, E> {
    const player = this.#players[index];
    assert(player !== undefined, 'no such player', index);
    return player;
  }

  #local(index: number): Numbering<Local<S> | undefined> {
    const local = this.#locals[index];
    assert(local !== undefined, 'no such player', index);
    return local;
  }
}

/** A number for each value, the same for equal ones. Number 0 is the value that is given. */
class Numbering<T> {
  readonly #values: T[];
  readonly #numbers: Map<string, number>;

  constructor(zero: T) {
    this.#values = [zero];
    this.#numbers = new Map([[canonical(zero), 0]]);
  }

  of(value: T): number {
    const text = canonical(value);
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    const made = this.#values.length;
    assert(made < 0x10000, 'more different parts than a text can name', made);
    this.#values.push(value);
    this.#numbers.set(text, made);
    return made;
  }

  at(number: number): T {
    return this.#values[number] as T;
  }
}
