// npm run verify: what the suite checks in small, at length. First the laws of the engine over many more programs
// (test/property/verify.ts takes the options), then the coordination schemes: every interleaving of larger worlds, a
// thousand seeds of each simulation, and the figures of the papers at full size. It takes hours.
//   --only engine | coordination    one of the two    --seeds N    how many seeds of each simulation (1000)
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const args = process.argv.slice(2);
const only = take('--only');
const seeds = take('--seeds') ?? '1000';

const parts = {
  engine: () => run('tsx', ['test/property/verify.ts', ...args], {}),
  coordination: () =>
    run(
      'vitest',
      ['run', '--configLoader', 'runner', 'test/coordination', '--testTimeout=7200000'],
      {
        ...{ VERIFY: '1', SEEDS: seeds, FIGURES: 'full' },
      },
    ),
};

if (only !== undefined && !(only in parts)) {
  console.error(`verify: there is no part "${only}": it has ${Object.keys(parts).join(' and ')}`);
  process.exitCode = 2;
} else {
  for (const [name, part] of Object.entries(parts)) {
    if (only !== undefined && only !== name) continue;
    console.log(`verify: ${name}`);
    if (part() !== 0) process.exitCode = 1;
  }
}

/** The value of an option, which is then no option of a part. */
function take(name) {
  const at = args.indexOf(name);
  return at < 0 ? undefined : args.splice(at, 2)[1];
}

function run(command, words, environment) {
  const file = path.join(root, 'node_modules/.bin', command);
  const env = { ...process.env, ...environment };
  return spawnSync(file, words, { cwd: root, env, stdio: 'inherit' }).status ?? 1;
}
