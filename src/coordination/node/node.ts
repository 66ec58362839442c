// One node of all four schemes, as one machine: it hosts members of every scheme that was created, carries their messages, and
// knows which wish belongs to which member. Whoever drives nodes (one process with timers, a cluster, the simulator) sees only
// this machine. To read next: members.ts (what runs), naming.ts (what is created), generation.ts (who is there).
import {
  type Ctx,
  type Effect,
  type Input,
  type NodeId,
  nodeId,
  timerId,
  unreachable,
} from '../../base/index.ts';
import { noSuch } from './aim.ts';
import {
  adoptView,
  beginOf,
  hearAgain,
  hearBegin,
  hearClaims,
  hearGather,
  isolate,
} from './generation.ts';
import { enter, enterWaiting, hearScheme, leave, run } from './members.ts';
import type { NodeCommand, NodeEvent, NodeMessage } from './messages.ts';
import {
  askFirst,
  create,
  createUsualBalance,
  hearCreate,
  hearCreated,
  hearDefine,
  hearDefined,
} from './naming.ts';
import { keyOf, type NodeState, type Out, refuse, sendTo } from './node-state.ts';
import { hearNote } from './notes.ts';
import { quietTimer } from './quiet.ts';
import { attach, endSession, endSilent, hearOf, isWelcome, sessionsTimer } from './sessions.ts';
import { askStatus } from './status.ts';

const repeatTimer = timerId('repeat');
/** After how long what is not answered is said again. */
const repeatMs = 500;

export function stepCoordination(
  state: NodeState,
  input: Input<NodeMessage, NodeCommand>,
  ctx: Ctx,
): readonly Effect<NodeMessage, NodeEvent>[] {
  const out: Out = { effects: [], own: [] };
  switch (input.type) {
    case 'command':
      obey(state, input.command, ctx, out);
      break;
    case 'message':
      hear(state, input.from, input.message, ctx, out);
      break;
    case 'timer':
      ring(state, input.timer, ctx, out);
      break;
  }
  for (let message = out.own.shift(); message !== undefined; message = out.own.shift()) {
    hear(state, state.self, message, ctx, out);
  }
  const mustRepeat = isUnanswered(state);
  if (mustRepeat && !state.isRepeating) {
    out.effects.push({ type: 'set-timer', timer: repeatTimer, afterMs: repeatMs });
  }
  state.isRepeating = mustRepeat;
  return out.effects;
}

function obey(state: NodeState, command: NodeCommand, ctx: Ctx, out: Out): void {
  switch (command.type) {
    case 'start':
      break;
    case 'create': {
      const { request, definition } = command;
      const by = command.by ?? JSON.stringify([state.self, request]);
      create(state, request, { definition, by }, false, out);
      break;
    }
    case 'resize': {
      const { request, name, rate } = command;
      const known = state.definitions.get(keyOf('tokens', name));
      if (known?.scheme !== 'tokens') {
        refuse(request, noSuch('tokens', name), out);
        return;
      }
      const by = state.makers.get(keyOf('tokens', name)) ?? '';
      create(state, request, { definition: { ...known, rate }, by }, true, out);
      break;
    }
    case 'enter':
      if (
        command.session !== undefined &&
        !isWelcome(state, command.session, command.request, out)
      ) {
        return;
      }
      // Nobody has said who the workers are, so the nodes are; the task waits until that is settled.
      if (command.wish.scheme === 'balance' && state.isRunning) createUsualBalance(state, out);
      enter(state, command.request, command.wish, command.session ?? null, ctx, out);
      break;
    case 'status':
      askStatus(state, command.request, command, ctx, out);
      break;
    case 'attach':
      attach(state, command.session, command.isNew, ctx, out);
      break;
    case 'heard':
      hearOf(state, command.session, ctx, out);
      break;
    case 'end':
      endSession(state, command.session, out);
      break;
    case 'leave':
      leave(state, command.request, out);
      break;
    case 'view':
      adoptView(state, command.number, command.nodes, command.isBack ?? false, out);
      break;
    case 'reconnected':
      if (state.isRunning) state.doubted = state.generation;
      doubt(state, out);
      break;
    case 'isolated':
      isolate(state, out);
      break;
    case 'connected':
      state.isIsolated = false;
      doubt(state, out);
      break;
    default:
      unreachable(command);
  }
}

function hear(state: NodeState, from: NodeId, message: NodeMessage, ctx: Ctx, out: Out): void {
  switch (message.type) {
    case 'member':
    case 'command':
    case 'won':
      hearScheme(state, from, message, ctx, out);
      break;
    case 'create':
      hearCreate(state, from, message, out);
      break;
    case 'define':
      hearDefine(state, from, message, ctx, out);
      break;
    case 'defined':
      hearDefined(state, from, message, out);
      break;
    case 'created':
      hearCreated(state, message, out);
      break;
    case 'gather':
      hearGather(state, from, message.generation, ctx, out);
      break;
    case 'claims':
      hearClaims(state, from, message, out);
      break;
    case 'begin':
      hearBegin(state, from, message, ctx, out);
      break;
    case 'begun':
      if (state.leading?.generation === message.generation) state.leading.slow.delete(from);
      break;
    case 'again':
      hearAgain(state, message.generation, out);
      break;
    case 'note':
    case 'noted':
    case 'forget':
    case 'forgot':
      hearNote(state, from, message, out);
      break;
    default:
      unreachable(message);
  }
}

function ring(state: NodeState, timer: string, ctx: Ctx, out: Out): void {
  if (timer === sessionsTimer) {
    endSilent(state, ctx, out);
    return;
  }
  if (timer === quietTimer) {
    if (state.isRunning) enterWaiting(state, ctx, out);
    return;
  }
  if (timer !== repeatTimer) {
    const [scheme = '', member = '', name = ''] = JSON.parse(timer) as string[];
    state.timers.delete(timerId(timer));
    const at = { scheme, member: nodeId(member) };
    run(state, at, { type: 'timer', timer: timerId(name) }, ctx, out);
    return;
  }
  state.isRepeating = false;
  for (const request of state.creations.keys()) askFirst(state, request, out);
  doubt(state, out);
  const { leading } = state;
  if (leading === null) return;
  const { generation, nodes, claims, slow, defining } = leading;
  for (const node of nodes) {
    if (!leading.hasBegun) {
      if (!claims.has(node)) sendTo(state, node, { type: 'gather', generation }, out);
    } else if (slow.has(node)) sendTo(state, node, beginOf(leading), out);
  }
  for (const [number, { made, waits }] of defining) {
    for (const node of waits)
      sendTo(state, node, { type: 'define', generation, number, made }, out);
  }
}

function doubt(state: NodeState, out: Out): void {
  const [first] = state.nodes;
  if (state.doubted === null || first === undefined) return;
  sendTo(state, first, { type: 'again', generation: state.doubted }, out);
}

/** Whether this node has said something that must be answered. */
function isUnanswered({ creations, leading, doubted }: NodeState): boolean {
  if (creations.size > 0 || doubted !== null) return true;
  return (
    leading !== null && (!leading.hasBegun || leading.slow.size > 0 || leading.defining.size > 0)
  );
}
