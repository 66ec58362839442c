// The session as a program: a text that, when it is run, begins with this solution, its rules and its lets.
// Histories of `whenever` rules and effects that have not answered cannot be written down.
import { type Declaration, isRuleLet, type Let, type Span } from '../lang/index.ts';
import {
  canonicalItems,
  type EnvValue,
  holdsRule,
  type Molecule,
  type RuleMolecule,
  type SolutionMolecule,
  same,
  show,
  showString,
} from '../runtime/index.ts';
import { type Declared, letsIn } from './declared.ts';
import { textWith } from './rule-text.ts';

/** Where an import leads from the new file: `from` as it stands in `importer`. */
export type Relocate = (from: string, importer: string) => string;

const COLUMNS = 100;

export function programText(
  declared: Declared,
  value: SolutionMolecule,
  relocate: Relocate,
): string {
  const writer = new Writer(letsIn(declared).filter(isRuleLet));
  const own = declared.own.filter((one) => one.kind === 'let').filter(isRuleLet);
  const body = writer.body(
    value,
    own.map(({ name }) => name),
  );
  const declarations = declared.own.map((one) => declarationText(one, relocate));
  return `${[...declarations, body].join('\n')}\n`;
}

function declarationText(one: Declaration, relocate: Relocate): string {
  const text = textOf(one.span).trim();
  switch (one.kind) {
    case 'let': {
      const doc = one.doc === '' ? '' : `${one.doc.replace(/^/gm, '/// ')}\n`;
      return `${doc}${/\bin$/.test(text) ? text : `${text} in`}`;
    }
    case 'import': {
      if (one.what === 'library') return text;
      const start = one.fromSpan.start - one.span.start;
      const path = relocate(one.from, one.span.source.name);
      return `${text.slice(0, start)}${showString(path)}${text.slice(one.fromSpan.end - one.span.start)}`;
    }
    case 'type':
    case 'test':
      return text;
  }
}

class Writer {
  readonly #lets: ReadonlyMap<string, Let>;

  constructor(lets: readonly Let[]) {
    this.#lets = new Map(lets.map((one) => [one.name, one]));
  }

  /** The outermost solution. A rule that nothing mentions would be put in: those that are not there are. */
  body(value: SolutionMolecule, ruleNames: readonly string[]): string {
    const pieces = this.#pieces(value);
    const there = new Set(pieces);
    const absent = ruleNames.filter((name) => !there.has(name)).map((name) => `${name}^0`);
    const first = `<${wrapped([...pieces, ...absent])}>`;
    return value.next === null ? first : `${first} then ${this.#write(value.next)}`;
  }

  /** The molecules of a solution, equal ones together. */
  #pieces(value: SolutionMolecule): string[] {
    const pieces: string[] = [];
    const items = canonicalItems(value);
    for (let i = 0; i < items.length; ) {
      const item = items[i] as Molecule;
      let end = i + 1;
      while (end < items.length && same(item, items[end] as Molecule)) end++;
      const text = this.#write(item);
      pieces.push(end - i > 1 ? `${text}^${end - i}` : text);
      i = end;
    }
    return pieces;
  }

  #write(molecule: Molecule): string {
    if (typeof molecule !== 'object' || !holdsRule(molecule)) return show(molecule);
    switch (molecule.kind) {
      case 'real':
      case 'symbol':
        return show(molecule);
      case 'rule':
        return this.#rule(molecule);
      case 'tuple':
        return molecule.items.map((item) => this.#part(item)).join(':');
      case 'list':
        return `[${molecule.items.map((item) => this.#part(item)).join(', ')}]`;
      case 'record': {
        const { keys, values } = molecule;
        const fields = keys.map(
          (key, i) => `${showString(key)}: ${this.#part(values[i] as Molecule)}`,
        );
        return `{${fields.join(', ')}}`;
      }
      case 'solution': {
        const text = `<${this.#pieces(molecule).join(', ')}>`;
        return molecule.next === null ? text : `${text} then ${this.#write(molecule.next)}`;
      }
    }
  }

  /** Inside another value: what would run into its neighbours stands in parentheses. */
  #part(molecule: Molecule): string {
    const text = this.#write(molecule);
    if (typeof molecule !== 'object') return text;
    const nested =
      molecule.kind === 'tuple' || (molecule.kind === 'solution' && molecule.next !== null);
    return nested ? `(${text})` : text;
  }

  #rule(rule: RuleMolecule): string {
    const { name, template, captured } = rule;
    const bound = name === null ? undefined : this.#lets.get(name);
    const text = textOf(template.syntax.span);
    if (bound !== undefined && captured.length === 0 && textOf(bound.value.span) === text) {
      return bound.name;
    }
    const values = new Map<string, string>();
    template.captures.forEach((capture, i) => {
      values.set(capture.name, this.#captured(captured[i] as EnvValue));
    });
    const closed = textWith(template.syntax, values);
    const named = name !== null && !/^[\p{L}_][\p{L}\p{N}_]*\s*=(?!=)/u.test(closed);
    return `(${named ? `${name} = ` : ''}${closed})`;
  }

  /** A rest that took nothing is written as no copies of something. */
  #captured(value: EnvValue): string {
    if (typeof value === 'object' && value.kind === 'rest') {
      return value.items.map((item) => this.#part(item)).join(', ') || '0^0';
    }
    return `(${this.#write(value)})`;
  }
}

function wrapped(pieces: readonly string[]): string {
  const lines: string[] = [];
  let line = '';
  for (const [i, piece] of pieces.entries()) {
    const text = i < pieces.length - 1 ? `${piece},` : piece;
    if (line !== '' && line.length + text.length + 2 > COLUMNS) {
      lines.push(line);
      line = ` ${text}`;
    } else line = line === '' ? text : `${line} ${text}`;
  }
  lines.push(line);
  return lines.join('\n');
}

function textOf({ source, start, end }: Span): string {
  return source.text.slice(start, end);
}
