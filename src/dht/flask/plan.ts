// Where molecules belong, worked out once for a program: which classes must meet, and where they do. Slots of a rule
// that takes several molecules must meet; so must slots that could take the same molecule. What must meet is a group.
// A group whose rules all join on one field meets by the hash of that field, and needs nothing else. Others climb a
// tree towards one flask when nothing is left to do below, or lie at one flask from the beginning.
// A class that is in no group stays where it is: no rule needs it together with anything.
import { hashText } from '../../base/index.ts';
import {
  type Belongs,
  classFits,
  classOf,
  HASH_START,
  HERE,
  hashMolecule,
  type Molecule,
  type PatternCode,
  type RuleTemplate,
  type Shape,
  type SolutionMolecule,
  type StoreClass,
  WHOLE,
} from '../../runtime/index.ts';
import { flaskAbove, flatTreeWidth } from '../spread/gather.ts';
import { type RulePlaces, rulePlaces } from './rule-places.ts';

export type Meeting =
  /** Where the hash of a field says. */
  | 'key'
  /** What is left over climbs towards one flask. */
  | 'climb'
  /** All of it lies at one flask. */
  | 'one'
  /** It stays where it is; combinations are found by their adverts, and captured. */
  | 'roam';

export interface Group {
  readonly number: number;
  readonly meeting: Meeting;
  readonly slots: readonly Slot[];
}

export interface Slot {
  readonly template: RuleTemplate;
  /** -1 for the rule itself, where it has a single owner. */
  readonly slot: number;
  readonly wants: Shape;
  /** The field by which it meets the others, in a group that has a key. */
  readonly field: number;
}

export interface Plan {
  readonly rules: RulePlaces;
  readonly groups: readonly Group[];
  /** Everything lies at flask 0: some solution inside remembers what it fired on, and memory does not travel. */
  readonly single: boolean;
}

export interface PlanOptions {
  /** Whether groups that neither meet by a key nor reduce are captured, or climb. */
  readonly roams: boolean;
}

export function planOf(
  templates: readonly RuleTemplate[],
  start: SolutionMolecule,
  options: PlanOptions,
): Plan {
  const rules = rulePlaces(templates, start);
  const single = templates.some((one) => one.remembers && !rules.possible.has(one));
  const nodes = slotsOf(rules);
  const groups = partition(nodes).map((slots, number) => groupOf(number, slots, rules, options));
  return { rules, groups, single };
}

/** The group that a class of molecules is in; undefined when it need not meet anything. */
export function groupFor(plan: Plan, of: StoreClass): Group | undefined {
  return plan.groups.find(({ slots }) => slots.some((slot) => fits(slot, of)));
}

/** Where molecules of a class belong, seen from flask `self` of `flasks`, when nothing is left to do there. */
export function belongsFrom(plan: Plan, of: StoreClass, self: number, flasks: number): Belongs {
  if (isShared(plan, of)) return HERE;
  if (plan.single) return self === 0 ? HERE : 0;
  const group = groupFor(plan, of);
  if (group === undefined || group.meeting === 'roam') return HERE;
  const root = rootOf(group, flasks);
  if (group.meeting === 'one') return root === self ? HERE : root;
  if (group.meeting === 'climb') return flaskAbove(self, flasks, root, flatTreeWidth) ?? HERE;
  const field = fieldFor(group, of);
  return (fieldOf) => {
    const home = keyed(group, fieldOf(field), flasks);
    return home === self ? HERE : home;
  };
}

/** A rule that every flask has. */
function isShared({ rules }: Plan, { template }: StoreClass): boolean {
  return template !== null && rules.possible.has(template) && !rules.located.has(template);
}

/** Where a molecule goes at the beginning; `turn` spreads what may be anywhere. */
export function firstPlace(plan: Plan, molecule: Molecule, flasks: number, turn: number): number {
  if (plan.single) return 0;
  const of = classOf(molecule);
  const group = groupFor(plan, of);
  if (group?.meeting === 'one') return rootOf(group, flasks);
  if (group?.meeting === 'key') return keyed(group, fieldIn(molecule, fieldFor(group, of)), flasks);
  if (of.template !== null) return group === undefined ? 0 : rootOf(group, flasks);
  return turn % flasks;
}

/** The flask in which a group meets in the end. */
export function rootOf(group: Group, flasks: number): number {
  return group.number % flasks;
}

function keyed({ number }: Group, key: Molecule, flasks: number): number {
  return (hashText('', hashMolecule(HASH_START + number, key)) >>> 0) % flasks;
}

function fieldFor({ slots }: Group, of: StoreClass): number {
  return slots.find((slot) => fits(slot, of))?.field ?? WHOLE;
}

function fieldIn(molecule: Molecule, field: number): Molecule {
  if (field === WHOLE || typeof molecule !== 'object' || molecule.kind !== 'tuple') return molecule;
  return molecule.items[field] ?? molecule;
}

function fits({ template, slot, wants }: Slot, of: StoreClass): boolean {
  return slot < 0 ? of.template === template : classFits(of, wants);
}

