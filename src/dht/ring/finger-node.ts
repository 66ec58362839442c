// A node of a ring with fingers: it joins through any member, finds owners, keeps its neighbours right while others
// come and go, and leaves. For rings too large to know; small clusters use the full router (router.ts). After
// Chord; what is ours: each hop is acknowledged, so that a dead finger costs a pause and not the search.
import {
  type Ctx,
  type Effect,
  type Machine,
  type NodeId,
  type TimerId,
  timerId,
  unreachable,
  withoutDisk,
} from '../../base/index.ts';
import type { RingCommand, RingEvent, RingMessage, RingOptions } from './finger-messages.ts';
import {
  type FingerTable,
  fingerTarget,
  fingerTargets,
  follow,
  forget,
  isShort,
  loneTable,
  nextHop,
  owns,
} from './finger-router.ts';
import { isWithin, type Member, memberOf, type Position } from './position.ts';

type Find = Extract<RingMessage, { type: 'find' }>;

export interface RingNode {
  table: FingerTable;
  /** The member through which it joins; undefined once it belongs to the ring. */
  joiningBy: NodeId | undefined;
  left: boolean;
  /** Finds handed on and not yet acknowledged, by asker and id. */
  handedOn: Map<TimerId, { readonly to: NodeId; readonly find: Find }>;
  /** The successor that has been asked for its neighbours and has not answered, and in how many rounds. */
  awaited: { readonly node: NodeId; readonly rounds: number } | undefined;
  /** The last node it knew, if it is alone because nobody answers: it goes on asking that one. */
  lost: Member | undefined;
  /** Rounds since the predecessor was heard of. */
  silentRounds: number;
  nextFinger: number;
}

type Effects = readonly Effect<RingMessage, RingEvent>[];

const roundTimer = timerId('round');
const hopsMax = 64;
const silentRoundsMax = 3;
const ownFinds = { join: 'join', finger: 'finger ' };

/** A node with a table that is given, or alone. */
export function fingerNode(
  options: RingOptions,
  tableOf: (node: NodeId) => FingerTable = loneTable,
): Machine<RingNode, RingMessage, RingCommand, RingEvent> {
  const init = ({ self }: Ctx): RingNode => ({
    table: tableOf(self),
    joiningBy: undefined,
    left: false,
    handedOn: new Map(),
    awaited: undefined,
    lost: undefined,
    silentRounds: 0,
    nextFinger: fingerTargets - 1,
  });
  const machine = withoutDisk<RingNode, RingMessage, RingCommand, RingEvent>(
    init,
    (node, input, ctx) => {
      if (node.left) return [];
      switch (input.type) {
        case 'command':
          return obey(node, input.command, options, ctx);
        case 'timer':
          return input.timer === roundTimer
            ? round(node, options, ctx)
            : miss(node, input.timer, options, ctx);
        case 'message':
          return hear(node, input.from, input.message, options, ctx);
      }
    },
  );
  return {
    ...machine,
    start(files, ctx) {
      const { state } = machine.start(files, ctx);
      // Nodes that start together do not all wake together.
      const afterMs = 1 + ctx.rng.below(options.everyMs);
      return { state, effects: [{ type: 'set-timer', timer: roundTimer, afterMs }] };
    },
  };
}

function obey(node: RingNode, command: RingCommand, options: RingOptions, ctx: Ctx): Effects {
  const { predecessor, successors } = node.table;
  switch (command.type) {
    case 'join':
      node.joiningBy = command.contact;
      return askToJoin(node, command.contact, ctx);
    case 'leave': {
      node.left = true;
      const told = new Set([predecessor, successors[0]].flatMap((one) => (one ? [one.node] : [])));
      const news = { type: 'leaving', predecessor: predecessor ?? null, successors } as const;
      return [
        ...[...told].map((to) => ({ type: 'send', to, message: news }) as const),
        { type: 'event', event: { type: 'left' } },
      ];
    }
    case 'find':
      return pass(node, newFind(command.id, ctx.self, command.position), options, ctx);
    default:
      return unreachable(command);
  }
}

