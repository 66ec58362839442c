// Builds the package: dist/*.js by esbuild, dist/types by tsc, and beside the command what V8 makes of it. `npm ci`
// runs it through `prepare`, so a fresh clone is ready to use. npm runs `prepare` at other times too, when it need not or cannot do
// anything: with --if-needed, a tree that is built already is left alone, and one that lacks the
// development dependencies gets a sentence rather than a failure, since a failed `prepare` would leave
// npx with a broken cache.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { bundle, root, stamp } from './bundle.mjs';
import { compileAhead } from './compile-ahead.mjs';

const ifNeeded = process.argv.includes('--if-needed');
const tools = ['esbuild', 'typescript', 'chevrotain'];
const absent = tools.filter((name) => !existsSync(path.join(root, 'node_modules', name)));
const made = fingerprint();

if (ifNeeded && existsSync(stamp) && readFileSync(stamp, 'utf8') === made) {
  process.exitCode = 0;
} else if (absent.length === 0) {
  await build();
} else {
  console.error(`hocl: not built, ${absent.join(', ')} not installed: run npm ci`);
  process.exitCode = ifNeeded ? 0 : 1;
}

async function build() {
  const types = path.join(root, 'dist/types');
  await compileAhead(await bundle({ sweep: true }));
  rmSync(types, { recursive: true, force: true });
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
  const { status } = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.build.json'], {
    cwd: root,
    stdio: 'inherit',
  });
  if (status !== 0) {
    process.exitCode = 1;
    return;
  }
  nameJavaScript(types);
  for (const complaint of foreignTypes(types)) {
    console.error(`hocl: ${complaint}`);
    process.exitCode = 1;
  }
  if (!process.exitCode) writeFileSync(stamp, made);
}

/** A hash of all that a build is made from. */
function fingerprint() {
  // Compiled code is good for one version of Node only.
  const hash = createHash('sha256').update(process.version).update(process.arch);
  const folders = ['src', 'scripts'].filter((name) => existsSync(path.join(root, name)));
  const files = folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name)),
  );
  for (const name of [
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'tsconfig.build.json',
  ]) {
    files.push(path.join(root, name));
  }
  for (const file of files.filter((name) => existsSync(name)).sort()) {
    hash.update(path.relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

/** tsc leaves './x.ts' in declarations, where only recent compilers look for x.d.ts. */
function nameJavaScript(folder) {
  for (const name of readdirSync(folder, { recursive: true })) {
    if (!name.endsWith('.d.ts')) continue;
    const file = path.join(folder, name);
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace(/((?:from|import\()\s*['"]\.[^'"]*)\.ts(?=['"])/g, '$1.js'));
  }
}

/** The public types must stand alone: a bundled package is not installed where hocl is used. */
function foreignTypes(folder) {
  const complaints = [];
  const seen = new Set();
  const visit = (file) => {
    if (seen.has(file)) return;
    seen.add(file);
    const text = readFileSync(file, 'utf8');
    for (const [, name] of text.matchAll(/(?:from|import\()\s*['"]([^'"]+)['"]/g)) {
      if (name.startsWith('.')) {
        visit(path.resolve(path.dirname(file), name.replace(/\.js$/, '.d.ts')));
      } else if (!name.startsWith('node:')) {
        complaints.push(`${path.relative(root, file)} shows a type of ${name}, which is bundled`);
      }
    }
  };
  if (readdirSync(folder).includes('index.d.ts')) visit(path.join(folder, 'index.d.ts'));
  else complaints.push('dist/types/index.d.ts is missing');
  return complaints;
}
