// From the name of a file on the command line to a program: read, gathered, judged, and its diagnostics shown.
import { fileImports, gather, gatherFile, judge, type Program } from '../host/index.ts';
import {
  type Diagnostic,
  diagnosticToJson,
  isError,
  missingBody,
  renderDiagnostic,
  type Span,
} from '../lang/index.ts';
import { EvaluationError } from '../runtime/index.ts';
import { CallError, EXIT, Told } from './exit-code.ts';
import { hasColour, type Io, readStdin, say } from './io.ts';

export const STDIN = '-';

/** The program of a file, or of standard input, with all its diagnostics. */
export async function readProgram(file: string, io: Io): Promise<Program> {
  if (file !== STDIN) return judge(await gatherFile(file));
  const text = await readStdin(io);
  if (text === null) throw new CallError('standard input is not UTF-8 text');
  return judge(await gather({ name: '<stdin>', text }, fileImports()));
}

/** Shows the diagnostics, and goes no further when there are errors among them. */
export function requireRight(
  { diagnostics }: Pick<Program, 'diagnostics'>,
  json: boolean,
  io: Io,
): void {
  const wrong = diagnostics.some(isError);
  if (wrong && json) refuseAsJson(diagnostics, io);
  showDiagnostics(diagnostics, io);
  if (wrong) throw new Told(EXIT.program);
}

/** The same for a program that is to run: a file to be imported has no solution of its own. */
export function requireRunnable(program: Program, json: boolean, io: Io): void {
  const { diagnostics, unit } = program;
  const missing = diagnostics.some(isError) ? null : missingBody(unit);
  requireRight(
    { diagnostics: missing === null ? diagnostics : [...diagnostics, missing] },
    json,
    io,
  );
}

export function showDiagnostics(diagnostics: readonly Diagnostic[], io: Io): void {
  const colour = hasColour(io, io.stderr);
  for (const one of diagnostics) say(io, renderDiagnostic(one, { colour }));
}

/** Runs what evaluates lets and solutions; what fails there is a mistake of the program, with its place. */
export function loading<T>(json: boolean, io: Io, work: () => T): T {
  try {
    return work();
  } catch (error) {
    return refuseLoading(error, json, io);
  }
}

export async function loadingLater<T>(json: boolean, io: Io, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    return refuseLoading(error, json, io);
  }
}

function refuseLoading(error: unknown, json: boolean, io: Io): never {
  if (!(error instanceof EvaluationError) || error.span === null) throw error;
  const diagnostic = runtimeDiagnostic('HOCL301', 'error', error.span, error.message);
  if (json) refuseAsJson([diagnostic], io);
  showDiagnostics([diagnostic], io);
  throw new Told(EXIT.program);
}

/** Something that only running could find, shown as what checking finds. */
export function runtimeDiagnostic(
  code: string,
  severity: 'error' | 'warning',
  span: Span,
  message: string,
): Diagnostic {
  return { code, severity, span, message, hint: null, related: [] };
}

function refuseAsJson(diagnostics: readonly Diagnostic[], io: Io): never {
  const shown = diagnostics.map(diagnosticToJson);
  io.stdout.write(`${JSON.stringify({ status: 'error', diagnostics: shown })}\n`);
  throw new Told(EXIT.program);
}
