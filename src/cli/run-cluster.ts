// hocl run with --nodes or --cluster: the same program, on many nodes. With --nodes the cluster is made for the run and gone
// with it (run-nodes.ts).
import { createHash, randomInt } from 'node:crypto';
import { ClusterClient, type Credentials } from '../dht/net/index.ts';
import { defaultSeed, headerOf, type Program, type ProgramText } from '../host/index.ts';
import type { Event, Molecule } from '../runtime/index.ts';
import { againCall } from './again.ts';
import { type ClusterOptions, requireTogether, tooManyReplicas } from './cluster-options.ts';
import { type ClusterRun, runOnCluster } from './cluster-run.ts';
import { credentialsOf } from './credentials.ts';
import { CallError } from './exit-code.ts';
import { readInputFile, readInputText } from './input.ts';
import type { Io } from './io.ts';
import type { LocalNodes } from './local-nodes.ts';
import { loadingLater, readProgram, requireRunnable } from './program-source.ts';
import { showProgress } from './progress.ts';
import { beginTrace } from './recording.ts';
import { printResult } from './result.ts';
import type { RunOptions } from './run.ts';
import { RunStop } from './run-stop.ts';

/** What a shell reports for a process that Ctrl-C ended. */
const INTERRUPTED = 130;

/** Flasks for each node of a cluster that others use, too: more than one, so that shares come out even. */
const flasksPerNode = 2;

export async function runClusterCommand(
  given: string | undefined,
  options: RunOptions & ClusterOptions,
  io: Io,
): Promise<number> {
  return runProgram(requireTogether(given, options), options, null, io);
}

/** Nodes of this run's own; `begins` is called when the run listens for Ctrl-C itself. */
export interface OwnNodes {
  readonly nodes: LocalNodes;
  begins(): void;
}

/** On nodes of this run's own, which are on their way, or else on the cluster that the options name. */
export async function runProgram(
  file: string,
  options: RunOptions & ClusterOptions,
  own: OwnNodes | null,
  io: Io,
): Promise<number> {
  const local = own?.nodes ?? null;
  const json = options.json === true;
  const program = await readProgram(file, io);
  requireRunnable(program, json, io);
  const files = headerOf({ program, run: '', seed: 0, molecules: [], directory: '' }).files;
  // Whoever waits for the nodes hears why they failed.
  local?.begin(files).catch(() => {});
  const given = { program, files, ...(await inputOf(options, program)), local };
  const { result, figures, unanswered, nodes } = await orWrongInput(options.input, () =>
    loadingLater(json, io, () =>
      traced(options.trace, given, (more) =>
        withInterrupt({ ...given, ...more }, options, io, own?.begins),
      ),
    ),
  );
  // They have nothing more to say, and end while the result is printed.
  local?.kill();
  const { timeout: timeoutMs } = options;
  const shown = { rules: options.rules === true, json, stats: false, timeoutMs };
  const again = againCall(file, options, result.seed);
  return printResult(
    { result, program, unanswered, again, cluster: { nodes, figures } },
    shown,
    io,
  );
}

/**
 * The input as text, which the nodes read. It is read here as well where the molecules are wanted, for a trace, and where
 * something could happen before the nodes find that it is wrong: an effect, which cannot be taken back.
 */
async function inputOf(
  { input: file, trace, seed }: RunOptions,
  program: Program,
): Promise<Pick<Given, 'input' | 'molecules' | 'seed'>> {
  const input = file === undefined ? new Uint8Array() : await readInputText(file);
  const isRead = file !== undefined && (trace !== undefined || program.effects.size > 0);
  const molecules = isRead ? await readInputFile(file) : [];
  return { input, molecules, seed: seedOf(seed, program, input) };
}

/** What is wrong with an input that some node could not read is said as it is on one machine. */
async function orWrongInput<T>(file: string | undefined, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (file !== undefined && error instanceof CallError) await readInputFile(file);
    throw error;
  }
}

/** Writes down what the nodes tell, if asked for, as the run of one machine. */
async function traced<T>(
  trace: string | undefined,
  given: Given,
  run: (more: Pick<Given, 'onEvent'>) => Promise<T>,
): Promise<T> {
  if (trace === undefined) return run({});
  const recorder = beginTrace(trace, { ...given, run: '' });
  try {
    const result = await run({ onEvent: (event) => recorder.write(event) });
    await recorder.flush();
    return result;
  } finally {
    recorder.close();
  }
}

