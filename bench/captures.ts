// How many combinations a cluster of processes captures in a second, and how long one takes from its first question to its last
// molecule: every pair of the program lies apart, and no key brings it together, so each is found by the keeper and captured.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runOnCluster } from '../src/cli/cluster-run.ts';
import { RunStop } from '../src/cli/run-stop.ts';
import { compile } from '../src/index.ts';

const driver = path.join(import.meta.dirname, 'drivers/capture-node.ts');

export async function captures(pairs: number, nodes: number, replicas: number): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'hocl-captures-'));
  const addresses = Array.from({ length: nodes }, (_, i) => `unix:${path.join(folder, `n${i}`)}`);
  const children: ChildProcess[] = [];
  try {
    for (const [i, address] of addresses.entries()) {
      const join = i === 0 ? [] : [addresses[0] as string];
      const child = fork(driver, [address, ...join], { execArgv: process.execArgv });
      children.push(child);
      await once(child, 'message');
    }
    const text = programOf(pairs);
    const startedAt = performance.now();
    const { result, figures } = await runOnCluster({
      ...{ addresses, credentials: {}, program: await compile(text), seed: 1 },
      ...{ files: [{ name: '<text>', text }], flasks: nodes * 2, replicas, capture: 'adaptive' },
      ...{ maxReactions: null, stop: new RunStop(null) },
    });
    const seconds = (performance.now() - startedAt) / 1000;
    if (result.status !== 'inert' || figures.reactions !== pairs) throw new Error('it went wrong');
    const all: number[] = [];
    for (const child of children) {
      const answer = once(child, 'message') as Promise<[number[]]>;
      child.send('tell');
      all.push(...(await answer)[0]);
    }
    all.sort((a, b) => a - b);
    const at = (share: number) => (all[Math.floor(share * all.length)] ?? 0).toFixed(2).padStart(9);
    const { optimistic, pessimistic, aborted } = figures.captures;
    const cells = [
      String(nodes).padStart(5),
      String(replicas).padStart(10),
      String(optimistic + pessimistic).padStart(10),
      String(aborted).padStart(9),
      (all.length / seconds).toFixed(0).padStart(14),
      `${at(0.5)} ms`,
      `${at(0.99)} ms`,
    ];
    console.log(cells.join(''));
  } finally {
    for (const child of children) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Pairs with one sum each, in an order in which no two partners come to the same flask but by chance. */
function programOf(pairs: number): string {
  const molecules: string[] = [];
  for (let n = 0; n < pairs; n++) molecules.push(`LEFT:${n}`);
  for (let n = 0; n < pairs; n++) molecules.push(`RIGHT:${2 * pairs - ((n * 7919) % pairs)}`);
  return `let meet = replace LEFT:x, RIGHT:y by PAIR:x if x + y == ${2 * pairs} in <${molecules.join(', ')}>`;
}
