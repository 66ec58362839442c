// Types of patterns as tests on bodies: `int`, `number`, and the types that a program declares.
import { type BasicTypeName, KINDS, type Kind, type TypeExpr } from '../../lang/index.ts';
import { freeze } from '../content.ts';
import type { Body } from '../live.ts';
import type { Molecule } from '../molecule.ts';
import { same } from '../order.ts';
import type { TypeTest } from '../rule.ts';
import { bodyKind } from '../shape.ts';
import { literalValue } from './literal.ts';

type Types = ReadonlyMap<string, TypeExpr>;

const tests = new WeakMap<TypeExpr, TypeTest | null>();

/** The test of a type; null when everything passes. */
export function typeTest(type: TypeExpr | null, types: Types): TypeTest | null {
  if (type === null) return null;
  switch (type.kind) {
    case 'type-name':
      return namedTest(type.name, types);
    case 'type-literal': {
      const wanted: Molecule = literalValue(type.value);
      return (body) => same(freeze(body), wanted);
    }
    case 'type-union': {
      const options = type.options.map((option) => typeTest(option, types));
      if (options.includes(null)) return null;
      return (body) => options.some((option) => (option as TypeTest)(body));
    }
    case 'type-tuple': {
      const tests = type.items.map((item) => typeTest(item, types));
      return (body) => {
        const items = tupleItems(body);
        if (items === null || items.length !== tests.length) return false;
        return tests.every((test, i) => test === null || test(items[i] as Body));
      };
    }
  }
}

/** The one kind that a type lets through, or null when there are several. */
export function onlyKind(type: TypeExpr | null, types: Types): Kind | null {
  if (type === null) return null;
  if (type.kind === 'type-tuple') return 'tuple';
  if (type.kind !== 'type-name') return null;
  const declared = types.get(type.name);
  if (declared !== undefined) return onlyKind(declared, types);
  return (KINDS as readonly string[]).includes(type.name) ? (type.name as Kind) : null;
}

function namedTest(name: string, types: Types): TypeTest | null {
  const declared = types.get(name);
  if (declared !== undefined) {
    // Once for each declaration: types that share parts must not be unfolded over and over.
    const known = tests.get(declared);
    if (known !== undefined) return known;
    const made = typeTest(declared, types);
    tests.set(declared, made);
    return made;
  }
  const basic = name as BasicTypeName;
  if (basic === 'any') return null;
  if (basic === 'number') {
    return (body) => {
      const kind = bodyKind(body);
      return kind === 'int' || kind === 'real';
    };
  }
  if (basic === 'int') return (body) => typeof body === 'number' || typeof body === 'bigint';
  return (body) => bodyKind(body) === basic;
}

function tupleItems(body: Body): readonly Body[] | null {
  if (typeof body !== 'object') return null;
  return body.kind === 'tuple' || body.kind === 'live-tuple' ? body.items : null;
}