function slotsOf({ possible, located }: RulePlaces): Slot[] {
  const slots: Slot[] = [];
  for (const template of possible) {
    const isLocated = located.has(template);
    if (template.slotCount < 2 && !isLocated) continue;
    for (const { slot, wants } of template.written.steps) {
      slots.push({ template, slot, wants, field: WHOLE });
    }
    if (isLocated) slots.push({ template, slot: -1, wants: RULE, field: WHOLE });
  }
  return slots;
}

const RULE: Shape = { kind: 'rule', arity: null, head: null };

/** Slots that must meet, together: those of one rule, and those that could take the same molecule. */
function partition(slots: readonly Slot[]): Slot[][] {
  const groups: Slot[][] = [];
  for (const slot of slots) {
    const joined = groups.filter((group) => group.some((other) => meets(slot, other)));
    const merged = [...joined.flat(), slot];
    for (const group of joined) groups.splice(groups.indexOf(group), 1);
    groups.push(merged);
  }
  return groups;
}

function meets(one: Slot, other: Slot): boolean {
  return one.template === other.template || overlap(one, other);
}

function overlap(one: Slot, other: Slot): boolean {
  if (one.slot < 0 && other.slot < 0) return false;
  if (one.slot < 0) return takesRule(other, one.template);
  if (other.slot < 0) return takesRule(one, other.template);
  const [a, b] = [one.wants, other.wants];
  if (a.kind === 'anything' || b.kind === 'anything') return true;
  if (a.kind === null) return b.kind !== 'rule';
  if (b.kind === null) return a.kind !== 'rule';
  if (a.kind !== b.kind) return false;
  if (a.arity !== null && b.arity !== null && a.arity !== b.arity) return false;
  return a.head === null || b.head === null || a.head === b.head;
}

function takesRule({ wants, template, slot }: Slot, rule: RuleTemplate): boolean {
  if (wants.kind === 'anything') return true;
  if (wants.kind !== 'rule') return false;
  const pattern = template.written.steps[slot]?.pattern;
  return pattern?.kind !== 'rule' || pattern.name === null || pattern.name === rule.name;
}

function groupOf(
  number: number,
  slots: readonly Slot[],
  { located, spawned }: RulePlaces,
  { roams }: PlanOptions,
): Group {
  const templates = [...new Set(slots.map(({ template }) => template))];
  if (templates.some(({ remembers }) => remembers)) return { number, meeting: 'one', slots };
  if (!templates.some((template) => located.has(template))) {
    const byKey = withKey(slots, templates);
    if (byKey !== null) return { number, meeting: 'key', slots: byKey };
  }
  const climbs = templates.every(reduces) || templates.some((one) => spawned.has(one));
  return { number, meeting: climbs || !roams ? 'climb' : 'roam', slots };
}

/** A rule that takes whatever it finds leaves next to nothing over: it can climb. */
function reduces({ written, oneShot }: RuleTemplate): boolean {
  return (
    !oneShot &&
    written.checks.every((checks) => checks.length === 0) &&
    written.steps.every(({ pattern }) => isOpen(pattern))
  );
}

function isOpen(pattern: PatternCode): boolean {
  switch (pattern.kind) {
    case 'wildcard':
    case 'bind':
      return true;
    case 'tuple':
      return pattern.items.every(
        (item, i) => isOpen(item) || (i === 0 && item.kind === 'constant'),
      );
    default:
      return false;
  }
}

/** Each rule has a variable in all of its slots, and slots that take the same molecules agree on the field. */
function withKey(slots: readonly Slot[], templates: readonly RuleTemplate[]): Slot[] | null {
  const choose = (left: readonly RuleTemplate[], chosen: readonly Slot[]): Slot[] | null => {
    const [template, ...rest] = left;
    if (template === undefined) return [...chosen];
    for (const fields of commonFields(template)) {
      const mine = slots
        .filter((slot) => slot.template === template)
        .map((slot) => ({ ...slot, field: fields[slot.slot] as number }));
      const all = [...chosen, ...mine];
      const agree = mine.every((slot) =>
        all.every((other) => !overlap(slot, other) || other.field === slot.field),
      );
      const found = agree ? choose(rest, all) : null;
      if (found !== null) return found;
    }
    return null;
  };
  return choose(templates, []);
}

/** For each variable that stands in all slots of a rule, the field in which each slot has it. */
function commonFields({ written, slotCount }: RuleTemplate): number[][] {
  const bySlot = Array.from({ length: slotCount }, () => new Map<number, number>());
  for (const { slot, pattern } of written.steps) {
    const fields = bySlot[slot] as Map<number, number>;
    if (pattern.kind !== 'tuple') note(fields, pattern, WHOLE);
    else for (const [i, item] of pattern.items.entries()) note(fields, item, i);
  }
  const [first, ...others] = bySlot;
  if (first === undefined) return [];
  return [...first.keys()]
    .filter((place) => others.every((fields) => fields.has(place)))
    .map((place) => bySlot.map((fields) => fields.get(place) as number));
}

function note(fields: Map<number, number>, pattern: PatternCode, field: number): void {
  const hasPlace = pattern.kind === 'bind' || pattern.kind === 'equal';
  if (hasPlace && !fields.has(pattern.place)) fields.set(pattern.place, field);
}
