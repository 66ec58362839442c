// Tiny worlds of flasks in which all interleavings are walked through: who owns which molecules, and who tries to get what.
import { nodeId } from '../../../src/base/index.ts';
import { flaskId, type PolicyOptions } from '../../../src/dht/index.ts';
import { type Found, type Interleavings, interleave } from '../../coordination/interleavings.ts';
import {
  type CaptureFlask,
  type FlaskMessage,
  type Flaws,
  newFlask,
  type Suggestion,
  stepFlask,
} from './capture-flask.ts';

export interface TinyCaptures {
  /** Flask to the molecules it owns at the start. */
  readonly owns: Readonly<Record<string, readonly string[]>>;
  /** Who tries what; those of one flask one after the other. */
  readonly attempts: readonly { readonly by: string; readonly wants: readonly string[] }[];
  readonly mode: PolicyOptions['mode'];
  /** Those that ask in another way. */
  readonly modes?: Readonly<Record<string, PolicyOptions['mode']>>;
  /** Captures that a flask had completed before, for the order. */
  readonly before?: Readonly<Record<string, number>>;
  readonly flaws?: Flaws;
  /** A flask begins an attempt when its last one has ended. */
  readonly inTurn?: boolean;
  /** What must have happened when nothing can happen any more; unless said, one capture. */
  readonly atLeast?: number;
}

export function captureWorld(
  world: TinyCaptures,
): Interleavings<CaptureFlask, FlaskMessage, Suggestion, unknown> {
  const { owns, attempts, before = {}, flaws = {}, atLeast = 1 } = world;
  const names = Object.keys(owns);
  const all = Object.values(owns).flat();
  const holderOf = (id: string) => names.find((name) => owns[name]?.includes(id)) ?? 'nobody';
  const players = names.map((name) => {
    const policy = {
      mode: world.modes?.[name] ?? world.mode,
      dormant: undefined,
    };
    const start = newFlask(name, owns[name] ?? [], policy, world.inTurn);
    start.capture.captures = before[name] ?? 0;
    return { id: nodeId(name), start, step: stepFlask(flaws) };
  });
  const notices = attempts.map(({ by, wants }, at) => {
    const earlier = attempts.slice(0, at).flatMap((other, i) => (other.by === by ? [i] : []));
    const combination = wants.map((id) => ({ id, holder: flaskId(holderOf(id)) }));
    return { node: nodeId(by), after: earlier, command: { combination } };
  });
  return {
    ...{ players, notices },
    invariant: (states) => states.map((state) => state?.complaint).find(Boolean) ?? owners(states),
    isGoal: (states) => {
      const flasks = states.filter((state) => state !== undefined);
      const sum = (count: (flask: CaptureFlask) => number) =>
        flasks.reduce((total, flask) => total + count(flask), 0);
      return (
        sum(({ captured, aborted }) => captured + aborted) === attempts.length &&
        sum(({ captured }) => captured) >= atLeast &&
        sum(({ shelf, capture }) => shelf.length + capture.claims.size) === 0 &&
        sum(({ free, reacted }) => free.length + reacted.length) === all.length
      );
    },
  };
}

export function walk(world: TinyCaptures): Found {
  return interleave(captureWorld(world));
}

function owners(states: readonly (CaptureFlask | undefined)[]): string | undefined {
  const seen = new Set<string | number>();
  for (const state of states) {
    for (const id of [...(state?.free ?? []), ...(state?.shelf ?? []), ...(state?.reacted ?? [])]) {
      if (seen.has(id)) return `${id} has two owners`;
      seen.add(id);
    }
  }
  return undefined;
}