function hear(
  node: RingNode,
  from: NodeId,
  message: RingMessage,
  options: RingOptions,
  ctx: Ctx,
): Effects {
  const { table } = node;
  switch (message.type) {
    case 'find': {
      const { id, asker } = message;
      const got = { type: 'send', to: from, message: { type: 'got', id, asker } } as const;
      // Who does not belong to the ring yet cannot say where things are.
      if (node.joiningBy !== undefined) return [];
      return [got, ...pass(node, { ...message, hops: message.hops + 1 }, options, ctx)];
    }
    case 'got': {
      const timer = handTimer(message);
      node.handedOn.delete(timer);
      return [{ type: 'cancel-timer', timer }];
    }
    case 'found':
      return learn(node, message.id, message.owner, message.hops, ctx);
    case 'ask-neighbours': {
      const { predecessor = null, successors } = table;
      const answer = { type: 'neighbours', predecessor, successors } as const;
      return [{ type: 'send', to: from, message: answer }];
    }
    case 'neighbours':
      return neighboursOf(node, from, message.predecessor, message.successors);
    case 'notify':
      return notified(node, message.member);
    case 'leaving': {
      const gone = from;
      const wasPredecessor = table.predecessor?.node === gone;
      const wasSuccessor = table.successors[0]?.node === gone;
      forget(table, gone);
      const { predecessor, successors } = message;
      if (wasPredecessor && predecessor && predecessor.node !== ctx.self) {
        table.predecessor = predecessor;
      }
      const [first, ...others] = successors.filter((member) => member.node !== ctx.self);
      if (wasSuccessor && first) follow(table, first, others);
      return [];
    }
    default:
      return unreachable(message);
  }
}

/** Answers a find, or hands it on. */
function pass(node: RingNode, find: Find, options: RingOptions, ctx: Ctx): Effects {
  const { table } = node;
  const { asker, id, position, hops } = find;
  const isMine = owns(table, position) || (find.last && table.predecessor === undefined);
  if (isMine) {
    if (asker === ctx.self) return learn(node, id, table.self, hops, ctx);
    const message = { type: 'found', id, owner: table.self, hops } as const;
    return [{ type: 'send', to: asker, message }];
  }
  if (hops >= hopsMax) return [];
  // Whoever was taken for the owner and is not knows who is: the node before it, or one before that.
  const before = table.predecessor;
  const to = find.last && before ? before.node : nextHop(table, position);
  if (to === ctx.self) return [];
  const successor = table.successors[0];
  const isLast =
    find.last ||
    (to === successor?.node && isWithin(position, table.self.position, successor.position));
  const timer = handTimer(find);
  const message = { ...find, last: isLast };
  node.handedOn.set(timer, { to, find });
  return [
    { type: 'send', to, message },
    { type: 'set-timer', timer, afterMs: options.patienceMs },
  ];
}

/** A find was handed to a node that does not answer: it is taken for gone, and another way is tried. */
function miss(node: RingNode, timer: TimerId, options: RingOptions, ctx: Ctx): Effects {
  const handed = node.handedOn.get(timer);
  if (handed === undefined) return [];
  node.handedOn.delete(timer);
  drop(node, handed.to);
  return pass(node, { ...handed.find, last: false }, options, ctx);
}

/** An answer to a find of this node: a wish of its owner, a finger, or its place in the ring. */
function learn(node: RingNode, id: string, owner: Member, hops: number, ctx: Ctx): Effects {
  const { table } = node;
  if (id === ownFinds.join) {
    if (node.joiningBy === undefined || owner.node === ctx.self) return [];
    node.joiningBy = undefined;
    follow(table, owner, []);
    return [
      { type: 'send', to: owner.node, message: { type: 'ask-neighbours' } },
      { type: 'event', event: { type: 'joined' } },
    ];
  }
  if (id.startsWith(ownFinds.finger)) {
    const index = Number(id.slice(ownFinds.finger.length));
    if (owner.node === ctx.self) table.fingers.delete(index);
    else table.fingers.set(index, owner);
    return [];
  }
  return [{ type: 'event', event: { type: 'found', id, owner: owner.node, hops } }];
}

