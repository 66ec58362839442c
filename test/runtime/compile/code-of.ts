// An expression both ways: as code in a function, and as the closure that says what it means.
import { type Expr, type Kind, parse, type Signature } from '../../../src/lang/index.ts';
import { standardFunctions } from '../../../src/lib/index.ts';
import {
  conditionCode,
  type ExprSetting,
  expressionCode,
} from '../../../src/runtime/compile/expression-code.ts';
import type { FunctionCode, LoadContext } from '../../../src/runtime/load/context.ts';
import { compileExpr } from '../../../src/runtime/load/expression.ts';
import { Scope } from '../../../src/runtime/load/scope.ts';
import { EvaluationError, type Molecule } from '../../../src/runtime/molecule.ts';
import type { Env } from '../../../src/runtime/rule.ts';

/** A name of the rule: its kind if patterns say it, and whether the code reads it by a name of its own. */
export interface Variable {
  readonly kind: Kind | null;
  readonly isNamed: boolean;
}

export interface World {
  readonly context: LoadContext;
  readonly variables: ReadonlyMap<string, Variable>;
  /** Names of the rule that no code can read, as rests are. */
  readonly unreadable: readonly string[];
  /** What the function `note` was given since this was emptied. */
  readonly noted: Molecule[];
}

export type Outcome =
  | { readonly value: Molecule }
  | { readonly message: string; readonly span: unknown };

export interface Coded {
  readonly code: string;
  readonly kind: Kind | null;
  run(values: readonly Molecule[]): Molecule;
}

/** `lets` are known from the beginning; others may be set in `context.values` later. */
export function worldOf(
  variables: Readonly<Record<string, Kind | null>>,
  lets: Readonly<Record<string, Molecule>> = {},
  unreadable: readonly string[] = [],
): World {
  const noted: Molecule[] = [];
  const untold = { onGuardError: () => undefined, onRule: () => undefined };
  const context: LoadContext = {
    rules: new Map(),
    ruleNames: new Set(),
    values: new Map(Object.entries(lets)),
    types: new Map(),
    functions: new Map<string, FunctionCode>([
      ...standardFunctions,
      ['note', { signature: signature('note', false), apply: (args) => note(args, noted) }],
      ['ask', { signature: signature('ask', true), apply: null }],
    ]),
    compileExpr: (expr, scope) => compileExpr(expr, scope, context),
    compileLet: ({ value }, scope) => compileExpr(value, scope, context),
    ...untold,
  };
  const entries = Object.entries(variables).map(
    ([name, kind], i) => [name, { kind, isNamed: i % 3 !== 2 }] as const,
  );
  return { context, variables: new Map(entries), unreadable, noted };
}

export function codeOf(expr: Expr, world: World, as: 'value' | 'condition'): Coded | null {
  const constants: unknown[] = [];
  let locals = 0;
  const names = [...world.variables.keys()];
  const setting: ExprSetting = {
    variable: (name) => {
      if (world.unreadable.includes(name)) return null;
      const known = world.variables.get(name);
      const i = names.indexOf(name);
      return known && { code: known.isNamed ? `v${i}` : `e[${i}]`, kind: known.kind };
    },
    constant: (value) => `k${constants.push(value) - 1}`,
    local: () => `t${locals++}`,
    context: world.context,
  };
  const made = (as === 'value' ? expressionCode : conditionCode)(expr, setting);
  if (made === null) return null;
  const { code, kind } = made;
  const lines = ["'use strict';", ...names.map((_, i) => `const v${i} = e[${i}];`)];
  for (let i = 0; i < locals; i++) lines.push(`let t${i};`);
  lines.push(`return ${code};`);
  const parameters = constants.map((_, i) => `k${i}`);
  const run = new Function('e', ...parameters, lines.join('\n')) as (...all: unknown[]) => Molecule;
  return { code, kind, run: (values) => run(values, ...constants) };
}

export function closureOf(expr: Expr, world: World): (values: readonly Molecule[]) => Molecule {
  const scope = new Scope(null, '');
  const places = [...world.variables.keys()].map((name) => scope.declare(name).place);
  const evaluate = compileExpr(expr, scope, world.context);
  return (values) => {
    const env: Env = [];
    places.forEach((place, i) => {
      env[place] = values[i];
    });
    return evaluate(env, null);
  };
}

export function outcomeOf(run: () => Molecule): Outcome {
  try {
    return { value: run() };
  } catch (error) {
    if (!(error instanceof EvaluationError)) throw error;
    return { message: error.message, span: error.span };
  }
}

export function exprOf(text: string): Expr {
  const { program, diagnostics } = parse({ name: 'test', text: `<[${text}]>` });
  const [element] = program.body?.kind === 'solution' ? program.body.elements : [];
  const value = element?.kind === 'molecule' ? element.value : null;
  const only = value?.kind === 'list' ? value.items[0] : undefined;
  if (only === undefined || diagnostics.length > 0) {
    throw new Error(`${text}: ${diagnostics[0]?.message}`);
  }
  return only;
}

const TOKEN =
  /\s+|[kvt]\d+|e\[\d+\]|\d+|typeof|Math\.trunc|kind|items|depth|length|'(?:number|object|boolean|tuple|list)'|[()[\]{}.,:?<>=!&|+\-*/%]/y;

/** The words of a code that could have come from a program. */
export function foreignWords(code: string): string[] {
  const found: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < code.length) {
    const at = TOKEN.lastIndex;
    const [token] = TOKEN.exec(code) ?? [null];
    if (token === null) return [...found, code.slice(at)];
    if (/^\d+$/.test(token) && Number(token) > 255 && Number(token) !== 2 ** 53 - 1) {
      found.push(token);
    }
  }
  return found;
}

function note(args: readonly Molecule[], noted: Molecule[]): Molecule {
  const [value] = args as [Molecule];
  if (noted.length > 50) throw new EvaluationError('noted too much');
  noted.push(value);
  return value;
}

function signature(name: string, effect: boolean): Signature {
  const parameters = [{ name: 'value', kinds: 'any' as const }];
  return { name, parameters, optional: 0, variadic: false, result: 'any', effect, doc: '' };
}
