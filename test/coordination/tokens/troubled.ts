// A small world of members that wish and use, on links that lose, repeat and reorder, with nodes that die and forget. The
// ledger keeps its state, as a driver must see to; all others come back as new. The watch sees every use.
import { type Machine, type Millis, type NodeId, nodeId } from '../../../src/base/index.ts';
import type { Scheme } from '../../../src/coordination/scheme.ts';
import type { Ledger } from '../../../src/coordination/tokens/ledger.ts';
import type {
  Lease,
  TokensCommand,
  TokensEvent,
} from '../../../src/coordination/tokens/messages.ts';
import { createWatch } from '../../../src/coordination/tokens/watch.ts';
import {
  stirUp,
  type Told,
  type Trouble,
  World,
  type WorldOptions,
} from '../../../src/sim/index.ts';

export interface TroubledOptions {
  readonly seed: number;
  readonly members: number;
  readonly tokens: number;
  readonly ratePerSecond: number;
  readonly link: WorldOptions<unknown>['link'];
  readonly trouble: Omit<Trouble, 'victims'>;
  /** How much closer two uses may come: slots used late, clocks that differ. */
  readonly toleranceMs: Millis;
  /** At some time in the trouble. */
  readonly resizeTo?: number;
  /** How long the calm lasts in which everybody has to be served. */
  readonly calmMs: Millis;
  /** The longest wait that the calm allows. */
  readonly waitMsMax: Millis;
  readonly clocksDifferByMs?: Millis;
}

export interface TroubledRun {
  readonly complaints: readonly string[];
  readonly uses: number;
  readonly usesInCalm: number;
  readonly reissues: number;
  readonly resized: boolean;
  readonly digest: string;
}

/** What both machines have in common, for those who look inside. */
interface WithLedger {
  readonly ledger: Ledger | null;
}

export function names(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `n${index}`);
}

export function runTroubled<Options, Config, S extends WithLedger, M, Status>(
  scheme: Scheme<Options, Config, S, M, TokensCommand, TokensEvent, Status>,
  config: Config,
  options: TroubledOptions,
  tokensIn: (state: S) => readonly Lease[],
): TroubledRun {
  const { seed, members, link, trouble, toleranceMs, resizeTo, calmMs } = options;
  const world = new World<M, TokensCommand, TokensEvent>({ seed, ...(link ? { link } : {}) });
  const nodes = names(members).map(nodeId);
  const [ledger, ...victims] = nodes as [NodeId, ...NodeId[]];
  const complaints: string[] = [];
  const complain = (text: string): void => {
    complaints.push(`seed ${seed}, ${world.now} ms: ${text}`);
  };
  let wishes = 0;
  let usesInCalm = 0;
  const enter = (): TokensCommand => ({
    ...{ type: 'enter', request: `r${wishes++}` },
    wishMs: world.now + world.rng.below(1500),
  });

  const saved = new Map<NodeId, S>();
  for (const node of nodes) {
    const machine: Machine<S, M, TokensCommand, TokensEvent> = {
      start(_files, ctx) {
        const state =
          (node === ledger ? saved.get(node) : undefined) ?? scheme.create(config, node);
        saved.set(node, state);
        const command = { type: 'command', command: { type: 'start' } } as const;
        const effects = scheme.step(state, command, ctx);
        world.command(node, enter(), 1);
        return { state, effects };
      },
      step: (state, input, ctx) => (input.type === 'synced' ? [] : scheme.step(state, input, ctx)),
    };
    world.add(node, machine);
    const skewMs = options.clocksDifferByMs ?? 0;
    if (skewMs > 0) world.jumpClock(node, world.rng.below(skewMs + 1));
  }

  const period = (rate: number): Millis => (1000 * options.tokens) / rate;
  const fastest = Math.max(options.ratePerSecond, resizeTo ?? 0);
  const windows = (rate: number) =>
    [1, 3, 10].map((n) => ({ lengthMs: n * period(rate), usesMax: n * options.tokens }));
  const watch = createWatch({ periodMs: period(fastest), shares: windows(fastest), toleranceMs });
  let sharp: { readonly fromMs: Millis; readonly watch: typeof watch } | undefined;
  const calmFromMs = trouble.forMs + calmMs / 3;

  world.watch(({ at, node, event }: Told<TokensEvent>) => {
    if (event.type === 'resized') {
      const shares = windows(event.ratePerSecond);
      const periodMs = period(event.ratePerSecond);
      sharp = { fromMs: event.fromMs, watch: createWatch({ periodMs, shares, toleranceMs }) };
    }
    if (event.type !== 'entered') return;
    const wishMs = event.wishMs - (options.clocksDifferByMs ?? 0);
    const use = { ...event, wishMs, atMs: at };
    const found = watch(use) ?? (sharp && at >= sharp.fromMs ? sharp.watch(use) : undefined);
    if (found) complain(found);
    const epoch = saved.get(ledger)?.ledger?.entries[event.token]?.epoch;
    if (epoch !== event.epoch) complain(`epoch ${event.epoch} used while ${epoch} is valid`);
    if (event.wishMs >= calmFromMs && at - event.wishMs > options.waitMsMax) {
      complain(`${node} waited ${at - event.wishMs} ms`);
    }
    if (at >= calmFromMs) usesInCalm++;
    world.after(world.rng.below(50), () => {
      world.command(node, enter());
      world.command(node, { type: 'leave', request: event.request });
    });
  });

  stirUp(world, { ...trouble, victims });
  // The ledger pauses as well, and goes on where it was.
  world.after(trouble.forMs / 3, () => world.crash(ledger));
  world.after(trouble.forMs / 3 + 700, () => world.restart(ledger));
  if (resizeTo !== undefined) {
    const command = { type: 'resize', ratePerSecond: resizeTo } as const;
    world.after(trouble.forMs / 2, () => world.command(ledger, command));
  }
  const seen = new Set<number>();
  const look = (): void => {
    const here = new Map<number, NodeId>();
    for (const node of nodes.filter((each) => world.isUp(each))) {
      for (const { token, endMs } of tokensIn(world.stateOf(node) as S)) {
        if (endMs <= world.now) continue;
        const other = here.get(token);
        if (other && complaints.length < 10)
          complain(`token ${token} is with ${other} and with ${node}`);
        here.set(token, node);
        if (world.now >= calmFromMs) seen.add(token);
      }
    }
    world.after(50, look);
  };
  look();
  world.run({ untilMs: trouble.forMs + calmMs });
  if (seen.size !== options.tokens) complain(`only ${seen.size} tokens are left`);
  const issues = world.events.filter(({ event }) => event.type === 'issued').length;
  return {
    ...{ complaints, usesInCalm, reissues: issues - options.tokens, resized: sharp !== undefined },
    uses: world.events.filter(({ event }) => event.type === 'entered').length,
    digest: world.digest,
  };
}
