// Puts a unit together for tests: files are read, imported functions are described, never loaded.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Diagnostic, Import, Program, Source } from '../../src/lang/index.ts';
import { parse } from '../../src/lang/parse.ts';
import type { KnownFunction, Unit } from '../../src/lang/unit.ts';
import { libraryModules, standardFunctions } from '../../src/lib/index.ts';

export interface Loaded {
  readonly unit: Unit;
  /** What reading the files found. */
  readonly problems: readonly Diagnostic[];
}

/** The unit of one text; its imports are looked for in `folder`. */
export function unitOf(source: Source, folder = '.'): Loaded {
  const problems: Diagnostic[] = [];
  const files: Program[] = [];
  const functions = new Map<string, KnownFunction>(
    [...standardFunctions].map(([name, { signature }]) => [name, { signature, origin: null }]),
  );
  const seen = new Set<string>();
  const read = (from: Source, within: string): Program => {
    const { program, diagnostics } = parse(from);
    problems.push(...diagnostics);
    for (const one of program.declarations) {
      if (one.kind !== 'import') continue;
      if (one.what === 'pure' || one.what === 'effect') addFunctions(one, functions);
      if (one.what === 'library') addLibrary(one, functions);
      if (one.from.startsWith('hocl:')) continue;
      const path = join(within, one.from);
      if (one.what !== 'rules' || seen.has(path)) continue;
      seen.add(path);
      read({ name: one.from, text: readFileSync(path, 'utf8') }, dirname(path));
    }
    files.push(program);
    return program;
  };
  const main = read(source, folder);
  return { unit: { main, files, functions }, problems };
}

function addLibrary(one: Import, functions: Map<string, KnownFunction>): void {
  for (const { name, alias } of one.names) {
    if (one.from !== `hocl:${name}`) continue;
    for (const signature of libraryModules.get(name) ?? []) {
      functions.set(signature.name.replace(name, alias), { signature, origin: one });
    }
  }
}

function addFunctions(one: Import, functions: Map<string, KnownFunction>): void {
  for (const { alias } of one.names) {
    functions.set(alias, {
      signature: {
        name: alias,
        parameters: [{ name: 'value', kinds: 'any' }],
        optional: 1,
        variadic: true,
        result: 'any',
        effect: one.what === 'effect',
        doc: '',
      },
      origin: one,
    });
  }
}
