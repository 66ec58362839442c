// Literals, names and types as text.
import type { Literal, TypeExpr } from './ast.ts';
import { KEYWORDS } from './tokens.ts';

export function literalText(literal: Literal): string {
  switch (literal.kind) {
    case 'int':
      return literal.value.toString();
    case 'real':
      return realText(literal.value);
    case 'bool':
      return String(literal.value);
    case 'string':
      return quote(literal.value);
    case 'symbol':
      return literal.name;
  }
}

/** A real always shows that it is one: `1` is another molecule than `1.0`. */
function realText(value: number): string {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  const text = String(value === 0 ? 0 : value);
  return /[.e]/.test(text) ? text : `${text}.0`;
}

const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** A string as it is written: what cannot be seen is written as an escape. */
export function quote(value: string): string {
  return JSON.stringify(value).replace(UNSEEN, (character) => {
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  });
}

const WORD = /^[\p{L}_][\p{L}\p{N}\p{M}_]*$/u;

/** A key of a record, in quotes only where it must be. */
export function keyText(key: string): string {
  const plain = WORD.test(key) && key !== '_' && !KEYWORDS.has(key);
  return plain ? key : quote(key);
}

export function typeText(type: TypeExpr): string {
  switch (type.kind) {
    case 'type-name':
      return type.name;
    case 'type-literal':
      return literalText(type.value);
    case 'type-tuple':
      return type.items.map(typeAtomText).join(':');
    case 'type-union':
      return type.options
        .map((option) => (option.kind === 'type-union' ? typeAtomText(option) : typeText(option)))
        .join(' | ');
  }
}

/** A type as it stands behind `::` or in a tuple: in parentheses unless it is one word. */
export function typeAtomText(type: TypeExpr): string {
  const compound = type.kind === 'type-tuple' || type.kind === 'type-union';
  return compound ? `(${typeText(type)})` : typeText(type);
}
