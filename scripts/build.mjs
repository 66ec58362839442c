// Builds the package: dist/*.js by esbuild, dist/types by tsc. `npm ci` runs it through `prepare`, so
// a fresh clone is ready to use. With --if-possible, a tree that is already built and has no
// development dependencies (npm ci --omit=dev) is left as it is.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { bundle, root } from './bundle.mjs';

const optional = process.argv.includes('--if-possible');
const tools = ['esbuild', 'typescript', 'chevrotain'];
const absent = tools.filter((name) => !existsSync(path.join(root, 'node_modules', name)));

if (absent.length === 0) {
  await build();
} else if (optional && existsSync(path.join(root, 'dist/cli/main.js'))) {
  console.error(`hocl: ${absent.join(', ')} not installed, dist is used as it is`);
} else {
  console.error(`hocl: cannot build without ${absent.join(', ')}: run npm ci`);
  process.exitCode = 1;
}

async function build() {
  const types = path.join(root, 'dist/types');
  await bundle({ sweep: true });
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
