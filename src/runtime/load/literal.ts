// Literals of the syntax tree as molecules.
import type { Literal } from '../../lang/index.ts';
import { int, type Molecule, real, symbol } from '../molecule.ts';

export function literalValue(literal: Literal): Molecule {
  switch (literal.kind) {
    case 'int':
      return int(literal.value);
    case 'real':
      return real(literal.value);
    case 'symbol':
      return symbol(literal.name);
    case 'bool':
    case 'string':
      return literal.value;
  }
}
