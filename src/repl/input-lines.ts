// Lines to inputs: an input goes on while it is not complete. A `let ... in` could stand by itself, but whoever
// writes `in` means to go on; then a blank line or a command ends it.
import { isIncomplete } from '../lang/index.ts';

export interface Taken {
  /** What is to be entered now, one after the other. */
  readonly inputs: readonly string[];
  /** An unfinished input was given up. */
  readonly gaveUp: boolean;
}

export class InputLines {
  readonly #blankGivesUp: boolean;
  #lines: string[] = [];

  /** At a prompt a blank line gives an unfinished input up; in a file it is a blank line. */
  constructor(blankGivesUp: boolean) {
    this.#blankGivesUp = blankGivesUp;
  }

  /** Whether an input has been begun. */
  get isOpen(): boolean {
    return this.#lines.length > 0;
  }

  take(line: string): Taken {
    const isBlank = line.trim() === '';
    if (this.#lines.length === 0 && isBlank) return { inputs: [], gaveUp: false };
    if (this.#lines.length > 0 && (isBlank || isCommand(line))) {
      const begun = this.#text();
      if (!isIncomplete(begun) && (this.#blankGivesUp || !isBlank)) {
        this.#lines = [];
        const { inputs, gaveUp } = this.take(line);
        return { inputs: [begun, ...inputs], gaveUp };
      }
      if (isBlank && this.#blankGivesUp) {
        this.#lines = [];
        return { inputs: [], gaveUp: true };
      }
    }
    this.#lines.push(line);
    const text = this.#text();
    if (!isCommand(text) && goesOn(text)) return { inputs: [], gaveUp: false };
    this.#lines = [];
    return { inputs: [text], gaveUp: false };
  }

  /** What has been begun, at the end of all lines. */
  rest(): string | null {
    const text = this.#lines.length === 0 ? null : this.#text();
    this.#lines = [];
    return text;
  }

  #text(): string {
    return this.#lines.join('\n');
  }
}

export function isCommand(text: string): boolean {
  return text.trimStart().startsWith(':');
}

function goesOn(text: string): boolean {
  return isIncomplete(text) || /(^|\s)in\s*$/.test(text);
}
