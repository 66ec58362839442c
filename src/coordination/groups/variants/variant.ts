// The frame of the variants: an algorithm of group mutual exclusion that can only request, receive and exit
// becomes a machine with the commands and events of member.ts. One request at a time, no leases and no views:
// variants are there to be compared and to be caught, not to be used.
import type { Ctx, Effect, Input, NodeId } from '../../../base/index.ts';
import type { RequestId } from '../../scheme.ts';
import type { Groups } from '../layout.ts';
import type { GroupsCommand, GroupsEvent } from '../member.ts';

export type Phase = 'idle' | 'requesting' | 'inside';

/** What an algorithm does; it changes its own state, and may move itself to `inside`. */
export interface Algorithm<S extends { phase: Phase }, M> {
  readonly name: string;
  /** What is known to go wrong, or undefined if nothing is. */
  readonly unsafe?: string;
  create(groups: Groups, self: NodeId): S;
  request(state: S, send: SendTo<M>): void;
  receive(state: S, from: NodeId, message: M, send: SendTo<M>): void;
  exit(state: S, send: SendTo<M>): void;
}

export type SendTo<M> = (to: NodeId, message: M) => void;

export interface VariantState<S> {
  /** Of whom the request or the entry is; nobody's entries are faults of the algorithm. */
  request: RequestId | undefined;
  entries: number;
  readonly inner: S;
}

export interface Variant<S, M> {
  readonly name: string;
  readonly unsafe: string | undefined;
  create(groups: Groups, self: NodeId): VariantState<S>;
  step(
    state: VariantState<S>,
    input: Input<M, GroupsCommand>,
    ctx: Ctx,
  ): readonly Effect<M, GroupsEvent>[];
}

export const nobody = 'nobody';

export function variantOf<S extends { phase: Phase }, M>(
  algorithm: Algorithm<S, M>,
): Variant<S, M> {
  return {
    name: algorithm.name,
    unsafe: algorithm.unsafe,
    create: (groups, self) => ({
      request: undefined,
      entries: 0,
      inner: algorithm.create(groups, self),
    }),
    step(state, input) {
      const effects: Effect<M, GroupsEvent>[] = [];
      const send: SendTo<M> = (to, message) => effects.push({ type: 'send', to, message });
      const wasInside = state.inner.phase === 'inside';
      if (input.type === 'message') {
        algorithm.receive(state.inner, input.from, input.message, send);
      } else if (input.type === 'command') {
        obey(algorithm, state, input.command, send, effects);
      }
      if (!wasInside && state.inner.phase === 'inside') {
        state.entries++;
        const fence = { view: 0, count: state.entries };
        const request = state.request ?? nobody;
        effects.push({ type: 'event', event: { type: 'entered', request, fence } });
      }
      return effects;
    },
  };
}

function obey<S extends { phase: Phase }, M>(
  algorithm: Algorithm<S, M>,
  state: VariantState<S>,
  command: GroupsCommand,
  send: SendTo<M>,
  effects: Effect<M, GroupsEvent>[],
): void {
  switch (command.type) {
    case 'enter':
      if (state.inner.phase === 'idle') {
        state.request = command.request;
        algorithm.request(state.inner, send);
      } else {
        const why = 'one request at a time';
        effects.push({ type: 'event', event: { type: 'refused', request: command.request, why } });
      }
      break;
    case 'leave':
      if (state.inner.phase === 'inside') {
        state.request = undefined;
        effects.push({ type: 'event', event: { type: 'left', request: command.request } });
        algorithm.exit(state.inner, send);
      }
      break;
    case 'start':
    case 'view':
    case 'lease':
      break;
  }
}

/** Earlier by number, then by name: the order of Ricart and Agrawala. */
export function comesBefore(a: number, nodeA: NodeId, b: number, nodeB: NodeId): boolean {
  return a < b || (a === b && nodeA < nodeB);
}
