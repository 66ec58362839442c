// All gates, two at a time, quiet when they hold: format, types, lint, layers, and on request the fast
// tests (--fast-tests) or all of them with a package build (--all-tests). Prints what each one took.
import { spawn, spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const bin = (name) => path.join(root, 'node_modules', name);

const gates = [
  { name: 'lint', args: ['tools/node_modules/eslint/bin/eslint.js', '.', '--max-warnings=0'] },
  { name: 'types', args: [bin('typescript/bin/tsc'), '--noEmit'] },
  {
    name: 'format',
    args: [bin('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings'],
  },
  { name: 'layers', args: ['scripts/layers.mjs'] },
];
const vitest = [bin('vitest/vitest.mjs'), 'run', '--configLoader', 'runner'];
if (process.argv.includes('--fast-tests')) {
  gates.push({ name: 'tests', args: [...vitest, '--project', 'unit', '--reporter=dot'] });
}
if (process.argv.includes('--all-tests')) {
  gates.push({ name: 'build', args: ['scripts/build.mjs'] });
  gates.push({ name: 'tests', args: vitest });
}

const installed = spawnSync(process.execPath, ['scripts/install.mjs', 'tools'], {
  cwd: root,
  stdio: 'inherit',
});
if (installed.status !== 0) process.exit(1);

const started = performance.now();
const waiting = [...gates];
const failed = [];
await Promise.all([worker(), worker()]);
const total = seconds(started);
console.log(
  failed.length === 0 ? `all held, ${total} s` : `failed: ${failed.join(', ')}, ${total} s`,
);
process.exitCode = failed.length === 0 ? 0 : 1;

async function worker() {
  for (let gate = waiting.shift(); gate; gate = waiting.shift()) {
    const { ok, output, took } = await run(gate.args);
    console.log(`${ok ? 'ok  ' : 'FAIL'} ${gate.name.padEnd(8)} ${took} s`);
    if (!ok) {
      failed.push(gate.name);
      console.log(output.trimEnd());
    }
  }
}

function run(args) {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const keep = (chunk) => {
      output += chunk;
    };
    child.stdout.setEncoding('utf8').on('data', keep);
    child.stderr.setEncoding('utf8').on('data', keep);
    child.on('error', reject);
    child.on('close', (code) => resolve({ ok: code === 0, output, took: seconds(start) }));
  });
}

function seconds(since) {
  return ((performance.now() - since) / 1000).toFixed(1);
}
