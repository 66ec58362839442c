// Installs what lies in a folder of its own (pictures, tools) and is named on the command line, unless it is there as the lock
// file has it. It is not among the development dependencies, since each package more makes npx slower in a clone:
// docs/adr/0023-tools-apart.md.
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

for (const name of process.argv.slice(2)) {
  const folder = path.join(root, name);
  // npm writes its own list last, so an install that was cut short has none.
  if (changed(path.join(folder, 'node_modules/.package-lock.json')) >= lockedAt(folder)) continue;
  const args = ['ci', '--no-audit', '--no-fund', '--silent'];
  const { status } = spawnSync('npm', args, {
    cwd: folder,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  if (status !== 0) {
    console.error(`hocl: ${name} cannot be installed: npm ci in ${name} says why`);
    process.exitCode = 1;
  }
}

function lockedAt(folder) {
  return changed(path.join(folder, 'package-lock.json'));
}

/** When a file was last changed, in milliseconds; a file that is not there, before all others. */
function changed(file) {
  return statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
