// What is known while turns are written: the class they are for, the stores they look into, and, inside of one
// slot of one rule, what fills the others.
import type { Kind } from '../../lang/index.ts';
import type { ClassLayout, Layout, Taker } from '../layout.ts';
import type { Plan, RuleTemplate } from '../rule.ts';
import type { StoreClass } from '../store.ts';
import { widthOf } from './column.ts';
import type { ExprSetting } from './expression-code.ts';
import type { CodeWriter } from './writer.ts';

/** How turns go about their work. */
export interface Manner {
  /** Whether products are put out right here; otherwise react.ts does all of it. */
  readonly inline: boolean;
  /** Whether they are turns of a small solution: one at a time, and chance says where each search begins. */
  readonly small: boolean;
}

export interface TurnSetting extends Manner {
  readonly writer: CodeWriter;
  readonly of: StoreClass;
  readonly layout: Layout;
  readonly classes: readonly StoreClass[];
  /** What ends the turn and goes on with the next one. */
  readonly next: string;
  /** The names of what counts the molecules that were tried. */
  readonly counters: string[];
  /** The name of what is counted for a rule. */
  readonly costName: (template: RuleTemplate) => string;
  readonly layoutOf: (of: StoreClass) => ClassLayout;
  /** The name of the store of a class. */
  readonly storeName: (of: StoreClass) => string;
  /** The name of the function that takes a visible row of a class out. */
  readonly leaveName: (of: StoreClass) => string;
}

/** What is known while a condition of a rule is written. */
export interface CheckSetting {
  readonly writer: CodeWriter;
  readonly taker: Taker;
  readonly expressions: ExprSetting;
}

/** What is known while a taker is written. */
export interface TakerSetting extends TurnSetting, CheckSetting {
  readonly plan: Plan;
  /** The name of the row of the rule in the store of its rules. */
  readonly rule: string;
  readonly rules: string;
  /** The store, the row and the class of each step. */
  readonly steps: readonly StepPlace[];
  /** The kinds of places, as far as they are certain. */
  readonly kinds: Map<number, Kind | null>;
  readonly triedName: string;
  readonly begunName: string;
  readonly cost: string;
  /** What is declared before the search for the other slots begins. */
  readonly before: string[];
  /** For each step, the code that goes on with it after a reaction that used up what filled it. */
  readonly goOn: readonly string[];
}

export interface StepPlace {
  readonly of: StoreClass;
  readonly store: string;
  readonly row: string;
  readonly label: string;
}

/** The active molecule, which has no row so far, gets one. */
export function materialize({ of }: TurnSetting): string {
  const fields = Array.from({ length: widthOf(of) }, (_, i) => `Sc${i}[row] = a${i};`);
  return `{ row = W.reuseRow(S); ${fields.join(' ')} }`;
}

/** How a part of a store that stays the same reads: worked out before many turns, and only where it is needed in one alone. */
export function fixed(name: string, value: string, { writer, small }: TurnSetting): string {
  return small ? value : writer.hoist(name, `const ${name} = ${value};`);
}

/** Tells how many reactions were made, and how many molecules more or less there are. */
export const TELL =
  'W.fired += fired; W.reactions += fired; W.soup.size += size; fired = 0; size = 0;';
