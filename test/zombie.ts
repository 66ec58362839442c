// A process that has ended and that nobody has asked after: it has its number still, and is not alive.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { vi } from 'vitest';

export interface Zombie {
  readonly pid: number;
  /** The moment it began, as the system counts. */
  readonly begun: string;
  /** Lets it go. */
  release(): void;
}

export async function makeZombie(): Promise<Zombie> {
  // The shell is a sleep by the time its child ends, and never asks for the end of the child that it has inherited.
  const parent = spawn('sh', ['-c', 'sleep 1 & echo $!; exec sleep 60'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [said] = (await once(parent.stdout, 'data')) as [Buffer];
  const pid = Number(said.toString());
  const words = (): string[] => {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  };
  await vi.waitFor(() => {
    if (words()[0] !== 'Z') throw new Error('it has not ended');
  }, 5000);
  return { pid, begun: words()[19] ?? '', release: () => void parent.kill('SIGKILL') };
}
