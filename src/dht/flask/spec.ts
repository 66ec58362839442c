// What a solution begins with, as every flask of it is told: enough to make the same rules of the same texts.
import { fail, ok, type Result } from '../../base/index.ts';
import { fromJsonBytes, toJsonBytes } from '../json-bytes.ts';

export type CaptureChoice = 'adaptive' | 'optimistic' | 'pessimistic';

export interface SolutionSpec {
  /** The files of the program; the first is the main one. Modules are named by the text. */
  readonly files: readonly { readonly name: string; readonly text: string }[];
  readonly seed: number;
  /** Over how many flasks it is spread. */
  readonly flasks: number;
  readonly capture: CaptureChoice;
  /** Stop after so many reactions in all; null for no bound. */
  readonly maxReactions: number | null;
  /** Whether each reaction is told, with identities: for traces and checkers. */
  readonly observed: boolean;
}

export function specToBytes(spec: SolutionSpec): Uint8Array {
  return toJsonBytes(spec);
}

export function specFromBytes(bytes: Uint8Array): Result<SolutionSpec, string> {
  const read = fromJsonBytes(bytes);
  if (!read.ok) return fail(`the solution cannot be read: ${read.error}`);
  return isSpec(read.value) ? ok(read.value) : fail('what was submitted is no solution');
}

function isSpec(value: unknown): value is SolutionSpec {
  if (typeof value !== 'object' || value === null) return false;
  const { files, seed, flasks, capture, maxReactions, observed } = value as SolutionSpec;
  return (
    Array.isArray(files) &&
    files.length > 0 &&
    files.every(isFile) &&
    Number.isSafeInteger(seed) &&
    Number.isSafeInteger(flasks) &&
    flasks > 0 &&
    flasks <= MOST_FLASKS &&
    ['adaptive', 'optimistic', 'pessimistic'].includes(capture) &&
    (maxReactions === null || Number.isSafeInteger(maxReactions)) &&
    typeof observed === 'boolean'
  );
}

const MOST_FLASKS = 65_536;

function isFile(file: unknown): boolean {
  const { name, text } = (file ?? {}) as { name?: unknown; text?: unknown };
  return typeof name === 'string' && typeof text === 'string';
}
