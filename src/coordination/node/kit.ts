// What a node needs of a scheme in order to run it: who its members are, at which node each of them is, and its machine. One
// kit for each scheme, all of one type: messages and states are opaque to the node that carries them.
import {
  assert,
  type Ctx,
  type Effect,
  type Input,
  type Millis,
  type NodeId,
  type Result,
} from '../../base/index.ts';
import type { WorkerLoad } from '../balance/index.ts';
import type { BadOption, RequestId, Scheme } from '../scheme.ts';
import type { Definition } from './definition.ts';
import type { Holding } from './messages.ts';
import type { Resuming } from './resume.ts';
import type { Grant } from './wish.ts';

/** Members of a scheme, by the node that hosts them, and what their machines are made with. */
export interface Layout {
  readonly hosts: ReadonlyMap<NodeId, NodeId>;
  readonly config: unknown;
  /** The member that is told of another rate. */
  readonly ledger?: NodeId;
}

export type KitEvent =
  | { readonly type: 'entered'; readonly request: RequestId; readonly grant: Grant }
  | { readonly type: 'refused'; readonly request: RequestId; readonly why: string }
  | { readonly type: 'lost'; readonly request: RequestId };

export interface Kit {
  layout(definition: Definition, nodes: readonly NodeId[]): Layout;
  create(config: unknown, member: NodeId, generation: number): unknown;
  /** Tells a new member of what is held. */
  resume(
    state: unknown,
    member: NodeId,
    held: readonly Holding[],
    resuming: Resuming,
    ctx: Ctx,
  ): void;
  step(
    state: unknown,
    input: Input<unknown, unknown>,
    ctx: Ctx,
  ): readonly Effect<unknown, KitEvent>[];
  /** What workers have to do as far as this member knows: of those that it has heard of, the last that each has said. */
  loads(state: unknown, now: Millis): readonly WorkerLoad[];
}

/** A kit from a scheme: `parts.see` reads its events; those that are nobody's business here are left out. */
export function kitOf<D extends Definition, O, C, S, M, K extends Typed, E extends Typed>(
  scheme: Scheme<O, C, S, M, K, E, unknown>,
  layout: (definition: D, nodes: readonly NodeId[]) => Layout,
  parts: {
    create(config: C, member: NodeId, generation: number): S;
    resume(state: S, member: NodeId, held: readonly Holding[], resuming: Resuming, ctx: Ctx): void;
    see(event: E, member: NodeId): KitEvent | null;
    loads?(state: S, now: Millis): readonly WorkerLoad[];
  },
): Kit {
  return {
    layout: (definition, nodes) => layout(definition as D, nodes),
    create: (config, member, generation) => parts.create(config as C, member, generation),
    resume: (state, member, held, resuming, ctx) =>
      parts.resume(state as S, member, held, resuming, ctx),
    step(state, input, ctx) {
      const effects = scheme.step(state as S, input as Input<M, K>, ctx);
      return effects.flatMap((effect): Effect<unknown, KitEvent>[] => {
        if (effect.type !== 'event') return [effect];
        const seen = parts.see(effect.event, ctx.self);
        return seen === null ? [] : [{ type: 'event', event: seen }];
      });
    },
    loads: (state, now) => parts.loads?.(state as S, now) ?? [],
  };
}

interface Typed {
  readonly type: string;
}

/** What was checked when it was defined can be configured. */
export function configured<C>(result: Result<C, BadOption>): C {
  assert(result.ok, 'a definition that was checked is right', result);
  return result.value;
}
