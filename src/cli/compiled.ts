// Compiled code in a file: for each file of the command, what V8 made of it. V8 refuses what another version of it
// made, but not what was made of another text of the same length: so the name of the file says all that it depends on.
// scripts/compile-ahead.mjs writes it.
import { readFileSync } from 'node:fs';

/** Of the texts that were compiled; put in by the build. */
declare const BUILD_ID: string;

/**
 * What a process is for. Each loads code that was made for its kind: a node runs other functions of the same files than the run that
 * started it, and taking up code takes time, whether it is run or not.
 */
export type Kind = 'alone' | 'client' | 'node';

export function kindOf([command, ...words]: readonly string[]): Kind {
  if (command === 'node') return 'node';
  return words.some((word) => /^--(nodes|cluster)\b/.test(word)) ? 'client' : 'alone';
}

export function compiledName(kind: Kind): string {
  const { version, platform, arch } = process;
  return `${BUILD_ID}-${version}-${platform}-${arch}.${kind}.compiled`;
}

/**
 * The code by the names of the files; empty for a file that is compiled when it is needed. Null if there is nothing for
 * this Node, or nothing that can be read: code is never more than a help.
 */
export function readCompiled(file: string): ReadonlyMap<string, Uint8Array> | null {
  try {
    const bytes = readFileSync(file);
    const end = bytes.indexOf(0);
    const sizes = JSON.parse(bytes.toString('latin1', 0, end)) as [string, number][];
    let at = aligned(end + 1);
    const codes = new Map<string, Uint8Array>();
    for (const [name, size] of sizes) {
      codes.set(name, bytes.subarray(at, at + size));
      at = aligned(at + size);
    }
    return codes;
  } catch {
    return null;
  }
}

/** V8 would copy code that does not begin at a whole word. */
function aligned(at: number): number {
  return Math.ceil(at / 8) * 8;
}
