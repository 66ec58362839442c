// Keeps beside the built command what V8 makes of its files, so that they are not compiled at each start
// (docs/adr/0020-compiled-ahead.md). src/cli/compiled.ts reads it.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from './bundle.mjs';

const cli = path.join(root, 'dist/cli');
const example = 'examples/wordcount.hocl';
// Large enough for each flask to be given a piece of it.
const inputText = JSON.stringify(Array.from({ length: 1000 }, (_, n) => `w${n % 100}`));
// V8 refuses code that was made under other flags.
const settings = { cwd: root, env: { ...process.env, NODE_OPTIONS: '' }, encoding: 'utf8' };

/** For the Node that runs this. Without it the command runs as well, only later: so a failure is told, and no more. */
export async function compileAhead(buildId) {
  const made = `${buildId}-${process.version}-${process.platform}-${process.arch}`;
  const file = (kind) => path.join(cli, `${made}.${kind}.compiled`);
  if (['alone', 'client', 'node'].every((kind) => existsSync(file(kind)))) return;
  for (const name of readdirSync(cli)) {
    if (name.endsWith('.compiled')) rmSync(path.join(cli, name));
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'hocl-build-'));
  try {
    const input = path.join(folder, 'input.json');
    writeFileSync(input, inputText);
    const problem =
      warmUp(file('alone'), 'run', example) ??
      warmUp(file('client'), 'run', example, '--input', input, '--nodes', '2') ??
      (await warmUpNode(file('node'), folder, input));
    if (problem !== null) console.error(`hocl: not compiled ahead: ${problem}`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
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
async function warmUpNode(file, folder, input) {
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
    const args = ['run', example, '--input', input, '--cluster', first, '--replicas', '1'];
    const run = spawn(process.execPath, ['dist/cli/main.js', ...args], settings);
    await ended(run);
    founder.stdin.end();
    return (await ended(founder)) === 0 ? null : said.trim() || 'a node failed';
  } catch (error) {
    return said.trim() || error.message;
  } finally {
    founder.kill();
    other.kill();
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
