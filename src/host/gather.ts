// A program with all that it imports, put together into one Unit. Where texts and modules come from is the
// caller's business: files for the command line, values for a program that embeds hocl.
import {
  type Diagnostic,
  type Import,
  type KnownFunction,
  type Program,
  parse,
  type Source,
  type Unit,
} from '../lang/index.ts';
import { standardFunctions } from '../lib/index.ts';
import type { FunctionCode } from '../runtime/index.ts';
import {
  type EffectFunction,
  effectFunction,
  effectSignature,
  type HostFunction,
  pureFunction,
} from './module-functions.ts';
import { loadRegexEngineFor } from './regex-engine.ts';

/** What an import leads to, or a sentence that says why it leads nowhere. */
export type Found<T> = { readonly value: T } | { readonly problem: string; readonly hint?: string };

export interface ImportSource {
  /** The rule file that `from` names in `importer`. The same file must give the same Source. */
  rules(from: string, importer: Source): Promise<Found<Source>>;
  /** What the module that `from` names exports. */
  module(
    from: string,
    importer: Source,
    what: 'pure' | 'effect',
  ): Promise<Found<Record<string, unknown>>>;
}

export interface Gathered {
  readonly unit: Unit;
  readonly functions: ReadonlyMap<string, FunctionCode>;
  readonly effects: ReadonlyMap<string, EffectFunction>;
  /** From reading and parsing; checking comes after. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Functions given by a host program, beside those of imported modules. */
export interface GivenFunctions {
  readonly pure?: Readonly<Record<string, HostFunction>>;
  readonly effect?: Readonly<Record<string, HostFunction>>;
}

export async function gather(
  main: Source,
  imports: ImportSource,
  given: GivenFunctions = {},
): Promise<Gathered> {
  const gathering = new Gathering(imports);
  gathering.give(given);
  const program = await gathering.addFile(main);
  return gathering.finish(program);
}

class Gathering {
  readonly #imports: ImportSource;
  readonly #files: Program[] = [];
  readonly #seen = new Map<Source, Program>();
  readonly #known = new Map<string, KnownFunction>();
  readonly #functions = new Map<string, FunctionCode>();
  readonly #effects = new Map<string, EffectFunction>();
  readonly #diagnostics: Diagnostic[] = [];

  constructor(imports: ImportSource) {
    this.#imports = imports;
    for (const [name, code] of standardFunctions) this.#define(name, code, null);
  }

  give(given: GivenFunctions): void {
    for (const [name, body] of Object.entries(given.pure ?? {})) {
      this.#define(name, pureFunction(name, body), null);
    }
    for (const [name, body] of Object.entries(given.effect ?? {}))
      this.#addEffect(name, body, null);
  }

  async addFile(source: Source): Promise<Program> {
    const { program, diagnostics } = parse(source);
    await loadRegexEngineFor(source.text);
    this.#seen.set(source, program);
    this.#diagnostics.push(...diagnostics);
    for (const declaration of program.declarations) {
      if (declaration.kind === 'import') await this.#follow(declaration);
    }
    this.#files.push(program);
    return program;
  }

  finish(main: Program): Gathered {
    return {
      unit: { main, files: this.#files, functions: this.#known },
      functions: this.#functions,
      effects: this.#effects,
      diagnostics: this.#diagnostics,
    };
  }

  async #follow(declaration: Import): Promise<void> {
    const importer = declaration.span.source;
    switch (declaration.what) {
      case 'library':
        // check tells which library modules there are.
        return;
      case 'rules': {
        const found = await this.#imports.rules(declaration.from, importer);
        if ('problem' in found) this.#report(declaration, 'HOCL201', found);
        else if (!this.#seen.has(found.value)) await this.addFile(found.value);
        return;
      }
      case 'pure':
      case 'effect': {
        const found = await this.#imports.module(declaration.from, importer, declaration.what);
        if ('problem' in found) this.#report(declaration, 'HOCL202', found);
        else this.#addModule(declaration, found.value);
      }
    }
  }

  #addModule(declaration: Import, module: Record<string, unknown>): void {
    for (const { name, alias, span } of declaration.names) {
      const body = module[name];
      if (typeof body !== 'function') {
        const exported = Object.keys(module).filter((key) => typeof module[key] === 'function');
        this.#diagnostics.push({
          code: 'HOCL203',
          severity: 'error',
          span,
          message: `${declaration.from} exports no function named ${name}`,
          hint:
            exported.length === 0 ? 'it exports no function' : `it exports ${exported.join(', ')}`,
          related: [],
        });
        this.#define(
          alias,
          pureFunction(alias, () => null),
          declaration,
        );
        continue;
      }
      if (declaration.what === 'effect') this.#addEffect(alias, body as HostFunction, declaration);
      else this.#define(alias, pureFunction(alias, body as HostFunction), declaration);
    }
  }

  #addEffect(name: string, body: HostFunction, origin: Import | null): void {
    this.#define(name, effectSignature(name, body), origin);
    this.#effects.set(name, effectFunction(name, body));
  }

  #define(name: string, code: FunctionCode, origin: Import | null): void {
    this.#functions.set(name, code);
    this.#known.set(name, { signature: code.signature, origin });
  }

  #report(declaration: Import, code: string, found: { problem: string; hint?: string }): void {
    this.#diagnostics.push({
      code,
      severity: 'error',
      span: declaration.fromSpan,
      message: found.problem,
      hint: found.hint ?? null,
      related: [],
    });
    // What could not be imported is taken as there, or each of its names would be reported as well.
    for (const { alias } of declaration.names) {
      const code =
        declaration.what === 'effect'
          ? effectSignature(alias, () => null)
          : pureFunction(alias, () => null);
      this.#define(alias, code, declaration);
    }
  }
}
