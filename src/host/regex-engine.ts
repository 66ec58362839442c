// The engine for regular expressions takes time to load, and few programs use one: it is loaded, once, when a
// program is read that names a function that needs it.
import { provideRegexEngine, regexFunctionNames } from '../lib/index.ts';

let loaded = false;

/** Loads the engine if a program with this text could ask for it. */
export async function loadRegexEngineFor(text: string): Promise<void> {
  if (loaded || !regexFunctionNames.some((name) => text.includes(name))) return;
  loaded = true;
  const { RE2JS } = await import('re2js');
  provideRegexEngine(() => RE2JS);
}
