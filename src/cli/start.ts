// Where the built command begins: it loads process.ts and what that asks for, together with what V8 made of them when
// they were built, if that was this very Node; then nothing is compiled anew. Otherwise Node loads them as it loads
// everything. Why, and how it is built: docs/adr/0020-compiled-ahead.md. From the sources, main.ts begins instead.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import * as nodeModule from 'node:module';
import path from 'node:path';
import { Script } from 'node:vm';
import { compiledName, kindOf, readCompiled } from './compiled.ts';

/** The scripts that were run, by the names of their files: whoever builds the package asks them for their code. */
export const scripts = new Map<string, Script>();

const ENTRY = 'process.js';

const modules = new Map<string, { exports: unknown }>();
const nodeRequire = nodeModule.createRequire(__filename);
const kind = kindOf(process.argv.slice(2));
const compiled = readCompiled(path.join(__dirname, compiledName(kind)));

if (compiled === null) {
  // Later versions of Node keep compiled code between runs themselves, if asked.
  (nodeModule as { enableCompileCache?: () => unknown }).enableCompileCache?.();
  nodeRequire(`./${ENTRY}`);
} else {
  load(ENTRY, compiled);
}

/** The exports of a file, as `require` gives them; names are relative to this folder. */
function load(name: string, codes: ReadonlyMap<string, Uint8Array>): unknown {
  const known = modules.get(name);
  if (known !== undefined) return known.exports;
  const code = codes.get(name);
  // A file that imports modules of the user's is always left to Node: a script of ours could not do that.
  if (code === undefined) return nodeRequire(`./${name}`);
  const module = { exports: {} };
  modules.set(name, module);
  const filename = path.join(__dirname, name);
  const source = wrapped(filename);
  const script = new Script(source, { filename, ...(code.length > 0 && { cachedData: code }) });
  scripts.set(name, script);
  const folder = path.posix.dirname(name);
  const run = script.runInThisContext() as (...parts: unknown[]) => void;
  const require = (request: string): unknown =>
    request.startsWith('.') ? load(path.posix.join(folder, request), codes) : nodeRequire(request);
  run.call(module.exports, module.exports, require, module, filename, path.dirname(filename));
  return module.exports;
}

/** The text of a file within the function that Node makes of a module; put together before it is a text, which V8 would do by copying it. */
function wrapped(filename: string): string {
  const [before, behind] = nodeModule.wrap('\0').split('\0') as [string, string];
  const file = openSync(filename, 'r');
  const { size } = fstatSync(file);
  const bytes = Buffer.allocUnsafeSlow(before.length + size + behind.length);
  bytes.write(before, 0, 'latin1');
  readSync(file, bytes, before.length, size, 0);
  closeSync(file);
  bytes.write(behind, before.length + size, 'latin1');
  // The build writes plain ASCII, which needs no decoding.
  return bytes.toString('latin1');
}
