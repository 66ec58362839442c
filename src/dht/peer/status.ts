// What a node says of itself, and what it gathers when somebody asks how the cluster is.
import type { NodeId } from '../../base/index.ts';
import type { FlaskStatus, NodeStatus } from '../peer-command.ts';
import { countedAt } from '../replica.ts';
import type { Local } from './state.ts';
import { send, type Turn, tell } from './turn.ts';

const beatsToAnswer = 4;

/** Asks all members; told when all have answered, or when it takes too long. */
export function askStatus<S>(turn: Turn<S>, id: string): void {
  const { state, ctx } = turn;
  const waitsFor = new Set<NodeId>(
    state.keeper.view.members
      .filter((member) => member.state !== 'gone' && member.node !== ctx.self)
      .map(({ node }) => node),
  );
  const untilBeat = state.beat + beatsToAnswer;
  state.asks.set(id, { told: [nodeStatus(turn)], waitsFor, untilBeat });
  for (const node of waitsFor) send(turn, node, { type: 'ask-status', id });
  conclude(turn);
}

export function hearStatus<S>(turn: Turn<S>, id: string, status: NodeStatus): void {
  const ask = turn.state.asks.get(id);
  if (!ask?.waitsFor.delete(status.node)) return;
  ask.told.push(status);
  conclude(turn);
}

/** Tells what has been gathered, where nothing more is to be waited for. */
export function conclude<S>(turn: Turn<S>): void {
  const { state } = turn;
  for (const [id, { told, waitsFor, untilBeat }] of state.asks) {
    if (waitsFor.size > 0 && state.beat < untilBeat) continue;
    state.asks.delete(id);
    const { view } = state.keeper;
    tell(turn, { type: 'status', id, view, nodes: told, silent: [...waitsFor] });
  }
}

export function nodeStatus<S>({ state, ctx, settings }: Turn<S>): NodeStatus {
  return {
    node: ctx.self,
    phase: state.phase,
    incarnation: state.identity.incarnation,
    viewVersion: state.keeper.view.version,
    flasks: [...state.locals.values()].map((local) => flaskStatus(local, settings.app)),
  };
}

function flaskStatus<S>(
  { flask, replica, running }: Local<S>,
  app: Turn<S>['settings']['app'],
): FlaskStatus {
  const waiting = [...(running?.channels.out.values() ?? [])];
  return {
    flask,
    role: running ? 'host' : 'replica',
    epoch: replica?.epoch ?? 0,
    records: replica?.log.last ?? 0,
    counted: replica ? countedAt(replica) : 0,
    logBytes: replica ? replica.log.snapshotBytes + replica.log.tailBytes : 0,
    isHungry: running ? app.isHungry(running.state) : false,
    waiting: waiting.reduce((sum, out) => sum + out.waiting.length, 0),
    app: running ? app.status(running.state) : null,
  };
}
