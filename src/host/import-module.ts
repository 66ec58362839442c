// Modules of the user's, and packages that hocl does without, as Node imports them. This file imports nothing of ours and is itself imported only with
// `import()`: in the built command, Node must load it by its own means for its imports to work (scripts/bundle.mjs).

import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

export async function importJavaScript(url: string): Promise<unknown> {
  return import(url);
}

export async function importTypeScript(url: string): Promise<unknown> {
  const { tsImport } = await import('tsx/esm/api');
  return tsImport(url, import.meta.url);
}

/** A package that is installed in a folder of the clone itself, such as `pictures`; it throws when it is not. */
export async function importFromFolder(folder: string, name: string): Promise<unknown> {
  const here = new URL(`../../${folder}/here.js`, import.meta.url);
  return import(pathToFileURL(createRequire(here).resolve(name)).href);
}
