// A witness of a run: it makes every reaction that the engine tells of in a soup of its own, by the naive matcher, and
// objects to what is no match there, to other products, and to a solution that is said to rest and could react.
// It shares nothing with the engine but the events.

import { freeze, freezeLive } from '../../src/runtime/content.ts';
import {
  type Event,
  type ReactionEvent,
  type SolutionMolecule,
  show,
  toJson,
} from '../../src/runtime/index.ts';
import { eachLive, type Live, type Occurrence } from '../../src/runtime/live.ts';
import { allMatches, tookOf } from '../../src/runtime/match-naive.ts';
import { react } from '../../src/runtime/react.ts';
import { Soup } from '../../src/runtime/soup.ts';

/** (b) Every reaction is a match of the naive matcher in the state before it; what rests has none. */
export function judge(start: SolutionMolecule, events: readonly Event[], value: string): void {
  const soup = new Soup();
  soup.fill(start);
  for (const event of events) {
    if (event.type === 'reaction') follow(soup, event);
    else if (event.type === 'stage' || event.type === 'inert') rest(soup, event);
    else if (event.type === 'end' && event.status !== 'stopped') {
      demand(
        soup.root.inert,
        `the run is said to be over, and ${show(freezeLive(soup.root))} is not`,
      );
      for (const live of livesIn(soup.root)) demand(!canReact(live), atRest(live));
    }
  }
  const own = show(freezeLive(soup.root), { rules: true });
  demand(own === value, `by its events it should be ${own}, but it is ${value}`);
}

function follow(soup: Soup, event: ReactionEvent): void {
  const rule = livesIn(soup.root)
    .flatMap((live) => [...live.rules.values()])
    .find((one) => `m${one.id}` === event.rule);
  demand(rule !== undefined, `reaction ${event.n} is by ${event.rule}, which is not there`);
  demand(`s${rule.home.id}` === event.in, `reaction ${event.n} is not where its rule is`);
  const wanted = event.took.join(' ');
  let found = null;
  for (const match of allMatches(rule)) {
    if (namesOf(tookOf(match)) !== wanted) continue;
    found = match;
    break;
  }
  demand(
    found !== null,
    `reaction ${event.n} took ${wanted}: no match in ${show(freezeLive(rule.home), { rules: true })}`,
  );
  const { produced, fault } = react(soup, found);
  const put = produced.map((one) => ({
    id: `m${one.id}`,
    molecule: toJson(freeze(one.body), { rules: true }),
  }));
  const [told, own] = [event.put, put].map((one) => JSON.stringify(one));
  demand(told === own, `reaction ${event.n} put ${told}, but it should be ${own}`);
  demand(event.fault === fault, `reaction ${event.n} has the fault ${event.fault}, not ${fault}`);
}

function rest(soup: Soup, event: Extract<Event, { type: 'stage' | 'inert' }>): void {
  const live = livesIn(soup.root).find((one) => `s${one.id}` === event.in);
  demand(live !== undefined, `${event.in} is said to rest, but is not there`);
  demand(!canReact(live), atRest(live));
  demand(soup.settle(live) === (event.type === 'inert'), `${event.in} rests in another way`);
}

function atRest(live: Live): string {
  return `s${live.id} is said to rest, but can react: ${show(freezeLive(live), { rules: true })}`;
}

function canReact(live: Live): boolean {
  return [...live.rules.values()].some((rule) => allMatches(rule).next().done !== true);
}

function livesIn(live: Live): Live[] {
  const lives = [live];
  for (const occurrence of live.content.values()) {
    eachLive(occurrence.body, (inner) => lives.push(...livesIn(inner)));
  }
  return lives;
}

function namesOf(occurrences: readonly Occurrence[]): string {
  return occurrences.map(({ id }) => `m${id}`).join(' ');
}

export function demand(holds: boolean, message: string): asserts holds {
  if (!holds) throw new Error(message);
}
