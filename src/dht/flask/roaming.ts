// Molecules that stay where they are although rules need them together: each flask advertises what it has left over
// to the keeper of each rule that might take it. A keeper finds combinations and suggests each to one of the owners,
// which captures it (../capture) and lets it react at home. An advert is used up by a suggestion; whoever still has the
// molecule when nothing came of it advertises it again.
import {
  classFits,
  eachResting,
  type Finder,
  type Molecule,
  moleculesFromBytes,
  moleculesToBytes,
  type RuleTemplate,
  type StoreClass,
  takeById,
} from '../../runtime/index.ts';
import {
  attemptCapture,
  hearCapture,
  isCaptureQuiet,
  newCapture,
  welcomeGift,
} from '../capture/capture.ts';
import type { Capture, Holding } from '../capture/capture-state.ts';
import type {
  CaptureEffect,
  CaptureEvent,
  CaptureMessage,
  Gift,
  MoleculeId,
} from '../capture/messages.ts';
import type { FlaskId } from '../flask-id.ts';
import { type FlaskState, indexOf, type Running, say, sibling, stir } from './flask-state.ts';
import { knownId, nameOf, toldId, toldIn } from './identity.ts';
import type { Member } from './messages.ts';
import { type Group, groupFor } from './plan.ts';
import type { SolutionSpec } from './spec.ts';
import { pour, tellOut } from './telling.ts';

export interface Roaming {
  readonly capture: Capture;
  /** Molecules that are promised or on their way into a reaction: owned, and out of the engine. */
  readonly shelf: Map<MoleculeId, Molecule>;
  /** What the keepers know of, by the identities of the engine. */
  readonly advertised: Set<number>;
  /** The rules that this flask keeps, by number. */
  readonly kept: Map<number, Finder>;
  /** Combinations that attempts of this flask are about. */
  readonly pursued: Map<number, readonly Member[]>;
  readonly counts: { optimistic: number; pessimistic: number; aborted: number };
}

export function newRoaming(self: FlaskId, { capture }: SolutionSpec): Roaming {
  return {
    capture: newCapture(self, { mode: capture }),
    shelf: new Map(),
    advertised: new Set(),
    kept: new Map(),
    pursued: new Map(),
    counts: { optimistic: 0, pessimistic: 0, aborted: 0 },
  };
}

/** Nothing is under way, and no keeper here has anything left to suggest. */
export function isRoamingQuiet({ capture, shelf, pursued, kept }: Roaming): boolean {
  if (!isCaptureQuiet(capture) || shelf.size > 0 || pursued.size > 0) return false;
  for (const finder of kept.values()) if (finder.isPaused) return false;
  return true;
}

/** Advertises what has come to rest and is not known to the keepers yet. */
export function advertise(state: FlaskState, running: Running): void {
  const { program, engine, roaming } = running;
  const { plan, templates } = program;
  if (!plan.groups.some(({ meeting }) => meeting === 'roam')) return;
  const news = new Map<number, { ids: number[]; molecules: Molecule[] }>();
  const resting = new Set<number>();
  const rulesFor = new Map<StoreClass, readonly number[]>();
  let wanting: readonly number[] = [];
  const wants = (of: StoreClass): boolean => {
    if (of.template !== null && !plan.rules.located.has(of.template)) return false;
    const group = groupFor(plan, of);
    if (group?.meeting !== 'roam') return false;
    wanting = rulesFor.get(of) ?? takersOf(group, of, (one) => templates.numberOf(one));
    rulesFor.set(of, wanting);
    return true;
  };
  eachResting(engine, wants, (id, molecule) => {
    resting.add(id);
    if (roaming.advertised.has(id)) return;
    for (const rule of wanting) {
      const batch = news.get(rule) ?? { ids: [], molecules: [] };
      news.set(rule, batch);
      batch.ids.push(toldId(running.life, id));
      batch.molecules.push(molecule());
    }
  });
  roaming.advertised.clear();
  for (const id of resting) roaming.advertised.add(id);
  for (const [rule, { ids, molecules }] of news) {
    const bytes = moleculesToBytes(molecules, templates);
    say(state, rule % running.spec.flasks, { type: 'advert', rule, bytes, ids });
  }
}

/** The rules that might take a molecule of a class, or that are of it. */
function takersOf(
  { slots }: Group,
  of: StoreClass,
  numberOf: (template: RuleTemplate) => number,
): readonly number[] {
  const takers = new Set<number>();
  for (const { template, slot, wants } of slots) {
    if (slot < 0 ? of.template === template : classFits(of, wants)) takers.add(numberOf(template));
  }
  return [...takers];
}

