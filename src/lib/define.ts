// How the files of this folder write a function down, and how they read arguments. What a function is
// for the rest of the project is in function.ts.
import type { KindSet, Parameter } from '../lang/index.ts';
import { EvaluationError, type Molecule, show, showShort } from '../runtime/index.ts';
import type { LibraryFunction } from './function.ts';

/** `text: ['string']`: what a parameter is called and which kinds it takes. */
export type Parameters = Readonly<Record<string, KindSet>>;

export interface Extent {
  /** How many of the last parameters may be left out. */
  readonly optional?: number;
  /** Whether the last parameter may be repeated. */
  readonly variadic?: boolean;
}

/** A pure function of the library. */
export function define(
  name: string,
  doc: string,
  parameters: Parameters,
  result: KindSet,
  apply: LibraryFunction['apply'],
  extent: Extent = {},
): LibraryFunction {
  return {
    signature: {
      name,
      doc,
      parameters: Object.entries(parameters).map(
        ([key, kinds]): Parameter => ({ name: key, kinds }),
      ),
      optional: extent.optional ?? 0,
      variadic: extent.variadic ?? false,
      result,
      effect: false,
    },
    apply,
  };
}

export const NUMBER: KindSet = ['int', 'real'];
export const INT: KindSet = ['int'];
export const STRING: KindSet = ['string'];
export const LIST: KindSet = ['list'];
export const RECORD: KindSet = ['record'];

/** An argument that must be an int small enough to count with; `what` names it in the message. */
export function countOf(molecule: Molecule | undefined, what: string): number {
  if (typeof molecule === 'number') return molecule;
  throw new EvaluationError(`${what} is out of range: ${showShort(molecule as Molecule, 40)}`);
}

/** A string as it is, any other molecule as its canonical text. */
export function textOf(molecule: Molecule): string {
  return typeof molecule === 'string' ? molecule : show(molecule, { rules: true });
}
