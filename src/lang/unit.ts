// A program with all that it imports: what check judges and what runtime/load turns into molecules.
// Whoever can read files puts it together (host/load-program.ts); here it is data.
import type { Call, Import, Let, Program, Source, Test, TypeDeclaration } from './ast.ts';
import type { Signature } from './signature.ts';

export interface Unit {
  /** The file that was asked for; its body is what runs, its tests are what `hocl test` runs. */
  readonly main: Program;
  /** Every file once, imported ones before those that import them; `main` is the last. */
  readonly files: readonly Program[];
  /** All names of all files live in one space: functions of the standard library and of imported modules. */
  readonly functions: ReadonlyMap<string, KnownFunction>;
}

export interface KnownFunction {
  readonly signature: Signature;
  /** The import that brought it, or null for the standard library. */
  readonly origin: Import | null;
}

/** The function that a call names, or null when there is none. */
export function functionOf(unit: Unit, call: Call): KnownFunction | null {
  const name = call.module === null ? call.name : `${call.module}.${call.name}`;
  return unit.functions.get(name) ?? null;
}

export function letsOf(unit: Unit): readonly Let[] {
  return unit.files.flatMap((file) => file.declarations.filter((d) => d.kind === 'let'));
}

export function typesOf(unit: Unit): readonly TypeDeclaration[] {
  return unit.files.flatMap((file) => file.declarations.filter((d) => d.kind === 'type'));
}

export function testsOf(program: Program): readonly Test[] {
  return program.declarations.filter((d) => d.kind === 'test');
}

/** Whether a let of `unit` stands in the file that was asked for, and not in one that it imports. */
export function isOwn(unit: Unit, source: Source): boolean {
  return unit.main.span.source === source;
}
