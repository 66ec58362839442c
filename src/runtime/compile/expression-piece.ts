// A piece of generated code: what an expression became, and what is known of its value. Code is made of
// numbered names and of digits that are printed from numbers here; all else of a program comes in as data.
import type { Kind } from '../../lang/index.ts';
import { EvaluationError, kindOf, type Molecule } from '../molecule.ts';

/** The part of the setting (expression-code.ts) that writing a piece needs. */
export interface Writer {
  readonly constant: (value: unknown) => string;
  readonly local: () => string;
}

export interface Piece {
  readonly code: (writer: Writer) => string;
  /** The one kind that its value has, if that is certain. */
  readonly kind: Kind | null;
  /** Its bounds, if it is for certain an int that is held as a number. */
  readonly range: Range | null;
  /** Whether it can be read again and again: a name or a constant. */
  readonly simple: boolean;
  /** Its value, if that is known now. */
  readonly known: Molecule | undefined;
}

export interface Range {
  readonly low: number;
  readonly high: number;
}

/** What any int is that is held as a number. */
export const SAFE: Range = { low: Number.MIN_SAFE_INTEGER, high: Number.MAX_SAFE_INTEGER };

const MAX_DIGITS_VALUE = 255;
const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

export function madePiece(code: string, kind: Kind | null, range: Range | null = null): Piece {
  return { code: () => code, kind, range, simple: IDENTIFIER.test(code), known: undefined };
}

export function knownPiece(value: Molecule): Piece {
  const range = typeof value === 'number' ? { low: value, high: value } : null;
  return {
    code: (writer) => valueCode(value, writer),
    kind: kindOf(value),
    range,
    simple: true,
    known: value,
  };
}

export function valueCode(value: Molecule, writer: Writer): string {
  if (typeof value === 'number' && value >= -1 && value <= MAX_DIGITS_VALUE) {
    return value < 0 ? `(${value})` : `${value}`;
  }
  return writer.constant(value);
}

/** Pieces as names that can be read again, and the assignments that come before, in their order. */
export function named(
  pieces: readonly Piece[],
  writer: Writer,
): { readonly before: string; readonly names: readonly string[] } {
  let before = '';
  const names = pieces.map((piece) => {
    const code = piece.code(writer);
    if (piece.simple) return code;
    const name = writer.local();
    before += `${name} = ${code}, `;
    return name;
  });
  return { before, names };
}

/** A call of a function that is registered for this one place. */
export function callCode(
  run: (...values: never[]) => unknown,
  pieces: readonly Piece[],
  writer: Writer,
): string {
  return `${writer.constant(run)}(${commas(pieces, writer)})`;
}

export function commas(pieces: readonly Piece[], writer: Writer): string {
  return pieces.map((piece) => piece.code(writer)).join(', ');
}

/** What can be known now is; what fails to evaluate is left to fail when its turn comes. */
export function folded(evaluate: () => Molecule): Piece | null {
  try {
    return knownPiece(evaluate());
  } catch (error) {
    if (error instanceof EvaluationError) return null;
    throw error;
  }
}

/** The values of pieces that are all known, or null. */
export function knownValues(pieces: readonly Piece[]): readonly Molecule[] | null {
  const values: Molecule[] = [];
  for (const { known } of pieces) {
    if (known === undefined) return null;
    values.push(known);
  }
  return values;
}
