// The law of printing: what show writes, the language reads back as the same molecule.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Element, type Expr, parse } from '../../src/lang/index.ts';
import {
  int,
  list,
  type Molecule,
  real,
  record,
  type SolutionMolecule,
  solution,
  symbol,
  tuple,
} from '../../src/runtime/molecule.ts';
import { same } from '../../src/runtime/order.ts';
import { show } from '../../src/runtime/show.ts';
import { anyData } from './arbitrary-molecule.ts';

it('reads back what show writes', () => {
  fc.assert(
    fc.property(anyData, (molecule) => {
      const text = `<${show(molecule)}>`;
      const { program, diagnostics } = parse({ name: 'law', text });
      expect(diagnostics, text).toEqual([]);
      const [read] = (moleculeOf(program.body as Expr) as SolutionMolecule).items;
      expect(same(read as Molecule, molecule), text).toBe(true);
    }),
    { numRuns: 300 },
  );
});

/** The molecule that an expression without names and operators stands for. */
function moleculeOf(expr: Expr): Molecule {
  switch (expr.kind) {
    case 'int':
      return int(expr.value);
    case 'real':
      return real(expr.value);
    case 'bool':
    case 'string':
      return expr.value;
    case 'symbol':
      return symbol(expr.name);
    case 'unary': {
      const value = moleculeOf(expr.operand);
      if (typeof value === 'object') return real(-(value as { value: number }).value);
      return int(-BigInt(value));
    }
    case 'tuple':
      return tuple(expr.items.map(moleculeOf));
    case 'list':
      return list(expr.items.map(moleculeOf));
    case 'record':
      return record(expr.fields.map((field) => [field.key, moleculeOf(field.value)]));
    case 'solution':
      return solution(expr.elements.map(elementOf));
    case 'then': {
      const { items } = moleculeOf(expr.first) as SolutionMolecule;
      return solution(items, moleculeOf(expr.second) as SolutionMolecule);
    }
    default:
      throw new Error(`not a literal: ${expr.kind}`);
  }
}

function elementOf(element: Element): Molecule {
  if (element.kind !== 'molecule') throw new Error(`not a molecule: ${element.kind}`);
  return moleculeOf(element.value);
}
