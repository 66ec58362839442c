// Tries the repl blocks of a page: what stands behind the prompt is typed, and all that is printed must be what stands
// between.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect } from 'vitest';
import { root, type Snippet } from './fences.ts';
import { patternOf } from './try-shell.ts';

const PROMPT = 'hocl> ';

export function tryRepl(snippet: Snippet, folder: string): void {
  const lines = snippet.text.split('\n');
  const typed = lines.filter(isTyped).map((line) => line.slice(PROMPT.length));
  const printed = lines.filter((line) => !isTyped(line));
  if (typed.length === 0) throw new Error(`nothing is typed: inputs begin with ${PROMPT}`);
  const { stdout } = spawnSync(process.execPath, [path.join(root, 'dist/cli/main.js'), 'repl'], {
    cwd: folder,
    encoding: 'utf8',
    input: `${typed.join('\n')}\n`,
    env: { ...process.env, NO_COLOR: '1' },
  });
  expect(stdout.trimEnd()).toMatch(patternOf(printed.join('\n')));
}

function isTyped(line: string): boolean {
  return line.startsWith(PROMPT);
}
