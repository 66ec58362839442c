// A toy that shows what a cluster may break: coins that are passed between flasks, a toll that some of them pay by an
// effect, and notes of clients. No coin may be lost or doubled. Each flask keeps hashes of all that it has sent to
// and got from each other one, so that in the end they can be compared: exactly once, in order.
import { hashText } from '../../src/base/index.ts';
import {
  type Endpoint,
  type FlaskApp,
  type FlaskId,
  type FlaskOutput,
  flaskOf,
  isFlask,
  solutionOf,
} from '../../src/dht/index.ts';
import { fromJsonBytes, toJsonBytes } from '../../src/dht/json-bytes.ts';

export interface CoinSpec {
  readonly flasks: number;
  readonly coins: number;
  readonly hops: number;
  /** How many bytes travel with each coin. */
  readonly bulk: number;
}

interface Coin {
  readonly name: string;
  readonly hops: number;
}

interface Flow {
  count: number;
  hash: number;
}

export interface Coins {
  readonly flask: FlaskId;
  spec: CoinSpec | null;
  draw: number;
  moving: Coin[];
  rested: string[];
  /** Those that wait for their toll, by the key of the effect. */
  held: Record<string, Coin>;
  tolls: number;
  sent: Record<string, Flow>;
  got: Record<string, Flow>;
}

export const coinApp: FlaskApp<Coins> = {
  create: (flask) => ({
    ...{ flask, spec: null, draw: hashText(flask), moving: [], rested: [], held: {}, tolls: 0 },
    ...{ sent: {}, got: {} },
  }),
  restore: (_flask, snapshot) => {
    const read = fromJsonBytes(snapshot);
    if (!read.ok) throw new Error(read.error);
    return read.value as Coins;
  },
  snapshot: (state) => toJsonBytes(state),
  step(state, input) {
    const outputs: FlaskOutput[] = [];
    switch (input.type) {
      case 'begin': {
        if (state.spec) throw new Error(`${state.flask} begins twice`);
        const read = fromJsonBytes(input.spec);
        if (!read.ok) throw new Error(read.error);
        state.spec = read.value as CoinSpec;
        const { coins, hops } = state.spec;
        state.moving = Array.from({ length: coins }, (_, at) => ({
          name: `${state.flask}.${at}`,
          hops,
        }));
        break;
      }
      case 'message':
        if (!state.spec) throw new Error(`${state.flask} hears something before it begins`);
        hear(state, input.from, input.message, outputs);
        break;
      case 'answer': {
        const coin = state.held[input.key];
        if (!coin) throw new Error(`${state.flask}: ${input.key} is answered twice`);
        delete state.held[input.key];
        state.moving.push({ ...coin, hops: coin.hops - Number(input.answer) });
        break;
      }
      case 'run':
        for (let at = 0; at < input.reactions && state.moving.length > 0; at++) {
          pass(state, outputs);
        }
        break;
    }
    const event = { input: input.type, moving: state.moving.length, flows: hashOf(state) };
    return [...outputs, { type: 'event', event }];
  },
  isHungry: ({ moving }) => moving.length > 0,
  status: ({ moving, rested }) => ({ moving: moving.length, rested: rested.length }),
};

/** The effect: a coin loses one hop by paying. */
export const payToll = (): number => 1;

function hear(state: Coins, from: Endpoint, message: unknown, outputs: FlaskOutput[]): void {
  flow(state.got, from, message);
  if (!isFlask(from)) {
    answer(state, from, { echo: message }, outputs);
    return;
  }
  const { name, hops } = message as Coin;
  state.moving.push({ name, hops });
}

function pass(state: Coins, outputs: FlaskOutput[]): void {
  const coin = state.moving.shift() as Coin;
  const spec = state.spec as CoinSpec;
  if (coin.hops <= 0) {
    state.rested.push(coin.name);
  } else if (coin.hops % 4 === 0) {
    const key = `toll-${state.tolls++}`;
    state.held[key] = coin;
    outputs.push({ type: 'effect', key, name: 'toll', args: { coin: coin.name } });
  } else {
    state.draw = (Math.imul(state.draw, 1664525) + 1013904223) >>> 0;
    const to = flaskOf(solutionOf(state.flask), (state.draw >>> 8) % spec.flasks);
    const bulk = new Uint8Array(spec.bulk).fill(coin.hops);
    answer(state, to, { name: coin.name, hops: coin.hops - 1, bulk }, outputs);
  }
}

function answer(state: Coins, to: Endpoint, message: unknown, outputs: FlaskOutput[]): void {
  flow(state.sent, to, message);
  outputs.push({ type: 'send', to, message });
}

function flow(flows: Record<string, Flow>, other: Endpoint, message: unknown): void {
  const known = flows[other] ?? { count: 0, hash: 1 };
  known.count++;
  known.hash = hashText(JSON.stringify(message), known.hash);
  flows[other] = known;
}

function hashOf({ sent, got }: Coins): number {
  return hashText(JSON.stringify([sent, got]));
}
