// How a run that many flasks told ends: everything is somewhere, nothing can react that was called inert, and what the
// cluster shows is what the one run has.
import {
  allMatches,
  faultsIn,
  type Occurrence,
  ruleOf,
  type SolutionMolecule,
  same,
  showShort,
} from '../../runtime/index.ts';
import type { EndStatus } from '../flask/messages.ts';
import type { History } from './history.ts';

/** Ends the run; the first thing that cannot be, or null. `shown` is what the cluster gave out. */
export function verdict(
  history: History,
  status: EndStatus,
  shown: SolutionMolecule | null,
): string | null {
  const { machine } = history;
  if (history.complaint !== null) return history.complaint;
  const { engine } = machine;
  if (status === 'stopped') {
    machine.end('stopped');
    return null;
  }
  const left = history.leftOver();
  if (left !== null) return left;
  if (!engine.rest(machine.root.id) || !engine.isInert) {
    return 'it was called inert, and something can still react';
  }
  const missed = missedMatch([...machine.root.rules.values()], machine.root.size);
  if (missed !== null) return `it was called inert, and ${missed} can still react`;
  machine.end(faultsIn(engine.value).length > 0 ? 'faulted' : 'inert');
  if (shown === null || same(shown, engine.value)) return null;
  return `the cluster shows ${showShort(shown)}, and the run ends in ${showShort(engine.value)}`;
}

/** Whoever tries everything can say so only of little. */
const LITTLE = 100_000;

function missedMatch(rules: readonly Occurrence[], size: number): string | null {
  for (const rule of rules) {
    const molecule = ruleOf(rule);
    if (molecule === null || size ** molecule.template.slotCount > LITTLE) continue;
    for (const _ of allMatches(rule)) return molecule.name ?? 'a rule';
  }
  return null;
}
