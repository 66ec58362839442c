// Real programs in a simulated cluster, through trouble into calm: does each end, inert, as one machine could have ended?
import { nodeId, ok } from '../../src/base/index.ts';
import {
  beginHistory,
  chemistry,
  clientId,
  effectOf,
  type FlaskState,
  feed,
  flaskOf,
  plainAnswer,
  type SolutionSpec,
  specToBytes,
  type ToClient,
  toldEvents,
  verdict,
} from '../../src/dht/index.ts';
import type { Program } from '../../src/host/index.ts';
import {
  type Molecule,
  moleculesFromBytes,
  readInput,
  type SolutionMolecule,
  show,
  solution,
} from '../../src/runtime/index.ts';
import { calmDown, type Recording, stirUp, type Trouble } from '../../src/sim/index.ts';
import { type ClusterSetting, ClusterWorld, SimClient } from './cluster-world.ts';
import { type Outcome, outcomeOf } from './outcome.ts';

export interface ChemistrySetting {
  readonly seed: number;
  readonly program: Program;
  /** What comes in, as JSON. */
  readonly input?: string;
  /** How it may end. */
  readonly outcomes: readonly string[];
  readonly nodes: number;
  readonly voters: 1 | 3 | 5;
  readonly replicas: number;
  readonly flasks: number;
  readonly durable?: boolean;
  readonly trouble?: Partial<Trouble> | null;
  readonly capture?: SolutionSpec['capture'];
  /** What else happens, once the solution is under way. */
  readonly meanwhile?: (cluster: ClusterWorld<FlaskState>) => void;
  readonly spoil?: ClusterSetting<FlaskState>['spoil'];
  readonly recording?: Recording;
}

const NAME = 's';

