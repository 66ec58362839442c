// Keeps beside the built command what V8 makes of its files, so that they are not compiled at each start
// (docs/adr/0020-compiled-ahead.md). src/cli/compiled.ts reads it.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { root } from './bundle.mjs';

const cli = path.join(root, 'dist/cli');

/** For the Node that runs this. Without it the command runs as well, only later: so a failure is told, and no more. */
export function compileAhead(buildId) {
  const made = `${buildId}-${process.version}-${process.platform}-${process.arch}.compiled`;
  if (existsSync(path.join(cli, made))) return;
  for (const name of readdirSync(cli)) {
    if (name.endsWith('.compiled')) rmSync(path.join(cli, name));
  }
  const { status, stderr } = spawnSync(
    process.execPath,
    ['scripts/warm-up.cjs', path.join(cli, made), 'run', 'examples/wordcount.hocl'],
    // V8 refuses code that was made under other flags.
    { cwd: root, env: { ...process.env, NODE_OPTIONS: '' }, encoding: 'utf8' },
  );
  if (status !== 0) console.error(`hocl: not compiled ahead: ${stderr.trim()}`);
}
