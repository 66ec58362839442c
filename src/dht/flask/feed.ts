// What a client sends to begin with: the molecules of the program and of its input, each to the flask where it belongs, and
// then the word to go.
import { ok, type Result } from '../../base/index.ts';
import { type Molecule, moleculesToBytes, type Templates } from '../../runtime/index.ts';
import { type ClientMessage, MOST_IN_A_MESSAGE } from './messages.ts';
import { firstPlace } from './plan.ts';
import { ownedMolecules, type ProgramOfSpec, readyProgram } from './ready-program.ts';
import type { SolutionSpec } from './spec.ts';

export interface Feed {
  readonly puts: readonly { readonly flask: number; readonly message: ClientMessage }[];
  /** For flask 0, after all others. */
  readonly go: ClientMessage;
  /** To read what comes back. */
  readonly templates: Templates;
}

/** About so many molecules in one go to the same flask. */
const BLOCK = 256;

export function feed(
  program: ProgramOfSpec,
  spec: SolutionSpec,
  input: readonly Molecule[],
): Result<Feed, string> {
  const ready = readyProgram(program, { roams: spec.flasks > 1 });
  if (!ready.ok) return ready;
  const { plan, templates } = ready.value;
  const shares: Molecule[][] = Array.from({ length: spec.flasks }, () => []);
  let turn = 0;
  for (const molecules of [ownedMolecules(ready.value, 0), input]) {
    // What may be anywhere goes in blocks, unless there is little of it.
    const block = molecules.length < BLOCK * spec.flasks ? 1 : BLOCK;
    for (const molecule of molecules) {
      const place = firstPlace(plan, molecule, spec.flasks, Math.floor(turn++ / block));
      (shares[place] as Molecule[]).push(molecule);
    }
  }
  const puts: { flask: number; message: ClientMessage }[] = [];
  const counts = shares.map((share, flask) => {
    let count = 0;
    for (let at = 0; at < share.length; at += MOST_IN_A_MESSAGE) {
      const bytes = moleculesToBytes(share.slice(at, at + MOST_IN_A_MESSAGE), templates);
      puts.push({ flask, message: { type: 'put', bytes } });
      count++;
    }
    return count;
  });
  return ok({ puts, go: { type: 'go', puts: counts }, templates });
}