export function runChemistry(setting: ChemistrySetting): Outcome {
  const { seed, program, nodes, voters, replicas, flasks, durable = true } = setting;
  const { unit, functions } = program;
  const cluster = new ClusterWorld<FlaskState>({
    ...{ seed, nodes, voters, durable },
    app: chemistry({ program: () => ok({ unit, functions }) }),
    answer: answerAtOnce,
    options: { fuel: 3, snapshotLeastBytes: 2000 },
    ...(setting.trouble !== null && { link: lossy }),
    ...(setting.spoil && { spoil: setting.spoil }),
    ...(setting.recording && { recording: setting.recording }),
  });
  const { world } = cluster;
  const outcome = (complaint: string | undefined) => outcomeOf(cluster, complaint);
  const spec: SolutionSpec = {
    files: [{ name: unit.main.span.source.name, text: unit.main.span.source.text }],
    ...{
      seed,
      flasks,
      capture: setting.capture ?? 'adaptive',
      maxReactions: null,
      observed: true,
    },
  };
  const input = setting.input ?? '';
  const food = feed({ unit, functions }, spec, new TextEncoder().encode(input));
  if (!food.ok) return outcome(food.error);
  try {
    world.run({ untilMs: 20_000, until: () => cluster.members().length === nodes });
    if (cluster.members().length < nodes) return outcome('the nodes do not come together');
    const client = new SimClient(cluster, clientId('c'), nodeId('n1'));
    const submit = (): void => {
      const command = { type: 'submit', solution: NAME, spec: specToBytes(spec) } as const;
      world.command(cluster.anyNode(), { ...command, flasks, replicas });
      world.after(1500, () => {
        if (!cluster.submitted.has(NAME) && !cluster.lost.has(NAME)) submit();
      });
    };
    submit();
    client.attach(client.home);
    for (let flask = 0; flask < flasks; flask++) {
      client.send(flaskOf(NAME, flask), { type: 'observe' });
    }
    for (const [turn, { flask, message }] of food.value.puts.entries()) {
      client.send(flaskOf(NAME, flask ?? turn % flasks), message);
    }
    client.send(flaskOf(NAME, 0), food.value.go);
    if (setting.trouble !== null) {
      stirUp(world, { ...usualTrouble, ...setting.trouble });
      setting.meanwhile?.(cluster);
      for (let at = 200; at < 3000; at += 400) {
        world.after(at, () => client.attach(cluster.anyNode()));
      }
      world.run({ untilMs: world.now + 3200 });
      calmDown(world);
    }
    const heard = (flask: number): readonly ToClient[] =>
      (client.heard.get(flaskOf(NAME, flask)) ?? []) as ToClient[];
    const isOver = (): boolean => heard(0).some(({ type }) => type === 'over');
    const stopped = (): string | undefined => cluster.lost.get(NAME) ?? client.complaint;
    let polled = 0;
    const until = (isDone: () => boolean) => () =>
      ++polled % 16 === 0 && (isDone() || stopped() !== undefined);
    world.run({ untilMs: world.now + 60_000, until: until(isOver) });
    if (stopped() !== undefined) return outcome(stopped());
    if (!isOver()) return outcome('it does not end');
    for (let flask = 0; flask < flasks; flask++) {
      client.send(flaskOf(NAME, flask), { type: 'read', from: 0 });
    }
    const pages = () => Array.from({ length: flasks }, (_, i) => heard(i).find(isPage));
    world.run({
      untilMs: world.now + 30_000,
      until: until(() => pages().every((page) => page !== undefined)),
    });
    const items: Molecule[] = [];
    for (const page of pages()) {
      if (page === undefined) return outcome('a page does not come');
      const molecules = moleculesFromBytes(page.bytes, food.value.templates);
      if (!molecules.ok) return outcome(molecules.error);
      items.push(...molecules.value);
    }
    const shown = solution(items);
    const told = Array.from({ length: flasks }, (_, flask) => heard(flask));
    const complaint = judgeHistory(program, spec, input, told, shown);
    if (complaint !== null) return outcome(complaint);
    const text = show(shown);
    const isRight = setting.outcomes.includes(text);
    return outcome(
      isRight ? undefined : `it ends in ${text}, not in ${setting.outcomes.join(' | ')}`,
    );
  } catch (error) {
    return outcome(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
}

/** What the flasks told is one run, and ends in what they show. */
function judgeHistory(
  { unit, functions }: Program,
  spec: SolutionSpec,
  input: string,
  told: readonly (readonly ToClient[])[],
  shown: SolutionMolecule,
): string | null {
  const molecules = readInput(input);
  if (!molecules.ok) return molecules.error.message;
  const history = beginHistory({ unit, functions }, spec, molecules.value);
  if (!history.ok) return history.error;
  for (const [flask, messages] of told.entries()) {
    for (const message of messages) {
      if (message.type !== 'history') continue;
      const events = toldEvents(message.bytes);
      if (!events.ok) return events.error;
      history.value.tell(flask, events.value);
    }
  }
  return verdict(history.value, 'inert', shown);
}

function isPage(message: ToClient): message is Extract<ToClient, { type: 'page' }> {
  return message.type === 'page';
}

/** Effects of simulated programs answer with what they were given. */
function answerAtOnce(name: string, args: unknown): unknown {
  const effect = effectOf('', name, args);
  if (!effect.ok) return { error: effect.error };
  const [first] = effect.value.args;
  return plainAnswer(
    first === undefined ? { ok: false, message: 'nothing was asked' } : { ok: true, value: first },
  );
}

const lossy = { loss: { times: 1, outOf: 30 }, duplication: { times: 1, outOf: 30 } };

const usualTrouble: Trouble = {
  forMs: 3000,
  every: { minMs: 40, maxMs: 160 },
  crash: { times: 1, outOf: 8 },
  down: { minMs: 20, maxMs: 600 },
  crashAtWrite: { times: 1, outOf: 600 },
  partition: { times: 1, outOf: 10 },
  partitionTime: { minMs: 50, maxMs: 500 },
  stall: { times: 1, outOf: 12 },
  stallTime: { minMs: 10, maxMs: 300 },
  clockJump: { times: 1, outOf: 12 },
};
