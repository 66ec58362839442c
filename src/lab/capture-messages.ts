// The messages of the capture as it is printed, in a world that moves in steps: what is sent in one step is heard in the
// next (section 4 of paper 1). Channels keep the order; whose messages come first at a holder is drawn, or, if asked for, the
// same everywhere.
import type { Rng } from '../base/index.ts';

export type PrintedKind =
  | 'QUERY'
  | 'COMMITMENT'
  | 'FETCH'
  | 'GIVE_UP'
  | 'REACTION'
  | 'RESP_OK'
  | 'RESP_MOLECULE'
  | 'RESP_TAKEN'
  | 'RESP_REMOVED'
  | 'PRODUCT';

/** One message about one molecule. `rule` and `rate` are what the sender says of its own success. */
export interface PrintedMessage {
  readonly kind: PrintedKind;
  readonly from: number;
  readonly molecule: number;
  readonly attempt: number;
  readonly rule: number;
  readonly rate: number;
  /** Of requests: whether the requester is a pessimist (the request type, section 3.3.2), and its reactions so far. */
  readonly isPessimist: boolean;
  readonly reactions: number;
}

/** The order in which holders serve those whose messages come in the same step. */
export type ServingOrder = 'random' | 'same';

export class Lockstep {
  messages = 0;
  #now: PrintedMessage[][];
  #next: PrintedMessage[][];
  readonly #rng: Rng;
  readonly #order: ServingOrder;

  constructor(nodes: number, rng: Rng, order: ServingOrder) {
    this.#now = Array.from({ length: nodes }, () => []);
    this.#next = Array.from({ length: nodes }, () => []);
    this.#rng = rng;
    this.#order = order;
  }

  send(to: number, message: PrintedMessage): void {
    this.messages++;
    this.#next[to]?.push(message);
  }

  /** Moves on by one step: what was sent is there to be heard. */
  advance(): void {
    const heard = this.#now;
    for (const inbox of heard) inbox.length = 0;
    this.#now = this.#next;
    this.#next = heard;
  }

  /** What a node hears in this step, in the order in which it hears it. */
  inbox(node: number): readonly PrintedMessage[] {
    const inbox = this.#now[node] ?? [];
    if (inbox.length < 2) return inbox;
    const channels = new Map<number, PrintedMessage[]>();
    for (const message of inbox) {
      const channel = channels.get(message.from);
      if (channel === undefined) channels.set(message.from, [message]);
      else channel.push(message);
    }
    if (channels.size < 2) return inbox;
    const served = [...channels.values()];
    if (this.#order === 'same') {
      // What is handed back is free before anybody is served, or it would go to a later one than it should.
      const sorted = served.sort((a, b) => (a[0]?.from ?? 0) - (b[0]?.from ?? 0)).flat();
      const isBack = ({ kind }: PrintedMessage): boolean => kind === 'GIVE_UP';
      return [...sorted.filter(isBack), ...sorted.filter((message) => !isBack(message))];
    }
    for (let i = served.length - 1; i > 0; i--) {
      const j = this.#rng.below(i + 1);
      [served[i], served[j]] = [served[j] ?? [], served[i] ?? []];
    }
    return served.flat();
  }
}
