// The engine for regular expressions takes time to load, and few programs use one: it is loaded, once, when a
// program is read that names a function that needs it.
import { provideRegexEngine, regexFunctionNames } from '../lib/index.ts';

let loading: Promise<void> | null = null;

/** Loads the engine if a program with this text could ask for it; returns when it is there. */
export async function loadRegexEngineFor(text: string): Promise<void> {
  if (regexFunctionNames.some((name) => text.includes(name))) await loadRegexEngine();
}

/** Loads the engine, for programs that are yet to come. */
export async function loadRegexEngine(): Promise<void> {
  loading ??= import('re2js').then(({ RE2JS }) => provideRegexEngine(() => RE2JS));
  await loading;
}
