// Calls of `hocl:tokens`, `hocl:groups`, `hocl:pools` and `hocl:balance` that rules make as plain effects. What such a call enters
// is held until another call ends it: its answer is a record that names the hold.
import { type SchemeName, wrongRateOf } from '../../coordination/index.ts';
import {
  type EffectAnswer,
  type Event,
  fromHost,
  fromJson,
  type Molecule,
} from '../../runtime/index.ts';
import { messageOf } from '../module-functions.ts';
import { type Coordination, CoordinationError, type Stay } from './coordination.ts';
import { isSchemeCall } from './is-scheme-call.ts';
import { definitionOf, nameIn, plainOf, wishOf } from './wishes.ts';

/** The calls of one run: it knows what they hold. */
export class SchemeCalls {
  readonly #coordination: Coordination;
  readonly #maker: string;
  readonly #held = new Map<string, Stay>();

  /** `maker` tells runs apart that share a coordination. */
  constructor(coordination: Coordination, maker: string) {
    this.#coordination = coordination;
    this.#maker = maker;
  }

  /** Carries out a call under the key of its effect; never rejects. */
  async call(
    name: string,
    args: readonly Molecule[],
    key: string,
    signal?: AbortSignal,
  ): Promise<EffectAnswer> {
    try {
      const value = fromHost(await this.#answer(name, args.map(plainOf), key, signal));
      return value.ok ? value : { ok: false, message: value.error };
    } catch (error) {
      return { ok: false, message: messageOf(error) };
    }
  }

  async #answer(
    name: string,
    args: readonly unknown[],
    key: string,
    signal: AbortSignal | undefined,
  ): Promise<unknown> {
    switch (name) {
      case 'tokens.create':
      case 'groups.create':
      case 'pools.create':
      case 'balance.create': {
        const [scheme] = name.split('.') as [SchemeName];
        const definition = definitionOf(scheme, args);
        if (!definition.ok) throw new CoordinationError(definition.error);
        await this.#coordination.create(definition.value, `${this.#maker}${key}`);
        const { value } = definition;
        return value.scheme === 'balance' ? value.workers : value.name;
      }
      case 'tokens.resize': {
        const [tokens, rate] = args as [string, number];
        const wrong = wrongRateOf(tokens, rate);
        if (wrong !== undefined) throw new CoordinationError(wrong);
        await this.#coordination.resize(tokens, rate);
        return tokens;
      }
      case 'tokens.status':
      case 'groups.status':
      case 'pools.status':
      case 'balance.status': {
        const [scheme] = name.split('.') as [SchemeName];
        const asked = nameIn(scheme, args);
        if (!asked.ok) throw new CoordinationError(asked.error);
        return this.#coordination.status(scheme, asked.value);
      }
      case 'groups.leave':
      case 'pools.release':
      case 'balance.done':
        return this.#leave(name, args[0]);
      default:
        return this.#enter(name, args, key, signal);
    }
  }

  async #enter(
    name: string,
    args: readonly unknown[],
    key: string,
    signal: AbortSignal | undefined,
  ): Promise<unknown> {
    const wish = wishOf(name, args);
    if (!wish.ok) throw new CoordinationError(wish.error);
    const stay = await this.#coordination.enter(wish.value, signal);
    const { grant } = stay;
    if (grant.scheme === 'tokens') {
      stay.leave();
      return args[0];
    }
    this.#held.set(key, stay);
    switch (grant.scheme) {
      case 'groups':
        return { hold: key, fence: [grant.fence.view, grant.fence.count] };
      case 'pools':
        return { hold: key, units: grant.units };
      case 'balance':
        return { hold: key, worker: grant.worker };
    }
  }

  #leave(name: string, value: unknown): boolean {
    const { hold } = value as { readonly hold?: unknown };
    const stay = typeof hold === 'string' ? this.#held.get(hold) : undefined;
    const scheme = name.slice(0, name.indexOf('.'));
    if (stay?.wish.scheme !== scheme) {
      throw new CoordinationError(`${name} is given no hold, or one that has ended`);
    }
    this.#held.delete(hold as string);
    stay.leave();
    return true;
  }

  /**
   * Brings back what recorded calls have left behind: schemes that were created and holds that were not ended. Everything that
   * is entered was so at one time, so none of it waits for another.
   */
  async restore(events: readonly Event[]): Promise<void> {
    for (const { name, args, key } of callsToRepeat(events)) {
      const answer = await this.call(name, args, key);
      if (!answer.ok)
        throw new CoordinationError(`${name} cannot be brought back: ${answer.message}`);
    }
  }
}

interface RecordedCall {
  readonly name: string;
  readonly args: readonly Molecule[];
  readonly key: string;
}

/** The calls that were answered well and still count, in their order. */
function callsToRepeat(events: readonly Event[]): readonly RecordedCall[] {
  const asked = new Map<string, RecordedCall>();
  const done: RecordedCall[] = [];
  for (const event of events) {
    if (event.type === 'effect' && isSchemeCall(event.name)) {
      const args = event.args.flatMap((arg) => {
        const molecule = fromJson(arg);
        return molecule.ok ? [molecule.value] : [];
      });
      asked.set(event.key, { name: event.name, args, key: event.key });
    } else if (event.type === 'answer' && !event.failed) {
      const call = asked.get(event.key);
      if (call !== undefined && !isMoment(call.name)) done.push(call);
    }
  }
  const ended = new Set(done.map(({ args }) => holdOf(args)));
  const isOver = ({ name, key, args }: RecordedCall): boolean =>
    ended.has(key) || (ENDINGS.includes(name) && holdOf(args) !== undefined);
  return done.filter((call) => !isOver(call));
}

/** What such a call was answered leaves nothing behind. */
function isMoment(name: string): boolean {
  return name === 'tokens.use' || name.endsWith('.status');
}

const ENDINGS = ['groups.leave', 'pools.release', 'balance.done'];

/** The hold that a call ends, if it is one that ends holds. */
function holdOf(args: readonly Molecule[]): string | undefined {
  const [first] = args;
  if (first === undefined) return undefined;
  const value = plainOf(first);
  const hold =
    typeof value === 'object' && value !== null ? (value as { hold?: unknown }).hold : null;
  return typeof hold === 'string' ? hold : undefined;
}
