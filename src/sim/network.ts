// The links between nodes: when a message arrives, how often, or whether at all. It holds no messages;
// the world asks it for the moments of arrival and keeps the queue.
import type { Millis, NodeId, Rng } from '../base/index.ts';
import { type Chance, drawMs, happens, type Span } from './chance.ts';
import type { History } from './history.ts';

/** How a link behaves. `fifo` is a connection: it may lose and repeat, but it never changes the order. */
export interface LinkModel {
  readonly latency: Span;
  readonly fifo: boolean;
  readonly loss: Chance;
  readonly duplication: Chance;
}

export class Network {
  /** What holds for every link; change it to calm a world down. */
  model: LinkModel;
  readonly #rng: Rng;
  readonly #history: History;
  readonly #cuts = new Set<string>();
  /** The latest moment at which something arrives on a link. */
  readonly #lastAt = new Map<string, Millis>();

  constructor(model: LinkModel, rng: Rng, history: History) {
    this.model = model;
    this.#rng = rng;
    this.#history = history;
  }

  /** The moments at which a message that is sent now arrives; none if it is lost. */
  arrivals(from: NodeId, to: NodeId, now: Millis): readonly Millis[] {
    if (from === to) return [now];
    if (this.dropsOnCut(from, to)) return [];
    if (happens(this.#rng, this.model.loss)) {
      this.#history.fault('lost');
      return [];
    }
    const first = this.#arrival(from, to, now);
    if (!happens(this.#rng, this.model.duplication)) return [first];
    this.#history.fault('duplicated');
    return [first, this.#arrival(from, to, now)];
  }

  /** True, and counted, if nothing passes from one node to the other. */
  dropsOnCut(from: NodeId, to: NodeId): boolean {
    const cut = this.#cuts.has(link(from, to));
    if (cut) this.#history.fault('cut');
    return cut;
  }

  /** Cuts one direction; what is on its way there is lost as well. */
  cut(from: NodeId, to: NodeId): void {
    this.#cuts.add(link(from, to));
  }

  mend(from: NodeId, to: NodeId): void {
    this.#cuts.delete(link(from, to));
  }

  mendAll(): void {
    this.#cuts.clear();
  }

  #arrival(from: NodeId, to: NodeId, now: Millis): Millis {
    const drawn = now + drawMs(this.#rng, this.model.latency);
    const name = link(from, to);
    const last = this.#lastAt.get(name) ?? 0;
    const at = this.model.fifo ? Math.max(drawn, last) : drawn;
    if (at < last) this.#history.fault('reordered');
    this.#lastAt.set(name, Math.max(at, last));
    return at;
  }
}

function link(from: NodeId, to: NodeId): string {
  return `${from}>${to}`;
}
