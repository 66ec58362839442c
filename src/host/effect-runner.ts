// Runs effects: so many at once, under the permits of their reactions, and with the coordination schemes that they call. It
// says when one may begin and what it answered; what is told and kept of that is the caller's business (drive.ts, the REPL).
import type { Grant } from '../coordination/index.ts';
import type { Effect, EffectAnswer } from '../runtime/index.ts';
import type { Coordination } from './coordination/coordination.ts';
import type { ErrandEnd } from './coordination/errands.ts';
import { isSchemeCall } from './coordination/is-scheme-call.ts';
import type { Permits } from './coordination/permits.ts';
import type { SchemeCalls } from './coordination/scheme-calls.ts';
import type { EffectFunction } from './module-functions.ts';

export interface EffectRunnerOptions {
  readonly effects: ReadonlyMap<string, EffectFunction>;
  /** How many may run at once. Those that wait for a permit do not count, nor calls of the schemes themselves. */
  readonly concurrency: number;
  /** Keys of effects are unique within a run; this makes them unique among runs. */
  readonly keyPrefix: string;
  readonly schemes: Schemes;
  /** An effect has become ready, or has answered. */
  readonly onNews: () => void;
}

/** The coordination of one solution, made when it is first needed: few programs use any. */
export interface Schemes {
  calls(): Promise<SchemeCalls>;
  coordination(): Promise<Coordination>;
  /** How an effect is run that must run at another node, since its worker is there; null if it runs here. */
  elsewhere(
    grants: readonly Grant[],
  ): ((effect: Effect, grants: readonly Grant[], lost: AbortSignal) => Promise<ErrandEnd>) | null;
}

interface Ready {
  readonly effect: Effect;
  readonly grants: readonly Grant[];
  readonly lost: AbortSignal | null;
}

export class EffectRunner {
  readonly #options: EffectRunnerOptions;
  /** Made for the first effect: most runs have none. */
  #abort: AbortController | null = null;
  readonly #answers: { effect: Effect; answer: EffectAnswer }[] = [];
  /** These may begin at once: what they wait for is theirs now, or they are calls of a scheme. */
  readonly #free: Ready[] = [];
  /** These wait for their turn; those with a permit first. */
  readonly #permitted: Ready[] = [];
  readonly #queued: Ready[] = [];
  /** For each permit how many effects have asked for it and not answered; and permits that nobody wants any more. */
  readonly #users = new Map<string, number>();
  readonly #abandoned = new Set<string>();
  #permits: Promise<Permits> | null = null;
  #slots = 0;
  #open = 0;

  constructor(options: EffectRunnerOptions) {
    this.#options = options;
  }

  /** How many effects have been asked for and not answered. */
  get open(): number {
    return this.#open;
  }

  get hasNews(): boolean {
    return this.#answers.length > 0 || this.#free.length > 0 || this.#room() > 0;
  }

