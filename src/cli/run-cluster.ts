// hocl run with --nodes or --cluster: the same program, on many nodes. With --nodes the cluster is made for the run and gone
// with it.
import { randomInt } from 'node:crypto';
import type { CaptureChoice } from '../dht/index.ts';
import { ClusterClient, type Credentials } from '../dht/net/index.ts';
import { defaultSeed, headerOf, type Program, type ProgramText } from '../host/index.ts';
import type { Event, Molecule } from '../runtime/index.ts';
import { type ClusterRun, runOnCluster } from './cluster-run.ts';
import { type CredentialOptions, credentialsOf } from './credentials.ts';
import { CallError } from './exit-code.ts';
import { readInputFile } from './input.ts';
import type { Io } from './io.ts';
import { LocalNodes } from './local-nodes.ts';
import { loadingLater, readProgram, requireRunnable, STDIN } from './program-source.ts';
import { showProgress } from './progress.ts';
import { beginTrace } from './recording.ts';
import { printResult } from './result.ts';
import type { RunOptions } from './run.ts';

export interface ClusterOptions extends CredentialOptions {
  readonly nodes?: number;
  readonly cluster?: string;
  readonly replicas?: number;
  readonly capture?: CaptureChoice;
}

/** What a shell reports for a process that Ctrl-C ended. */
const INTERRUPTED = 130;

/** Flasks for each node: more than one, so that shares come out even. */
const flasksPerNode = 2;

export async function runClusterCommand(
  file: string | undefined,
  options: RunOptions & ClusterOptions,
  io: Io,
): Promise<number> {
  refuseTogether(options);
  if (file === undefined) throw new CallError('run needs a program (hocl help run shows how)');
  const json = options.json === true;
  const program = await readProgram(file, io);
  requireRunnable(program, json, io);
  const files = headerOf({ program, run: '', seed: 0, molecules: [], directory: '' }).files;
  const local = options.nodes === undefined ? null : beginNodes(options.nodes, options, files, io);
  let ended: Ended;
  try {
    const molecules = options.input === undefined ? [] : await readInputFile(options.input);
    const given = { program, files, molecules, seed: seedOf(options, program, molecules), local };
    ended = await loadingLater(json, io, () =>
      traced(options.trace, given, (more) => withInterrupt({ ...given, ...more }, options, io)),
    );
  } finally {
    const started = await local?.catch(() => null);
    await started?.stop();
  }
  const { result, figures, nodes } = ended;
  const shown = { rules: options.rules === true, json, stats: false };
  return printResult(
    { result, program, unanswered: 0, again: null, cluster: { nodes, figures } },
    shown,
    io,
  );
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
  readonly molecules: readonly Molecule[];
  readonly seed: number;
  /** The nodes of this run's own. */
  readonly local: Promise<LocalNodes> | null;
}

type Ended = ClusterRun & { readonly nodes: number };

/** The first Ctrl-C stops the run and shows what there is, the second one ends everything. */
async function withInterrupt(
  given: Given,
  options: RunOptions & ClusterOptions,
  io: Io,
): Promise<Ended> {
  const stop = new AbortController();
  const forget = io.onInterrupt(() => {
    if (stop.signal.aborted) io.kill(INTERRUPTED);
    stop.abort();
  });
  const erase = showProgress(
    io,
    (elapsedMs) => `on the cluster, ${Math.floor(elapsedMs / 1000)} s`,
  );
  try {
    return given.local === null
      ? await onCluster(given, options, stop.signal)
      : await onNodes(given, options, await given.local, stop.signal);
  } finally {
    erase();
    forget();
  }
}

/** Begins to start the nodes of a run; they come up while its input is read. */
function beginNodes(
  nodes: number,
  { replicas = 1 }: ClusterOptions,
  files: readonly ProgramText[],
  io: Io,
): Promise<LocalNodes> {
  if (replicas > nodes) {
    throw new CallError(`--replicas ${replicas} needs as many nodes, and there are ${nodes}`);
  }
  // A run without replicas ends with any of its nodes; then nothing is gained by a majority.
  const voters = replicas === 1 || nodes < 3 ? 1 : nodes < 5 ? 3 : 5;
  const local = LocalNodes.start({ nodes, voters, files }, io);
  // Whoever waits for them hears why they failed.
  local.catch(() => {});
  return local;
}

async function onNodes(
  given: Given,
  options: RunOptions & ClusterOptions,
  local: LocalNodes,
  signal: AbortSignal,
): Promise<Ended> {
  const { replicas = 1 } = options;
  const { addresses, died } = local;
  const nodes = addresses.length;
  const common = commonOf(given, options, nodes, signal);
  const run = runOnCluster({ ...common, replicas, addresses, credentials: {} });
  run.catch(() => {});
  return { ...(await (replicas === 1 ? Promise.race([run, died]) : run)), nodes };
}

async function onCluster(
  given: Given,
  options: RunOptions & ClusterOptions,
  signal: AbortSignal,
): Promise<Ended> {
  const credentials = credentialsOf(options);
  const address = options.cluster ?? '';
  const nodes = await countNodes(address, credentials);
  const replicas = Math.min(options.replicas ?? 3, nodes);
  const common = commonOf(given, options, nodes, signal);
  return {
    ...(await runOnCluster({ ...common, replicas, addresses: [address], credentials })),
    nodes,
  };
}

function commonOf(
  given: Given,
  options: RunOptions & ClusterOptions,
  nodes: number,
  signal: AbortSignal,
) {
  return {
    ...given,
    flasks: nodes === 1 ? 1 : nodes * flasksPerNode,
    capture: options.capture ?? 'adaptive',
    maxReactions: options.maxReactions ?? null,
    timeoutMs: options.timeout ?? null,
    signal,
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

function seedOf({ seed }: RunOptions, program: Program, molecules: readonly Molecule[]): number {
  if (seed === 'random') return randomInt(2 ** 32);
  return seed ?? defaultSeed(program.unit, molecules);
}

function refuseTogether(options: RunOptions & ClusterOptions): void {
  const { nodes, cluster, input, journal, resume, stats, maxMemory, effects } = options;
  if (nodes !== undefined && cluster !== undefined) {
    throw new CallError('--nodes makes a cluster, --cluster names one: give one of them');
  }
  const where = nodes === undefined ? '--cluster' : '--nodes';
  const others = { journal, resume, stats, 'max-memory': maxMemory, effects };
  const [given] = Object.entries(others).filter(([, is]) => is !== undefined);
  if (given !== undefined) throw new CallError(`--${given[0]} cannot be given with ${where}`);
  if (input === STDIN) throw new CallError(`--input - cannot be given with ${where}: name a file`);
  if (nodes !== undefined && options.secretFile !== undefined) {
    throw new CallError('--secret-file is for --cluster: the nodes of a run listen to nobody else');
  }
}
