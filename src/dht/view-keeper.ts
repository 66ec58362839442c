// Brings changes of the view to the authority: reads, changes, compares and sets, and begins again if somebody else
// was faster. It knows the authority only by its calls and answers, so any engine will do. It is not a machine by
// itself but a part of one: whoever owns it carries its calls and hands it the answers.
import { assert } from '../base/index.ts';
import type { AuthorityAnswer, AuthorityCall, Register } from './authority/authority.ts';
import type { FlaskId } from './flask-id.ts';
import { noView, type View } from './view.ts';
import { changeView, type ViewChange } from './view-change.ts';

export interface ViewKeeper {
  /** The newest view that is known to be agreed. */
  view: View;
  /** Oldest first; the first one is under way. */
  wishes: ViewChange[];
  /** What was asked and is not answered; a proposal fulfils the first so many wishes. */
  asked: 'nothing' | 'read' | { readonly proposed: View; readonly wishes: number };
}

export interface KeeperStep {
  readonly call?: AuthorityCall;
  readonly events: readonly ViewEvent[];
}

export type ViewEvent =
  | { readonly type: 'view'; readonly view: View }
  /** A wish is fulfilled, by this node or by another. */
  | { readonly type: 'view-changed'; readonly change: ViewChange }
  | { readonly type: 'view-refused'; readonly change: ViewChange; readonly reason: string };

const key = 'view';

export function viewKeeper(): ViewKeeper {
  return { view: noView, wishes: [], asked: 'nothing' };
}

/** Asks for a change, once if it is asked for already; whether it comes about is told by an event. */
export function wish(keeper: ViewKeeper, change: ViewChange): KeeperStep {
  const text = JSON.stringify(change);
  if (keeper.wishes.some((other) => JSON.stringify(other) === text)) return { events: [] };
  keeper.wishes.push(change);
  return keeper.asked === 'nothing' ? proceed(keeper, false) : { events: [] };
}

/** Takes back what was wished for, unless it is under way. */
export function withdraw(keeper: ViewKeeper, isMeant: (change: ViewChange) => boolean): void {
  const underWay = typeof keeper.asked === 'object' ? keeper.asked.wishes : 0;
  keeper.wishes = keeper.wishes.filter((change, at) => at < underWay || !isMeant(change));
}

/** Somebody else has learned of a view from the authority. */
export function hearView(keeper: ViewKeeper, view: View): KeeperStep {
  return { events: learn(keeper, view) };
}

/** Looks for a newer view. */
export function refresh(keeper: ViewKeeper): KeeperStep {
  if (keeper.asked !== 'nothing') return { events: [] };
  keeper.asked = 'read';
  return { call: { type: 'read', key }, events: [] };
}

/** The authority has answered the call that is open. */
export function answered(keeper: ViewKeeper, answer: AuthorityAnswer): KeeperStep {
  const { asked } = keeper;
  keeper.asked = 'nothing';
  assert(asked !== 'nothing', 'an answer belongs to a call', answer.type);
  switch (answer.type) {
    case 'set': {
      assert(asked !== 'read', 'a read sets nothing');
      const fulfilled = keeper.wishes.splice(0, asked.wishes);
      assert(fulfilled.length === asked.wishes, 'what was set was wished for');
      const changed = fulfilled.map((change) => ({ type: 'view-changed', change }) as const);
      return after(keeper, [...learn(keeper, asked.proposed), ...changed]);
    }
    case 'is':
    case 'differs':
      return after(keeper, learn(keeper, viewOf(answer.register)));
    case 'unknown':
    case 'unavailable':
      // What became of it shows in the next view; changes that have happened are content to be asked twice.
      return keeper.wishes.length > 0 ? refresh(keeper) : { events: [] };
  }
}

function after(keeper: ViewKeeper, events: readonly ViewEvent[]): KeeperStep {
  const next = proceed(keeper, true);
  return { ...next, events: [...events, ...next.events] };
}

/** Tries the first wish on the view that is known. Only a view that was just read may say no to it. */
function proceed(keeper: ViewKeeper, isFresh: boolean): KeeperStep {
  const events: ViewEvent[] = [];
  for (;;) {
    const change = keeper.wishes[0];
    if (change === undefined) return { events };
    const next = changeView(keeper.view, change);
    if (next.ok) {
      keeper.asked = alsoMoving(keeper, next.value);
      const text = JSON.stringify(keeper.asked.proposed);
      const call = { type: 'compare-and-set', key, expected: keeper.view.version, text } as const;
      return { call, events };
    }
    if (!isFresh) return refresh(keeper);
    keeper.wishes.shift();
    const { type, reason } = next.error;
    if (type === 'done') events.push({ type: 'view-changed', change });
    else events.push({ type: 'view-refused', change, reason });
  }
}

/**
 * A view in which the first wish is fulfilled, together with those behind it if all of them move flasks, each
 * another one: a node that comes or goes moves many.
 */
function alsoMoving(keeper: ViewKeeper, first: View): { proposed: View; wishes: number } {
  let proposed = first;
  const moved = new Set<FlaskId>();
  let wishes = 0;
  for (const change of keeper.wishes) {
    if (change.type !== 'caught-up' && change.type !== 'settle') break;
    if (moved.has(change.flask)) break;
    moved.add(change.flask);
    if (wishes > 0) {
      const next = changeView({ ...proposed, version: keeper.view.version }, change);
      if (!next.ok) break;
      proposed = next.value;
    }
    wishes++;
  }
  return { proposed, wishes: Math.max(1, wishes) };
}

function learn(keeper: ViewKeeper, view: View): readonly ViewEvent[] {
  if (view.version <= keeper.view.version) return [];
  keeper.view = view;
  return [{ type: 'view', view }];
}

/** Only this file writes the register, and the authority gives back what was written. */
function viewOf(register: Register): View {
  if (register.version === 0) return noView;
  const view = JSON.parse(register.text) as View;
  assert(view.version === register.version, 'a view has the version of its register', view.version);
  return view;
}
