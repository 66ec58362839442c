// A program text as an engine that nobody has run yet, with the chronicle that follows it.
import { createRng } from '../../src/base/index.ts';
import { parse } from '../../src/lang/index.ts';
import { standardFunctions } from '../../src/lib/index.ts';
import { Chronicle, Engine, load, type Molecule } from '../../src/runtime/index.ts';

export interface Running {
  readonly engine: Engine;
  readonly chronicle: Chronicle;
  readonly evaluate: (text: string) => Molecule;
  /** The last condition that could not be evaluated. */
  takeFailure(): string | null;
}

export function begin(text: string, seed = 1): Running {
  let failure: string | null = null;
  const program = programOf(text);
  const functions = new Map(
    [...standardFunctions].map(([name, { signature }]) => [name, { signature, origin: null }]),
  );
  const loaded = load(
    { main: program, files: [program], functions },
    {
      functions: standardFunctions,
      onGuardError: (error) => {
        failure = error.message;
      },
    },
  );
  const engine = new Engine(createRng(seed));
  const chronicle = new Chronicle(engine);
  if (loaded.start !== null) engine.fill(loaded.start);
  return {
    engine,
    chronicle,
    evaluate: (molecule) => {
      const { body } = programOf(`<${molecule}>`);
      const value = body === null ? null : loaded.evaluate(body);
      if (typeof value !== 'object' || value?.kind !== 'solution') throw new Error(molecule);
      return value.items[0] as Molecule;
    },
    takeFailure: () => {
      const told = failure;
      failure = null;
      return told;
    },
  };
}

export function runToRest(engine: Engine, limit = 1000): void {
  for (let i = 0; i < limit && engine.step(); i++);
}

function programOf(text: string) {
  const { program, diagnostics } = parse({ name: 'test', text });
  if (diagnostics.length > 0) throw new Error(`${text}: ${diagnostics[0]?.message}`);
  return program;
}
