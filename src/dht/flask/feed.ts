// What a client sends to begin with: the molecules of the program, each to the flask where it belongs, and its input in pieces of
// text to whoever has least to read, since reading them is work, too. Then the word to go.
import { ok, type Result } from '../../base/index.ts';
import { cutInput, type Molecule, moleculesToBytes, type Templates } from '../../runtime/index.ts';
import { type ClientMessage, MOST_IN_A_MESSAGE } from './messages.ts';
import { firstPlace } from './plan.ts';
import {
  ownedMolecules,
  type ProgramOfSpec,
  type ReadyProgram,
  readyProgram,
} from './ready-program.ts';
import type { SolutionSpec } from './spec.ts';

export interface Feed {
  readonly puts: readonly Put[];
  /** For flask 0, after all others. */
  readonly go: ClientMessage;
  /** To read what comes back. */
  readonly templates: Templates;
}

interface Put {
  /** Null for any flask: best for one that has taken what it was sent before. */
  readonly flask: number | null;
  readonly message: Extract<ClientMessage, { readonly bytes: Uint8Array }>;
}

/** About so many molecules in one go to the same flask. */
const BLOCK = 256;

/** A piece of text has about so many bytes, where there are enough. */
export const PIECE = 2 ** 19;

/**
 * Instead of the first round of a large input: a node that reads its own piece passes on those of others only then, so that with pieces that
 * are small at first all have something to do soon. Backwards, instead of the last one: then all are done at about the same time.
 */
const FIRST_ROUNDS = [1 / 8, 1 / 8, 1 / 4, 1 / 2];
const LAST_ROUNDS = [1 / 2, 1 / 4, 1 / 4];

/** `input` is the text of the input, in JSON; empty for none. What is wrong with it is said by the flask that reads it. */
export function feed(
  program: ProgramOfSpec,
  spec: SolutionSpec,
  input: Uint8Array,
): Result<Feed, string> {
  const ready = readyProgram(program, { roams: spec.flasks > 1 });
  if (!ready.ok) return ready;
  const puts = [...putsOf(ready.value, spec), ...textsOf(ready.value, spec, input)];
  return ok({ puts, go: { type: 'go', puts: puts.length }, templates: ready.value.templates });
}

function* putsOf(ready: ReadyProgram, { flasks }: SolutionSpec): Generator<Put> {
  const shares: Molecule[][] = Array.from({ length: flasks }, () => []);
  const molecules = ownedMolecules(ready, 0);
  // What may be anywhere goes in blocks, unless there is little of it.
  const block = molecules.length < BLOCK * flasks ? 1 : BLOCK;
  for (const [turn, molecule] of molecules.entries()) {
    const place = firstPlace(ready.plan, molecule, flasks, Math.floor(turn / block));
    (shares[place] as Molecule[]).push(molecule);
  }
  for (const [flask, share] of shares.entries()) {
    for (let at = 0; at < share.length; at += MOST_IN_A_MESSAGE) {
      const some = share.slice(at, at + MOST_IN_A_MESSAGE);
      const bytes = moleculesToBytes(some, ready.templates);
      yield { flask, message: { type: 'put', bytes } };
    }
  }
}

/**
 * Text goes to any flask: each reacts with what it has before anything is moved to where it belongs, so that what can be combined
 * is, and only the rest travels.
 */
function* textsOf(
  { plan }: ReadyProgram,
  { flasks }: SolutionSpec,
  input: Uint8Array,
): Generator<Put> {
  const rounds = plan.single ? [1] : roundsOf(input.length / flasks);
  const parts = rounds.flatMap((part) =>
    Array.from({ length: plan.single ? 1 : flasks }, () => part),
  );
  const { form, pieces } = cutInput(input, parts);
  for (const bytes of pieces) {
    yield { flask: plan.single ? 0 : null, message: { type: 'put-text', form, bytes } };
  }
}

/** How large the pieces of each round are beside those of others, where each flask is to have so many bytes. */
function roundsOf(bytes: number): readonly number[] {
  const rounds = Array.from({ length: Math.ceil(bytes / PIECE) }, () => 1);
  if (2 * bytes < PIECE) return rounds;
  if (rounds.length < 3) return [...FIRST_ROUNDS, ...rounds.slice(1)];
  return [...FIRST_ROUNDS, ...rounds.slice(2), ...LAST_ROUNDS];
}
