// A hash of a molecule: the same for the same molecule, whatever machine works it out. The default seed of a run and
// the place of a molecule in a cluster come from it.
import { hashText } from '../base/index.ts';
import type { Molecule, SolutionMolecule } from './molecule.ts';

/** A hash to begin with. */
export const HASH_START = 0x811c9dc5;

/** Of many molecules in their order, going on from a hash. */
export function hashAll(start: number, molecules: readonly Molecule[]): number {
  let hash = mix(start, molecules.length);
  for (const one of molecules) hash = hashMolecule(hash, one);
  return hash;
}

/** Of one molecule, going on from a hash. */
export function hashMolecule(hash: number, molecule: Molecule): number {
  switch (typeof molecule) {
    case 'number':
      // Ints have up to 53 bits, of which the lower 32 come first.
      return mix(mix(hash, molecule), Math.floor(molecule / 0x1_0000_0000));
    case 'string':
      return hashString(hash, molecule);
    case 'boolean':
      return mix(hash, molecule ? 3 : 5);
    case 'bigint':
      return hashString(mix(hash, 7), String(molecule));
    default:
      return hashCompound(hash, molecule);
  }
}

function hashCompound(hash: number, molecule: Exclude<Molecule, Atomic>): number {
  switch (molecule.kind) {
    case 'real':
      return hashString(mix(hash, 11), String(molecule.value));
    case 'symbol':
      return hashString(mix(hash, 13), molecule.name);
    case 'tuple':
      return hashAll(mix(hash, 17), molecule.items);
    case 'list':
      return hashAll(mix(hash, 19), molecule.items);
    case 'record':
      return hashAll(hashAll(mix(hash, 23), molecule.keys), molecule.values);
    case 'solution':
      return hashSolution(mix(hash, 29), molecule);
    case 'rule':
      return hashString(mix(hash, 31), molecule.name ?? molecule.key);
  }
}

type Atomic = number | bigint | boolean | string;

/** A solution has no order: its molecules are hashed one by one, and added up. */
function hashSolution(start: number, { items, next }: SolutionMolecule): number {
  let sum = 0;
  for (const item of items) sum = (sum + hashText('', hashMolecule(HASH_START, item))) | 0;
  const hash = mix(start, sum);
  return next === null ? hash : hashSolution(mix(hash, 37), next);
}

function hashString(start: number, text: string): number {
  let hash = mix(start, text.length);
  for (let i = 0; i < text.length; i++) hash = mix(hash, text.charCodeAt(i));
  return hash;
}

/** One round of MurmurHash3 (Appleby): plain FNV takes some pairs of small ints for each other. */
function mix(hash: number, value: number): number {
  const scattered = Math.imul(rotate(Math.imul(value, 0xcc9e2d51), 15), 0x1b873593);
  return (Math.imul(rotate(hash ^ scattered, 13), 5) + 0xe6546b64) | 0;
}

function rotate(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}
