// The text of a generated function while it is written: lines, numbered names, and the data that the lines refer to.
// Nothing of a program is ever text here; what is, comes in as data.

export class CodeWriter {
  readonly #lines: (string | (() => string))[] = [];
  /** Declarations at the beginning of the function, each once. */
  readonly #hoisted = new Map<string, string>();
  /** Functions beside it, each once. */
  readonly #helpers = new Map<string, string>();
  readonly #last: string[] = [];
  readonly #data: unknown[] = [];
  readonly #known = new Map<unknown, string>();
  #names = 0;

  /** The name under which the code reads a value. */
  constant = (value: unknown): string => {
    const known = this.#known.get(value);
    if (known !== undefined) return known;
    const name = `k${this.#data.length}`;
    this.#data.push(value);
    this.#known.set(value, name);
    return name;
  };

  /** A new name that is declared at the beginning of the function. */
  local = (): string => {
    const name = this.name('t');
    this.hoist(name, `let ${name};`);
    return name;
  };

  /** A new name that whoever asks declares. */
  name(letter: string): string {
    return `${letter}${this.#names++}_`;
  }

  /** A line may be worked out when all is written. */
  line(...lines: readonly (string | (() => string))[]): void {
    this.#lines.push(...lines);
  }

  /** Whether a name is declared at the beginning. */
  declares(name: string): boolean {
    return this.#hoisted.has(name);
  }

  /** Declares a name at the beginning, unless that has been done. */
  hoist(name: string, declaration: string): string {
    if (!this.#hoisted.has(name)) this.#hoisted.set(name, declaration);
    return name;
  }

  /** Declares a function beside the one that is written, unless that has been done. */
  helper(name: string, text: () => string): string {
    if (!this.#helpers.has(name)) this.#helpers.set(name, text());
    return name;
  }

  /** What is done before the function comes back. */
  atEnd(line: string): void {
    this.#last.push(line);
  }

  get data(): readonly unknown[] {
    return this.#data;
  }

  /** The body of a function that takes the data as `K` and gives the function that was written. */
  source(parameters: string, result: string): string {
    const data = this.#data.map((_, i) => `const k${i} = K[${i}];`);
    const lines = this.#lines.map((line) => (typeof line === 'string' ? line : line()));
    const body = [...this.#hoisted.values(), ...lines, ...this.#last, `return ${result};`];
    const beside = [...data, ...this.#helpers.values()].join('\n');
    return `'use strict';\n${beside}\nreturn function (${parameters}) {\n${body.join('\n')}\n};`;
  }
}
