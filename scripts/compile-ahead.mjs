// Keeps beside the built command what V8 makes of its files, so that they are not compiled at each start
// (docs/adr/0020-compiled-ahead.md). src/cli/compiled.ts reads it.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from './bundle.mjs';

const cli = path.join(root, 'dist/cli');
const example = 'examples/wordcount.hocl';
// V8 refuses code that was made under other flags.
const settings = { cwd: root, env: { ...process.env, NODE_OPTIONS: '' }, encoding: 'utf8' };

/** For the Node that runs this. Without it the command runs as well, only later: so a failure is told, and no more. */
export async function compileAhead(buildId) {
  const made = `${buildId}-${process.version}-${process.platform}-${process.arch}.compiled`;
  if (existsSync(path.join(cli, made))) return;
  for (const name of readdirSync(cli)) {
    if (name.endsWith('.compiled')) rmSync(path.join(cli, name));
  }
  const file = path.join(cli, made);
  // What a plain run needs comes first; the others add the files that it does not load.
  const problem =
    warmUp(file, 'run', example) ??
    warmUp(file, 'run', example, '--nodes', '2') ??
    (await warmUpNode(file));
  if (problem !== null) console.error(`hocl: not compiled ahead: ${problem}`);
}

/** Why it failed, or null. */
function warmUp(file, ...words) {
  const { status, stderr } = spawnSync(
    process.execPath,
    ['scripts/warm-up.cjs', file, ...words],
    settings,
  );
  return status === 0 ? null : stderr.trim();
}

/** A node runs until the run that it is of has ended: here, a run on a node that it founds and one that joins it. */
async function warmUpNode(file) {
  const folder = mkdtempSync(path.join(tmpdir(), 'hocl-build-'));
  const [first, second] = ['a', 'b'].map((name) => `unix:${path.join(folder, name)}`);
  const start = (script, ...words) =>
    spawn(process.execPath, [...script, 'node', ...words], { ...settings, stdio: 'pipe' });
  const founder = start(['scripts/warm-up.cjs', file], '--listen', first, '--of-run', folder);
  const other = start(['dist/cli/main.js'], '--listen', second, '--join', first);
  let said = '';
  founder.stderr.on('data', (text) => {
    said += text;
  });
  try {
    founder.stdin.write('[]\n');
    await Promise.all([member(founder), member(other)]);
    const args = ['dist/cli/main.js', 'run', example, '--cluster', first, '--replicas', '1'];
    const run = spawn(process.execPath, args, settings);
    await ended(run);
    founder.stdin.end();
    return (await ended(founder)) === 0 ? null : said.trim() || 'a node failed';
  } catch (error) {
    return said.trim() || error.message;
  } finally {
    founder.kill();
    other.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

function member(child) {
  return new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error('a node ended early')));
    child.stdout.setEncoding('utf8').on('data', (text) => {
      if (text.includes('is a member')) resolve();
    });
  });
}

function ended(child) {
  return new Promise((resolve) => child.once('exit', resolve));
}
