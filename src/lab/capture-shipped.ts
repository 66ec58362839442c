// The first experiment of paper 1 with the capture that flasks use (src/dht/capture): pairs are drawn from all molecules there are, as the
// printed protocol draws them, and every one of them is captured. Flasks do better than that, since most of their combinations lie
// at home or are brought there (capture-spread.ts); this is what their capture does when it is asked to do everything.
import { createRng, type Rng } from '../base/index.ts';
import {
  attemptCapture,
  type Capture,
  type CaptureEffect,
  type CaptureMessage,
  flaskId,
  type Gift,
  type Holding,
  hearCapture,
  newCapture,
  type PolicyOptions,
  welcomeGift,
} from '../dht/index.ts';

export interface ShippedOptions {
  readonly nodes: number;
  readonly molecules: number;
  readonly policy: PolicyOptions;
  readonly maxSteps: number;
}

export interface ShippedResult {
  readonly steps: number | undefined;
  readonly reactions: number;
  readonly messages: number;
  /** Molecules that changed their owner. */
  readonly shipped: number;
}

type Letter =
  | { readonly from: number; readonly message: CaptureMessage }
  | { readonly from: number; readonly gift: Gift };

interface Node {
  readonly capture: Capture;
  readonly holding: Holding;
  inbox: Letter[];
}

const arity = 2;

export class ShippedRun {
  readonly #options: ShippedOptions;
  readonly #rng: Rng;
  readonly #nodes: readonly Node[];
  readonly #numbers = new Map<string, number>();
  /** Per molecule: its owner, or the flask that it is on its way to; whether it is there; its place among those that are left. */
  readonly #owner: number[] = [];
  readonly #isThere: boolean[] = [];
  readonly #place: number[] = [];
  readonly #left: number[] = [];
  #outbox: { readonly to: number; readonly letter: Letter }[] = [];
  #messages = 0;
  #shipped = 0;
  #reactions = 0;
  #now = 0;
  #lastReaction = 0;

  constructor(options: ShippedOptions, seed: number) {
    const rng = createRng(seed);
    const spread = rng.split('spread');
    this.#options = options;
    this.#rng = rng.split('choices');
    for (let id = 0; id < options.molecules; id++) {
      this.#owner.push(spread.below(options.nodes));
      this.#isThere.push(true);
      this.#place.push(id);
      this.#left.push(id);
    }
    this.#nodes = Array.from({ length: options.nodes }, (_, index) => {
      const name = flaskId(`f${String(index).padStart(5, '0')}`);
      this.#numbers.set(name, index);
      const has = (id: number | string): boolean =>
        this.#owner[id as number] === index && this.#isThere[id as number] === true;
      return { capture: newCapture(name, options.policy), holding: { has }, inbox: [] };
    });
  }

  run(): ShippedResult {
    for (; this.#now <= this.#options.maxSteps && this.#left.length >= arity; this.#now++) {
      for (const [index, node] of this.#nodes.entries()) this.#hear(index, node);
      for (const [index, node] of this.#nodes.entries()) {
        if (node.capture.attempts.size === 0) this.#suggest(index, node);
      }
      const sent = this.#outbox;
      this.#outbox = [];
      for (const { to, letter } of sent) this.#nodes[to]?.inbox.push(letter);
    }
    const steps = this.#left.length < arity ? this.#lastReaction : undefined;
    const [reactions, messages, shipped] = [this.#reactions, this.#messages, this.#shipped];
    return { steps, reactions, messages, shipped };
  }

  /** Channels keep their order; whose letters come first is drawn. */
  #hear(index: number, node: Node): void {
    const channels = new Map<number, Letter[]>();
    for (const letter of node.inbox) {
      const channel = channels.get(letter.from);
      if (channel === undefined) channels.set(letter.from, [letter]);
      else channel.push(letter);
    }
    node.inbox = [];
    const waiting = [...channels.values()];
    while (waiting.length > 0) {
      const [letters = []] = waiting.splice(this.#rng.below(waiting.length), 1);
      for (const letter of letters) this.#open(index, node, letter);
    }
  }

  #open(index: number, { capture, holding }: Node, letter: Letter): void {
    const from = this.#nodes[letter.from]?.capture.self ?? capture.self;
    if ('message' in letter) {
      this.#carryOut(index, hearCapture(capture, holding, from, letter.message));
      return;
    }
    for (const id of letter.gift.ids) this.#isThere[id as number] = true;
    this.#carryOut(index, welcomeGift(capture, holding, from, letter.gift));
  }

  #suggest(index: number, { capture, holding }: Node): void {
    if (this.#left.length < arity) return;
    const draw = (): number => this.#left[this.#rng.below(this.#left.length)] ?? 0;
    const ids = [draw(), draw()];
    while (ids[1] === ids[0]) ids[1] = draw();
    const wanted = ids.map((id) => {
      const owner = this.#nodes[this.#owner[id] ?? 0];
      return { id, holder: owner?.capture.self ?? capture.self };
    });
    this.#carryOut(index, attemptCapture(capture, holding, 'pair', wanted));
  }

  #carryOut(index: number, effects: readonly CaptureEffect[]): void {
    for (const effect of effects) {
      if (effect.type === 'send') this.#post(effect.to, { from: index, message: effect.message });
      else if (effect.type === 'give') {
        const to = this.#post(effect.to, { from: index, gift: effect.gift });
        for (const id of effect.gift.ids) {
          this.#shipped++;
          this.#owner[id as number] = to;
          this.#isThere[id as number] = false;
        }
      } else if (effect.type === 'event' && effect.event.type === 'captured') {
        for (const id of effect.event.ids) this.#consume(id as number);
        this.#reactions++;
        this.#lastReaction = this.#now;
      }
    }
  }

  #post(flask: string, letter: Letter): number {
    const to = this.#numbers.get(flask) ?? 0;
    this.#messages++;
    this.#outbox.push({ to, letter });
    return to;
  }

  #consume(id: number): void {
    const place = this.#place[id] ?? 0;
    const last = this.#left.pop();
    if (last !== undefined && last !== id) {
      this.#left[place] = last;
      this.#place[last] = place;
    }
    this.#owner[id] = -1;
  }
}
