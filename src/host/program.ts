// A program that is ready to run: read, gathered with its imports, checked, without errors.
import {
  check,
  type Diagnostic,
  isError,
  renderDiagnostic,
  type Source,
  type Span,
  type Unit,
} from '../lang/index.ts';
import type { FunctionCode } from '../runtime/index.ts';
import { fileImports, readSource } from './files.ts';
import { type Gathered, type GivenFunctions, gather, type ImportSource } from './gather.ts';
import type { EffectFunction } from './module-functions.ts';

export interface Program {
  readonly unit: Unit;
  readonly functions: ReadonlyMap<string, FunctionCode>;
  readonly effects: ReadonlyMap<string, EffectFunction>;
  /** Warnings; a program with errors is not made. */
  readonly diagnostics: readonly Diagnostic[];
}

/** The program is wrong: every mistake is in `diagnostics`, and the message shows them as text. */
export class ProgramError extends Error {
  override readonly name = 'ProgramError';
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[]) {
    super(diagnostics.map((one) => renderDiagnostic(one, { colour: false })).join('\n'));
    this.diagnostics = diagnostics;
  }
}

/** A file cannot be read: the message says which and why. */
export class FileError extends Error {
  override readonly name = 'FileError';
}

export interface CompileOptions {
  /** What the text is called in messages; `<text>` unless told. */
  readonly name?: string;
  /** Functions that the program may call without importing them. */
  readonly functions?: GivenFunctions;
  /** Rule files and modules that the program may import, by the names it imports them by. */
  readonly imports?: {
    readonly rules?: Readonly<Record<string, string>>;
    readonly modules?: Readonly<Record<string, Record<string, unknown>>>;
  };
}

/** Compiles a text. It imports only what `options.imports` holds: nothing is read from the disk. */
export async function compile(text: string, options: CompileOptions = {}): Promise<Program> {
  const source = { name: options.name ?? '<text>', text };
  return accept(judge(await gather(source, givenImports(options), options.functions)));
}

/** Compiles a file, with the files and modules that it imports. */
export async function compileFile(
  file: string,
  options: Pick<CompileOptions, 'functions'> = {},
): Promise<Program> {
  return accept(judge(await gatherFile(file, options.functions)));
}

/** A file with its imports; FileError when the file itself cannot be read. */
export async function gatherFile(file: string, given: GivenFunctions = {}): Promise<Gathered> {
  const source = await readSource(file);
  if (!source.ok) throw new FileError(source.error);
  return gather(source.value, fileImports(), given);
}

/** What was gathered, with all that can be said of it before running, by place. */
export function judge(gathered: Gathered): Program {
  const syntax = gathered.diagnostics;
  const checked = check(gathered.unit);
  if (!syntax.some(isError)) return { ...gathered, diagnostics: [...syntax, ...checked] };
  // A declaration with a syntax error has holes, and what check says of it is about the holes.
  const broken = partsOf(gathered.unit).filter((part) =>
    syntax.some((one) => lies(one.span, part)),
  );
  const sound = checked.filter(
    (one) => isError(one) && !broken.some((part) => lies(one.span, part)),
  );
  return { ...gathered, diagnostics: [...syntax, ...sound].sort(byPlace) };
}

/** The declarations and bodies of all files. */
function partsOf(unit: Unit): Span[] {
  return unit.files.flatMap((file) => [
    ...file.declarations.map((declaration) => declaration.span),
    ...(file.body === null ? [] : [file.body.span]),
  ]);
}

function lies(inner: Span, outer: Span): boolean {
  return inner.source === outer.source && inner.start >= outer.start && inner.start <= outer.end;
}

/** By place within a file; files stay in their order. */
function byPlace(left: Diagnostic, right: Diagnostic): number {
  return left.span.source === right.span.source ? left.span.start - right.span.start : 0;
}

export function accept(program: Program): Program {
  const errors = program.diagnostics.filter(isError);
  if (errors.length > 0) throw new ProgramError(errors);
  return program;
}

function givenImports(options: CompileOptions): ImportSource {
  const { rules = {}, modules = {} } = options.imports ?? {};
  const sources = new Map<string, Source>();
  const missing = (from: string) => ({
    problem: `${from} is not among the imports that were given`,
    hint: 'give it in the option imports, or compile a file with compileFile',
  });
  return {
    async rules(from) {
      const text = rules[from];
      if (text === undefined) return missing(from);
      const source = sources.get(from) ?? { name: from, text };
      sources.set(from, source);
      return { value: source };
    },
    async module(from) {
      const exports = modules[from];
      return exports === undefined ? missing(from) : { value: exports };
    },
  };
}
