// hocl check: every diagnostic of some programs, before running them.
import type { Program } from '../host/index.ts';
import { type Diagnostic, diagnosticToJson, isError } from '../lang/index.ts';
import { EXIT } from './exit-code.ts';
import { reportFailure } from './failure.ts';
import { type Io, say } from './io.ts';
import { readProgram, showDiagnostics } from './program-source.ts';
import { counted } from './quantities.ts';

export interface CheckOptions {
  readonly json?: true;
}

export async function checkCommand(
  files: readonly string[],
  options: CheckOptions,
  io: Io,
): Promise<number> {
  const diagnostics: Diagnostic[] = [];
  const unreadable: string[] = [];
  for (const file of files) {
    const program = await readOrTell(file, io);
    if (program === null) unreadable.push(file);
    else diagnostics.push(...program.diagnostics);
  }
  // A file that two programs import would show its mistakes twice.
  const distinct = [...new Map(diagnostics.map((one) => [keyOf(one), one])).values()];
  const errors = distinct.filter(isError).length;
  if (options.json === true) {
    const shown = distinct.map(diagnosticToJson);
    const missing = unreadable.length > 0 ? { unreadable } : {};
    io.stdout.write(`${JSON.stringify({ errors, diagnostics: shown, ...missing })}\n`);
  } else {
    showDiagnostics(distinct, io);
    if (distinct.length > 0) say(io, summary(errors, distinct.length - errors));
  }
  if (unreadable.length > 0) return EXIT.call;
  return errors > 0 ? EXIT.program : EXIT.ok;
}

async function readOrTell(file: string, io: Io): Promise<Program | null> {
  try {
    return await readProgram(file, io);
  } catch (error) {
    if (reportFailure(error, io) !== EXIT.call) throw error;
    return null;
  }
}

function summary(errors: number, warnings: number): string {
  return `${counted(errors, 'error')}, ${counted(warnings, 'warning')}`;
}

function keyOf({ code, span, message }: Diagnostic): string {
  return JSON.stringify([code, span.source.name, span.start, span.end, message]);
}