  get #signal(): AbortSignal {
    this.#abort ??= new AbortController();
    return this.#abort.signal;
  }

  /** Takes in effects that the engine asks for. */
  ask(effects: readonly Effect[]): void {
    this.#open += effects.length;
    for (const effect of effects) {
      if (effect.permit !== null) this.#count(effect.permit.key, 1);
      const ready = { effect, grants: [], lost: null };
      if (effect.permit !== null) void this.#awaitPermit(effect);
      else if (isSchemeCall(effect.name)) this.#free.push(ready);
      else this.#queued.push(ready);
    }
  }

  /** Gives back the permits of reactions whose effects have all answered. */
  release(keys: readonly string[]): void {
    for (const key of keys) void this.#permits?.then((permits) => permits.release(key));
  }

  /** Nobody waits for the effects of this permit any more: what has not begun does not, and the rest holds it to its end. */
  abandon(key: string): void {
    if (!this.#users.has(key)) {
      this.release([key]);
      return;
    }
    this.#abandoned.add(key);
    this.#dropFrom(this.#free, key);
    this.#dropFrom(this.#permitted, key);
  }

  /** Effects that may begin now; `run` each of them. */
  takeReady(): Ready[] {
    const free = this.#free.splice(0);
    const permitted = this.#permitted.splice(0, this.#slotsLeft());
    this.#slots += permitted.length;
    const queued = this.#queued.splice(0, this.#slotsLeft());
    this.#slots += queued.length;
    return [...free, ...permitted, ...queued];
  }

  async run({ effect, grants, lost }: Ready): Promise<void> {
    const end = await this.#call(effect, grants, lost);
    if (!isFree(effect, grants)) this.#slots--;
    if (end !== 'lost' || effect.permit === null) {
      this.#answer(effect, end === 'lost' ? { ok: false, message: 'its node is gone' } : end);
      return;
    }
    // The node that had the turn is gone, and with it what it did: another one has it.
    (await this.#permits)?.renew(effect.permit.key, grants);
    await this.#awaitPermit(effect);
  }

  takeAnswers(): { effect: Effect; answer: EffectAnswer }[] {
    const answers = this.#answers.splice(0);
    this.#open -= answers.length;
    return answers;
  }

  /** Tells what runs to stop, and lets go of all permits. */
  close(): void {
    this.#abort?.abort();
    void this.#permits?.then((permits) => permits.close());
  }

  #slotsLeft(): number {
    return Math.max(0, this.#options.concurrency - this.#slots);
  }

  /** How many that wait for their turn could begin. */
  #room(): number {
    return Math.min(this.#slotsLeft(), this.#permitted.length + this.#queued.length);
  }

  async #awaitPermit(effect: Effect): Promise<void> {
    if (effect.permit === null) return;
    this.#permits ??= this.#makePermits();
    const permitted = await (await this.#permits).take(effect.permit);
    if (this.#abandoned.has(effect.permit.key)) {
      this.#answer(effect, ABANDONED);
      return;
    }
    if ('refused' in permitted) {
      this.#answer(effect, { ok: false, message: permitted.refused });
      return;
    }
    const ready = { effect, ...permitted };
    if (isFree(effect, ready.grants)) this.#free.push(ready);
    else this.#permitted.push(ready);
    this.#options.onNews();
  }

  async #makePermits(): Promise<Permits> {
    const coordination = await this.#options.schemes.coordination();
    const { Permits } = await import('./coordination/permits.ts');
    return new Permits(coordination);
  }

  async #call(
    effect: Effect,
    permits: readonly Grant[],
    lost: AbortSignal | null,
  ): Promise<EffectAnswer | 'lost'> {
    const { name, args, key } = effect;
    const own = this.#signal;
    const signal = lost === null ? own : AbortSignal.any([own, lost]);
    const { schemes, effects, keyPrefix } = this.#options;
    if (isSchemeCall(name)) return (await schemes.calls()).call(name, args, key, signal);
    const elsewhere = lost === null ? null : schemes.elsewhere(permits);
    const end = elsewhere === null ? 'absent' : await elsewhere(effect, permits, signal);
    // Where its program is not at work it runs here after all.
    if (end !== 'absent') return end;
    const body = effects.get(name);
    if (body === undefined) return { ok: false, message: `there is no effect named ${name} here` };
    return body(args, { key: `${keyPrefix}${key}`, signal, permits });
  }

  #dropFrom(waiting: Ready[], key: string): void {
    for (const { effect } of [...waiting]) {
      if (effect.permit?.key !== key) continue;
      waiting.splice(
        waiting.findIndex((one) => one.effect === effect),
        1,
      );
      this.#answer(effect, ABANDONED);
    }
  }

  #count(key: string, by: number): void {
    const left = (this.#users.get(key) ?? 0) + by;
    if (left > 0) {
      this.#users.set(key, left);
      return;
    }
    this.#users.delete(key);
    if (this.#abandoned.delete(key)) this.release([key]);
  }

  #answer(effect: Effect, answer: EffectAnswer): void {
    if (effect.permit !== null) this.#count(effect.permit.key, -1);
    this.#answers.push({ effect, answer });
    this.#options.onNews();
  }
}

const ABANDONED: EffectAnswer = { ok: false, message: 'nobody waits for it' };

/** A use of a rate is now, or it is not of this moment; and a call of a scheme may be what others wait for. */
function isFree(effect: Effect, grants: readonly Grant[]): boolean {
  return isSchemeCall(effect.name) || grants.some(({ scheme }) => scheme === 'tokens');
}
