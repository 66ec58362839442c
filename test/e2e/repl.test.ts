// The built command as a process: inputs through a pipe, and a terminal of the kind that `script` makes.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const command = path.join(root, 'dist/cli/main.js');
const state = mkdtempSync(path.join(tmpdir(), 'hocl-e2e-repl-'));
const env = { ...process.env, XDG_STATE_HOME: state, NO_COLOR: '1' };
afterAll(() => rmSync(state, { recursive: true }));

function pipe(input: string, ...args: string[]): { out: string; err: string; code: number | null } {
  const run = spawnSync(process.execPath, [command, 'repl', ...args], { input, cwd: root, env });
  return { out: run.stdout.toString(), err: run.stderr.toString(), code: run.status };
}

describe('hocl repl', () => {
  it('answers through a pipe', () => {
    const { out, err, code } = pipe('A:1, B:2\nreplace A:x, B:y by x + y\n:why 3\n');
    expect(out).toBe(
      [
        '<A:1, B:2>',
        '<3>  // 1 reaction, 1 rule',
        '3 <- reaction 1, replace A:x, B:y by x + y: A:1, B:2',
        '  A:1 <- typed: A:1, B:2',
        '  B:2 <- typed: A:1, B:2',
        '',
      ].join('\n'),
    );
    expect({ err, code }).toEqual({ err: '', code: 0 });
  });

  it('says what is wrong on standard error, and by its exit code', () => {
    const { out, err, code } = pipe('replace x by y\n', 'examples/max.hocl');
    expect(out).toBe('<9>  // 4 reactions, 1 rule\n');
    expect(err).toContain('error[');
    expect(code).toBe(1);
  });

  it('prompts on a terminal', () => {
    const call = `${process.execPath} ${command} repl`;
    const run = spawnSync('script', ['-qec', call, '/dev/null'], {
      input: '1, 2\r:quit\r',
      cwd: root,
      env,
    });
    // Not every machine has `script`, and those of other families take other options.
    if (run.error !== undefined || process.platform !== 'linux') return;
    expect(run.stdout.toString()).toContain('hocl> ');
    expect(run.stdout.toString()).toContain('<1, 2>');
    expect(run.status).toBe(0);
  });
});
