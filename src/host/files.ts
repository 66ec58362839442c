// Files: program texts, and the modules that programs import. TypeScript modules are loaded by tsx, which is
// itself loaded only then.
import { isAscii } from 'node:buffer';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { fail, ok, type Result } from '../base/index.ts';
import type { Source } from '../lang/index.ts';
import type { Found, ImportSource } from './gather.ts';
import { messageOf } from './module-functions.ts';

/** A text file as a source, or a sentence that says what is wrong with it. */
export async function readSource(file: string): Promise<Result<Source, string>> {
  const text = await readText(file);
  return text.ok ? ok({ name: file, text: text.value }) : text;
}

/** The text of a file, or a sentence: it is missing, a directory, or not UTF-8. */
export async function readText(file: string): Promise<Result<string, string>> {
  try {
    const bytes = await readFile(file);
    // Plain ASCII, as most large files are, takes one byte a character and no decoder.
    if (isAscii(bytes)) return ok(bytes.toString('latin1'));
    return ok(new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes));
  } catch (error) {
    return fail(fileProblem(file, error));
  }
}

export function fileProblem(file: string, error: unknown): string {
  if (file === '') return 'the name of a file is empty';
  const code = (error as NodeJS.ErrnoException).code;
  switch (code) {
    case 'ENOENT':
      return `${file}: there is no such file`;
    case 'EISDIR':
      return `${file} is a directory, not a file`;
    case 'EACCES':
    case 'EPERM':
      return `${file}: permission denied`;
    case 'ENOTDIR':
      return `${file}: part of this path is not a directory`;
    case 'EEXIST':
      return `${file} is there already`;
    case 'ENOSPC':
      return `${file}: the disk is full`;
    case 'ENAMETOOLONG':
      return `${file.slice(0, 60)}…: the name is too long`;
    case 'ERR_ENCODING_INVALID_ENCODED_DATA':
      return `${file} is not UTF-8 text`;
    case 'ERR_STRING_TOO_LONG':
    case 'ERR_FS_FILE_TOO_LARGE':
      return `${file} is too large`;
    default:
      return `${file}: ${messageOf(error)}`;
  }
}

/** Why it cannot be written, as a whole sentence. */
export function writeProblem(file: string, error: unknown): string {
  const problem = fileProblem(file, error);
  if (file === '') return problem;
  const isOfFile = problem.startsWith(`${file} is `);
  return `cannot write ${isOfFile ? `${file}: it${problem.slice(file.length)}` : problem}`;
}

export interface FileImports {
  /** Texts that go before what is on the disk, by name. */
  readonly recorded?: ReadonlyMap<string, string>;
  /** Where relative names begin; the current directory unless told. */
  readonly directory?: string;
  /** False when effects will not be run: then their modules need not be there. */
  readonly effects?: boolean;
}

/** Imports relative to the file that they stand in. */
export function fileImports(options: FileImports = {}): ImportSource {
  const { recorded = new Map<string, string>(), directory = '.', effects = true } = options;
  const sources = new Map<string, Source>();
  const place = (from: string, importer: Source): string =>
    path.resolve(directory, path.dirname(importer.name), from);
  return {
    async rules(from, importer) {
      const file = place(from, importer);
      const known = sources.get(file);
      if (known !== undefined) return { value: known };
      const name = relativeName(importer.name, from);
      const text = recorded.get(name);
      const source = text === undefined ? await readSource(name) : ok({ name, text });
      if (!source.ok) return { problem: source.error };
      sources.set(file, source.value);
      return { value: source.value };
    },
    async module(from, importer, what) {
      if (what === 'effect' && !effects) return { value: ANYTHING };
      return importModule(
        from.startsWith('.') || path.isAbsolute(from) ? place(from, importer) : from,
        from,
      );
    },
  };
}

/** A module that exports a function by every name. */
const ANYTHING: Record<string, unknown> = new Proxy({}, { get: () => () => null });

/** The path of an import as a message should show it: relative as the importer's own path is. */
function relativeName(importer: string, from: string): string {
  return path.isAbsolute(from) ? from : path.join(path.dirname(importer), from);
}

/** A package that may be installed beside hocl, or a file by its URL; it throws as `import()` does. */
export async function importPackage(name: string): Promise<unknown> {
  const { importJavaScript } = await import('./import-module.ts');
  return importJavaScript(name);
}

/** A package of a folder of the clone itself, which has dependencies of its own. */
export async function importOwnPackage(folder: string, name: string): Promise<unknown> {
  const { importFromFolder } = await import('./import-module.ts');
  return importFromFolder(folder, name);
}

async function importModule(target: string, from: string): Promise<Found<Record<string, unknown>>> {
  const isFile = path.isAbsolute(target);
  if (isFile) {
    const there = await stat(target).catch(() => null);
    if (there === null || !there.isFile()) {
      return { problem: `${from}: there is no such module`, hint: `looked for ${target}` };
    }
  }
  try {
    const url = isFile ? pathToFileURL(target).href : target;
    const { importJavaScript, importTypeScript } = await import('./import-module.ts');
    const isTypeScript = /\.[cm]?tsx?$/.test(target);
    const exports = await (isTypeScript ? importTypeScript(url) : importJavaScript(url));
    return { value: exports as Record<string, unknown> };
  } catch (error) {
    const [first = ''] = messageOf(error).split('\n');
    return { problem: `${from} cannot be loaded: ${first}` };
  }
}
