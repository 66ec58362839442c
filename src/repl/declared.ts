// All that a session has been told so far: imports, types and lets, of each name the newest. Every input is
// checked and loaded as a program of its own, with these as if they stood in a file that it imports.
import type {
  Declaration,
  Import,
  KnownFunction,
  Let,
  Program,
  TypeDeclaration,
  Unit,
} from '../lang/index.ts';
import { standardFunctions } from '../lib/index.ts';
import type { FunctionCode } from '../runtime/index.ts';
import { inOrder } from './let-order.ts';
import type { GatheredText } from './reply.ts';

export interface Declared {
  /** What was typed, in order. */
  readonly own: readonly Declaration[];
  /** Imported files, those that others import before them. */
  readonly files: readonly Program[];
  readonly known: ReadonlyMap<string, KnownFunction>;
  readonly functions: ReadonlyMap<string, FunctionCode>;
}

export const NOTHING_DECLARED: Declared = {
  own: [],
  files: [],
  known: new Map(
    [...standardFunctions].map(([name, { signature }]) => [name, { signature, origin: null }]),
  ),
  functions: standardFunctions,
};

/**
 * The unit of an input: what was declared before, but for what it declares anew, and the input itself.
 * Only what stands in the input's own text is present unasked, whatever program holds it.
 */
export function unitOf(before: Declared, input: Program): Unit {
  const { own, files } = without(before, input);
  const main = { ...input, declarations: inOrder([...own, ...input.declarations]) };
  return { main, files: [...files, main], functions: before.known };
}

/** What is declared once an input has been accepted. Tests are not kept: nobody would run them. */
export function withProgram(before: Declared, main: Program): Declared {
  const { own, files } = without(before, main);
  const added = main.declarations.filter((one) => one.kind !== 'test');
  return { ...before, own: inOrder([...own, ...added]), files };
}

/** Adds imported files and functions. A file that is imported again is read again. */
export function withImports(before: Declared, gathered: GatheredText): Declared {
  const sources = gathered.files.map((file) => file.span.source);
  // One file may go by two names, where each is relative to another place.
  const kept = before.files.filter(({ span: { source } }) =>
    sources.every(({ name, text }) => name !== source.name && text !== source.text),
  );
  return {
    ...before,
    files: [...kept, ...gathered.files],
    known: new Map([...before.known, ...gathered.known]),
    functions: new Map([...before.functions, ...gathered.functions]),
  };
}

export function letsIn(declared: Declared): readonly Let[] {
  const all = [...declared.files.flatMap((file) => file.declarations), ...declared.own];
  return all.filter((one) => one.kind === 'let');
}

export function typesIn(declared: Declared): readonly TypeDeclaration[] {
  const all = [...declared.files.flatMap((file) => file.declarations), ...declared.own];
  return all.filter((one) => one.kind === 'type');
}

/** The lets of an input that an earlier input or import has declared already. */
export function redefined(before: Declared, main: Program): readonly Let[] {
  const known = new Set(letsIn(before).map((one) => one.name));
  return main.declarations.filter((one) => one.kind === 'let').filter((one) => known.has(one.name));
}

function without(before: Declared, main: Program): Pick<Declared, 'own' | 'files'> {
  const lets = new Set<string>();
  const types = new Set<string>();
  const functions = new Set<string>();
  const files = new Set<string>();
  for (const one of main.declarations) {
    if (one.kind === 'let') lets.add(one.name);
    else if (one.kind === 'type') types.add(one.name);
    else if (one.kind === 'import') {
      for (const { alias } of one.names) functions.add(alias);
      if (one.what === 'rules') files.add(one.from);
    }
  }
  const keep = (declarations: readonly Declaration[]): Declaration[] =>
    declarations.flatMap((one): Declaration[] => {
      if (one.kind === 'let') return lets.has(one.name) ? [] : [one];
      if (one.kind === 'type') return types.has(one.name) ? [] : [one];
      if (one.kind !== 'import') return [one];
      if (one.what === 'rules') return files.has(one.from) ? [] : [one];
      return narrowed(one, functions);
    });
  return {
    own: keep(before.own),
    files: before.files.map((file) => ({ ...file, declarations: keep(file.declarations) })),
  };
}

/** An import without the functions that are imported anew. */
function narrowed(one: Import, again: ReadonlySet<string>): Import[] {
  const names = one.names.filter(({ alias }) => !again.has(alias));
  if (names.length === one.names.length) return [one];
  return names.length === 0 ? [] : [{ ...one, names }];
}
