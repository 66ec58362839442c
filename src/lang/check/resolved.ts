// What resolve.ts finds out about the names of a unit, as data for all other passes.
import type { Expr, Let, Pattern, Rule, Span } from '../ast.ts';
import { type Binding, lookUp, type Scope } from './binding.ts';

export type NameNode = Extract<Expr, { kind: 'name' | 'none' | 'all' }>;
export type BindingPattern = Extract<Pattern, { kind: 'variable' | 'rule-pattern' }>;

/** Where a name stands: what it may be used for, and whether it counts as a mention. */
export interface Setting {
  /** The top-level let inside whose value we are. */
  readonly inside: Let | null;
  readonly inTest: boolean;
  /** The innermost rule around; it reacts when every let has its value. */
  readonly rule: Rule | null;
  /** Inside an expression of a pattern, which may use only what patterns bind elsewhere. */
  readonly inPattern: boolean;
}

export interface Use extends Setting {
  readonly name: string;
  readonly span: Span;
  readonly binding: Binding;
}

export interface Unbound extends Setting {
  readonly name: string;
  readonly span: Span;
  readonly scope: Scope;
}

/** A name that `binding` has, bound once more as something that cannot be the same. */
export interface Clash {
  readonly span: Span;
  readonly binding: Binding;
  readonly as: 'variable' | 'rest' | 'rule';
}

export interface Names {
  /** What a name, or the rest of `none` and `all`, stands for. Unbound names are absent. */
  readonly ofName: Map<NameNode, Binding>;
  /** What a variable of a pattern binds, or tests. */
  readonly ofPattern: Map<BindingPattern, Binding>;
  readonly ofAll: Map<Expr, Binding>;
  readonly ofLet: Map<Let, Binding>;
  readonly bindings: Binding[];
  readonly uses: Use[];
  readonly unbound: Unbound[];
  /** `sieve = r` in a pattern. */
  readonly ruleNames: (Setting & { readonly name: string; readonly span: Span })[];
  /** A variable of a pattern, or a local let, that has the name of a let. */
  readonly hiding: { readonly binding: Binding; readonly hidden: Binding }[];
  /** A typed variable of a produced rule that an outer rule has bound: a test. */
  readonly typedTests: { readonly span: Span; readonly binding: Binding }[];
  /** A name that one rule binds in two ways of which only one can be meant. */
  readonly clashes: Clash[];
}

export function emptyNames(): Names {
  return {
    ofName: new Map(),
    ofPattern: new Map(),
    ofAll: new Map(),
    ofLet: new Map(),
    bindings: [],
    uses: [],
    unbound: [],
    ruleNames: [],
    hiding: [],
    typedTests: [],
    clashes: [],
  };
}

/** Binds a name in `scope`, and notes when that hides a let of `outside`. */
export function addBinding(
  names: Names,
  binding: Binding,
  scope: Scope,
  outside: Scope | null,
): void {
  scope.table.set(binding.name, binding);
  names.bindings.push(binding);
  const hidden = lookUp(outside, binding.name);
  const isLet = hidden?.kind === 'let' || (hidden?.kind === 'local' && binding.kind === 'local');
  if (hidden !== null && isLet) names.hiding.push({ binding, hidden });
}
