// What a name can stand for, and the scopes in which names are looked up. How a tree is walked with
// them is resolve.ts.
import type { Expr, Let, Rule, Span, TypeExpr } from '../ast.ts';

export type BindingKind =
  /** Bound by a pattern: one molecule. */
  | 'variable'
  /** The `r` of `sieve = r`. */
  | 'rule-variable'
  /** `?w`: any number of molecules. */
  | 'rest'
  /** The variable of `all x in w`. */
  | 'each'
  /** A let at the top of a file. */
  | 'let'
  /** A let inside an expression or a list of molecules. */
  | 'local';

export interface Binding {
  readonly kind: BindingKind;
  readonly name: string;
  /** Where it is bound; for a repeated variable, the first place. */
  readonly span: Span;
  /** The rule whose patterns bind it; null for lets and for variables of `none` and `all`. */
  readonly rule: Rule | null;
  /** What a let binds it to. */
  readonly value: Expr | null;
  /** The top-level let that it is, if it is one. */
  readonly declaration: Let | null;
  /** The types given in patterns, one for each place that gives one. */
  readonly types: TypeExpr[];
  /** How often it stands in patterns of the rule that binds it. */
  places: number;
  /** How often it is read, outside its own value. */
  uses: number;
}

export interface Scope {
  readonly parent: Scope | null;
  readonly table: Map<string, Binding>;
}

export function innerScope(parent: Scope | null): Scope {
  return { parent, table: new Map() };
}

export function lookUp(scope: Scope | null, name: string): Binding | null {
  for (let at = scope; at !== null; at = at.parent) {
    const found = at.table.get(name);
    if (found !== undefined) return found;
  }
  return null;
}

export function namesIn(scope: Scope | null): readonly string[] {
  const names = new Set<string>();
  for (let at = scope; at !== null; at = at.parent) {
    for (const name of at.table.keys()) names.add(name);
  }
  return [...names];
}

export function letBinding(declaration: Let): Binding {
  return {
    ...bare('let', declaration.name, declaration.nameSpan),
    value: declaration.value,
    declaration,
  };
}

export function localBinding(name: string, span: Span, value: Expr): Binding {
  return { ...bare('local', name, span), value };
}

/** The name of a rule inside itself: as good as a let, and nothing that a pattern could test for. */
export function selfBinding(name: string, span: Span, value: Expr): Binding {
  return { ...bare('let', name, span), value };
}

export function patternBinding(
  kind: 'variable' | 'rule-variable' | 'rest' | 'each',
  name: string,
  span: Span,
  rule: Rule | null,
): Binding {
  return { ...bare(kind, name, span), rule };
}

function bare(kind: BindingKind, name: string, span: Span): Binding {
  return {
    kind,
    name,
    span,
    rule: null,
    value: null,
    declaration: null,
    types: [],
    places: 1,
    uses: 0,
  };
}

/** Whether an expression is a rule, perhaps under lets: such lets see each other and themselves. */
export function bindsRule(value: Expr): boolean {
  return value.kind === 'rule' || (value.kind === 'let-in' && bindsRule(value.body));
}
