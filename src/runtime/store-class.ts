// Classes of molecules: what can be seen from outside. Kind, and for tuples how long they are and the symbol they
// begin with. Each class of a solution has a store of its own, so a search passes over what cannot match.

import type { Body } from './live.ts';
import type { SymbolMolecule } from './molecule.ts';
import type { RuleTemplate, Shape } from './rule.ts';
import { bodyKind } from './shape.ts';
import type { StoreClass } from './store.ts';

/** The class of a body. Bodies with something live inside, and rules, have classes of their own. */
export function classOf(body: Body): StoreClass {
  if (typeof body !== 'object') return ATOMS[bodyKind(body) as 'int'];
  switch (body.kind) {
    case 'tuple':
    case 'live-tuple':
      return tupleClass(body.items, body.kind === 'live-tuple');
    case 'rule':
      return ruleClass(body.template);
    case 'live':
    case 'solution':
      return SOLUTIONS;
    default:
      return ATOMS[body.kind];
  }
}

const ATOMS = {
  int: atoms('int'),
  string: atoms('string'),
  bool: atoms('bool'),
  real: atoms('real'),
  symbol: atoms('symbol'),
  list: atoms('list'),
  record: atoms('record'),
};

const SOLUTIONS: StoreClass = {
  key: 'solution',
  kind: 'solution',
  arity: 0,
  head: null,
  bodies: true,
  template: null,
};

/** The class of what is no tuple. */
export function atomClass(kind: keyof typeof ATOMS): StoreClass {
  return ATOMS[kind];
}

function atoms(
  kind: 'int' | 'string' | 'bool' | 'real' | 'symbol' | 'list' | 'record',
): StoreClass {
  return { key: kind, kind, arity: 0, head: null, bodies: false, template: null };
}

/** By the head, then by the length; those without a head, and those with something live inside, apart. */
const tuples = new Map<SymbolMolecule | null, StoreClass[]>();
const liveTuples = new Map<SymbolMolecule | null, StoreClass[]>();

function tupleClass(items: readonly Body[], bodies: boolean): StoreClass {
  const first = items[0];
  const head = typeof first === 'object' && first.kind === 'symbol' ? first : null;
  return tupleClassFor(items.length, head, bodies);
}

/** The one that was asked for last: mostly it is asked for again. */
let lastTuple: StoreClass = SOLUTIONS;

/** The class of tuples that are so long and begin with this symbol, or with none. */
export function tupleClassFor(
  arity: number,
  head: SymbolMolecule | null,
  bodies = false,
): StoreClass {
  if (lastTuple.arity === arity && lastTuple.head === head && lastTuple.bodies === bodies) {
    return lastTuple;
  }
  const all = bodies ? liveTuples : tuples;
  let classes = all.get(head);
  if (classes === undefined) {
    classes = [];
    all.set(head, classes);
  }
  const known = classes[arity];
  if (known !== undefined) {
    lastTuple = known;
    return known;
  }
  const key = `${bodies ? 'live ' : ''}${arity}:${head === null ? '' : head.name}`;
  const made: StoreClass = {
    key,
    kind: 'tuple',
    arity,
    head,
    bodies,
    template: null,
  };
  classes[arity] = made;
  return made;
}

const rules = new WeakMap<RuleTemplate, StoreClass>();
let templates = 0;

function ruleClass(template: RuleTemplate): StoreClass {
  const known = rules.get(template);
  if (known !== undefined) return known;
  const key = `rule ${templates++}`;
  const made: StoreClass = { key, kind: 'rule', arity: 0, head: null, bodies: true, template };
  rules.set(template, made);
  return made;
}

/** Whether a molecule of the class may be what a pattern wants. */
export function classFits(of: StoreClass, wants: Shape): boolean {
  if (wants.kind === 'anything') return true;
  if (wants.kind === null) return of.kind !== 'rule';
  if (of.kind !== wants.kind) return false;
  if (wants.arity !== null && of.arity !== wants.arity) return false;
  return wants.head === null || of.head?.name === wants.head;
}
