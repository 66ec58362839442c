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
import { libraryModules, standardFunctions } from '../lib/index.ts';
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
  const gathering = new Gathering(given);
  const work = gathering.gather(main);
  for (let step = work.next(); ; ) {
    if (step.done === true) return step.value;
    const wish = step.value;
    if (wish.type === 'text') {
      await loadRegexEngineFor(wish.text);
      step = work.next();
    } else if (wish.type === 'rules') {
      step = work.next({ rules: await imports.rules(wish.from, wish.importer) });
    } else {
      step = work.next({ module: await imports.module(wish.from, wish.importer, wish.what) });
    }
  }
}

/** Where imports lead when all that can be imported is there already. */
export interface PresentImports {
  rules(from: string, importer: Source): Found<Source>;
  module(from: string, importer: Source): Found<Record<string, unknown>>;
}

/** The same without waiting. The engine for regular expressions must have been loaded. */
export function gatherNow(main: Source, imports: PresentImports): Gathered {
  const work = new Gathering({}).gather(main);
  for (let step = work.next(); ; ) {
    if (step.done === true) return step.value;
    const wish = step.value;
    if (wish.type === 'text') step = work.next();
    else if (wish.type === 'rules') {
      step = work.next({ rules: imports.rules(wish.from, wish.importer) });
    } else step = work.next({ module: imports.module(wish.from, wish.importer) });
  }
}

/** What a gathering waits for: a text was read, a rule file or a module is wanted. */
type Wish =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'rules'; readonly from: string; readonly importer: Source }
  | {
      readonly type: 'module';
      readonly from: string;
      readonly importer: Source;
      readonly what: 'pure' | 'effect';
    };

interface Brought {
  readonly rules?: Found<Source>;
  readonly module?: Found<Record<string, unknown>>;
}

type Work<T> = Generator<Wish, T, Brought | undefined>;

class Gathering {
  readonly #files: Program[] = [];
  readonly #seen = new Map<Source, Program>();
  readonly #known = new Map<string, KnownFunction>();
  readonly #functions = new Map<string, FunctionCode>();
  readonly #effects = new Map<string, EffectFunction>();
  readonly #diagnostics: Diagnostic[] = [];

  constructor(given: GivenFunctions) {
    for (const [name, code] of standardFunctions) this.#define(name, code, null);
    for (const [name, body] of Object.entries(given.pure ?? {})) {
      this.#define(name, pureFunction(name, body), null);
    }
    for (const [name, body] of Object.entries(given.effect ?? {}))
      this.#addEffect(name, body, null);
  }

  *gather(main: Source): Work<Gathered> {
    return this.#finish(yield* this.#addFile(main));
  }

  *#addFile(source: Source): Work<Program> {
    const { program, diagnostics } = parse(source);
    yield { type: 'text', text: source.text };
    this.#seen.set(source, program);
    this.#diagnostics.push(...diagnostics);
    for (const declaration of program.declarations) {
      if (declaration.kind === 'import') yield* this.#follow(declaration);
    }
    this.#files.push(program);
    return program;
  }

  #finish(main: Program): Gathered {
    return {
      unit: { main, files: this.#files, functions: this.#known },
      functions: this.#functions,
      effects: this.#effects,
      diagnostics: this.#diagnostics,
    };
  }

  *#follow(declaration: Import): Work<void> {
    const { from } = declaration;
    const importer = declaration.span.source;
    // A module of the standard library is no file.
    if (libraryModuleOf(declaration) !== undefined) {
      this.#addLibrary(declaration);
      return;
    }
    switch (declaration.what) {
      case 'library':
        return;
      case 'rules': {
        const found = (yield { type: 'rules', from, importer })?.rules ?? nowhere(from);
        if ('problem' in found) this.#report(declaration, 'HOCL201', found);
        else if (!this.#seen.has(found.value)) yield* this.#addFile(found.value);
        return;
      }
      case 'pure':
      case 'effect': {
        const { what } = declaration;
        const found = (yield { type: 'module', from, importer, what })?.module ?? nowhere(from);
        if ('problem' in found) this.#report(declaration, 'HOCL202', found);
        else this.#addModule(declaration, found.value);
      }
    }
  }

  /** The functions of a module of the standard library; check tells what is wrong with such an import. */
  #addLibrary(declaration: Import): void {
    const module = libraryModuleOf(declaration);
    if (declaration.what !== 'library') return;
    for (const { name, alias } of declaration.names) {
      if (name !== module) continue;
      for (const signature of libraryModules.get(module) ?? []) {
        const called = `${alias}${signature.name.slice(module.length)}`;
        this.#define(called, { signature, apply: null }, declaration);
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

/** The module of the standard library that an import asks for, or undefined when it asks for another thing. */
function libraryModuleOf({ from }: Import): string | undefined {
  return from.startsWith('hocl:') ? from.slice('hocl:'.length) : undefined;
}

function nowhere(from: string): { readonly problem: string } {
  return { problem: `${from} leads nowhere` };
}
