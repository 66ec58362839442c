// The shape of a standard function: its signature, read by check, and what it does, called by evaluate.
import type { Signature } from '../lang/index.ts';
import type { Molecule } from '../runtime/index.ts';

export interface LibraryFunction {
  readonly signature: Signature;
  /** Pure. The arguments have the number and the kinds that the signature asks for: evaluate checks them. */
  readonly apply: (args: readonly Molecule[]) => Molecule;
}
