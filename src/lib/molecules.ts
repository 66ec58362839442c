// Functions that take any molecule: what it is, and a number that stands for it.
import { hashText } from '../base/index.ts';
import { kindOf, type Molecule, show } from '../runtime/index.ts';
import { define, INT, STRING } from './define.ts';

export const moleculeFunctions = [
  define('kind', 'the name of its kind, as "int" or "tuple"', { x: 'any' }, STRING, ([x]) =>
    kindOf(x as Molecule),
  ),
  define('hash', 'an int from 0 to 2^32 - 1, equal for equal molecules', { x: 'any' }, INT, ([x]) =>
    hashText(show(x as Molecule, { rules: true })),
  ),
];
