// Molecules as bytes, to travel and to be kept: compact, since they travel by the million. A rule is written as the
// number of its template, which is the same wherever the same program was loaded, and what it closed over.
// Bytes may come from anywhere: reading them gives molecules or a sentence, and never more depth than values may have.
import { fail, ok, type Result } from '../base/index.ts';
import { ByteReader, BytesError, ByteWriter } from './byte-stream.ts';
import {
  EvaluationError,
  list,
  type Molecule,
  real,
  record,
  type SolutionMolecule,
  solution,
  symbol,
  tuple,
} from './molecule.ts';
import { closeRule, type EnvValue, type RuleMolecule, type RuleTemplate } from './rule.ts';

/** The rules of one program by number. Whoever reads must have loaded what was loaded by whoever wrote. */
export class Templates {
  readonly all: readonly RuleTemplate[];
  readonly #numbers = new Map<RuleTemplate, number>();

  constructor(all: readonly RuleTemplate[]) {
    this.all = all;
    for (const [number, template] of all.entries()) this.#numbers.set(template, number);
  }

  numberOf(template: RuleTemplate): number {
    const number = this.#numbers.get(template);
    if (number === undefined) throw new EvaluationError('a rule of another program cannot travel');
    return number;
  }
}

const INT = 0;
const BIG = 1;
const REAL = 2;
const FALSE = 3;
const TRUE = 4;
const STRING = 5;
const SYMBOL = 6;
const TUPLE = 7;
const LIST = 8;
const RECORD = 9;
const SOLUTION = 10;
const RULE = 11;
/** Many ints, or many strings, one after the other: the tag is written once. */
const INTS = 12;
const STRINGS = 13;

export function moleculesToBytes(molecules: readonly Molecule[], templates: Templates): Uint8Array {
  const writer = new Writer(templates);
  writer.many(molecules);
  return writer.out.bytes();
}

export function moleculesFromBytes(
  bytes: Uint8Array,
  templates: Templates,
): Result<Molecule[], string> {
  try {
    const reader = new Reader(bytes, templates);
    const molecules = reader.many();
    if (!reader.from.isAtEnd) return fail('bytes are left over behind the molecules');
    return ok(molecules);
  } catch (error) {
    if (error instanceof BytesError || error instanceof EvaluationError) return fail(error.message);
    throw error;
  }
}

class Writer {
  readonly out = new ByteWriter();
  readonly #templates: Templates;
  /** Symbols are few and come often: each is written once, and then by its number. */
  readonly #symbols = new Map<string, number>();

  constructor(templates: Templates) {
    this.#templates = templates;
  }

  many(molecules: readonly Molecule[]): void {
    this.out.unsigned(molecules.length);
    for (let i = 0; i < molecules.length; ) {
      const kind = typeof molecules[i];
      let end = i + 1;
      if (kind === 'number' || kind === 'string') {
        while (end < molecules.length && typeof molecules[end] === kind) end++;
      }
      if (end - i < 3) this.one(molecules[i++] as Molecule);
      else {
        this.#run(molecules, i, end, kind === 'number');
        i = end;
      }
    }
  }

  #run(molecules: readonly Molecule[], from: number, end: number, ints: boolean): void {
    this.out.byte(ints ? INTS : STRINGS);
    this.out.unsigned(end - from);
    if (ints) for (let i = from; i < end; i++) this.out.int(molecules[i] as number);
    else for (let i = from; i < end; i++) this.out.text(molecules[i] as string);
  }

  one(molecule: Molecule): void {
    const { out } = this;
    switch (typeof molecule) {
      case 'number':
        out.byte(INT);
        out.int(molecule);
        return;
      case 'string':
        out.byte(STRING);
        out.text(molecule);
        return;
      case 'boolean':
        out.byte(molecule ? TRUE : FALSE);
        return;
      case 'bigint':
        out.byte(BIG);
        out.text(molecule.toString(36));
        return;
      default:
        this.#compound(molecule);
    }
  }

  #compound(molecule: Exclude<Molecule, number | string | boolean | bigint>): void {
    const { out } = this;
    switch (molecule.kind) {
      case 'real':
        out.byte(REAL);
        out.real(molecule.value);
        return;
      case 'symbol':
        out.byte(SYMBOL);
        this.#symbol(molecule.name);
        return;
      case 'tuple':
        out.byte(TUPLE);
        this.#items(molecule.items);
        return;
      case 'list':
        out.byte(LIST);
        this.many(molecule.items);
        return;
      case 'record':
        out.byte(RECORD);
        this.#items(molecule.values);
        for (const key of molecule.keys) out.text(key);
        return;
      case 'solution':
        this.#solution(molecule);
        return;
      case 'rule':
        this.#rule(molecule);
    }
  }

  #items(items: readonly Molecule[]): void {
    this.out.unsigned(items.length);
    for (const item of items) this.one(item);
  }

  #symbol(name: string): void {
    const known = this.#symbols.get(name);
    this.out.unsigned(known ?? this.#symbols.size);
    if (known !== undefined) return;
    this.#symbols.set(name, this.#symbols.size);
    this.out.text(name);
  }

  #solution({ items, next }: SolutionMolecule): void {
    this.out.byte(SOLUTION);
    this.out.byte(next === null ? 0 : 1);
    this.many(items);
    if (next !== null) this.#solution(next);
  }

  #rule({ template, captured }: RuleMolecule): void {
    this.out.byte(RULE);
    this.out.unsigned(this.#templates.numberOf(template));
    for (const value of captured) {
      if (typeof value === 'object' && value.kind === 'rest') {
        this.out.byte(1);
        this.many(value.items);
      } else {
        this.out.byte(0);
        this.one(value);
      }
    }
  }
}

