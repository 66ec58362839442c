// The program as a whole: what runs, its stages, and lists of molecules where one molecule must stand.
import type { Element, Expr, Let, Span } from '../ast.ts';
import type { Diagnostic } from '../diagnostic.ts';
import { isOwn, testsOf, type Unit } from '../unit.ts';
import type { Kinds } from './infer.ts';
import { isRuleLet, mentionsOf } from './mentions.ts';
import { finding } from './report.ts';
import type { Names } from './resolve.ts';
import { describeKinds, kindsOf, overlaps, SOLUTION } from './shape.ts';
import { walkUnit } from './walk.ts';

export function checkStructure(unit: Unit, names: Names, kinds: Kinds): readonly Diagnostic[] {
  return [
    ...notSolutions(unit, kinds),
    ...rulesWithoutStage(unit, names),
    ...branches(unit, names),
    ...repeatedKeys(unit),
  ];
}

/** What `run` has to say of a program without a body; a library is fine for everybody else. */
export function missingBody(unit: Unit): Diagnostic | null {
  if (unit.main.body !== null) return null;
  const { source } = unit.main.span;
  const end = source.text.trimEnd().length;
  const span: Span = { source, start: end, end };
  return finding(
    'HOCL160',
    span,
    'there is no solution to run',
    'a program ends with its solution, such as `<1, 2, 3>`; a file without one can be imported',
  );
}

function notSolutions(unit: Unit, kinds: Kinds): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  const judge = (code: 'HOCL161' | 'HOCL162', expr: Expr, what: string): void => {
    const shape = kinds.ofExpr(expr);
    if (overlaps(shape, SOLUTION)) return;
    found.push(
      finding(
        code,
        expr.span,
        `${what} is a solution, and this is ${describeKinds(kindsOf(shape))}`,
        'put it between `<` and `>`',
      ),
    );
  };
  for (const file of unit.files) {
    if (file.body !== null) judge('HOCL161', file.body, 'what a program runs');
    for (const test of testsOf(file)) {
      judge('HOCL161', test.solution, 'what a test runs');
      for (const outcome of test.outcomes) judge('HOCL161', outcome, 'an outcome of a test');
    }
  }
  walkUnit(unit, {
    expr(expr) {
      if (expr.kind !== 'then') return;
      if (expr.first.kind !== 'then') judge('HOCL162', expr.first, 'a stage of `then`');
      judge('HOCL162', expr.second, 'a stage of `then`');
    },
  });
  return found;
}

/** With stages nobody can tell where an unmentioned rule belongs. */
function rulesWithoutStage(unit: Unit, names: Names): readonly Diagnostic[] {
  const { body } = unit.main;
  const then = body === null ? null : stagesOf(body, names);
  if (then === null) return [];
  const mentioned = mentionsOf(names);
  return [...names.ofLet.keys()]
    .filter((rule: Let) => isOwn(unit, rule.span.source) && isRuleLet(rule))
    .filter((rule) => !mentioned.has(rule.name))
    .map((rule) =>
      finding(
        'HOCL163',
        rule.nameSpan,
        `the rule \`${rule.name}\` is in no stage of this program`,
        `say in which stage it reacts: put \`${rule.name}\` in that solution`,
        [{ span: then.span, message: 'the stages are here' }],
      ),
    );
}

function stagesOf(expr: Expr, names: Names): Expr | null {
  if (expr.kind === 'then') return expr;
  if (expr.kind === 'let-in') return stagesOf(expr.body, names);
  if (expr.kind !== 'name') return null;
  const value = names.ofName.get(expr)?.value ?? null;
  return value === null || value.kind === 'name' ? null : stagesOf(value, names);
}

/** Where one molecule must stand, each branch of an `if` is one molecule. */
function branches(unit: Unit, names: Names): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  const many = new Set<Expr>();
  walkUnit(unit, {
    element(element) {
      if (element.kind === 'molecule') many.add(element.value);
    },
    expr(expr) {
      if (expr.kind === 'list') for (const item of expr.items) many.add(item);
      if (expr.kind !== 'if') return;
      if (many.has(expr)) return;
      for (const branch of [expr.consequent, expr.alternative]) {
        if (isOne(branch, names)) continue;
        found.push(
          finding(
            'HOCL164',
            branchSpan(branch, expr),
            `exactly one molecule must stand here, and this branch gives ${amount(branch, names)}`,
            'make each branch one molecule, or let the whole `if` stand by itself between commas',
          ),
        );
      }
    },
  });
  return found;
}

function amount(branch: readonly Element[], names: Names): string {
  if (branch.length === 0) return 'nothing';
  const each = branch.every((element) => isOne([element], names));
  return each ? `${branch.length} molecules` : 'any number of molecules';
}

function branchSpan(branch: readonly Element[], whole: Expr): Span {
  const first = branch[0];
  const last = branch[branch.length - 1];
  if (first === undefined || last === undefined) return whole.span;
  return { source: first.span.source, start: first.span.start, end: last.span.end };
}

function isOne(elements: readonly Element[], names: Names): boolean {
  const [only] = elements;
  if (only === undefined || elements.length > 1) return false;
  if (only.kind === 'let') return isOne(only.rest, names);
  if (only.kind === 'range' || only.multiplicity !== null) return false;
  const { value } = only;
  if (value.kind === 'if') return isOne(value.consequent, names) && isOne(value.alternative, names);
  return !(value.kind === 'name' && names.ofName.get(value)?.kind === 'rest');
}

function repeatedKeys(unit: Unit): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  walkUnit(unit, {
    expr(expr) {
      if (expr.kind !== 'record') return;
      const first = new Map<string, Span>();
      for (const { key, span } of expr.fields) {
        const known = first.get(key);
        if (known === undefined) {
          first.set(key, span);
          continue;
        }
        found.push(
          finding(
            'HOCL165',
            span,
            `this record has the key \`${key}\` already, and the later one counts`,
            'remove one of the two',
            [{ span: known, message: 'first given here' }],
          ),
        );
      }
    },
  });
  return found;
}
