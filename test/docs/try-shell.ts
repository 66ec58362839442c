// Tries the sh blocks of a page: each line after a `$` is run by the shell, and what it prints must be what
// stands below it. `hocl` is the command as it was built; `npm ci` is taken as done.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { root, type Snippet } from './fences.ts';

interface Call {
  readonly command: string;
  /** A line `...` stands for any number of lines. */
  readonly output: string;
}

export function tryShell(snippet: Snippet, folder: string): void {
  const calls = callsOf(snippet);
  if (calls.length === 0) throw new Error('the block runs nothing: its commands begin with $');
  const commands = writeCommands(folder);
  for (const { command, output } of calls) {
    const { stdout } = spawnSync('sh', ['-c', `exec 2>&1; ${command}`], {
      cwd: folder,
      encoding: 'utf8',
      input: '',
      env: {
        ...process.env,
        PATH: `${commands}${path.delimiter}${process.env['PATH']}`,
        NO_COLOR: '1',
      },
    });
    expect(stdout.trimEnd(), command).toMatch(patternOf(output));
  }
}

function callsOf(snippet: Snippet): Call[] {
  const [first = '', ...others] = snippet.text.split(/^\$ /m);
  if (first.trim() !== '') throw new Error('the block begins with something that is no command');
  return others.map((part) => {
    const [command = '', ...output] = part.replace(/\\\n/g, ' ').trimEnd().split('\n');
    return { command, output: output.join('\n') };
  });
}

/** What is printed must be the text, but for times and run ids, which are never the same. */
export function patternOf(output: string): RegExp {
  const lines = output.trimEnd().split('\n');
  const parts = lines.map((line) =>
    line.trim() === '...' ? '[^]*' : line.replace(SPECIAL, '\\$&'),
  );
  return new RegExp(`^${parts.join('\n').replace(/\n?\[\^\]\*\n?/g, '[^]*')}$`);
}

const SPECIAL = /[.*+?^${}()|[\]\\]/g;

function writeCommands(folder: string): string {
  const bin = path.join(folder, '.bin');
  mkdirSync(bin, { recursive: true });
  const hocl = `exec "${process.execPath}" "${path.join(root, 'dist/cli/main.js')}"`;
  const commands = {
    hocl: `${hocl} "$@"`,
    npx: `[ "$1" = hocl ] || exit 1; shift; ${hocl} "$@"`,
    npm: '[ "$1" = ci ] || [ "$1" = test ]',
  };
  for (const [name, body] of Object.entries(commands)) {
    const file = path.join(bin, name);
    writeFileSync(file, `#!/bin/sh\n${body}\n`);
    chmodSync(file, 0o755);
  }
  return bin;
}
