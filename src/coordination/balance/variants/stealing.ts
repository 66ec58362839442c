// Work stealing, to compare with: nobody offers anything; who has nothing left asks somebody by chance, and gets half of
// what that one has to do, first what lies with the asker. Links must neither lose nor repeat.
import type { Ctx, Effect, Input, NodeId } from '../../../base/index.ts';
import { type Effects, send, setTimer, tell } from '../../effects.ts';
import { add, type Bundle, createBundle, remove } from '../bundle.ts';
import { type BalanceConfig, configureBalance } from '../config.ts';
import type { BalanceCommand, BalanceEvent } from '../messages.ts';
import { type Item, itemOf, type Task } from '../task.ts';

export type StealingMessage =
  | { readonly type: 'steal' }
  /** What the thief gets; none if there is nothing to spare. */
  | { readonly type: 'loot'; readonly tasks: readonly Task[] };

export interface Thief {
  readonly config: BalanceConfig;
  readonly self: number;
  readonly bundle: Bundle;
  running: Item | null;
  /** Members not asked yet since the last loot; null while nobody is to be asked. */
  unasked: number[] | null;
}

type Out = Effects<StealingMessage, BalanceEvent>;

const againTimer = 'again';

export const stealing = {
  name: 'work stealing',
  configure: configureBalance,

  create(config: BalanceConfig, self: NodeId): Thief {
    const bundle = createBundle(config.strategy, config.members.length);
    return { config, self: config.members.indexOf(self), bundle, running: null, unasked: null };
  },

  step(
    thief: Thief,
    input: Input<StealingMessage, BalanceCommand>,
    ctx: Ctx,
  ): readonly Effect<StealingMessage, BalanceEvent>[] {
    const out: Effect<StealingMessage, BalanceEvent>[] = [];
    if (input.type === 'command') obey(thief, input.command);
    else if (input.type === 'timer') askNext(thief, ctx, out);
    else if (input.message.type === 'steal') {
      out.push(send(input.from, { type: 'loot', tasks: share(thief, input.from) }));
    } else if (input.message.tasks.length > 0) {
      thief.unasked = null;
      for (const task of input.message.tasks) takeIn(thief, task);
    } else {
      askNext(thief, ctx, out);
    }
    runNext(thief, ctx, out);
    return out;
  },
};

function obey(thief: Thief, command: BalanceCommand): void {
  if (command.type === 'enter') {
    const { request, cost, where } = command;
    takeIn(thief, { request, cost, where });
  } else if (command.type === 'leave' && thief.running?.task.request === command.request) {
    thief.running = null;
  }
}

function takeIn({ bundle, config, self }: Thief, task: Task): void {
  add(bundle, itemOf(task, config.members, self, config.remoteFactor));
}

function runNext(thief: Thief, ctx: Ctx, out: Out): void {
  if (thief.running) return;
  const next = thief.bundle.running[0];
  if (next) {
    remove(thief.bundle, next);
    thief.running = next;
    out.push(tell({ type: 'entered', request: next.task.request, task: next.task }));
  } else if (thief.unasked === null) {
    askNext(thief, ctx, out);
  }
}

/** One of those that have not said no yet; when all have, a while later all again. */
function askNext(thief: Thief, ctx: Ctx, out: Out): void {
  const { config, self } = thief;
  const unasked = thief.unasked ?? config.members.map((_, member) => member);
  const others = unasked.filter((member) => member !== self);
  if (others.length === 0) {
    thief.unasked = config.members.map((_, member) => member);
    if (config.members.length > 1)
      out.push(setTimer(againTimer, ctx.now + config.searchMs, ctx.now));
    return;
  }
  const [victim] = others.splice(ctx.rng.below(others.length), 1);
  thief.unasked = others;
  out.push(send(config.members[victim as number] as NodeId, { type: 'steal' }));
}

/** Half of what is waiting here, by cost: what lies with the thief first, then what costs it least. */
function share({ bundle, config }: Thief, from: NodeId): readonly Task[] {
  const who = config.members.indexOf(from);
  const costAt = ({ costs }: Item): number => costs[who] as number;
  const gain = (item: Item): number => costAt(item) / item.cost;
  const candidates = [...bundle.offering].sort((a, b) => gain(a) - gain(b));
  let left = bundle.cost / 2;
  const given: Item[] = [];
  for (const item of candidates) {
    if (left - item.cost < 0) break;
    left -= item.cost;
    given.push(item);
  }
  for (const item of given) remove(bundle, item);
  return given.map(({ task }) => task);
}
