// From one generation to the next, whenever it changes who is there, or a message may have been lost. The first node of a view has
// all stop and say what they hold; then all go on with new members of every scheme, in which those who live hold what they held,
// and what the dead held is free. So no scheme has to survive a crash: what it knew is with those who held something.
//
// Whoever hands out views promises that a node that is left out of one has stopped.
import type { Ctx, NodeId } from '../../base/index.ts';
import { aimOf } from './aim.ts';
import type { Definition } from './definition.ts';
import { enterWaiting, hearScheme, wishAgain } from './members.ts';
import type { ControlMessage, Holding, Made } from './messages.ts';
import { askFirst, createUsualBalance, startScheme } from './naming.ts';
import { keyOf, leadingOf, type NodeState, nameOf, type Out, sendTo, tell } from './node-state.ts';
import {
  giveBack,
  hearEarlyNotes,
  holdingOf,
  keepNotes,
  orphansOf,
  spokenFor,
  tellGranted,
} from './notes.ts';
import { beQuiet } from './quiet.ts';
import { adoptOrphans, dropSessions, patienceMs } from './sessions.ts';
import { answerAsked } from './status.ts';

/** So many generations a view may have. */
const generationsInView = 1000;

/** A view: its first node begins a generation with it. */
export function adoptView(
  state: NodeState,
  number: number,
  nodes: readonly NodeId[],
  isBack: boolean,
  out: Out,
): void {
  if (number <= state.view) return;
  state.view = number;
  state.leading = null;
  if (nodes[0] === state.self) lead(state, number * generationsInView, nodes, isBack, out);
}

/** Begins a generation: everybody is asked to stop, again and again until he has answered. */
function lead(
  state: NodeState,
  generation: number,
  nodes: readonly NodeId[],
  isBack: boolean,
  out: Out,
): void {
  state.leading = leadingOf(generation, nodes, isBack);
  for (const node of nodes) sendTo(state, node, { type: 'gather', generation }, out);
}

/** Stops, and says what is held here; a repetition is answered as before. */
export function hearGather(
  state: NodeState,
  from: NodeId,
  generation: number,
  ctx: Ctx,
  out: Out,
): void {
  if (state.isIsolated) return;
  if (generation < state.generation || (generation === state.generation && state.isRunning)) return;
  if (generation > state.generation) {
    stop(state, out);
    state.saidIn = state.generation;
  }
  state.generation = generation;
  const held = [...state.wishes.keys()].flatMap((request) => holdingOf(state, request) ?? []);
  const notes = [...state.notes.values()];
  const { saidIn, begun } = state;
  const sessions = spokenFor(state);
  const quietMs = Math.max(0, state.quietUntilMs - ctx.now);
  const claims = { saidIn, begun, held, known: knownOf(state), notes, sessions, quietMs };
  sendTo(state, from, { type: 'claims', generation, ...claims }, out);
}

/** Members are no more, and their timers neither; wishes wait. */
export function stop(state: NodeState, out: Out): void {
  state.isRunning = false;
  state.doubted = null;
  state.instances.clear();
  for (const timer of state.timers) out.effects.push({ type: 'cancel-timer', timer });
  state.timers.clear();
  for (const wished of state.wishes.values()) wished.aim = null;
}

export function hearClaims(
  state: NodeState,
  from: NodeId,
  { generation, ...said }: Extract<ControlMessage, { type: 'claims' }>,
  out: Out,
): void {
  const { leading } = state;
  if (leading?.generation !== generation || leading.hasBegun) return;
  leading.claims.set(from, said);
  if (leading.claims.size < leading.nodes.length) return;
  leading.hasBegun = true;
  for (const node of leading.nodes) sendTo(state, node, beginOf(leading), out);
}

/** What all are told; the same at each repetition. */
export function beginOf(
  leading: NonNullable<NodeState['leading']>,
): Extract<ControlMessage, { type: 'begin' }> {
  const { generation, nodes, claims } = leading;
  const said = nodes.flatMap((node) => claims.get(node) ?? []);
  const known = new Map<string, Made>();
  for (const made of said.flatMap((one) => one.known)) {
    known.set(keyOf(made.definition.scheme, made.definition.name), made);
  }
  // Whoever had no say in a generation that has begun was left out of it: what it held is others' by now.
  const lastBegun = Math.max(...said.map(({ begun }) => begun));
  const heard = new Map([...claims].filter(([, { saidIn }]) => saidIn >= lastBegun));
  const held = [...heard.values()].flatMap((one) => one.held);
  held.push(...orphansOf(nodes, heard, lastBegun));
  // All have died since clients held something, and nobody knows what: they must have noticed before others have it.
  const atFirstMs = lastBegun === 0 && leading.isBack ? patienceMs : 0;
  const quietMs = Math.max(atFirstMs, ...said.map((one) => one.quietMs));
  return { type: 'begin', generation, nodes, held, known: [...known.values()], quietMs };
}

