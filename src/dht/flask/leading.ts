// What only flask 0 does: it begins the run when the input is on its way, deals out reactions where they are bounded,
// begins stages, knows when all is over (coordinator.ts), and tells the client.
import { assert } from '../../base/index.ts';
import type { Molecule } from '../../runtime/index.ts';
import type { Endpoint } from '../flask-id.ts';
import {
  answered,
  awaitEndings,
  type Coordinator,
  dealFuel,
  ended,
  forgetReports,
  isSettled,
  judge,
  reported,
  totals,
  unansweredOf,
  type Verdict,
} from './coordinator.ts';
import { type FlaskState, type Running, say, tellClient } from './flask-state.ts';
import type { ClientMessage, EndStatus, Figures, FlaskMessage } from './messages.ts';
import { firstPlace } from './plan.ts';
import { ownedMolecules } from './ready-program.ts';
import { move } from './reporting.ts';

export function leadClient(
  state: FlaskState,
  running: Running,
  from: Endpoint,
  message: ClientMessage,
): void {
  const { coordinator } = running;
  if (coordinator === null) return;
  switch (message.type) {
    case 'go':
      coordinator.watchers.add(from);
      if (coordinator.puts !== null) return;
      coordinator.puts = message.puts;
      everybody(state, running, { type: 'start' });
      break;
    case 'watch':
      coordinator.watchers.add(from);
      tellOver(state, coordinator);
      break;
    case 'stop':
      end(state, running, coordinator, 'stopped');
      break;
    default:
      break;
  }
}

export function lead(
  state: FlaskState,
  running: Running,
  from: number,
  message: FlaskMessage,
): void {
  const { coordinator } = running;
  assert(coordinator !== null, 'only flask 0 leads', message.type);
  if (message.type === 'ended') {
    ended(coordinator, from, message.ending);
    tellOver(state, coordinator);
  }
  if (coordinator.over !== null) return;
  switch (message.type) {
    case 'quiet':
      follow(
        state,
        running,
        coordinator,
        reported(coordinator, from, message.tally, message.figures),
      );
      break;
    case 'wave-answer': {
      const { wave, tally, quiet } = message;
      follow(state, running, coordinator, answered(coordinator, from, wave, tally, quiet));
      break;
    }
    case 'want-fuel': {
      const reactions = dealFuel(coordinator, from);
      if (reactions > 0) say(state, from, { type: 'fuel', reactions });
      follow(state, running, coordinator, judge(coordinator));
      break;
    }
    case 'spare-fuel':
      coordinator.fuel += message.reactions;
      for (const flask of [...coordinator.starving]) {
        const reactions = dealFuel(coordinator, flask);
        if (reactions > 0) say(state, flask, { type: 'fuel', reactions });
      }
      break;
    default:
      break;
  }
}

function follow(
  state: FlaskState,
  running: Running,
  coordinator: Coordinator,
  verdict: Verdict,
): void {
  switch (verdict) {
    case 'ask':
      everybody(state, running, { type: 'wave', wave: coordinator.wave });
      break;
    case 'inert':
      if (running.stage + 1 < running.program.stages.length)
        beginStage(state, running, coordinator);
      else end(state, running, coordinator, 'inert');
      break;
    case 'out-of-fuel':
      end(state, running, coordinator, 'stopped');
      break;
    case 'wait':
      break;
  }
}

function everybody(state: FlaskState, { spec }: Running, message: FlaskMessage): void {
  for (let flask = 0; flask < spec.flasks; flask++) say(state, flask, message);
}

/** All flasks drop their rules before anything of the new stage reaches them: channels keep the order. */
function beginStage(state: FlaskState, running: Running, coordinator: Coordinator): void {
  const { program, spec } = running;
  const stage = running.stage + 1;
  forgetReports(coordinator);
  everybody(state, running, { type: 'stage', stage });
  const shares = new Map<number, Molecule[]>();
  for (const [turn, molecule] of ownedMolecules(program, stage).entries()) {
    const place = firstPlace(program.plan, molecule, spec.flasks, turn);
    const share = shares.get(place) ?? [];
    shares.set(place, share);
    share.push(molecule);
  }
  for (const [flask, share] of shares) move(state, running, flask, share, null);
}

/**
 * What the flasks have told so far is all that there is when they are idle. When they are stopped, each tells once more,
 * and only then is it over: what is read from a flask before it has stopped would not be its last state.
 */
function end(
  state: FlaskState,
  running: Running,
  coordinator: Coordinator,
  status: EndStatus,
): void {
  if (coordinator.over !== null) return;
  coordinator.over = status;
  if (status === 'stopped') awaitEndings(coordinator);
  everybody(state, running, { type: 'end', status });
  tellOver(state, coordinator);
}

function tellOver(state: FlaskState, coordinator: Coordinator): void {
  const { over: status, watchers } = coordinator;
  if (status === null || !isSettled(coordinator)) return;
  const unanswered = unansweredOf(coordinator);
  const figures: Figures = totals(coordinator);
  for (const client of watchers) {
    tellClient(state, client, { type: 'over', status, figures, unanswered });
  }
}
