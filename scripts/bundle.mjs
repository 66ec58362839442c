// Bundles src into dist with esbuild: the command line, the library, and the chunks they share. Types
// are not its business (build.mjs asks tsc for them). Why we bundle at all: docs/adr/0001-bundle.md.
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** Says what a whole build was made from (build.mjs); gone as soon as a part of dist changes. */
export const stamp = path.join(root, 'dist/.built');

const entryPoints = ['src/cli/main.ts', 'src/index.ts'];

// tsx hooks into Node's own loader and finds its parts beside its package.json: it stays a package.
const external = ['tsx', 'tsx/*'];

// commander is CommonJS: inside an ES module it needs a require for the Node modules it asks for.
const banner =
  "import { createRequire as hoclCreateRequire } from 'node:module'; const require = hoclCreateRequire(import.meta.url);";

/**
 * Writes dist and returns the names of what it wrote. With `sweep` it also removes what an earlier
 * build left; without, a hocl that is still running keeps the chunks it may yet load.
 */
export async function bundle({ sweep }) {
  const missing = entryPoints.filter((file) => !existsSync(path.join(root, file)));
  if (missing.length > 0) throw new Error(`nothing to build: ${missing.join(', ')} not found`);
  const { build } = await import('esbuild');
  const result = await build({
    absWorkingDir: root,
    entryPoints,
    outbase: 'src',
    outdir: 'dist',
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external,
    banner: { js: banner },
    // Names stay as written: a stack trace is worth more than the bytes, and start-up does not gain.
    minify: false,
    legalComments: 'none',
    metafile: true,
    write: false,
    logLevel: 'warning',
  });
  const files = new Map(result.outputFiles.map((file) => [file.path, withShebang(file)]));
  files.set(path.join(root, 'dist/THIRD-PARTY.txt'), licences(Object.keys(result.metafile.inputs)));
  const changed = [...files].filter(([file, text]) => !isWritten(file, text));
  if (changed.length > 0) rmSync(stamp, { force: true });
  for (const [file, text] of changed) write(file, text);
  chmodSync(path.join(root, 'dist/cli/main.js'), 0o755);
  if (sweep) removeStale(files);
  return [...files.keys()].map((file) => path.relative(root, file));
}

function withShebang(file) {
  const isCommand = file.path === path.join(root, 'dist/cli/main.js');
  return isCommand && !file.text.startsWith('#!') ? `#!/usr/bin/env node\n${file.text}` : file.text;
}

function isWritten(file, text) {
  return existsSync(file) && readFileSync(file, 'utf8') === text;
}

/** Renamed into place, so that nobody ever starts half a file. */
function write(file, text) {
  mkdirSync(path.dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}.tmp`;
  writeFileSync(draft, text);
  renameSync(draft, file);
}

function removeStale(files) {
  const dist = path.join(root, 'dist');
  for (const name of readdirSync(dist, { recursive: true })) {
    const file = path.join(dist, name);
    if (/\.(js|tmp)$/.test(name) && !files.has(file)) rmSync(file);
  }
}

/** What we carry of others, with the terms under which they gave it. */
function licences(inputs) {
  const folders = new Set(
    inputs.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0] ?? []),
  );
  const sections = [...folders].sort().map((name) => {
    const folder = path.join(root, name);
    const {
      name: title,
      version,
      license,
    } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    const terms = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file));
    const text = terms ? readFileSync(path.join(folder, terms), 'utf8').trim() : '';
    return `${title} ${version} (${license})\n\n${text}\n`;
  });
  const rule = `\n${'-'.repeat(78)}\n\n`;
  return `The files of this folder contain code of these packages.\n${rule}${sections.join(rule)}`;
}
