// The options of a run on a cluster, and which of them cannot be given together. It loads next to nothing: with --nodes, what it
// judges is judged before anything else is done.
import type { CaptureChoice } from '../dht/index.ts';
import type { CredentialOptions } from './credentials.ts';
import { CallError } from './exit-code.ts';
import type { RunOptions } from './run.ts';

export interface ClusterOptions extends CredentialOptions {
  readonly nodes?: number;
  readonly cluster?: string;
  readonly replicas?: number;
  readonly capture?: CaptureChoice;
}

/** As the program is named where it comes from standard input. */
const STDIN = '-';

/** The name of the program, if the options go together. */
export function requireTogether(
  file: string | undefined,
  options: RunOptions & ClusterOptions,
): string {
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
  if (file === undefined) throw new CallError('run needs a program (hocl help run shows how)');
  return file;
}

export function tooManyReplicas(replicas: number, nodes: number): CallError {
  const there = nodes === 1 ? 'there is 1' : `there are ${nodes}`;
  return new CallError(`--replicas ${replicas} needs as many nodes, and ${there}`);
}
