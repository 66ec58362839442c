// Effects that run at another node, since a worker there has the turn. What is asked is said again until it is answered, and done
// once: whoever does it knows errands by their names.
import { randomUUID } from 'node:crypto';
import type { NodeId } from '../../base/index.ts';
import type { Grant } from '../../coordination/index.ts';
import {
  type Effect,
  type EffectAnswer,
  fromJson,
  type JsonValue,
  type Molecule,
  toJson,
} from '../../runtime/index.ts';

/** An effect, with what it runs under. */
export interface Errand {
  readonly key: string;
  readonly name: string;
  readonly args: readonly Molecule[];
  readonly permits: readonly Grant[];
}

export type ErrandMessage =
  | {
      readonly type: 'do';
      readonly id: string;
      readonly solution: string;
      readonly key: string;
      readonly name: string;
      readonly args: readonly JsonValue[];
      readonly permits: readonly Grant[];
    }
  | { readonly type: 'did'; readonly id: string; readonly answer: Answer };

/** `absent`: the program is not at work there. */
type Answer =
  | { readonly value: JsonValue }
  | { readonly error: string }
  | { readonly absent: true };

/** What came of an errand: its answer; that nobody there can do it; or that the node is gone. */
export type ErrandEnd = EffectAnswer | 'absent' | 'lost';

export interface ErrandsOptions {
  say(to: NodeId, message: ErrandMessage): void;
  runHere(solution: string, errand: Errand): Promise<EffectAnswer> | undefined;
}

interface Open {
  readonly to: NodeId;
  readonly message: ErrandMessage;
  readonly end: (end: ErrandEnd) => void;
}

const REPEAT_MS = 1000;
/** How many answers are kept for those who ask again. */
const KEPT = 10_000;

export class Errands {
  readonly #options: ErrandsOptions;
  readonly #open = new Map<string, Open>();
  readonly #done = new Map<string, Promise<Answer>>();
  #timer: NodeJS.Timeout | null = null;

  constructor(options: ErrandsOptions) {
    this.#options = options;
  }

  /** Has an effect run at a node; `lost` is aborted when that node is gone. */
  run(
    to: NodeId,
    asked: {
      readonly solution: string;
      readonly effect: Effect;
      readonly permits: readonly Grant[];
    },
    lost: AbortSignal,
  ): Promise<ErrandEnd> {
    const { solution, permits } = asked;
    const { key, name } = asked.effect;
    const id = randomUUID();
    const args = asked.effect.args.map((arg) => toJson(arg, { rules: true }));
    const message = { type: 'do', id, solution, key, name, args, permits } as const;
    return new Promise((resolve) => {
      const end = (what: ErrandEnd): void => {
        this.#open.delete(id);
        resolve(what);
      };
      this.#open.set(id, { to, message, end });
      lost.addEventListener('abort', () => end('lost'), { once: true });
      if (lost.aborted) end('lost');
      else this.#options.say(to, message);
      this.#timer ??= setInterval(() => this.repeat(), REPEAT_MS).unref();
    });
  }

  hear(from: NodeId, message: ErrandMessage): void {
    if (message.type === 'did') {
      this.#open.get(message.id)?.end(endOf(message.answer));
      return;
    }
    const { id } = message;
    const answer = this.#done.get(id) ?? this.#begin(message);
    this.#done.set(id, answer);
    const [oldest] = this.#done.keys();
    if (this.#done.size > KEPT && oldest !== undefined) this.#done.delete(oldest);
    void answer.then((known) => this.#options.say(from, { type: 'did', id, answer: known }));
  }

  /** Says again what is not answered. */
  repeat(): void {
    for (const { to, message } of this.#open.values()) this.#options.say(to, message);
  }

  close(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
  }

  async #begin(message: Extract<ErrandMessage, { type: 'do' }>): Promise<Answer> {
    const { solution, key, name, permits } = message;
    const args: Molecule[] = [];
    for (const arg of message.args) {
      const molecule = fromJson(arg);
      if (!molecule.ok) return { error: molecule.error };
      args.push(molecule.value);
    }
    const running = this.#options.runHere(solution, { key, name, args, permits });
    if (running === undefined) return { absent: true };
    const answer = await running;
    return answer.ok ? { value: toJson(answer.value, { rules: true }) } : { error: answer.message };
  }
}

function endOf(answer: Answer): ErrandEnd {
  if ('absent' in answer) return 'absent';
  if ('error' in answer) return { ok: false, message: answer.error };
  const molecule = fromJson(answer.value);
  return molecule.ok ? molecule : { ok: false, message: molecule.error };
}
