// One input as molecules: parsed, checked against what was declared before, loaded and evaluated. Whatever is
// wrong with it comes back as diagnostics, and nothing has changed.
import { fail, ok, type Result } from '../base/index.ts';
import {
  check,
  type Diagnostic,
  type Expr,
  isError,
  type Program,
  parse,
  type Source,
} from '../lang/index.ts';
import {
  EvaluationError,
  type GuardError,
  type Loaded,
  load,
  type Molecule,
  type SolutionMolecule,
} from '../runtime/index.ts';
import { type Declared, unitOf } from './declared.ts';

export interface Fragment {
  readonly loaded: Loaded;
  /** Its molecules, and those of its rules that nothing mentions. */
  readonly start: SolutionMolecule;
  readonly warnings: readonly Diagnostic[];
}

/** Warnings about what is not used or cannot fire make no sense while the next input is still to come. */
const NOT_AT_A_PROMPT: ReadonlySet<string> = new Set(
  ['110', '111', '112', '113', '117', '170', '171'].map((digits) => `HOCL${digits}`),
);

/** What only running can find has the codes that `hocl run` gives it. */
const CANNOT_EVALUATE = 'HOCL301';
const CONDITION_FAILED = 'HOCL302';

export function parseFragment(source: Source): Result<Program, readonly Diagnostic[]> {
  const { program, diagnostics } = parse(source, { fragment: true });
  return diagnostics.some(isError) ? fail(diagnostics) : ok(program);
}

export function loadFragment(
  program: Program,
  before: Declared,
  onGuardError: (error: GuardError) => void,
): Result<Fragment, readonly Diagnostic[]> {
  const body = program.body ?? nothing(program);
  const unit = unitOf(before, { ...program, body });
  const found = check(unit);
  if (found.some(isError)) return fail(found.filter(isError));
  const { source } = program.span;
  const warnings = found.filter(
    ({ code, span }) => span.source === source && !NOT_AT_A_PROMPT.has(code),
  );
  return evaluating(program, () => {
    const loaded = load(unit, { functions: before.functions, onGuardError });
    return { loaded, start: loaded.startOf(body), warnings };
  });
}

/** The one expression of a text such as `A:1` or `len("x") + 1`, and its value. */
export function evaluateText(
  text: string,
  before: Declared,
): Result<{ readonly expr: Expr; readonly value: Molecule }, readonly Diagnostic[]> {
  const parsed = parseFragment({ name: '<repl>', text });
  if (!parsed.ok) return parsed;
  const { body, span } = parsed.value;
  const [only, second] = body?.kind === 'solution' ? body.elements : [];
  if (only?.kind !== 'molecule' || only.multiplicity !== null || second !== undefined) {
    return fail([problem(parsed.value, new EvaluationError('one molecule is wanted here'))]);
  }
  const fragment = loadFragment({ ...parsed.value, span }, before, () => {});
  if (!fragment.ok) return fragment;
  return evaluating(parsed.value, () => ({
    expr: only.value,
    value: fragment.value.loaded.evaluate(only.value),
  }));
}

export function guardWarning(guard: GuardError): Diagnostic {
  return {
    code: CONDITION_FAILED,
    severity: 'warning',
    span: guard.span,
    message: `the condition cannot be evaluated and counts as false: ${guard.message}`,
    hint: null,
    related: [],
  };
}

function evaluating<T>(program: Program, body: () => T): Result<T, readonly Diagnostic[]> {
  try {
    return ok(body());
  } catch (thrown) {
    if (thrown instanceof EvaluationError) return fail([problem(program, thrown)]);
    throw thrown;
  }
}

function problem(program: Program, thrown: EvaluationError): Diagnostic {
  const span = thrown.span ?? program.body?.span ?? program.span;
  const { message } = thrown;
  return { code: CANNOT_EVALUATE, severity: 'error', span, message, hint: null, related: [] };
}

function nothing(program: Program): Expr {
  return { kind: 'solution', span: program.span, elements: [] };
}
