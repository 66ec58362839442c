// What the other folders may use of lib: the standard functions by their names.
import { aggregateFunctions } from './aggregates.ts';
import type { LibraryFunction } from './function.ts';
import { jsonFunctions } from './json.ts';
import { listFunctions } from './lists.ts';
import { moleculeFunctions } from './molecules.ts';
import { numberFunctions } from './numbers.ts';
import { recordFunctions } from './records.ts';
import { regexFunctions } from './regex.ts';
import { stringFunctions } from './strings.ts';

export { libraryModules } from './coordination.ts';
export type { LibraryFunction } from './function.ts';
export { provideRegexEngine, type RegexEngine } from './regex.ts';

/** Every function that a program may call without importing it. */
export const standardFunctions: ReadonlyMap<string, LibraryFunction> = new Map(
  [
    ...numberFunctions,
    ...stringFunctions,
    ...listFunctions,
    ...recordFunctions,
    ...aggregateFunctions,
    ...regexFunctions,
    ...jsonFunctions,
    ...moleculeFunctions,
  ].map((each) => [each.signature.name, each]),
);

/** The functions that need the engine of regular expressions: see provideRegexEngine. */
export const regexFunctionNames: readonly string[] = regexFunctions.map(
  (each) => each.signature.name,
);
