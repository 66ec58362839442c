// A rule as a molecule, and the form in which the engine reads it: names resolved to numbered places of
// an environment, guards and products as functions of it. load/ makes this from the syntax tree.
import type { Element, Expr, Kind, Rule, Span } from '../lang/index.ts';
import type { Body, Live } from './live.ts';
import type { LoadContext } from './load/context.ts';
import type { Molecule } from './molecule.ts';
import type { OpenPattern } from './open-match.ts';
import type { Limit } from './range-index.ts';
import { show } from './show.ts';
import type { SimpleMatch } from './simple-match.ts';

export interface RuleMolecule {
  readonly kind: 'rule';
  readonly name: string | null;
  readonly template: RuleTemplate;
  /** What it closed over when it was produced; `template.captures[i]` says into which place. */
  readonly captured: readonly EnvValue[];
  /** Identity: the name and the closed form as text. */
  readonly key: string;
}

/** The part of a rule that all of its closures share. */
export interface RuleTemplate {
  readonly syntax: Rule;
  readonly name: string | null;
  /** One-shot rules are consumed with their reactants. */
  readonly oneShot: boolean;
  /** `whenever` rules remember what they have fired on. */
  readonly remembers: boolean;
  /** The patterns: catalysts first, then reactants. */
  readonly slotCount: number;
  readonly catalystCount: number;
  /** The slots in the order as written: what the naive matcher goes by. */
  readonly written: Plan;
  /** For each slot, an order of search that begins with it. */
  readonly plans: readonly Plan[];
  /** The order of search for a rule that has just arrived, when any slot may come first. */
  readonly arrival: Plan;
  /** Names of the places of the environment; place 0 is the rule itself. */
  readonly places: readonly string[];
  readonly captures: readonly Capture[];
  /** The place of each variable; -1 for a rest. */
  readonly variables: ReadonlyMap<string, number>;
  readonly products: readonly ProductCode[];
  /** What stands after `under`, in that order. */
  readonly permits: readonly PermitCode[];
  /** For each slot, whether a product is the molecule in it, unchanged: then it can stay where it is. */
  readonly kept: readonly boolean[];
  /** The program around the rule, for who compiles it further. */
  readonly context: LoadContext;
}

/** The patterns in the order in which a search fills them, and what can be tested on the way. */
export interface Plan {
  readonly steps: readonly PlanStep[];
  /** checks[i] are tested once the first i steps are filled; the guard is cut at `&&` for this. */
  readonly checks: readonly (readonly Check[])[];
}

export interface PlanStep {
  /** The slot that this step fills. */
  readonly slot: number;
  readonly pattern: PatternCode;
  /** The pattern as a function, unless it opens a solution. */
  readonly simple: SimpleMatch | null;
  /** What is worked out for one that does. */
  readonly opens: OpenPattern | null;
  /** What a molecule must look like from outside to be worth a try. */
  readonly wants: Shape;
  /** Fields that must have values which are known when this step is reached: an index finds them. */
  readonly lookUps: readonly LookUp[];
  /** A field that must lie within bounds which are known by then: an ordered index finds those. */
  readonly range: RangeLookUp | null;
}

/** The bounds that the condition sets to a field, one or both. They are tested all the same. */
export interface RangeLookUp {
  /** The position in the tuple, or WHOLE. */
  readonly field: number;
  readonly lower: Bound | null;
  readonly upper: Bound | null;
}

export interface Bound extends Limit {
  readonly expr: Expr;
  /** It throws where it cannot be evaluated. */
  readonly value: Evaluate;
}

export interface LookUp {
  /** The position in the tuple, or WHOLE (field-index.ts). */
  readonly field: number;
  /** The value; null where it cannot be evaluated, and then nothing matches. */
  readonly value: (env: Env) => Molecule | null;
}

/** A coarse class of molecules. As kind, null stands for any data, `anything` for rules too. */
export interface Shape {
  readonly kind: Kind | 'anything' | null;
  readonly arity: number | null;
  /** The symbol that a tuple begins with. */
  readonly head: string | null;
}

export interface Capture {
  readonly name: string;
  /** The place in the producing rule's environment. */
  readonly from: number;
  readonly to: number;
}

/** What a rest variable took: all data and rules, as they were. */
export interface Rest {
  readonly kind: 'rest';
  readonly items: readonly Molecule[];
}

export type EnvValue = Molecule | Rest;

/** Values by place. Places are filled in the order in which patterns bind them. */
export type Env = (EnvValue | undefined)[];

/** `calls` answers effects; it is null wherever effects may not stand. */
export type Evaluate = (env: Env, calls: Calls | null) => Molecule;

/** Puts molecules out; a rest or a range puts out many. */
export type Emit = (env: Env, calls: Calls | null, out: Molecule[]) => void;

/** The effect calls of one product: see calls.ts. */
export interface Calls {
  /** How many calls of this evaluation have no answer yet. */
  readonly unanswered: number;
  call(name: string, args: readonly Molecule[]): Molecule;
}

