// The quiet after all nodes have died and come again. Nobody knows then what clients held, and those who held it may not have noticed: so
// nobody is given anything to hold until every lease from before is over. Nodes that start for the first time need no quiet.
import { type Ctx, timerId } from '../../base/index.ts';
import type { NodeState, Out } from './node-state.ts';
import type { Wish } from './wish.ts';

export const quietTimer = timerId('quiet');

/** For a while clients are given nothing to hold; what they ask for waits. */
export function beQuiet(state: NodeState, forMs: number, ctx: Ctx, out: Out): void {
  if (forMs <= 0) return;
  state.quietUntilMs = Math.max(state.quietUntilMs, ctx.now + forMs);
  const afterMs = state.quietUntilMs - ctx.now;
  out.effects.push({ type: 'set-timer', timer: quietTimer, afterMs });
}

/** Whether a wish of a client has to wait for that. A use of a token is a moment: nobody holds it. */
export function mustWait(
  { quietUntilMs }: NodeState,
  session: string | null,
  { scheme }: Wish,
  ctx: Ctx,
): boolean {
  return session !== null && scheme !== 'tokens' && ctx.now < quietUntilMs;
}
