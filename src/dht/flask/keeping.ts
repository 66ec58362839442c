// The keeper of a rule: the flask that hears of what is left over everywhere and finds combinations in it, each of which it
// suggests to one of the owners. It hands out each molecule once, so that suggestions do not quarrel.
import { createRng } from '../../base/index.ts';
import { Finder, type Found, moleculesFromBytes } from '../../runtime/index.ts';
import { wakeCapture } from '../capture/capture.ts';
import { type FlaskState, type Running, say } from './flask-state.ts';
import type { Member } from './messages.ts';
import { sharedRules } from './ready-program.ts';

/** A keeper hears of left-overs. */
export function takeAdvert(
  running: Running,
  from: number,
  rule: number,
  bytes: Uint8Array,
  ids: readonly number[],
): void {
  const molecules = moleculesFromBytes(bytes, running.program.templates);
  if (!molecules.ok) return;
  const finder = finderFor(running, rule);
  for (const [i, molecule] of molecules.value.entries()) {
    finder.add(molecule, `${from}:${ids[i]}`);
  }
  wakeCapture(running.roaming.capture, String(rule));
}

/** The search for one rule that is kept here. */
export function finderFor(running: Running, rule: number): Finder {
  const { roaming, spec, program, stage } = running;
  const known = roaming.kept.get(rule);
  if (known !== undefined) return known;
  const finder = new Finder(createRng(spec.seed).split(`keeper ${rule}`));
  roaming.kept.set(rule, finder);
  for (const shared of sharedRules(program, stage)) {
    if (program.templates.numberOf(shared.template) === rule) finder.add(shared, null);
  }
  return finder;
}

/** Suggests all combinations that the rules kept here have; true when a search is to go on. */
export function suggest(state: FlaskState, running: Running): boolean {
  let isPaused = false;
  for (const [rule, finder] of running.roaming.kept) {
    for (let found = finder.next(); found !== null; found = finder.next()) {
      const combination = membersOf(found);
      say(state, ownerOfMost(combination), { type: 'suggest', rule, combination });
    }
    isPaused ||= finder.isPaused;
  }
  return isPaused;
}

function membersOf({ names, rule }: Found): Member[] {
  return [...names, ...(rule === null ? [] : [rule])].map((name) => {
    const [flask, id] = name.split(':');
    return { flask: Number(flask), id: Number(id) };
  });
}

function ownerOfMost(combination: readonly Member[]): number {
  const counts = new Map<number, number>();
  for (const { flask } of combination) counts.set(flask, (counts.get(flask) ?? 0) + 1);
  const most = Math.max(...counts.values());
  // Among equals the identities decide, which is as good as chance, and the same in a replay.
  const best = [...counts].filter(([, count]) => count === most).map(([flask]) => flask);
  const turn = combination.reduce((sum, { id }) => sum + id, 0);
  return best[turn % best.length] as number;
}
