// hocl run --nodes: the nodes are started first, and come up while all that the run itself needs is loaded, its program read and its
// input cut. That they are is most of what such a run takes, so nothing goes before it.
import { readFileSync, statSync } from 'node:fs';
import { type ClusterOptions, requireTogether, tooManyReplicas } from './cluster-options.ts';
import { EXIT } from './exit-code.ts';
import { couldImport } from './imports.ts';
import { type Io, say } from './io.ts';
import { LocalNodes } from './local-nodes.ts';
import type { RunOptions } from './run.ts';

export async function runOnNodes(
  given: string | undefined,
  options: RunOptions & ClusterOptions,
  io: Io,
): Promise<number> {
  const file = requireTogether(given, options);
  const { nodes = 1, replicas = 1 } = options;
  if (replicas > nodes) throw tooManyReplicas(replicas, nodes);
  // A run without replicas ends with any of its nodes; then nothing is gained by a majority.
  const voters = replicas === 1 || nodes < 3 ? 1 : nodes < 5 ? 3 : 5;
  // Until the run has begun and listens itself, there is nothing to show.
  const forget = io.onInterrupt(() => {
    say(io, 'hocl: interrupted: stopped before it began');
    io.kill(EXIT.stopped);
  });
  const local = new LocalNodes({ nodes, voters, withoutTls: !mayImport(file) }, io);
  try {
    const { runProgram } = await import('./run-cluster.ts');
    return await runProgram(file, options, { nodes: local, begins: forget }, io);
  } finally {
    forget();
    await local.stop();
  }
}

/** A quick look at what is read properly in a moment; what cannot be read twice may import anything. */
function mayImport(file: string): boolean {
  try {
    if (!statSync(file).isFile()) return true;
    return couldImport([{ text: readFileSync(file, 'utf8') }]);
  } catch {
    return true;
  }
}
