// Programs that come over the network, put together at once from their texts and from modules that are installed here. Nothing is
// loaded for them: a module that was not installed before does not run, whatever a program says.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fail, ok, type Result } from '../base/index.ts';
import { isError, type Source } from '../lang/index.ts';
import { fileImports, fileProblem } from './files.ts';
import { gather, gatherNow, type ImportSource } from './gather.ts';
import { judge, type Program } from './program.ts';

/** The exports of modules, by the name under which a program imports them. */
export type InstalledModules = ReadonlyMap<string, Record<string, unknown>>;

export interface ProgramText {
  readonly name: string;
  readonly text: string;
}

/** Every module in a folder, under its name there. A sentence when one cannot be loaded. */
export async function installFolder(folder: string): Promise<Result<InstalledModules, string>> {
  const modules = new Map<string, Record<string, unknown>>();
  let names: string[];
  try {
    names = readdirSync(folder, { recursive: true }) as string[];
  } catch (error) {
    return fail(fileProblem(folder, error));
  }
  const imports = fileImports({ directory: folder });
  for (const name of names.sort()) {
    if (!/\.[cm]?[jt]s$/.test(name) || /(\.d\.[cm]?ts|node_modules.*)$/.test(name)) continue;
    const from = `./${name.split(path.sep).join('/')}`;
    const found = await imports.module(from, { name: 'installed', text: '' }, 'effect');
    if ('problem' in found) return fail(found.problem);
    modules.set(path.normalize(from), found.value);
  }
  return ok(modules);
}

/** The modules that a program of this machine imports, each where that program finds it. */
export async function installModulesOf(files: readonly ProgramText[]): Promise<InstalledModules> {
  const modules = new Map<string, Record<string, unknown>>();
  const texts = new Map(files.map(({ name, text }) => [name, text]));
  const real = fileImports({ recorded: texts });
  const noting: ImportSource = {
    rules: (from, importer) => real.rules(from, importer),
    async module(from, importer, what) {
      const found = await real.module(from, importer, what);
      if ('value' in found) modules.set(nameOf(from, importer.name), found.value);
      return found;
    },
  };
  const [main] = files;
  if (main !== undefined) await gather(main, noting);
  return modules;
}

/** The program of texts, the first of which is the main one; a sentence says why it cannot run here. */
export function installedProgram(
  files: readonly ProgramText[],
  modules: InstalledModules,
): Result<Program, string> {
  const [main] = files;
  if (main === undefined) return fail('there is no program');
  const sources = new Map<string, Source>(files.map((file) => [path.normalize(file.name), file]));
  const missing: string[] = [];
  const program = judge(
    gatherNow(main, {
      rules(from, importer) {
        const source = sources.get(path.join(path.dirname(importer.name), from));
        return source ? { value: source } : { problem: `${from} did not come with the program` };
      },
      module(from, importer) {
        const found =
          modules.get(nameOf(from, importer.name)) ??
          modules.get(installedName(main, importer, from));
        if (found !== undefined) return { value: found };
        missing.push(from);
        return { problem: `${from} is not installed here` };
      },
    }),
  );
  if (missing.length > 0) {
    return fail(`the program needs the module ${missing[0]}, which is not installed there`);
  }
  const [error] = program.diagnostics.filter(isError);
  return error === undefined ? ok(program) : fail(error.message);
}

/** The name of a module of one program: relative to the file that imports it. */
function nameOf(from: string, importer: string): string {
  return from.startsWith('.') ? `${path.dirname(importer)} ${from}` : from;
}

/** The name under which an installed module answers: as if the main file of the program lay beside it. */
function installedName(main: ProgramText, importer: Source, from: string): string {
  if (!from.startsWith('.')) return from;
  return path.relative(path.dirname(main.name), path.join(path.dirname(importer.name), from));
}
