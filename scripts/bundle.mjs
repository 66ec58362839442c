// Bundles src into dist with esbuild: the library, and the command (bundle-command.mjs). Types are not its
// business (build.mjs asks tsc for them). Why we bundle at all: docs/adr/0001-bundle.md.
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
import { bundleCommand } from './bundle-command.mjs';

export const root = fileURLToPath(new URL('..', import.meta.url));

/** Says what a whole build was made from (build.mjs); gone as soon as a part of dist changes. */
export const stamp = path.join(root, 'dist/.built');

// tsx hooks into Node's own loader and finds its parts beside its package.json: it stays a package.
const external = ['tsx', 'tsx/*'];

// A CommonJS package inside an ES module needs a require for the Node modules it asks for.
const banner =
  "import { createRequire as hoclCreateRequire } from 'node:module'; const require = hoclCreateRequire(import.meta.url);";

const shared = {
  absWorkingDir: root,
  outbase: 'src',
  outdir: 'dist',
  bundle: true,
  platform: 'node',
  target: 'node20',
  external,
  // Names and lines stay as written: a stack trace is worth more than the bytes, and start-up does not gain.
  minify: false,
  legalComments: 'none',
  metafile: true,
  write: false,
  logLevel: 'warning',
};

/**
 * Writes dist and returns a name for what the command is made of. With `sweep` it also removes what an earlier
 * build left; without, a hocl that is still running keeps the chunks it may yet load.
 */
export async function bundle({ sweep }) {
  const library = await bundleLibrary();
  const command = await bundleCommand(shared);
  const files = new Map([...library.files, ...command.files]);
  const terms = licences([...library.inputs, ...command.inputs]);
  files.set(path.join(root, 'dist/THIRD-PARTY.txt'), terms);
  const changed = [...files].filter(([file, text]) => !isWritten(file, text));
  if (changed.length > 0) rmSync(stamp, { force: true });
  for (const [file, text] of changed) write(file, text);
  chmodSync(path.join(root, 'dist/cli/main.js'), 0o755);
  if (sweep) removeStale(files);
  return command.id;
}

/** What `import 'hocl'` and `import 'hocl/coordination'` give: ES modules that share what they have in common. */
async function bundleLibrary() {
  const { build } = await import('esbuild');
  const { outputFiles, metafile } = await build({
    ...shared,
    entryPoints: ['src/index.ts', 'src/host/coordination/api.ts'],
    chunkNames: 'chunks/[name]-[hash]',
    splitting: true,
    format: 'esm',
    banner: { js: banner },
  });
  return {
    files: new Map(outputFiles.map((file) => [file.path, file.text])),
    inputs: Object.keys(metafile.inputs),
  };
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
