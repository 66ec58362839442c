// Solutions whose clients are gone. A client names flask 0 of its solution to the node that it is connected to, and that node reminds
// the host of it again and again (clients.ts); so the host of flask 0 knows that somebody waits. When it has heard of nobody for
// long enough it wishes for the solution to be dropped, as the client would have.
//
// To be unheard of is not to be gone, so the time is counted in beats, and only in those in which this node would have heard: the
// authority answers, and no node is silent. A node that computes for minutes reminds nobody of its clients, and a partition keeps
// words back; neither ends what a client still waits for. Why: docs/adr/0045-abandoned-solutions.md.
import { type FlaskId, flaskOf, solutionOf } from '../flask-id.ts';
import { withdraw } from '../view-keeper.ts';
import { wishFor } from './authority.ts';
import { type Turn, tell } from './turn.ts';
import { isAnybodySilent, longestBusyBeats } from './watch.ts';

/** At every beat. */
export function dropAbandoned<S>(turn: Turn<S>): void {
  const { state, ctx } = turn;
  if (!state.acts) return;
  const led = state.keeper.view.solutions
    .map(({ solution }) => flaskOf(solution, 0))
    .filter((flask) => state.places.get(flask)?.host === ctx.self);
  // Where a flask has just come to, its clients have all the time again.
  for (const flask of state.unheard.keys()) {
    if (!led.includes(flask)) state.unheard.delete(flask);
  }
  if (!state.isAuthorityReachable || isAnybodySilent(turn)) return;
  const limit = patienceInBeats(turn);
  for (const flask of led) {
    const beats = (state.unheard.get(flask) ?? 0) + 1;
    state.unheard.set(flask, beats);
    if (beats < limit) continue;
    const solution = solutionOf(flask);
    if (beats === limit) tell(turn, { type: 'abandoned', solution });
    wishFor(turn, { type: 'drop', solution });
  }
}

/** A node speaks for a client of this flask. */
export function hearOfClient<S>(turn: Turn<S>, flask: FlaskId): void {
  const { state } = turn;
  const beats = state.unheard.get(flask);
  if (beats === undefined) return;
  state.unheard.set(flask, 0);
  if (beats < patienceInBeats(turn)) return;
  const solution = solutionOf(flask);
  withdraw(state.keeper, (change) => change.type === 'drop' && change.solution === solution);
}

/** Clients that wait for what was dropped are told, once. */
export function tellDropped<S>(turn: Turn<S>): void {
  const { state } = turn;
  const dropped = new Set(state.keeper.view.dropped);
  const waitedFor = new Set<string>();
  for (const sessions of state.sessions.values()) {
    for (const flask of [...sessions.keys()]) {
      if (!dropped.has(solutionOf(flask))) continue;
      sessions.delete(flask);
      waitedFor.add(solutionOf(flask));
    }
  }
  for (const solution of waitedFor) {
    tell(turn, { type: 'refused', solution, reason: 'it was dropped' });
  }
}

/** Where not everybody listens to everybody, a node may be busy without this one knowing it. */
function patienceInBeats<S>(turn: Turn<S>): number {
  const { clientMs, heartbeatMs } = turn.settings.timing;
  return Math.ceil(clientMs / heartbeatMs) + longestBusyBeats(turn);
}