/** Looks after the neighbours and one finger, again and again. */
function round(node: RingNode, options: RingOptions, ctx: Ctx): Effects {
  const again = { type: 'set-timer', timer: roundTimer, afterMs: options.everyMs } as const;
  const { table } = node;
  if (node.joiningBy !== undefined) return [again, ...askToJoin(node, node.joiningBy, ctx)];
  if (node.awaited && node.awaited.rounds >= silentRoundsMax) drop(node, node.awaited.node);
  // The node before asks in each round of its own; who is silent for long is gone.
  if (table.predecessor && ++node.silentRounds > silentRoundsMax) table.predecessor = undefined;
  const asked = table.successors[0] ?? node.lost;
  if (asked === undefined) return [again];
  const rounds = asked.node === node.awaited?.node ? node.awaited.rounds + 1 : 1;
  node.awaited = { node: asked.node, rounds };
  return [
    again,
    { type: 'send', to: asked.node, message: { type: 'ask-neighbours' } },
    ...refreshFinger(node, options, ctx),
  ];
}

/** Takes a node for gone. If it was the last one known, it is not forgotten altogether. */
function drop(node: RingNode, gone: NodeId): void {
  const wasAlone = node.table.successors.length === 0;
  forget(node.table, gone);
  if (!wasAlone && node.table.successors.length === 0) node.lost = memberOf(gone);
}

function refreshFinger(node: RingNode, options: RingOptions, ctx: Ctx): Effects {
  const { table } = node;
  const index = node.nextFinger;
  const target = fingerTarget(table.self, index);
  const isNeeded = !isShort(table, target);
  node.nextFinger = isNeeded && index > 0 ? index - 1 : fingerTargets - 1;
  if (!isNeeded) {
    // What is nearer than the successor needs no fingers; those that were set when it was farther go.
    for (const known of [...table.fingers.keys()]) if (known <= index) table.fingers.delete(known);
    return [];
  }
  return pass(node, newFind(`${ownFinds.finger}${index}`, ctx.self, target), options, ctx);
}

/** The successor has told whom it knows. If somebody has come in between, that is the successor now. */
function neighboursOf(
  node: RingNode,
  from: NodeId,
  predecessor: Member | null,
  successors: readonly Member[],
): Effects {
  const { table } = node;
  const first = table.successors[0] ?? node.lost;
  if (node.awaited?.node === from) node.awaited = undefined;
  if (first === undefined || first.node !== from) return [];
  node.lost = undefined;
  const { self } = table;
  const isBetween =
    predecessor !== null &&
    predecessor.node !== self.node &&
    predecessor.node !== from &&
    isWithin(predecessor.position, self.position, first.position);
  if (isBetween) follow(table, predecessor, [first, ...successors]);
  else follow(table, first, successors);
  const next = table.successors[0] ?? first;
  return [{ type: 'send', to: next.node, message: { type: 'notify', member: self } }];
}

function notified(node: RingNode, member: Member): Effects {
  const { table } = node;
  const { predecessor, self } = table;
  if (member.node === self.node) return [];
  if (member.node === predecessor?.node) node.silentRounds = 0;
  else if (!predecessor || isWithin(member.position, predecessor.position, self.position)) {
    table.predecessor = member;
    node.silentRounds = 0;
  }
  // A node that was alone has somebody now, and they are each other's successor.
  if (table.successors.length === 0) follow(table, member, []);
  return [];
}

function askToJoin(node: RingNode, contact: NodeId, ctx: Ctx): Effects {
  const message = newFind(ownFinds.join, ctx.self, node.table.self.position);
  return [{ type: 'send', to: contact, message }];
}

function newFind(id: string, asker: NodeId, position: Position): Find {
  return { type: 'find', id, asker, position, hops: 0, last: false };
}

function handTimer({ asker, id }: { readonly asker: NodeId; readonly id: string }): TimerId {
  return timerId(`${asker} ${id}`);
}
