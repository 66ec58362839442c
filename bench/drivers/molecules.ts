// Facts as molecules and back, for the two drivers of our own.

import { fromJson, type Molecule, type SolutionMolecule } from '../../src/runtime/index.ts';
import { programNamed } from '../harness/catalogue.ts';
import { type Fact, moleculeOf, type Value } from '../harness/program.ts';
import { type Job, readFacts } from './job.ts';

export function readMolecules(job: Job): Molecule[] {
  const facts = readFacts(job);
  const program = programNamed(job.program);
  const values = program.molecules?.(facts, job.size) ?? facts.map(moleculeOf);
  return values.map((value) => {
    const molecule = fromJson(value);
    if (!molecule.ok) throw new Error(molecule.error);
    return molecule.value;
  });
}

/** The facts that a solution holds; what is no fact (a rule) is left out. */
export function factsOf(solution: SolutionMolecule): Fact[] {
  return solution.items.flatMap((item): Fact[] => {
    if (typeof item === 'number' || typeof item === 'bigint') return [['n', Number(item)]];
    if (typeof item === 'string') return [['w', item]];
    if (typeof item !== 'object' || item.kind !== 'tuple') return [];
    const [tag, ...args] = item.items;
    if (typeof tag !== 'object' || tag.kind !== 'symbol') return [];
    return [[tag.name.toLowerCase(), ...(args as Value[])]];
  });
}