class Reader {
  readonly from: ByteReader;
  readonly #templates: Templates;
  readonly #symbols: string[] = [];

  constructor(bytes: Uint8Array, templates: Templates) {
    this.from = new ByteReader(bytes);
    this.#templates = templates;
  }

  many(): Molecule[] {
    const count = this.#count();
    const molecules: Molecule[] = [];
    while (molecules.length < count) {
      const tag = this.from.byte();
      if (tag === INTS || tag === STRINGS) this.#run(tag, molecules);
      else molecules.push(this.#tagged(tag));
    }
    if (molecules.length > count) throw new BytesError('more molecules than were announced');
    return molecules;
  }

  #run(tag: number, molecules: Molecule[]): void {
    const { from } = this;
    const count = this.#count();
    if (tag === INTS) for (let i = 0; i < count; i++) molecules.push(from.int());
    else for (let i = 0; i < count; i++) molecules.push(from.text());
  }

  /** Each thing that is counted takes a byte at least: a count beyond that is a lie. */
  #count(): number {
    const count = this.from.unsigned();
    if (count > this.from.left) throw new BytesError('a count is larger than what follows');
    return count;
  }

  one(): Molecule {
    return this.#tagged(this.from.byte());
  }

  #tagged(tag: number): Molecule {
    const { from } = this;
    switch (tag) {
      case INT:
        return from.int();
      case BIG:
        return bigFrom(from.text());
      case REAL:
        return real(from.real());
      case FALSE:
        return false;
      case TRUE:
        return true;
      case STRING:
        return from.text();
      case SYMBOL:
        return symbol(this.#symbol());
      case TUPLE:
        return tuple(this.#items());
      case LIST:
        return list(this.#nested(() => this.many()));
      case RECORD: {
        const values = this.#items();
        return record(values.map((value) => [from.text(), value]));
      }
      case SOLUTION:
        return this.#nested(() => this.#solution());
      case RULE:
        return this.#nested(() => this.#rule());
      default:
        throw new BytesError(`there is no molecule of kind ${tag}`);
    }
  }

  #items(): Molecule[] {
    const count = this.#count();
    return this.#nested(() => {
      const items: Molecule[] = [];
      for (let i = 0; i < count; i++) items.push(this.one());
      return items;
    });
  }

  #depth = 0;

  /** Values are refused when they are put together; before that the way down must not be too long either. */
  #nested<T>(read: () => T): T {
    if (++this.#depth > DEEPEST) throw new BytesError('molecules nest too deep');
    const value = read();
    this.#depth--;
    return value;
  }

  #symbol(): string {
    const number = this.from.unsigned();
    if (number > this.#symbols.length) throw new BytesError('a symbol has an unknown number');
    if (number === this.#symbols.length) this.#symbols.push(this.from.text());
    return this.#symbols[number] as string;
  }

  #solution(): SolutionMolecule {
    const hasNext = this.from.byte() === 1;
    const items = this.many();
    if (!hasNext) return solution(items);
    if (this.from.byte() !== SOLUTION) throw new BytesError('a stage is no solution');
    return solution(
      items,
      this.#nested(() => this.#solution()),
    );
  }

  #rule(): RuleMolecule {
    const template = this.#templates.all[this.from.unsigned()];
    if (template === undefined) throw new BytesError('a rule is not one of this program');
    const captured = template.captures.map((): EnvValue => {
      return this.from.byte() === 1 ? { kind: 'rest', items: this.many() } : this.one();
    });
    return closeRule(template, captured);
  }
}

/** A fault holds reactants however deep they are, so this is more than values may have. */
const DEEPEST = 1200;

function bigFrom(text: string): bigint {
  if (!/^-?[0-9a-z]+$/.test(text)) throw new BytesError('a large int is not written as one');
  const negative = text.startsWith('-');
  let value = 0n;
  for (const digit of negative ? text.slice(1) : text) {
    value = value * 36n + BigInt(Number.parseInt(digit, 36));
  }
  return negative ? -value : value;
}
