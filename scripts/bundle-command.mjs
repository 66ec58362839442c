// Bundles the command into dist/cli, as CommonJS: on Node 20, only that can be run from code that was compiled
// ahead (docs/adr/0020-compiled-ahead.md). esbuild splits ES modules only, so it makes those first, a chunk for
// each `import()` and for what several share, and then turns chunk by chunk into CommonJS.
import { createHash } from 'node:crypto';
import path from 'node:path';

/** The file that imports modules of the user's: Node itself must load it, so it is bundled apart from the rest. */
const APART = { source: 'src/host/import-module.ts', name: './import-module.js' };

const leaveApart = {
  name: 'leave-apart',
  setup({ onResolve }) {
    const filter = /\/import-module\.ts$/;
    onResolve({ filter }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: APART.name, external: true } : null,
    );
  },
};

/** The files of the command with their texts, a hash of these, and the sources they are made from. */
export async function bundleCommand(shared) {
  const { build } = await import('esbuild');
  const { outputFiles, metafile } = await build({
    ...shared,
    entryPoints: ['src/cli/process.ts'],
    chunkNames: 'cli/[name]-[hash]',
    splitting: true,
    format: 'esm',
    define: { 'import.meta.url': 'moduleUrl' },
    plugins: [leaveApart],
  });
  const cli = path.join(shared.absWorkingDir, shared.outdir, 'cli');
  const files = new Map();
  for (const { path: file, text } of outputFiles) {
    const output = metafile.outputs[path.relative(shared.absWorkingDir, file)];
    files.set(file, await toCommonJs(text, output.imports));
  }
  const id = hashOf(files);
  const apart = await build({
    ...shared,
    entryPoints: {
      'cli/main': 'src/cli/start.ts',
      [`cli/${APART.name.slice(2, -3)}`]: APART.source,
    },
    format: 'cjs',
    define: { BUILD_ID: JSON.stringify(id), 'import.meta.url': 'moduleUrl' },
  });
  for (const { path: file, text } of apart.outputFiles) files.set(file, withUrl(text));
  const main = path.join(cli, 'main.js');
  files.set(main, `#!/usr/bin/env node\n${files.get(main)}`);
  files.set(path.join(cli, 'package.json'), '{ "type": "commonjs" }\n');
  return { id, files, inputs: Object.keys(metafile.inputs) };
}

async function toCommonJs(text, imports) {
  const { transform } = await import('esbuild');
  let linked = text;
  for (const { path: target, kind, external } of imports) {
    if (kind !== 'dynamic-import' || (external && target !== APART.name)) continue;
    const name = JSON.stringify(external ? target : `./${path.basename(target)}`);
    linked = linked.replaceAll(`import(${name})`, `Promise.resolve().then(() => require(${name}))`);
  }
  const { code } = await transform(linked, {
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    legalComments: 'none',
  });
  return withUrl(inAscii(withPlainExports(code)));
}

/**
 * What esbuild exports is read by two getters, one in the other, since a variable may get another value later. Chunks
 * load each other in one direction only, so when one has been run its exports have their values; all that is called
 * from another chunk is then an ordinary property, which code that runs for the first time finds much sooner.
 */
function withPlainExports(code) {
  const written =
    /var stdin_exports = \{\};\n__export\(stdin_exports, \{\n([^}]*)\n\}\);\nmodule\.exports = __toCommonJS\(stdin_exports\);\n/;
  const [all, list] = written.exec(code) ?? [];
  if (all === undefined) return code;
  const fields = [...list.matchAll(/^ {2}([\w$]+): \(\) => ([\w$.]+),?$/gm)].map(
    ([, name, local]) =>
      isAssignedTwice(code, local) ? `get ${name}() { return ${local}; }` : `${name}: ${local}`,
  );
  if (fields.length !== list.split('\n').length)
    throw new Error(`not exports as we know them: ${list}`);
  return `${code.replace(all, '')}module.exports = { ${fields.join(', ')} };\n`;
}

/** Or perhaps so: another variable may have the same name. */
function isAssignedTwice(code, name) {
  const local = name.replaceAll('$', '\\$');
  const assigned = new RegExp(
    `(?<![\\w$.])${local}\\s*(?:[-+*/%&|^?]*=(?![=>])|\\+\\+|--)|(?:\\+\\+|--)${local}(?![\\w$])`,
    'g',
  );
  return [...code.matchAll(assigned)].length > 1;
}

/**
 * start.ts reads the files without decoding them. esbuild escapes what stands in strings and names, but not in
 * regular expressions and comments, where the same escape means the same.
 */
function inAscii(code) {
  const escaped = (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return code.replace(/[^\0-\x7f]/g, escaped);
}

/** An ES module has its address in `import.meta.url`; a file of CommonJS knows its name. */
function withUrl(code) {
  if (!/\bmoduleUrl\b/.test(code)) return code;
  return `const moduleUrl = require("node:url").pathToFileURL(__filename).href;\n${code}`;
}

function hashOf(files) {
  const hash = createHash('sha256');
  for (const [file, text] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) {
    hash.update(path.basename(file)).update('\0').update(text).update('\0');
  }
  return hash.digest('hex').slice(0, 16);
}