/** A wish to run effects inside of a coordination scheme: which one, and with what. */
export interface PermitRequest {
  readonly name: string;
  readonly args: readonly Molecule[];
}

export type PermitCode = (env: Env) => PermitRequest;

/** A condition, and where it is written: who asks why a rule does not react is told the place. */
export interface Check {
  (env: Env): boolean;
  readonly span: Span;
  /** What is tested: a condition, or that the molecule in a place is the value of an expression. */
  readonly tests: Expr;
  readonly place: number;
}

export type TypeTest = (body: Body) => boolean;

export type PatternCode =
  /** `only` is the one kind that the test lets through, where there is just one. */
  | { readonly kind: 'wildcard'; readonly test: TypeTest | null; readonly only: Kind | null }
  | {
      readonly kind: 'bind';
      readonly place: number;
      readonly test: TypeTest | null;
      readonly only: Kind | null;
    }
  /** A variable that is bound already: in an earlier pattern, or by the rule that produced this one. */
  | { readonly kind: 'equal'; readonly place: number; readonly test: TypeTest | null }
  | { readonly kind: 'constant'; readonly value: Molecule }
  /** An expression whose variables are all bound before it is reached; null where it fails. */
  | {
      readonly kind: 'computed';
      readonly value: (env: Env) => Molecule | null;
      readonly expr: Expr;
      /** The places that it reads. */
      readonly needs: ReadonlySet<number>;
    }
  | { readonly kind: 'tuple'; readonly items: readonly PatternCode[] }
  | {
      readonly kind: 'solution';
      readonly index: number;
      readonly items: readonly PatternCode[];
      /** The place of the rest variable, or -1: then the items must be all there is. */
      readonly rest: number;
      readonly frame: boolean;
    }
  /** A rule, of that name unless it is null. Never matches data. */
  | { readonly kind: 'rule'; readonly name: string | null; readonly place: number };

/** One product. Those that hold a frame keep a live solution; all others are plain values. */
export type ProductCode =
  | {
      readonly kind: 'plain';
      readonly emit: Emit;
      readonly element: Element;
      /** The slot whose molecule this is, unchanged; -1 when it is another one. */
      readonly keeps: number;
    }
  | { readonly kind: 'framed'; readonly made: MadeCode }
  /** `let x = e in ...` over products of which some hold a frame. */
  | {
      readonly kind: 'let';
      readonly place: number;
      readonly value: Evaluate;
      readonly rest: readonly ProductCode[];
    };

export type MadeCode =
  | { readonly kind: 'value'; readonly value: Evaluate }
  | { readonly kind: 'tuple'; readonly items: readonly MadeCode[] }
  /** A new solution with kept ones somewhere inside. */
  | { readonly kind: 'solution'; readonly put: readonly ProductCode[] }
  /** The solution that pattern `opened` opened, with what the pattern took removed and this put in. */
  | {
      readonly kind: 'frame';
      readonly opened: number;
      /** Other opened solutions whose kept rests are poured into this one. */
      readonly merged: readonly number[];
      readonly put: readonly ProductCode[];
    };

/** A product in the making: values, and live solutions that are kept. */
export type Made =
  | Molecule
  | { readonly kind: 'made-tuple'; readonly items: readonly Made[] }
  | { readonly kind: 'made-solution'; readonly put: readonly Made[] }
  | {
      readonly kind: 'made-frame';
      readonly live: Live;
      readonly merged: readonly Live[];
      readonly put: readonly Made[];
    };

class ClosedRule implements RuleMolecule {
  readonly kind = 'rule';
  readonly template: RuleTemplate;
  readonly captured: readonly EnvValue[];
  #key: string | null = null;

  constructor(template: RuleTemplate, captured: readonly EnvValue[]) {
    this.template = template;
    this.captured = captured;
  }

  get name(): string | null {
    return this.template.name;
  }

  // Only equality, order and printing ask for it, and the text of a rule is long: made when asked.
  get key(): string {
    this.#key ??= closedText(this.template, this.captured);
    return this.#key;
  }
}

export function closeRule(template: RuleTemplate, captured: readonly EnvValue[]): RuleMolecule {
  return new ClosedRule(template, captured);
}

function closedText(template: RuleTemplate, captured: readonly EnvValue[]): string {
  const { source, start, end } = template.syntax.span;
  const text = source.text.slice(start, end);
  const bound = template.captures.map((capture, i) => {
    const value = captured[i] as EnvValue;
    return `${capture.name} = ${showEnvValue(value, template)}`;
  });
  return bound.length === 0 ? text : `${text} where ${bound.join(', ')}`;
}

function showEnvValue(value: EnvValue, owner: RuleTemplate): string {
  if (typeof value === 'object' && value.kind === 'rest') {
    // What is the same must read the same, whatever order it came in.
    const texts = value.items.map((item) => show(item, { rules: true }));
    return texts.sort().join(', ');
  }
  // A rule that closes over itself is named, not unfolded for ever.
  if (typeof value === 'object' && value.kind === 'rule' && value.template === owner) {
    return 'itself';
  }
  return show(value, { rules: true });
}
