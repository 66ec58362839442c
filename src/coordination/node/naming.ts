// Names: who creates a scheme asks the first node, which tells all and answers when all know. A name that was created can be used
// at any node, and means the same everywhere.
import type { Ctx, NodeId } from '../../base/index.ts';
import type { RequestId } from '../scheme.ts';
import { type Definition, usualBalance } from './definition.ts';
import { kitFor, poolKeeper } from './kits.ts';
import { enterWaiting, hearScheme, run } from './members.ts';
import type { ControlMessage, Made } from './messages.ts';
import { keyOf, type NodeState, nameOf, type Out, refuse, sendTo, tell } from './node-state.ts';

/** A wish of the owner: repeated until it is answered. */
export function create(
  state: NodeState,
  request: RequestId,
  made: Made,
  replaces: boolean,
  out: Out,
): void {
  state.creations.set(request, { made, replaces });
  askFirst(state, request, out);
}

/** Asks the first node, if there is one, for a creation that is not answered. */
export function askFirst(state: NodeState, request: RequestId, out: Out): void {
  const asked = state.creations.get(request);
  const [first] = state.nodes;
  if (asked === undefined || first === undefined || !state.isRunning) return;
  sendTo(state, first, { type: 'create', request, ...asked }, out);
}

/** The nodes share tasks if nobody names others: settled by the first node, as every name is. */
export function createUsualBalance(state: NodeState, out: Out): void {
  if (state.definitions.has('balance') || state.creations.has(USUAL_BALANCE)) return;
  const made = { definition: usualBalance(state.nodes), by: 'nobody' };
  create(state, USUAL_BALANCE, made, false, out);
}

const USUAL_BALANCE = 'usual balance';

/** At the first node: a definition that is new is told to all, itself included. */
export function hearCreate(
  state: NodeState,
  from: NodeId,
  { request, made, replaces }: Extract<ControlMessage, { type: 'create' }>,
  out: Out,
): void {
  const { leading } = state;
  if (leading === null || !leading.hasBegun || !state.isRunning) return;
  const { scheme, name } = made.definition;
  const key = keyOf(scheme, name);
  const maker = state.makers.get(key);
  // Whoever asks for what is under way asks again, and is answered when all know of it.
  const isUnderWay = [...leading.defining.values()].some((one) => {
    const isSame = keyOf(one.made.definition.scheme, one.made.definition.name) === key;
    const isAsked = one.to === from && one.request === request;
    return one.made.by === made.by && (isAsked || (isSame && !replaces));
  });
  if (isUnderWay) return;
  if (leading.answered.has(nameOf(from, request))) {
    sendTo(state, from, { type: 'created', request, why: null }, out);
    return;
  }
  const isDone = maker === made.by;
  if (maker !== undefined && !replaces && !isDone) {
    const what = scheme === 'balance' ? 'balance has workers' : `${scheme} "${name}" exists`;
    sendTo(state, from, { type: 'created', request, why: `${what} already` }, out);
    return;
  }
  if (isDone && !replaces) {
    sendTo(state, from, { type: 'created', request, why: null }, out);
    return;
  }
  const number = leading.defined++;
  const waits = new Set(leading.nodes);
  leading.defining.set(number, { made, waits, to: from, request });
  const { generation } = leading;
  for (const node of leading.nodes) {
    sendTo(state, node, { type: 'define', generation, number, made }, out);
  }
}

export function hearDefine(
  state: NodeState,
  from: NodeId,
  { generation, number, made }: Extract<ControlMessage, { type: 'define' }>,
  ctx: Ctx,
  out: Out,
): void {
  if (generation !== state.generation || !state.isRunning) return;
  const key = keyOf(made.definition.scheme, made.definition.name);
  // One that is told again may come after the next one for the same name.
  if (number >= (state.numbers.get(key) ?? 0)) addDefinition(state, made, ctx, out);
  state.numbers.set(key, Math.max(number, state.numbers.get(key) ?? 0));
  sendTo(state, from, { type: 'defined', generation, number }, out);
}

export function hearDefined(
  state: NodeState,
  from: NodeId,
  { generation, number }: Extract<ControlMessage, { type: 'defined' }>,
  out: Out,
): void {
  const defining = state.leading?.defining.get(number);
  if (state.leading?.generation !== generation || defining === undefined) return;
  defining.waits.delete(from);
  if (defining.waits.size > 0) return;
  state.leading.defining.delete(number);
  remember(state.leading.answered, nameOf(defining.to, defining.request));
  sendTo(state, defining.to, { type: 'created', request: defining.request, why: null }, out);
}

/** So many answers are remembered: repetitions do not come later than that. */
const answeredMax = 1000;

function remember(answered: Set<string>, name: string): void {
  answered.add(name);
  const [oldest] = answered;
  if (answered.size > answeredMax && oldest !== undefined) answered.delete(oldest);
}

export function hearCreated(
  state: NodeState,
  { request, why }: Extract<ControlMessage, { type: 'created' }>,
  out: Out,
): void {
  if (!state.creations.delete(request) || request === USUAL_BALANCE) return;
  if (why === null) tell({ type: 'done', request }, out);
  else refuse(request, why, out);
}

/** Something is defined from now on, or is defined anew. */
function addDefinition(state: NodeState, { definition, by }: Made, ctx: Ctx, out: Out): void {
  const key = keyOf(definition.scheme, definition.name);
  const known = state.definitions.get(key);
  state.definitions.set(key, definition);
  state.makers.set(key, by);
  if (known === undefined) {
    startScheme(state, definition, ctx, out);
    if (definition.scheme === 'balance') enterWaiting(state, ctx, out);
  } else if (definition.scheme === 'tokens') resize(state, key, definition.rate, ctx, out);
}

/** Sets up the members of a scheme that are hosted here, and hears what has come for them already. */
export function startScheme(state: NodeState, definition: Definition, ctx: Ctx, out: Out): void {
  const { scheme, name } = definition;
  const key = scheme === 'pools' ? 'pools' : keyOf(scheme, name);
  const known = state.instances.get(key);
  if (known !== undefined && definition.scheme === 'pools') {
    const keeper = poolKeeper(state.nodes);
    const command = { type: 'open', pool: name, keeper, capacity: definition.capacity };
    for (const member of known.members.keys()) {
      run(state, { scheme: key, member }, { type: 'command', command }, ctx, out);
    }
    return;
  }
  const kit = kitFor(definition);
  const { hosts, config, ledger = null } = kit.layout(definition, state.nodes);
  const here = [...hosts].filter(([, host]) => host === state.self).map(([member]) => member);
  const members = new Map(
    here.map((member) => [member, kit.create(config, member, state.generation)]),
  );
  state.instances.set(key, { kit, hosts, ledger, members });
  const start = { type: 'command', command: { type: 'start' } } as const;
  for (const member of here) run(state, { scheme: key, member }, start, ctx, out);
  const early = state.early;
  state.early = [];
  for (const { from, message } of early) hearScheme(state, from, message, ctx, out);
}

function resize(state: NodeState, key: string, rate: number, ctx: Ctx, out: Out): void {
  const command = { type: 'resize', ratePerSecond: rate };
  const ledger = state.instances.get(key)?.ledger ?? null;
  if (ledger === null) return;
  run(state, { scheme: key, member: ledger }, { type: 'command', command }, ctx, out);
}
