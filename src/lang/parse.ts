// Text to syntax tree: the front end as one function that never throws, whatever the bytes.
// The stages are scan.ts, classify.ts, grammar.ts and build-ast.ts.
import type { Program, Source } from './ast.ts';
import { buildProgram } from './build-ast.ts';
import { classify } from './classify.ts';
import type { Diagnostic } from './diagnostic.ts';
import { Grammar } from './grammar.ts';
import { problem, spanOf } from './problem.ts';
import { scan } from './scan.ts';

export interface ParseOptions {
  /** What was typed at a prompt: declarations, and molecules without brackets around them. */
  readonly fragment?: boolean;
}

export interface Parsed {
  readonly program: Program;
  readonly diagnostics: readonly Diagnostic[];
}

export function parse(source: Source, options: ParseOptions = {}): Parsed {
  const { tokens, comments, problems } = scan(source);
  const diagnostics = [...problems];
  classify(tokens);
  const parser = grammar();
  const root = parser.read(tokens);
  const [error] = parser.errors;
  if (error !== undefined || root === undefined) {
    const start = error?.token.startOffset ?? 0;
    const at = Number.isNaN(start) ? source.text.length : start;
    const span = spanOf(source, at, at + (error?.token.image.length ?? 1));
    diagnostics.push(
      problem(
        'HOCL019',
        span,
        `this cannot stand here: ${JSON.stringify([error?.name, error?.message, error?.context.ruleStack])}`,
      ),
    );
    return { program: empty(source), diagnostics };
  }
  const report = (found: Diagnostic): void => void diagnostics.push(found);
  const program = buildProgram({ source, report }, root, comments, options.fragment === true);
  return { program, diagnostics };
}

function empty(source: Source): Program {
  return {
    kind: 'program',
    span: spanOf(source, 0, source.text.length),
    declarations: [],
    body: null,
  };
}

let shared: Grammar | null = null;

/** Built on first use: its analysis costs more than reading a small program. */
function grammar(): Grammar {
  shared ??= new Grammar({ validate: false });
  return shared;
}
