// A flask as bytes, for a log that has become long. Whoever restores has the same flask as far as anybody can tell; its
// engine is a new one, so the host that took the snapshot goes on from it as well. While effects are awaited or a
// capture is under way there is none: the log can wait.
import { assert, type Result } from '../../base/index.ts';
import {
  contentOf,
  freeze,
  type Molecule,
  moleculesFromBytes,
  moleculesToBytes,
  type Occurrence,
} from '../../runtime/index.ts';
import type { RuleRecord } from '../capture/policy.ts';
import type { Endpoint } from '../flask-id.ts';
import { fromJsonBytes, toJsonBytes } from '../json-bytes.ts';
import { pack, unpack } from '../pack.ts';
import type { Coordinator } from './coordinator.ts';
import { type FlaskState, newEngine, type Running } from './flask-state.ts';
import { finderFor } from './keeping.ts';
import type { Tally } from './messages.ts';
import type { ReadyProgram } from './ready-program.ts';
import { isRoamingQuiet, newRoaming } from './roaming.ts';
import { type SolutionSpec, specFromBytes, specToBytes } from './spec.ts';
import { NO_SLICES, newStealing } from './stealing.ts';
import { type FlaskEvent, listenTo, newTelling, pour, type Telling } from './telling.ts';

interface Saved {
  readonly spec: Uint8Array;
  readonly molecules: Uint8Array;
  readonly plain: Pick<
    Running,
    | 'stage'
    | 'started'
    | 'hungry'
    | 'stirred'
    | 'converged'
    | 'sent'
    | 'received'
    | 'wantsFuel'
    | 'ended'
  > & {
    readonly told: Tally | null;
    readonly fuel: number;
    readonly reactions: number;
    readonly life: number;
  };
  readonly capture: {
    readonly lastAttempt: number;
    readonly captures: number;
    readonly records: readonly (readonly [string, RuleRecord])[];
    readonly counts: Running['roaming']['counts'];
  };
  readonly kept: readonly {
    readonly rule: number;
    readonly names: readonly string[];
    readonly molecules: Uint8Array;
  }[];
  readonly coordinator: SavedCoordinator | null;
  readonly telling: SavedTelling | null;
}

interface SavedTelling {
  /** What the molecules were called. */
  readonly ids: readonly number[];
  readonly events: Uint8Array;
  readonly listeners: readonly string[];
}

type SavedCoordinator = Omit<Coordinator, 'confirmed' | 'starving' | 'watchers' | 'fuel'> & {
  readonly confirmed: readonly number[] | null;
  readonly starving: readonly number[];
  readonly watchers: readonly string[];
  readonly fuel: number;
};

/** What is unbounded has no number on the way. */
const UNBOUNDED = -1;

export function snapshotFlask({ running }: FlaskState): Uint8Array | null {
  if (running === undefined || !canRest(running)) return null;
  const { engine, program, roaming, coordinator, spec } = running;
  const content = running.telling && contentOf(engine.soup.root);
  const { stage, started, hungry, stirred, converged, sent, received, wantsFuel, ended } = running;
  const saved: Saved = {
    spec: specToBytes(spec),
    molecules: moleculesToBytes(
      content?.map(({ body }) => freeze(body)) ?? engine.value.items,
      program.templates,
    ),
    plain: {
      ...{ stage, started, hungry, stirred, converged, sent, received, wantsFuel, ended },
      told: running.told,
      fuel: bounded(running.fuel),
      reactions: running.reactionsBefore + engine.reactions,
      life: running.life + 1,
    },
    capture: {
      lastAttempt: roaming.capture.lastAttempt,
      captures: roaming.capture.captures,
      records: [...roaming.capture.records],
      counts: roaming.counts,
    },
    kept: [...roaming.kept].map(([rule, finder]) => {
      const entries = finder.entries();
      return {
        rule,
        names: entries.map(({ name }) => name),
        molecules: moleculesToBytes(
          entries.map(({ molecule }) => molecule),
          program.templates,
        ),
      };
    }),
    coordinator: coordinator === null ? null : saveCoordinator(coordinator),
    telling: running.telling && saveTelling(running.telling, content ?? []),
  };
  return pack(saved);
}