/** A keeper has found a combination: get it. */
export function pursue(
  state: FlaskState,
  running: Running,
  rule: number,
  combination: readonly Member[],
): void {
  const { roaming } = running;
  const wanted = combination.map(({ flask, id }) => ({
    id: nameOf(flask, id),
    holder: sibling(state.id, flask),
  }));
  roaming.pursued.set(roaming.capture.lastAttempt + 1, combination);
  const effects = attemptCapture(roaming.capture, holdingOf(running), String(rule), wanted);
  carryOut(state, running, effects, combination);
}

export function hear(
  state: FlaskState,
  running: Running,
  from: FlaskId,
  message: CaptureMessage,
): void {
  const { capture } = running.roaming;
  carryOut(state, running, hearCapture(capture, holdingOf(running), from, message), null);
}

/** Captured molecules have come in. */
export function receiveGift(
  state: FlaskState,
  running: Running,
  from: FlaskId,
  gift: Gift,
  bytes: Uint8Array,
): void {
  const { roaming, program } = running;
  const molecules = moleculesFromBytes(bytes, program.templates);
  if (!molecules.ok) return;
  for (const [i, id] of gift.ids.entries()) roaming.shelf.set(id, molecules.value[i] as Molecule);
  carryOut(state, running, welcomeGift(roaming.capture, holdingOf(running), from, gift), null);
}

/** Nothing came of a suggestion: what is still in the engine must be advertised again. */
export function readvertise(running: Running, ids: readonly number[]): void {
  for (const id of ids) running.roaming.advertised.delete(knownId(running.life, id));
}

function holdingOf(running: Running): Holding {
  const { engine, roaming } = running;
  const here = `${indexOf(roaming.capture.self)}:`;
  return {
    has(id) {
      if (roaming.shelf.has(id)) return true;
      const text = String(id);
      if (!text.startsWith(here)) return false;
      return engine.occurrence(knownId(running.life, toldIn(id))) !== null;
    },
  };
}

function carryOut(
  state: FlaskState,
  running: Running,
  effects: readonly CaptureEffect[],
  suggested: readonly Member[] | null,
): void {
  const { roaming, engine, program } = running;
  for (const effect of effects) {
    switch (effect.type) {
      case 'send':
        say(state, indexOf(effect.to), { type: 'capture', message: effect.message });
        break;
      case 'lock':
        for (const id of effect.ids) {
          const here = knownId(running.life, toldIn(id));
          const molecule = takeById(engine, here);
          if (molecule === null) continue;
          roaming.shelf.set(id, molecule);
          tellOut(running, [here]);
        }
        break;
      case 'unlock':
        release(running, effect.ids);
        break;
      case 'give': {
        const molecules = takeOffShelf(roaming, effect.gift.ids);
        const bytes = moleculesToBytes(molecules, program.templates);
        say(state, indexOf(effect.to), { type: 'given', gift: effect.gift, bytes });
        break;
      }
      case 'event':
        heed(state, running, effect.event, suggested);
    }
  }
}

function heed(
  state: FlaskState,
  running: Running,
  event: CaptureEvent,
  suggested: readonly Member[] | null,
): void {
  const { roaming } = running;
  switch (event.type) {
    case 'captured': {
      const mode = roaming.capture.records.get(event.rule)?.mode ?? 'optimistic';
      roaming.counts[mode]++;
      roaming.pursued.delete(event.attempt);
      release(running, event.ids);
      break;
    }
    case 'aborted': {
      roaming.counts.aborted++;
      const combination = roaming.pursued.get(event.attempt) ?? suggested ?? [];
      roaming.pursued.delete(event.attempt);
      if (event.reason === 'dormant') roaming.pursued.delete(roaming.capture.lastAttempt + 1);
      giveBack(state, combination);
      break;
    }
    default:
      break;
  }
  state.out.push({ type: 'event', event: { type: 'capture', event } });
}

/** The owners advertise again what they still have of a combination. */
function giveBack(state: FlaskState, combination: readonly Member[]): void {
  const idsOf = new Map<number, number[]>();
  for (const { flask, id } of combination) {
    const ids = idsOf.get(flask) ?? [];
    idsOf.set(flask, ids);
    ids.push(id);
  }
  for (const [flask, ids] of idsOf) say(state, flask, { type: 'readvertise', ids });
}

/** Off the shelf, into the engine. */
function release(running: Running, ids: readonly MoleculeId[]): void {
  const names = ids.filter((id) => running.roaming.shelf.has(id)).map(String);
  const molecules = takeOffShelf(running.roaming, ids);
  pour(running, molecules, (put) => ({ type: 'in', names, put }));
  stir(running);
}

function takeOffShelf({ shelf }: Roaming, ids: readonly MoleculeId[]): Molecule[] {
  return ids.flatMap((id) => {
    const molecule = shelf.get(id);
    shelf.delete(id);
    return molecule === undefined ? [] : [molecule];
  });
}