/** Goes on: new members, who know of all that is held; then the wishes of this node's owner. */
export function hearBegin(
  state: NodeState,
  from: NodeId,
  { generation, nodes, held, known, quietMs }: Extract<ControlMessage, { type: 'begin' }>,
  ctx: Ctx,
  out: Out,
): void {
  if (generation !== state.generation || state.isIsolated) return;
  sendTo(state, from, { type: 'begun', generation }, out);
  // Who has stopped since waits for the next one: what was held when this one began is not what is held now.
  if (state.begun === generation) return;
  state.isRunning = true;
  state.begun = generation;
  state.nodes = nodes;
  beQuiet(state, quietMs, ctx, out);
  state.definitions.clear();
  state.numbers.clear();
  // Nobody has claimed it: it is free.
  state.leaving.clear();
  const early = state.early;
  state.early = [];
  for (const { definition, by } of known) {
    const mine = definitionNow(definition, nodes);
    state.definitions.set(keyOf(mine.scheme, mine.name), mine);
    state.makers.set(keyOf(mine.scheme, mine.name), by);
    startScheme(state, mine, ctx, out);
  }
  adoptOrphans(state, held, ctx, out);
  const kept = held.filter((holding) => isKept(state, holding));
  keepNotes(state, kept);
  for (const [key, { kit, members }] of state.instances) {
    for (const [member, machine] of members) {
      kit.resume(machine, member, kept, { generation, scheme: key, nameOf }, ctx);
    }
  }
  loseOthers(state, held, out);
  for (const holding of held) {
    if (holding.owner === state.self)
      settleHolding(state, holding, kept.includes(holding), ctx, out);
  }
  enterWaiting(state, ctx, out);
  const hasTasks = [...state.wishes.values()].some(({ wish }) => wish.scheme === 'balance');
  if (hasTasks) createUsualBalance(state, out);
  for (const request of state.creations.keys()) askFirst(state, request, out);
  answerAsked(state, ctx, out);
  for (const { from: sender, message } of early) hearScheme(state, sender, message, ctx, out);
  hearEarlyNotes(state, out);
}

/** What nobody says is held is not: this node was left out for a while. */
function loseOthers(state: NodeState, held: readonly Holding[], out: Out): void {
  const own = new Set(held.filter(({ owner }) => owner === state.self).map((one) => one.request));
  for (const [request, { grant }] of [...state.wishes]) {
    if (grant === null || own.has(request)) continue;
    state.wishes.delete(request);
    tell({ type: 'lost', request }, out);
  }
}

/** What the owner of this node held: his still, left meanwhile, or lost with the node that it was at. */
function settleHolding(
  state: NodeState,
  { request, wish, grant, session }: Holding,
  isKept: boolean,
  ctx: Ctx,
  out: Out,
): void {
  const wished = state.wishes.get(request);
  if (!isKept) {
    state.wishes.delete(request);
    if (wished !== undefined) tell({ type: 'lost', request }, out);
    return;
  }
  const { aim } = aimOf(state, wishAgain(state, wish), ctx);
  const member = grant.scheme === 'balance' ? { ...aim, member: grant.worker as NodeId } : aim;
  if (wished !== undefined) {
    wished.aim = member;
    // All have just heard of it.
    if (wished.unnoted !== null) tellGranted(wished, request, out);
    return;
  }
  giveBack(state, request, { grant, session: session ?? null, aim: member }, out);
}

/** A turn at a worker ends with the node that the worker was at, unless a client does the work. */
function isKept(state: NodeState, { grant, session }: Holding): boolean {
  if (grant.scheme !== 'balance') return true;
  const definition = state.definitions.get('balance');
  const workers = definition?.scheme === 'balance' ? definition.workers : [];
  const isThere = session !== undefined || state.nodes.includes(grant.node);
  return isThere && workers.includes(grant.worker);
}

function knownOf(state: NodeState): readonly Made[] {
  return [...state.definitions].map(([key, definition]) => ({
    definition,
    by: state.makers.get(key) ?? '',
  }));
}

/** Where nobody has named workers, the nodes are the workers, whoever they are now. */
function definitionNow(definition: Definition, nodes: readonly NodeId[]): Definition {
  return definition.scheme === 'balance' && definition.isUsual
    ? { ...definition, workers: nodes }
    : definition;
}

/** Something may have been lost: the first node begins the next generation. */
export function hearAgain(state: NodeState, generation: number, out: Out): void {
  const { leading } = state;
  if (leading?.generation !== generation || !leading.hasBegun || state.isIsolated) return;
  lead(state, generation + 1, leading.nodes, leading.isBack, out);
}

/**
 * This node may have been taken for dead: its owners must stop. What they have not left they hold until it is settled whether
 * anybody has noticed: if not, nobody else may have it before they leave.
 */
export function isolate(state: NodeState, out: Out): void {
  stop(state, out);
  state.isIsolated = true;
  // Should nobody have noticed, the first node begins anew when this one is back.
  state.doubted = state.generation;
  dropSessions(state, out);
  for (const [request, { grant }] of [...state.wishes]) {
    if (grant !== null) tell({ type: 'lost', request }, out);
  }
}
