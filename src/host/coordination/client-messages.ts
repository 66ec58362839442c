// What a client of the schemes and the node that has its session say to each other. Requests are numbers of the client; a node names
// them after the session. A client has the secret of the cluster and may still be wrong: what does not look as it should is
// refused with a sentence, or dropped.
import { fail, ok, type Result } from '../../base/index.ts';
import { type Definition, define, type Grant, type Wish } from '../../coordination/index.ts';
import {
  anything,
  byType,
  flag,
  type Given,
  id,
  judged,
  listOf,
  oneOf,
  real,
  text,
  whole,
} from '../../dht/index.ts';
import { wishOf } from './wishes.ts';

const session = id<string>(100);
const request = whole(1);
const name = text(2 ** 20);
const scheme = oneOf('tokens', 'groups', 'pools', 'balance');

const toNode = byType({
  attach: { session, isNew: flag },
  /** Answered with `alive`, by the same number. */
  ping: { number: whole() },
  create: { request, scheme, name, options: anything },
  resize: { request, name, rate: real },
  /** A call that enters, as `pools.take`, and its arguments. */
  enter: { request, call: text(20), args: listOf(anything, 2) },
  status: { request, scheme, name },
  leave: { request },
  end: {},
});

const toClient = byType({
  attached: {
    session,
    held: listOf(anything, 1_000_000),
    waiting: listOf(request, 1_000_000),
  },
  elsewhere: { session, address: text(300) },
  ended: { session },
  busy: { session },
  alive: { number: whole() },
  done: { request },
  refused: { request, why: text(2 ** 24) },
  entered: { request, grant: anything },
  status: { request, status: anything },
  lost: { request },
});

export type ToNode = Given<typeof toNode>;
export type ToClient = Given<typeof toClient>;

/** What a client says it holds, or a node grants; nodes are trusted. */
export interface HeldRequest {
  readonly request: number;
  readonly grant: Grant;
}

export function readToNode(message: unknown): ToNode | null {
  const read = judged(toNode, message);
  return read.ok ? read.value : null;
}

export function readToClient(message: unknown): ToClient | null {
  const read = judged(toClient, message);
  return read.ok ? read.value : null;
}

/** A wish as the call that asks for it. */
export function callOf(wish: Wish): { readonly call: string; readonly args: readonly unknown[] } {
  switch (wish.scheme) {
    case 'tokens':
      return { call: 'tokens.use', args: [wish.name] };
    case 'groups':
      return { call: 'groups.enter', args: [wish.name, wish.group] };
    case 'pools':
      return { call: 'pools.take', args: [wish.needs] };
    case 'balance':
      return { call: 'balance.task', args: [wish.cost, wish.where] };
  }
}

/** What a client asks for, judged as if it had come from here. */
export function wishFrom({ call, args }: Extract<ToNode, { type: 'enter' }>): Result<Wish, string> {
  return wishOf(call, args);
}

/** The options that a definition was made of. */
export function optionsOf({ scheme: _scheme, name: _name, ...options }: Definition): object {
  if ('rate' in options) {
    const { rate, walking } = options;
    return walking === undefined ? { rate } : { rate, scheme: 'walking', ...walking };
  }
  if (!('isUsual' in options)) return options;
  const { isUsual: _isUsual, ...given } = options;
  return given;
}

export function definitionFrom({
  scheme: kind,
  name: called,
  options,
}: Extract<ToNode, { type: 'create' }>): Result<Definition, string> {
  const isRecord = typeof options === 'object' && options !== null && !Array.isArray(options);
  if (!isRecord) return fail(`${kind}.create needs options`);
  const definition = define(kind, called, options as Readonly<Record<string, unknown>>);
  return definition.ok ? ok(definition.value) : definition;
}
