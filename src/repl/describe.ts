// `:type`: what an expression is and gives, what a function takes, what a name stands for.
import { fail, ok, type Result } from '../base/index.ts';
import type { Diagnostic, KindSet, Signature } from '../lang/index.ts';
import { kindOf, type Molecule, showShort } from '../runtime/index.ts';
import { type Declared, letsIn, typesIn } from './declared.ts';
import { evaluateText } from './fragment.ts';
import type { Paint } from './paint.ts';
import { ruleText } from './tell-reaction.ts';

const WIDTH = 2000;

export function describe(
  text: string,
  declared: Declared,
  paint: Paint,
): Result<readonly string[], readonly Diagnostic[]> {
  const name = text.trim().replace(/\(\s*\)$/, '');
  const found = describeName(name, declared, paint);
  if (found !== null) return ok(found);
  const evaluated = evaluateText(text, declared);
  if (!evaluated.ok) return fail(evaluated.error);
  return ok([typed(evaluated.value.value, paint)]);
}

/** A function, a let or a type of this name; null when it is none of these. */
function describeName(name: string, declared: Declared, paint: Paint): readonly string[] | null {
  const lines: string[] = [];
  const bound = letsIn(declared).find((one) => one.name === name);
  if (bound !== undefined) {
    const { source, start, end } = bound.value.span;
    const evaluated = evaluateText(name, declared);
    const isRule = evaluated.ok && kindOf(evaluated.value.value) === 'rule';
    const text = ruleText(source.text.slice(start, end));
    lines.push(
      isRule || !evaluated.ok
        ? `${name} = ${text}`
        : `${name} = ${typed(evaluated.value.value, paint)}`,
    );
    if (bound.doc !== '') lines.push(paint.dim(bound.doc));
  }
  const known = declared.known.get(name);
  if (known !== undefined) {
    lines.push(signatureText(known.signature), paint.dim(known.signature.doc));
  }
  const type = typesIn(declared).find((one) => one.name === name);
  if (type !== undefined) {
    const { source, start, end } = type.span;
    lines.push(ruleText(source.text.slice(start, end)));
  }
  return lines.length === 0 ? null : lines;
}

export function signatureText(signature: Signature): string {
  const { name, parameters, optional, variadic, result, effect } = signature;
  const shown = parameters.map((parameter, i) => {
    const isLast = i === parameters.length - 1;
    // Functions of the host do not tell the names of their parameters.
    const named = parameter.name.includes(' ') ? '' : `${parameter.name}::`;
    const text = `${named}${kindsText(parameter.kinds)}${variadic && isLast ? '...' : ''}`;
    return i >= parameters.length - optional ? `[${text}]` : text;
  });
  return `${effect ? 'effect ' : ''}${name}(${shown.join(', ')}) gives ${kindsText(result)}`;
}

function kindsText(kinds: KindSet): string {
  if (kinds === 'any') return 'any';
  const both = kinds.includes('int') && kinds.includes('real');
  const rest = kinds.filter((kind) => !(both && (kind === 'int' || kind === 'real')));
  return [...(both ? ['number'] : []), ...rest].join('|');
}

function typed(value: Molecule, paint: Paint): string {
  return `${showShort(value, WIDTH, { rules: true })} ${paint.dim(`:: ${kindOf(value)}`)}`;
}
