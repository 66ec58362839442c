// The history of the prompt, kept between runs in a file. A file that cannot be read or written is no reason
// to complain: then there is no history.
import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';

const KEPT = 1000;

export interface History {
  /** Oldest first. */
  readonly lines: readonly string[];
  add(line: string): Promise<void>;
}

export async function openHistory(
  env: Readonly<Record<string, string | undefined>>,
): Promise<History> {
  const file = historyFile(env);
  const text = await readFile(file, 'utf8').catch(() => '');
  const all = text.split('\n').filter((line) => line !== '');
  const lines = all.slice(-KEPT);
  if (all.length > 2 * KEPT) await writeFile(file, `${lines.join('\n')}\n`).catch(() => {});
  return {
    lines,
    async add(line) {
      if (line.trim() === '' || line.includes('\n')) return;
      try {
        await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
        await appendFile(file, `${line}\n`, { mode: 0o600 });
      } catch {
        // See above.
      }
    },
  };
}

export function historyFile(env: Readonly<Record<string, string | undefined>>): string {
  const { XDG_STATE_HOME: state } = env;
  const base =
    state !== undefined && path.isAbsolute(state) ? state : path.join(homedir(), '.local/state');
  return path.join(base, 'hocl', 'history');
}