/** What rules remember are identities, and a product that awaits an answer is code: neither can be written down. */
function canRest({ engine, roaming, program, early, spread }: Running): boolean {
  if (early.length > 0 || spread.isStealing || spread.thieves.length > 0) return false;
  if (engine.awaitedEffects > 0 || !isRoamingQuiet(roaming)) return false;
  return !program.templates.all.some(({ remembers }) => remembers);
}

export function restoreFlask(
  state: FlaskState,
  bytes: Uint8Array,
  ready: (spec: SolutionSpec) => Result<ReadyProgram, string>,
): FlaskState {
  const saved = must(unpack(bytes, WHOLE_FLASK)) as Saved;
  const spec = must(specFromBytes(saved.spec));
  const program = must(ready(spec));
  const { plain } = saved;
  const engine = newEngine(spec, state.index, plain.life, program);
  const telling = saved.telling && loadTelling(saved.telling);
  listenTo({ engine, telling });
  const molecules = must(moleculesFromBytes(saved.molecules, program.templates));
  pour({ engine, telling }, molecules, (put) => ({
    type: 'anew',
    ids: saved.telling?.ids ?? [],
    put,
  }));
  const roaming = newRoaming(state.id, spec);
  const { capture } = roaming;
  capture.lastAttempt = saved.capture.lastAttempt;
  capture.captures = saved.capture.captures;
  for (const [rule, record] of saved.capture.records) capture.records.set(rule, record);
  Object.assign(roaming.counts, saved.capture.counts);
  state.running = {
    ...plain,
    // All of its molecules have their turn again, and new identities: keepers must hear of them.
    ...{ hungry: true, stirred: true, fuel: unbounded(plain.fuel), content: null, restless: 0 },
    ...{ early: [], slices: NO_SLICES, words: null },
    reactionsBefore: plain.reactions,
    ...{ spec, program, engine, roaming, telling },
    spread: newStealing(state.index, spec.flasks),
    coordinator: saved.coordinator === null ? null : loadCoordinator(saved.coordinator),
  };
  for (const { rule, names, molecules } of saved.kept) {
    const finder = finderFor(state.running, rule);
    const values = must(moleculesFromBytes(molecules, program.templates));
    for (const [i, name] of names.entries()) finder.add(values[i] as Molecule, name);
  }
  return state;
}

const WHOLE_FLASK = { depth: 32, values: 100_000_000 };

function saveCoordinator(coordinator: Coordinator): SavedCoordinator {
  const { confirmed, starving, watchers, fuel } = coordinator;
  return {
    ...coordinator,
    confirmed: confirmed === null ? null : [...confirmed],
    starving: [...starving],
    watchers: [...watchers],
    fuel: bounded(fuel),
  };
}

function loadCoordinator(saved: SavedCoordinator): Coordinator {
  const { confirmed, starving, watchers, fuel, reports, figures } = saved;
  return {
    ...saved,
    reports: [...reports],
    figures: [...figures],
    confirmed: confirmed === null ? null : new Set(confirmed),
    starving: new Set(starving),
    watchers: new Set(watchers as readonly Endpoint[]),
    fuel: unbounded(fuel),
  };
}

function saveTelling({ events, listeners }: Telling, content: readonly Occurrence[]): SavedTelling {
  return {
    ids: content.map(({ id }) => id),
    events: toJsonBytes(events),
    listeners: [...listeners],
  };
}

function loadTelling({ events, listeners }: SavedTelling): Telling {
  return {
    ...newTelling(),
    events: must(fromJsonBytes(events)) as FlaskEvent[],
    listeners: new Set(listeners as readonly Endpoint[]),
  };
}

function bounded(fuel: number): number {
  return Number.isFinite(fuel) ? fuel : UNBOUNDED;
}

function unbounded(fuel: number): number {
  return fuel === UNBOUNDED ? Number.POSITIVE_INFINITY : fuel;
}

/** A snapshot is our own, and its log has checksums: what cannot be read was written wrongly. */
function must<T>(result: Result<T, string>): T {
  assert(result.ok, 'a snapshot can be read', result.ok ? '' : result.error);
  return result.value;
}
