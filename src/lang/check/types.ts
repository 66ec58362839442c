// Types: which exist, which are used, and what shape a type stands for.
import type { TypeDeclaration, TypeExpr } from '../ast.ts';
import type { Diagnostic } from '../diagnostic.ts';
import { isOwn, typesOf, type Unit } from '../unit.ts';
import { finding } from './report.ts';
import {
  ANY,
  DATA,
  literalShape,
  NUMBER,
  RULE,
  type Shape,
  shapeOf,
  tupleShape,
  union,
} from './shape.ts';
import { didYouMean } from './suggest.ts';
import { walkUnit } from './walk.ts';

const BASIC: ReadonlyMap<string, Shape> = new Map<string, Shape>([
  ['int', shapeOf(['int'])],
  ['real', shapeOf(['real'])],
  ['number', NUMBER],
  ['bool', shapeOf(['bool'])],
  ['string', shapeOf(['string'])],
  ['symbol', shapeOf(['symbol'])],
  ['tuple', shapeOf(['tuple'])],
  ['list', shapeOf(['list'])],
  ['record', shapeOf(['record'])],
  ['solution', shapeOf(['solution'])],
  ['rule', RULE],
  ['any', DATA],
]);

/** The types of a unit, and the shapes of those that were asked for so far. */
export interface Types {
  readonly declared: ReadonlyMap<string, TypeDeclaration>;
  readonly shapes: Map<string, Shape>;
}

export function typesByName(unit: Unit): Types {
  const declared = new Map(typesOf(unit).map((declaration) => [declaration.name, declaration]));
  return { declared, shapes: new Map() };
}

/** The shape of all that a type admits; of an unknown type, anything, so that one mistake is one message. */
export function shapeOfType(type: TypeExpr, types: Types): Shape {
  switch (type.kind) {
    case 'type-name':
      return BASIC.get(type.name) ?? declaredShape(type.name, types);
    case 'type-tuple':
      return tupleShape(type.items.map((item) => shapeOfType(item, types)));
    case 'type-literal':
      return literalShape(type.value) ?? ANY;
    case 'type-union':
      return union(type.options.map((option) => shapeOfType(option, types)));
  }
}

function declaredShape(name: string, types: Types): Shape {
  const known = types.shapes.get(name);
  if (known !== undefined) return known;
  // A type that is made of itself comes by here once more, and is refused elsewhere.
  types.shapes.set(name, ANY);
  const declaration = types.declared.get(name);
  const shape = declaration === undefined ? ANY : shapeOfType(declaration.type, types);
  types.shapes.set(name, shape);
  return shape;
}

export function checkTypes(unit: Unit): readonly Diagnostic[] {
  const types = typesByName(unit);
  return [...unknownTypes(unit, types), ...duplicates(unit), ...circles(types), ...unused(unit)];
}

function unknownTypes(unit: Unit, types: Types): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  walkUnit(unit, {
    type(type) {
      if (type.kind !== 'type-name' || BASIC.has(type.name) || types.declared.has(type.name))
        return;
      const known = [...BASIC.keys(), ...types.declared.keys()];
      found.push(
        finding(
          'HOCL103',
          type.span,
          `there is no type \`${type.name}\``,
          didYouMean(type.name, known) ??
            elsewhere(type.name) ??
            `the types are ${[...BASIC.keys()].join(', ')} and those that \`type ${type.name} = ...\` declares`,
        ),
      );
    },
  });
  return found;
}

/** What other languages call our types. */
const ELSEWHERE: ReadonlyMap<string, string> = new Map([
  ['float', 'real'],
  ['double', 'real'],
  ['text', 'string'],
  ['char', 'string'],
  ['array', 'list'],
  ['object', 'record'],
  ['map', 'record'],
  ['set', 'solution'],
  ['multiset', 'solution'],
  ['atom', 'symbol'],
]);

function elsewhere(name: string): string | null {
  const ours = ELSEWHERE.get(name.toLowerCase());
  return ours === undefined ? null : `the type is called \`${ours}\` here`;
}

function duplicates(unit: Unit): readonly Diagnostic[] {
  const first = new Map<string, TypeDeclaration>();
  return typesOf(unit).flatMap((declaration) => {
    const { name, nameSpan } = declaration;
    const hint = 'give it another name';
    if (BASIC.has(name)) {
      return [finding('HOCL106', nameSpan, `\`${name}\` is a basic type already`, hint)];
    }
    const known = first.get(name);
    if (known === undefined) {
      first.set(name, declaration);
      return [];
    }
    const related = [{ span: known.nameSpan, message: 'first declared here' }];
    return [finding('HOCL106', nameSpan, `the type \`${name}\` is declared twice`, hint, related)];
  });
}

function circles(types: Types): readonly Diagnostic[] {
  return [...types.declared.values()]
    .filter((declaration) => reaches(declaration.type, declaration.name, types, new Set()))
    .map((declaration) =>
      finding(
        'HOCL109',
        declaration.nameSpan,
        `the type \`${declaration.name}\` is made of itself`,
        'a type names a shape of known depth; use `tuple` or `any` for the inner part',
      ),
    );
}

function reaches(type: TypeExpr, name: string, types: Types, seen: Set<string>): boolean {
  switch (type.kind) {
    case 'type-name': {
      if (type.name === name) return true;
      const declaration = types.declared.get(type.name);
      if (declaration === undefined || seen.has(type.name)) return false;
      seen.add(type.name);
      return reaches(declaration.type, name, types, seen);
    }
    case 'type-tuple':
      return type.items.some((item) => reaches(item, name, types, seen));
    case 'type-union':
      return type.options.some((option) => reaches(option, name, types, seen));
    case 'type-literal':
      return false;
  }
}

/** What a library declares is there for others, so only a program with a body is judged. */
function unused(unit: Unit): readonly Diagnostic[] {
  if (unit.main.body === null) return [];
  const used = new Set<string>();
  walkUnit(unit, {
    type(type) {
      if (type.kind === 'type-name') used.add(type.name);
    },
  });
  return typesOf(unit)
    .filter((declaration) => isOwn(unit, declaration.span.source) && !used.has(declaration.name))
    .map((declaration) =>
      finding(
        'HOCL112',
        declaration.nameSpan,
        `the type \`${declaration.name}\` is never used`,
        `remove it, or use it in a pattern: \`x::${declaration.name}\``,
      ),
    );
}
