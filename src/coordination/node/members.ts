// The members of schemes that a node hosts: their steps, their messages and timers, and their news for whoever had the wish.
import { assert, type Ctx, type Input, type NodeId, timerId } from '../../base/index.ts';
import type { RequestId } from '../scheme.ts';
import { type Aim, aimOf, located, whyNot, workersOf } from './aim.ts';
import type { KitEvent } from './kit.ts';
import type { SchemeMessage } from './messages.ts';
import {
  type NodeState,
  nameOf,
  type Out,
  order,
  orderLeave,
  refuse,
  sendTo,
  tell,
  type Wished,
} from './node-state.ts';
import { giveBack, grantTo } from './notes.ts';
import { mustWait } from './quiet.ts';
import type { Wish } from './wish.ts';

/** Epochs of tokens grow over generations, as fences do. */
const epochsInGeneration = 1_000_000;

/** Enters again for every wish that no member has. */
export function enterWaiting(state: NodeState, ctx: Ctx, out: Out): void {
  for (const [request, { wish, aim, grant, session }] of [...state.wishes]) {
    if (aim !== null || grant !== null) continue;
    enter(state, request, wishAgain(state, wish), session, ctx, out);
  }
}

/** A wish of the owner, new or from an earlier generation. */
export function enter(
  state: NodeState,
  request: RequestId,
  wish: Wish,
  session: string | null,
  ctx: Ctx,
  out: Out,
): void {
  const wished: Wished = { wish, aim: null, grant: null, session, unnoted: null };
  state.wishes.set(request, wished);
  if (!state.isRunning) return;
  const why = whyNot(state, wish);
  if (why !== undefined) {
    state.wishes.delete(request);
    refuse(request, why, out);
    return;
  }
  if (mustWait(state, session, wish, ctx)) return;
  // Until it is settled who the workers are, a task waits.
  if (wish.scheme === 'balance' && !state.instances.has('balance')) return;
  // What a client works on lies with the client.
  const { aim, fields } = aimOf(state, session === null ? located(state, wish) : wish, ctx);
  wished.aim = aim;
  order(state, aim, { type: 'enter', request: nameOf(state.self, request), ...fields }, out);
}

export function leave(state: NodeState, request: RequestId, out: Out): void {
  const wished = state.wishes.get(request);
  if (wished === undefined) return;
  state.wishes.delete(request);
  const { aim, grant, session } = wished;
  if (aim === null || !state.isRunning) return;
  if (grant === null) orderLeave(state, aim, request, out);
  else giveBack(state, request, { grant, session, aim }, out);
}

/** What members say: heard if it is of this generation and of a scheme that is known, kept if it comes early. */
export function hearScheme(
  state: NodeState,
  from: NodeId,
  message: SchemeMessage,
  ctx: Ctx,
  out: Out,
): void {
  if (message.generation < state.generation) return;
  const isKnown = message.type === 'won' || state.instances.has(message.scheme);
  if (message.generation > state.generation || !state.isRunning || !isKnown) {
    state.early.push({ from, message });
    return;
  }
  switch (message.type) {
    case 'member': {
      const input = { type: 'message', from: message.from, message: message.message } as const;
      run(state, { scheme: message.scheme, member: message.to }, input, ctx, out);
      break;
    }
    case 'command': {
      const input = { type: 'command', command: message.command } as const;
      run(state, { scheme: message.scheme, member: message.to }, input, ctx, out);
      break;
    }
    case 'won': {
      const { request, worker } = message;
      const wished = state.wishes.get(request);
      // Whoever has given up meanwhile has told a worker that may have passed it on: it is told here.
      if (wished === undefined) {
        orderLeave(state, { scheme: 'balance', member: worker }, request, out);
        return;
      }
      wished.aim = { scheme: 'balance', member: worker };
      grantTo(state, request, wished, { scheme: 'balance', worker, node: from }, out);
      break;
    }
  }
}

/** Lets a member that is hosted here take a step, and carries out what it wants done. */
export function run(
  state: NodeState,
  at: Aim,
  input: Input<unknown, unknown>,
  ctx: Ctx,
  out: Out,
): void {
  const instance = state.instances.get(at.scheme);
  const member = instance?.members.get(at.member);
  if (instance === undefined || member === undefined) return;
  const effects = instance.kit.step(member, input, { ...ctx, self: at.member });
  for (const effect of effects) {
    switch (effect.type) {
      case 'send': {
        const host = instance.hosts.get(effect.to);
        assert(host !== undefined, 'a member speaks to another one', effect.to);
        const { scheme, member: from } = at;
        const { generation } = state;
        const { to, message } = effect;
        sendTo(state, host, { type: 'member', generation, scheme, from, to, message }, out);
        break;
      }
      case 'set-timer':
      case 'cancel-timer': {
        const timer = timerId(JSON.stringify([at.scheme, at.member, effect.timer]));
        if (effect.type === 'set-timer') state.timers.add(timer);
        else state.timers.delete(timer);
        out.effects.push({ ...effect, timer });
        break;
      }
      case 'event':
        see(state, at, effect.event, out);
        break;
    }
  }
}

/** News of a member, for whoever had the wish: here, or at the node that offered a task. */
function see(state: NodeState, at: Aim, event: KitEvent, out: Out): void {
  const [owner, request] = JSON.parse(event.request) as [NodeId, RequestId];
  const { generation } = state;
  if (event.type === 'entered' && event.grant.scheme === 'balance') {
    sendTo(state, owner, { type: 'won', generation, request, worker: at.member }, out);
    return;
  }
  const wished = state.wishes.get(request);
  if (wished === undefined) return;
  if (event.type !== 'entered') {
    state.wishes.delete(request);
    tell({ ...event, request }, out);
    return;
  }
  const { grant } = event;
  const now =
    grant.scheme === 'tokens'
      ? { ...grant, epoch: grant.epoch + generation * epochsInGeneration }
      : grant;
  grantTo(state, request, wished, now, out);
}

/** A wish as it can be entered again: data that lay with a worker who is gone lie nowhere. */
export function wishAgain(state: NodeState, wish: Wish): Wish {
  if (wish.scheme !== 'balance') return wish;
  const workers = workersOf(state);
  const where = Object.entries(wish.where).filter(([worker]) => workers.includes(worker));
  return { ...wish, where: Object.fromEntries(where) };
}
