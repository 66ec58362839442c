// Lists of molecules: what stands between `<` and `>`, and after `by`. One element may put out one
// molecule, many (ranges, multiplicities, rests, branches) or none.
import type { Element, Expr, Span } from '../../lang/index.ts';
import { refuseBranching } from '../calls.ts';
import { int, isInt, type Molecule } from '../molecule.ts';
import type { Emit } from '../rule.ts';
import { showShort } from '../show.ts';
import type { LoadContext } from './context.ts';
import { asBool, compileRest, failAt } from './evaluation.ts';
import { constantValue } from './literal.ts';
import type { Scope } from './scope.ts';

/** One list holds at most this many molecules: a slip of the pen must not eat the machine's memory. */
const MAX_MOLECULES = 2 ** 25;

export function compileElements(
  elements: readonly Element[],
  scope: Scope,
  context: LoadContext,
): Emit {
  const emits: Emit[] = [];
  let constants: Molecule[] | null = null;
  for (const element of elements) {
    const constant = constantOf(element);
    if (constant === null) {
      constants = null;
      emits.push(compileElement(element, scope, context));
    } else if (constants === null) {
      constants = [constant];
      emits.push(emitAll(constants));
    } else constants.push(constant);
  }
  const [only] = emits;
  if (emits.length === 1 && only !== undefined) return only;
  return (env, calls, out) => {
    for (const emit of emits) emit(env, calls, out);
  };
}

/** Plain data is made once, and not by a function for each molecule: a program may hold a million of them. */
function constantOf(element: Element): Molecule | null {
  if (element.kind !== 'molecule' || element.multiplicity !== null) return null;
  return constantValue(element.value);
}

function emitAll(molecules: readonly Molecule[]): Emit {
  return (_env, _calls, out) => {
    for (const molecule of molecules) out.push(molecule);
  };
}

export function compileElement(element: Element, scope: Scope, context: LoadContext): Emit {
  switch (element.kind) {
    case 'let': {
      const value = context.compileLet(element, scope);
      return scope.within(element.name, (place) => {
        const rest = compileElements(element.rest, scope, context);
        return (env, calls, out) => {
          env[place] = value(env, calls);
          rest(env, calls, out);
        };
      });
    }
    case 'range':
      return times(compileRange(element.from, element.to, scope, context), element, scope, context);
    case 'molecule':
      return times(compileMolecule(element.value, scope, context), element, scope, context);
  }
}

function compileMolecule(value: Expr, scope: Scope, context: LoadContext): Emit {
  if (value.kind === 'name') {
    const rest = compileRest(value.name, scope);
    if (rest !== null) {
      return (env, _calls, out) => {
        for (const item of rest(env).items) out.push(item);
      };
    }
  }
  if (value.kind === 'if') {
    const condition = context.compileExpr(value.condition, scope);
    const consequent = compileElements(value.consequent, scope, context);
    const alternative = compileElements(value.alternative, scope, context);
    return (env, calls, out) => {
      const holds = asBool(condition(env, calls), value.condition.span);
      refuseBranching(calls);
      (holds ? consequent : alternative)(env, calls, out);
    };
  }
  const evaluate = context.compileExpr(value, scope);
  return (env, calls, out) => {
    out.push(evaluate(env, calls));
  };
}

function compileRange(from: Expr, to: Expr, scope: Scope, context: LoadContext): Emit {
  const first = context.compileExpr(from, scope);
  const last = context.compileExpr(to, scope);
  return (env, calls, out) => {
    const low = asInt(first(env, calls), from.span, 'a range begins with an int');
    const high = asInt(last(env, calls), to.span, 'a range ends with an int');
    if (low > high) return;
    checkCount(BigInt(high) - BigInt(low) + 1n + BigInt(out.length), to.span);
    if (typeof low === 'number' && typeof high === 'number') {
      for (let i = low; i <= high; i++) out.push(i);
    } else {
      for (let i = BigInt(low); i <= BigInt(high); i++) out.push(int(i));
    }
  };
}

/** `M^n`: evaluated once, put out n times. */
function times(once: Emit, element: Element, scope: Scope, context: LoadContext): Emit {
  if (element.kind === 'let' || element.multiplicity === null) return once;
  const { span } = element.multiplicity;
  const factor = context.compileExpr(element.multiplicity, scope);
  return (env, calls, out) => {
    const copies = asInt(factor(env, calls), span, 'a multiplicity is an int');
    if (copies < 0) failAt(span, `a multiplicity is 0 or more, not ${copies}`);
    const made: Molecule[] = [];
    once(env, calls, made);
    checkCount(BigInt(copies) * BigInt(made.length) + BigInt(out.length), span);
    for (let i = 0; i < Number(copies); i++) for (const item of made) out.push(item);
  };
}

function asInt(value: Molecule, span: Span, rule: string): number | bigint {
  if (isInt(value)) return value;
  return failAt(span, `${rule}, not ${showShort(value, 40)}`);
}

function checkCount(count: bigint, span: Span): void {
  if (count > BigInt(MAX_MOLECULES)) {
    failAt(
      span,
      `this puts out ${count} molecules; at most ${MAX_MOLECULES} may stand in one list`,
    );
  }
}
