// What happened in a world, as lines of text: hashed, or kept for somebody who wants to read them, or not even made,
// since making them takes longer than what they tell of. Two runs of one seed have the same digest, or something in them
// drew on the outside.
import { hashText } from '../base/index.ts';

/** The faults a world knows; each is counted when it strikes, not when it is planned. */
export const faultKinds = [
  ...['lost', 'duplicated', 'reordered', 'cut', 'to-the-dead'],
  ...['crash', 'restart', 'crash-at-write', 'stall', 'clock-jump'],
  ...['unsynced-lost', 'torn-write', 'wiped-disk', 'bit-flip'],
] as const;
export type FaultKind = (typeof faultKinds)[number];
export type FaultCounts = Record<FaultKind, number>;

export type Recording = 'nothing' | 'digest' | 'lines';

export class History {
  readonly faults: FaultCounts;
  /** The lines, if they are kept. */
  readonly lines: string[] = [];
  readonly #recording: Recording;
  #count = 0;
  #low = 0x811c9dc5;
  #high = 0x9e3779b9;

  constructor(recording: Recording) {
    this.#recording = recording;
    this.faults = Object.fromEntries(faultKinds.map((kind) => [kind, 0])) as FaultCounts;
  }

  add(tell: () => string): void {
    if (this.#recording === 'nothing') return;
    const line = tell();
    this.#count++;
    this.#low = hashText(line, this.#low);
    this.#high = hashText(line, this.#high ^ this.#count);
    if (this.#recording === 'lines') this.lines.push(line);
  }

  fault(kind: FaultKind): void {
    this.faults[kind]++;
  }

  /** How many lines there were, and a hash of them all. */
  get digest(): string {
    const hex = (word: number): string => (word >>> 0).toString(16).padStart(8, '0');
    return `${this.#count}-${hex(this.#high)}${hex(this.#low)}`;
  }
}
