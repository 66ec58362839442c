// Calls: functions that do not exist, wrong numbers of arguments, effects where none may be. Permits
// are permits.ts. Whether an argument is of a right kind is infer.ts.
import type { Call, Expr } from '../ast.ts';
import type { Diagnostic } from '../diagnostic.ts';
import type { Signature } from '../signature.ts';
import { functionOf, type KnownFunction, type Unit } from '../unit.ts';
import { importsOf, missingModule, moduleOf } from './imports.ts';
import { checkCreated, checkPermits } from './permits.ts';
import { finding } from './report.ts';
import type { Names } from './resolve.ts';
import { didYouMean } from './suggest.ts';
import { type Place, walkUnit } from './walk.ts';

export function checkCalls(unit: Unit, names: Names): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  const imported = new Set(
    importsOf(unit).flatMap((one) => [
      ...one.names.map(({ alias }) => alias),
      // A module that is imported in a wrong way is reported there.
      ...(moduleOf(one) === null ? [] : [moduleOf(one) as string]),
    ]),
  );
  const permits = new Set<Expr>();
  walkUnit(unit, {
    expr(expr, place) {
      if (expr.kind === 'rule') {
        for (const permit of expr.permits) permits.add(permit);
        found.push(...checkPermits(expr, unit));
      }
      if (expr.kind !== 'call') return;
      const known = functionOf(unit, expr);
      if (known !== null) {
        found.push(...checkArity(expr, known.signature));
        if (!permits.has(expr)) found.push(...checkEffect(expr, known, place));
      } else if (expr.module !== null) {
        found.push(...unknownInModule(unit, expr, expr.module, imported));
      } else if (!imported.has(expr.name)) {
        found.push(unknownFunction(unit, names, expr));
      }
    },
  });
  return [...found, ...checkCreated(unit)];
}

function unknownInModule(
  unit: Unit,
  call: Call,
  module: string,
  imported: ReadonlySet<string>,
): readonly Diagnostic[] {
  const offered = [...unit.functions.keys()].filter((name) => name.startsWith(`${module}.`));
  if (offered.length > 0) {
    const names = offered.map((name) => name.slice(module.length + 1));
    const message = `\`${module}\` has no function \`${call.name}\``;
    const hint = didYouMean(call.name, names) ?? `it has ${names.join(', ')}`;
    return [finding('HOCL102', call.nameSpan, message, hint)];
  }
  if (imported.has(module)) return [];
  const { message, hint } = missingModule(module);
  const span = { ...call.span, end: call.nameSpan.end };
  return [finding('HOCL104', span, message, hint)];
}

function unknownFunction(unit: Unit, names: Names, call: Call): Diagnostic {
  const { name } = call;
  const binding = names.bindings.find((one) => one.name === name);
  const hint =
    binding === undefined
      ? (didYouMean(name, unit.functions.keys()) ??
        'functions of your own come from a module: `import pure { ... } from "./file.ts"`')
      : binding.value?.kind === 'rule'
        ? `\`${name}\` is a rule: it is not called, it reacts where it is put into a solution`
        : `\`${name}\` is a value, and only functions are called`;
  return finding('HOCL102', call.nameSpan, `there is no function \`${name}\``, hint);
}

function checkArity(call: Call, signature: Signature): readonly Diagnostic[] {
  const { parameters, optional, variadic } = signature;
  const least = parameters.length - optional;
  const most = variadic ? Number.POSITIVE_INFINITY : parameters.length;
  const given = call.args.length;
  if (given >= least && given <= most) return [];
  const wanted =
    most === least
      ? argumentCount(least)
      : variadic
        ? `${argumentCount(least)} or more`
        : `${least} to ${argumentCount(most)}`;
  return [
    finding(
      'HOCL120',
      call.span,
      `\`${call.name}\` takes ${wanted}, not ${given}`,
      `it is used as \`${usage(signature)}\``,
    ),
  ];
}

function argumentCount(count: number): string {
  return count === 0 ? 'no arguments' : count === 1 ? '1 argument' : `${count} arguments`;
}

/** `split(text, separator?)` */
function usage({ name, parameters, optional, variadic }: Signature): string {
  const shown = parameters.map(
    (parameter, i) => `${parameter.name}${i >= parameters.length - optional ? '?' : ''}`,
  );
  return `${name}(${[...shown, ...(variadic ? ['...'] : [])].join(', ')})`;
}

const OUTSIDE: Readonly<Record<Exclude<Place, 'product'>, string>> = {
  guard: 'in a guard, which may be tried any number of times',
  pattern: 'in a pattern, which may be tried any number of times',
  let: 'in a let outside of a rule',
  body: 'in the solution that a program starts with',
  test: 'in the solution of a test',
  outcome: 'in an outcome of a test',
  permit: 'inside of a permit, which is asked for before any effect runs',
};

function checkEffect(call: Call, known: KnownFunction, place: Place): readonly Diagnostic[] {
  if (!known.signature.effect || place === 'product') return [];
  const related =
    known.origin === null
      ? []
      : [{ span: known.origin.span, message: 'imported as an effect here' }];
  return [
    finding(
      'HOCL150',
      call.span,
      `\`${call.name}\` is an effect and stands ${OUTSIDE[place]}`,
      'an effect stands in a product: let a rule make it, and let another rule take its answer',
      related,
    ),
  ];
}