interface Given {
  readonly onEvent?: (event: Event) => void;
  readonly program: Program;
  readonly files: readonly ProgramText[];
  /** The text of its input. */
  readonly input: Uint8Array;
  /** The same as molecules, where they are wanted. */
  readonly molecules: readonly Molecule[];
  readonly seed: number;
  /** The nodes of this run's own. */
  readonly local: LocalNodes | null;
}

type Ended = ClusterRun & { readonly nodes: number };

/** The first Ctrl-C stops the run and shows what there is, the second one ends everything. */
async function withInterrupt(
  given: Given,
  options: RunOptions & ClusterOptions,
  io: Io,
  begins: () => void = () => {},
): Promise<Ended> {
  const stop = new RunStop(options.timeout ?? null);
  let isAsked = false;
  const forget = io.onInterrupt(() => {
    if (isAsked) io.kill(INTERRUPTED);
    isAsked = true;
    stop.ask('interrupted');
  });
  begins();
  const erase = showProgress(
    io,
    (elapsedMs) => `on the cluster, ${Math.floor(elapsedMs / 1000)} s`,
  );
  try {
    return given.local === null
      ? await onCluster(given, options, stop)
      : await onNodes(given, options, given.local, stop);
  } finally {
    stop.close();
    erase();
    forget();
  }
}

async function onNodes(
  given: Given,
  options: RunOptions & ClusterOptions,
  local: LocalNodes,
  stop: RunStop,
): Promise<Ended> {
  const { replicas = 1 } = options;
  const { addresses, died, undecided, listens, together } = local;
  const nodes = addresses.length;
  const common = commonOf(given, options, nodes, stop);
  const coming = { listens, together };
  // The nodes are of this run alone: what there is to read is on its way.
  stop.begin();
  const run = runOnCluster({ ...common, replicas, addresses, credentials: {}, coming });
  run.catch(() => {});
  // Nobody decides any more where flasks are to lie; without replicas, each node is needed.
  return { ...(await Promise.race([run, replicas === 1 ? died : undecided])), nodes };
}

async function onCluster(
  given: Given,
  options: RunOptions & ClusterOptions,
  stop: RunStop,
): Promise<Ended> {
  const credentials = credentialsOf(options);
  const address = options.cluster ?? '';
  const nodes = await Promise.race([countNodes(address, credentials), stop.late]);
  const replicas = options.replicas ?? Math.min(3, nodes);
  if (replicas > nodes) throw tooManyReplicas(replicas, nodes);
  const flasks = nodes === 1 ? 1 : nodes * flasksPerNode;
  const common = commonOf(given, options, flasks, stop);
  return {
    ...(await runOnCluster({ ...common, replicas, addresses: [address], credentials })),
    nodes,
  };
}

function commonOf(
  given: Given,
  options: RunOptions & ClusterOptions,
  flasks: number,
  stop: RunStop,
) {
  return {
    ...given,
    flasks,
    capture: options.capture ?? 'adaptive',
    maxReactions: options.maxReactions ?? null,
    stop,
  } as const;
}

async function countNodes(address: string, credentials: Credentials): Promise<number> {
  let fail: (reason: string) => void = () => {};
  const failed = new Promise<never>((_, reject) => {
    fail = (reason) => reject(new CallError(reason));
  });
  failed.catch(() => {});
  const client = await ClusterClient.connect({
    ...{ addresses: [address], credentials, patienceMs: 10_000, message() {} },
    failed: (reason) => fail(reason),
  });
  if (!client.ok) throw new CallError(client.error);
  const timer = setTimeout(() => fail(`${address} does not say how it is`), 15_000);
  try {
    const status = await Promise.race([client.value.status(), failed]);
    if (!status.ok) throw new CallError(status.error);
    return status.value.view.members.filter(({ state }) => state === 'up').length;
  } finally {
    clearTimeout(timer);
    client.value.close();
  }
}

/** Of a run that was given none: a hash of the program's texts and of that of its input. */
function seedOf(seed: RunOptions['seed'], program: Program, input: Uint8Array): number {
  if (seed === 'random') return randomInt(2 ** 32);
  if (seed !== undefined || input.length === 0) return seed ?? defaultSeed(program.unit, []);
  const hash = createHash('sha1').update(input).digest().readUInt32BE();
  return (hash ^ defaultSeed(program.unit, [])) >>> 0;
}
