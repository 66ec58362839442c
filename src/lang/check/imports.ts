// Imports: modules that do not exist, names that come twice, and what is imported for nothing.
import type { Import, ImportedName, Program } from '../ast.ts';
import type { Diagnostic } from '../diagnostic.ts';
import { isOwn, type Unit } from '../unit.ts';
import { finding } from './report.ts';
import type { Names } from './resolve.ts';
import { didYouMean } from './suggest.ts';
import { walkUnit } from './walk.ts';

const LIBRARY = 'hocl:';
/** The modules of the standard library. Each offers one name, its own, and its functions behind a dot. */
const MODULES: readonly string[] = ['tokens', 'groups', 'pools', 'balance'];

export function checkImports(unit: Unit, names: Names): readonly Diagnostic[] {
  const imports = importsOf(unit);
  return [
    ...imports.flatMap((one) => wrongModule(one)),
    ...duplicates(imports),
    ...unused(unit, names, imports),
  ];
}

export function importsOf(unit: Unit): readonly Import[] {
  return unit.files.flatMap((file) => file.declarations.filter((d) => d.kind === 'import'));
}

/** The name of the standard module that an import asks for, or null when it asks for a file. */
export function moduleOf(one: Import): string | null {
  return one.from.startsWith(LIBRARY) ? one.from.slice(LIBRARY.length) : null;
}

/** Why a call of a module's function leads nowhere, and what to do about it. */
export function missingModule(module: string): { message: string; hint: string } {
  if (MODULES.includes(module)) {
    return {
      message: `the module \`${LIBRARY}${module}\` is not imported`,
      hint: importLine(module),
    };
  }
  return {
    message: `there is no module \`${LIBRARY}${module}\``,
    hint:
      didYouMean(module, MODULES) ??
      'standard functions such as `len` need no import; files are imported by a path that starts with `./`',
  };
}

function importLine(module: string): string {
  return `write \`import { ${module} } from "${LIBRARY}${module}"\` at the top`;
}

function wrongModule(one: Import): readonly Diagnostic[] {
  const module = moduleOf(one);
  if (module === null) return one.what === 'library' ? [withoutPurity(one)] : [];
  if (!MODULES.includes(module)) {
    const { message, hint } = missingModule(module);
    return [finding('HOCL104', one.fromSpan, message, hint)];
  }
  if (one.what !== 'library') {
    const message = `the module \`${LIBRARY}${module}\` is imported by its name`;
    return [finding('HOCL104', one.span, message, importLine(module))];
  }
  return one.names
    .filter(({ name }) => name !== module)
    .map(({ name, span }) =>
      finding(
        'HOCL104',
        span,
        `the module \`${LIBRARY}${module}\` offers \`${module}\`, not \`${name}\``,
        didYouMean(name, [module]) ??
          `${importLine(module)}; its functions are called behind a dot: \`${module}.${name}(...)\``,
      ),
    );
}

function withoutPurity({ span, fromSpan }: Import): Diagnostic {
  return finding(
    'HOCL118',
    { ...span, end: fromSpan.end },
    'this import does not say whether its functions are pure',
    'write `import pure { ... }` for functions that only compute, `import effect { ... }` for all others',
  );
}

function duplicates(imports: readonly Import[]): readonly Diagnostic[] {
  const first = new Map<string, { readonly name: ImportedName; readonly from: string }>();
  return imports.flatMap((one) =>
    one.names.flatMap((name) => {
      const known = first.get(name.alias);
      if (known === undefined) {
        first.set(name.alias, { name, from: one.from });
        return [];
      }
      if (known.name.name === name.name && known.from === one.from) return [];
      return [
        finding(
          'HOCL105',
          name.span,
          `a function \`${name.alias}\` is imported already`,
          `import it under another name: \`${name.name} as ...\``,
          [{ span: known.name.span, message: 'first imported here' }],
        ),
      ];
    }),
  );
}

function unused(unit: Unit, names: Names, imports: readonly Import[]): readonly Diagnostic[] {
  const called = new Set<string>();
  const modules = new Set<string>();
  walkUnit(unit, {
    expr(expr) {
      if (expr.kind !== 'call') return;
      if (expr.module === null) called.add(expr.name);
      else modules.add(expr.module);
    },
  });
  return imports.flatMap((one) => {
    const module = moduleOf(one);
    if (one.what === 'rules' && module === null) return unusedFile(unit, names, one);
    // What does not exist is reported as that, and not once more as unused.
    const offered = module === null ? one.names : one.names.filter(({ name }) => name === module);
    return offered
      .filter(({ alias }) => !(module === null ? called : modules).has(alias))
      .filter(({ alias }) => !alias.startsWith('_'))
      .map((name) =>
        finding(
          'HOCL113',
          name.span,
          `\`${name.alias}\` is imported and never called`,
          'remove it from the import',
        ),
      );
  });
}

/** An imported file is of use when something of it is named; its rules are nowhere by themselves. */
function unusedFile(unit: Unit, names: Names, one: Import): readonly Diagnostic[] {
  if (unit.main.body === null || !isOwn(unit, one.span.source)) return [];
  const file = importedFile(unit, one);
  if (file === null || file.declarations.some((d) => d.kind === 'import')) return [];
  const { source } = file.span;
  const types = new Set(file.declarations.flatMap((d) => (d.kind === 'type' ? [d.name] : [])));
  let used = names.uses.some(
    ({ binding, span }) => binding.span.source === source && span.source !== source,
  );
  const lets = new Set(file.declarations.flatMap((d) => (d.kind === 'let' ? [d.name] : [])));
  used ||= names.ruleNames.some(({ name, span }) => lets.has(name) && span.source !== source);
  walkUnit(unit, {
    type(type) {
      if (type.kind === 'type-name' && types.has(type.name)) used ||= type.span.source !== source;
    },
  });
  if (used) return [];
  return [
    finding(
      'HOCL113',
      one.fromSpan,
      'nothing of this file is used',
      'the rules of an imported file are not present by themselves: put their names in a solution, or remove the import',
    ),
  ];
}

/** The file that an import names, if only one of the unit can be meant. */
function importedFile(unit: Unit, one: Import): Program | null {
  const tail = one.from.replace(/^(\.{1,2}\/)+/, '');
  const others = unit.files.filter((file) => file !== unit.main);
  const found = others.filter(({ span }) => `/${span.source.name}`.endsWith(`/${tail}`));
  return found.length === 1 ? (found[0] ?? null) : null;
}
