// Between a program and the first line of its record: all that a run begins with, written down and read back.
import { statSync } from 'node:fs';
import { fromJson, type Molecule, toJson } from '../runtime/index.ts';
import { fileImports } from './files.ts';
import { gather } from './gather.ts';
import { accept, judge, type Program } from './program.ts';
import { RECORD_VERSION, RecordError, type RunHeader } from './record.ts';

export interface Beginning {
  readonly program: Program;
  /** Unique to the run. */
  readonly run: string;
  readonly seed: number;
  readonly molecules: readonly Molecule[];
  readonly directory: string;
}

export function headerOf({ program, run, seed, molecules, directory }: Beginning): RunHeader {
  const { main, files } = program.unit;
  const others = files.filter((file) => file !== main);
  return {
    type: 'begin',
    version: RECORD_VERSION,
    run,
    files: [main, ...others].map(({ span: { source } }) => ({
      name: source.name,
      text: source.text,
    })),
    directory,
    input: molecules.map((molecule) => toJson(molecule, { rules: true })),
    seed,
  };
}

/** The program as it was recorded, with the functions of its modules as they are now. */
export async function recordedProgram(
  header: RunHeader,
  { effects }: { readonly effects: boolean },
): Promise<Program> {
  const [main] = header.files;
  if (main === undefined) throw new RecordError('the record holds no program');
  const recorded = new Map(header.files.map(({ name, text }) => [name, text]));
  const place = header.directory;
  const there = place !== undefined && statSync(place, { throwIfNoEntry: false })?.isDirectory();
  const directory = there === true ? { directory: place } : {};
  return accept(judge(await gather(main, fileImports({ recorded, effects, ...directory }))));
}

export function recordedInput(header: RunHeader): Molecule[] {
  return header.input.map((value) => {
    const molecule = fromJson(value);
    if (!molecule.ok) throw new RecordError(`the recorded input cannot be read: ${molecule.error}`);
    return molecule.value;
  });
}
