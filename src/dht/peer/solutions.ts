// Solutions that were submitted at this node: first the view must have their flasks, then each host must have been
// given the spec. Whoever submits may do so again, here or elsewhere, until it is told that all have begun.
import type { NodeId } from '../../base/index.ts';
import { type FlaskId, flaskOf } from '../flask-id.ts';
import { wishFor } from './authority.ts';
import { send, type Turn, tell } from './turn.ts';

export function submit<S>(
  turn: Turn<S>,
  wanted: {
    readonly solution: string;
    readonly spec: Uint8Array;
    readonly flasks: number;
    readonly replicas: number;
  },
): void {
  const { solution, spec, flasks, replicas } = wanted;
  if (!turn.state.acts) {
    const reason = 'this node does not belong to a cluster yet';
    tell(turn, { type: 'refused', solution, reason });
    return;
  }
  if (turn.state.submissions.has(solution)) return;
  turn.state.submissions.set(solution, { spec, unbegun: undefined });
  wishFor(turn, { type: 'create', solution, flasks, copies: replicas });
}

/** The view has the solution. */
export function created<S>(turn: Turn<S>, solution: string, count: number): void {
  const submission = turn.state.submissions.get(solution);
  if (!submission || submission.unbegun) return;
  submission.unbegun = new Set(Array.from({ length: count }, (_, at) => flaskOf(solution, at)));
  remindBeginners(turn, solution);
}

export function notCreated<S>(turn: Turn<S>, solution: string, reason: string): void {
  if (turn.state.submissions.delete(solution)) tell(turn, { type: 'refused', solution, reason });
}

export function hearBegun<S>(turn: Turn<S>, flasks: readonly FlaskId[]): void {
  for (const [solution, { unbegun }] of turn.state.submissions) {
    if (!unbegun) continue;
    for (const flask of flasks) unbegun.delete(flask);
    if (unbegun.size > 0) continue;
    turn.state.submissions.delete(solution);
    tell(turn, { type: 'submitted', solution });
  }
}

/** Gives hosts the spec, all flasks of a host at once; again if they do not answer. */
export function remindBeginners<S>(turn: Turn<S>, only?: string): void {
  const { state } = turn;
  for (const [solution, { unbegun, spec }] of state.submissions) {
    if (!unbegun || (only !== undefined && only !== solution)) continue;
    const byHost = new Map<NodeId, FlaskId[]>();
    for (const flask of unbegun) {
      const host = state.places.get(flask)?.host;
      if (host) byHost.set(host, [...(byHost.get(host) ?? []), flask]);
    }
    for (const [host, flasks] of byHost) send(turn, host, { type: 'begin', flasks, spec });
  }
}

/** What the view says of solutions that are lost, once, and of those that were dropped before they began. */
export function reviewSolutions<S>(turn: Turn<S>): void {
  const { state } = turn;
  const known = new Set(state.keeper.view.solutions.map(({ solution }) => solution));
  for (const [solution, { unbegun }] of state.submissions) {
    if (unbegun && !known.has(solution)) notCreated(turn, solution, 'it was dropped');
  }
  for (const { solution, lost } of state.keeper.view.solutions) {
    if (lost === null || state.toldLost.has(solution)) continue;
    state.toldLost.add(solution);
    state.submissions.delete(solution);
    tell(turn, { type: 'lost', solution, reason: lost });
  }
}
