// Tries the ts blocks of a page: the compiler accepts all of them, under the flags of the project, and each
// one prints what stands below it.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { format } from 'node:util';
import ts from 'typescript';
import { expect, vi } from 'vitest';
import { root, type Snippet } from './fences.ts';

const library = path.join(root, 'src/index.ts');
const coordination = path.join(root, 'src/host/coordination/api.ts');

export async function tryTypeScript(snippet: Snippet, folder: string): Promise<void> {
  if (snippet.output === null) throw new Error('the block does not say what it prints');
  const file = path.join(folder, `snippet-${snippet.line}.ts`);
  writeFileSync(
    file,
    snippet.text
      .replaceAll("from 'hocl'", `from '${library}'`)
      .replaceAll("from 'hocl/coordination'", `from '${coordination}'`),
  );
  const printed: string[] = [];
  const log = vi.spyOn(console, 'log').mockImplementation((...values: unknown[]) => {
    printed.push(format(...values));
  });
  const before = process.cwd();
  process.chdir(folder);
  try {
    await import(pathToFileURL(file).href);
  } finally {
    process.chdir(before);
    log.mockRestore();
  }
  expect(printed.join('\n')).toBe(snippet.output.trimEnd());
}

/** What the compiler says against the ts files of these folders, one line each. */
export function typeErrors(files: readonly string[]): string[] {
  const config = ts.readConfigFile(path.join(root, 'tsconfig.json'), (file) =>
    ts.sys.readFile(file),
  );
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, root);
  const program = ts.createProgram([...files], {
    ...options,
    paths: { hocl: [library], 'hocl/coordination': [coordination] },
    allowImportingTsExtensions: true,
    typeRoots: [path.join(root, 'node_modules/@types')],
  });
  return files.flatMap((file) => {
    const source = program.getSourceFile(file);
    if (source === undefined) return [`${path.basename(file)}: there is no such file`];
    const found = [
      ...program.getSyntacticDiagnostics(source),
      ...program.getSemanticDiagnostics(source),
    ];
    return found.map(({ messageText, start }) => {
      const place = source.getLineAndCharacterOfPosition(start ?? 0);
      const message = ts.flattenDiagnosticMessageText(messageText, ' ');
      return `${path.basename(file)}:${place.line + 1}: ${message}`;
    });
  });
}
