// Which binding each name of a unit stands for. It only finds out; names.ts turns what is wrong into
// diagnostics, mentions.ts reads which rules are mentioned, infer.ts looks bindings up by their node.
import type { Element, Expr, Let, Pattern, Rule, Span } from '../ast.ts';
import { letsOf, testsOf, type Unit } from '../unit.ts';
import {
  type Binding,
  bindsRule,
  innerScope,
  letBinding,
  localBinding,
  lookUp,
  patternBinding,
  type Scope,
  selfBinding,
} from './binding.ts';
import { patternsOf } from './walk.ts';

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

/** Resolves every file of the unit; `extra` are expressions that a session adds, such as a REPL's. */
export function resolve(unit: Unit, extra: readonly Expr[] = []): Names {
  const names: Names = {
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
  const everyLet = new Map<string, Binding>();
  const resolver = new Resolver(names, everyLet);
  let scope = innerScope(null);
  for (const declaration of letsOf(unit)) {
    const binding = letBinding(declaration);
    names.bindings.push(binding);
    names.ofLet.set(declaration, binding);
    everyLet.set(declaration.name, binding);
    if (declaration.value.kind === 'rule') scope.table.set(declaration.name, binding);
  }
  const start: Setting = { inside: null, inTest: false, rule: null, inPattern: false };
  for (const [declaration, binding] of names.ofLet) {
    resolver.expr(declaration.value, scope, { ...start, inside: declaration });
    // Rules see all lets; what is computed sees what was computed before it, never itself.
    if (declaration.value.kind !== 'rule') {
      scope = innerScope(scope);
      scope.table.set(declaration.name, binding);
    }
  }
  for (const file of unit.files) {
    if (file.body !== null) resolver.expr(file.body, scope, start);
    for (const test of testsOf(file)) {
      for (const expr of [test.solution, ...test.outcomes]) {
        resolver.expr(expr, scope, { ...start, inTest: true });
      }
    }
  }
  for (const expr of extra) resolver.expr(expr, scope, start);
  return names;
}

/** A class only because every step needs the same table to write into. */
class Resolver {
  private readonly names: Names;
  private readonly everyLet: ReadonlyMap<string, Binding>;

  constructor(names: Names, everyLet: ReadonlyMap<string, Binding>) {
    this.names = names;
    this.everyLet = everyLet;
  }

  expr(expr: Expr, scope: Scope, setting: Setting): void {
    switch (expr.kind) {
      case 'int':
      case 'real':
      case 'bool':
      case 'string':
      case 'symbol':
        return;
      case 'name':
        this.use(expr, expr.name, expr.span, scope, setting);
        return;
      case 'tuple':
      case 'list':
        for (const item of expr.items) this.expr(item, scope, setting);
        return;
      case 'record':
        for (const field of expr.fields) this.expr(field.value, scope, setting);
        return;
      case 'solution':
        this.elements(expr.elements, scope, setting);
        return;
      case 'rule':
        this.rule(expr, scope, setting);
        return;
      case 'call':
        for (const arg of expr.args) this.expr(arg, scope, setting);
        return;
      case 'binary':
        this.expr(expr.left, scope, setting);
        this.expr(expr.right, scope, setting);
        return;
      case 'unary':
        this.expr(expr.operand, scope, setting);
        return;
      case 'project':
      case 'field':
        this.expr(expr.target, scope, setting);
        return;
      case 'index':
        this.expr(expr.target, scope, setting);
        this.expr(expr.index, scope, setting);
        return;
      case 'let-in':
        this.expr(expr.body, this.local(expr, scope, setting), setting);
        return;
      case 'if':
        this.expr(expr.condition, scope, setting);
        this.elements(expr.consequent, scope, setting);
        this.elements(expr.alternative, scope, setting);
        return;
      case 'none': {
        this.use(expr, expr.rest, expr.restSpan, scope, setting);
        const inner = innerScope(scope);
        this.bind(expr.pattern, inner, null, setting);
        this.tests(expr.pattern, inner, setting);
        return;
      }
      case 'all': {
        this.use(expr, expr.rest, expr.restSpan, scope, setting);
        const inner = innerScope(scope);
        const each = patternBinding('each', expr.variable, expr.variableSpan, null);
        this.add(each, inner, scope);
        this.names.ofAll.set(expr, each);
        this.expr(expr.condition, inner, setting);
        return;
      }
      case 'then':
        this.expr(expr.first, scope, setting);
        this.expr(expr.second, scope, setting);
        return;
    }
  }

  private elements(elements: readonly Element[], scope: Scope, setting: Setting): void {
    for (const element of elements) {
      if (element.kind === 'let') {
        this.elements(element.rest, this.local(element, scope, setting), setting);
        continue;
      }
      if (element.kind === 'molecule') {
        this.expr(element.value, scope, setting);
      } else {
        this.expr(element.from, scope, setting);
        this.expr(element.to, scope, setting);
      }
      if (element.multiplicity !== null) this.expr(element.multiplicity, scope, setting);
    }
  }

  /** The scope that a local let opens. A rule sees its own name, any other value does not. */
  private local(
    local: { readonly name: string; readonly nameSpan: Span; readonly value: Expr },
    scope: Scope,
    setting: Setting,
  ): Scope {
    const inner = innerScope(scope);
    const binding = localBinding(local.name, local.nameSpan, local.value);
    this.expr(local.value, this.seeing(binding, scope), setting);
    this.add(binding, inner, scope);
    return inner;
  }

  private seeing(binding: Binding, scope: Scope): Scope {
    if (binding.value === null || !bindsRule(binding.value)) return scope;
    const own = innerScope(scope);
    own.table.set(binding.name, selfBinding(binding.name, binding.span, binding.value));
    return own;
  }

  /** A rule that is named in place may produce itself. */
  private naming(rule: Rule, scope: Scope): Scope {
    if (rule.name === null) return scope;
    const named = innerScope(scope);
    named.table.set(rule.name, selfBinding(rule.name, rule.span, rule));
    return named;
  }

  private rule(rule: Rule, scope: Scope, setting: Setting): void {
    const inner = innerScope(this.naming(rule, scope));
    const patterns = patternsOf(rule);
    const outside = { ...setting, rule, inPattern: false };
    for (const pattern of patterns) this.bind(pattern, inner, rule, outside);
    if (rule.rest !== null) this.bindRest(rule.rest, inner, rule);
    for (const pattern of patterns) this.tests(pattern, inner, outside);
    this.elements(rule.products, inner, outside);
    if (rule.guard !== null) this.expr(rule.guard, inner, outside);
    for (const permit of rule.permits) this.expr(permit, inner, outside);
  }

  /** Binds the variables of a pattern in `scope`, whose parent is what surrounds the pattern. */
  private bind(pattern: Pattern, scope: Scope, rule: Rule | null, setting: Setting): void {
    switch (pattern.kind) {
      case 'variable':
        this.bindVariable(pattern, scope, rule, setting);
        return;
      case 'rule-pattern':
        this.names.ruleNames.push({ ...setting, name: pattern.ruleName, span: pattern.span });
        if (pattern.variable !== '_') this.bindRuleVariable(pattern, scope, rule);
        return;
      case 'tuple-pattern':
        for (const item of pattern.items) this.bind(item, scope, rule, setting);
        return;
      case 'solution-pattern':
        for (const item of pattern.items) this.bind(item, scope, rule, setting);
        if (pattern.rest !== null) this.bindRest(pattern.rest, scope, rule);
        return;
      default:
        return;
    }
  }

  private bindVariable(
    pattern: Extract<Pattern, { kind: 'variable' }>,
    scope: Scope,
    rule: Rule | null,
    setting: Setting,
  ): void {
    const { name, span, type } = pattern;
    const known = scope.table.get(name);
    const outer = lookUp(scope.parent, name);
    if (known !== undefined) {
      if (known.kind !== 'variable')
        this.names.clashes.push({ span, binding: known, as: 'variable' });
      known.places += 1;
      if (type !== null) known.types.push(type);
      this.names.ofPattern.set(pattern, known);
    } else if (outer !== null && isValueOfRule(outer)) {
      this.names.ofPattern.set(pattern, outer);
      outer.uses += 1;
      this.names.uses.push({ ...setting, name, span, binding: outer });
      // In `none p in w` a test is what everybody expects; a produced rule hides it better.
      if (type !== null && rule !== null) this.names.typedTests.push({ span, binding: outer });
    } else {
      const binding = patternBinding('variable', name, span, rule);
      if (type !== null) binding.types.push(type);
      this.names.ofPattern.set(pattern, binding);
      this.add(binding, scope, scope.parent);
    }
  }

  private bindRuleVariable(
    pattern: Extract<Pattern, { kind: 'rule-pattern' }>,
    scope: Scope,
    rule: Rule | null,
  ): void {
    const { variable: name, variableSpan: span } = pattern;
    const outer = lookUp(scope.parent, name);
    const known = scope.table.get(name) ?? (outer !== null && isValueOfRule(outer) ? outer : null);
    if (known !== null) {
      // A rule is taken by its name only, so its variable cannot be a test as well.
      this.names.clashes.push({ span, binding: known, as: 'rule' });
      return;
    }
    const binding = patternBinding('rule-variable', name, span, rule);
    this.names.ofPattern.set(pattern, binding);
    this.add(binding, scope, scope.parent);
  }

  private bindRest(
    rest: { readonly name: string; readonly span: Span },
    scope: Scope,
    rule: Rule | null,
  ): void {
    const known = scope.table.get(rest.name);
    if (known === undefined) {
      this.add(patternBinding('rest', rest.name, rest.span, rule), scope, scope.parent);
    } else {
      this.names.clashes.push({ span: rest.span, binding: known, as: 'rest' });
    }
  }

  /** The expressions inside a pattern, once all its variables are bound. */
  private tests(pattern: Pattern, scope: Scope, setting: Setting): void {
    switch (pattern.kind) {
      case 'expression':
      case 'literal':
        this.expr(pattern.value, scope, { ...setting, inPattern: true });
        return;
      case 'tuple-pattern':
      case 'solution-pattern':
        for (const item of pattern.items) this.tests(item, scope, setting);
        return;
      default:
        return;
    }
  }

  private add(binding: Binding, scope: Scope, outside: Scope | null): void {
    scope.table.set(binding.name, binding);
    this.names.bindings.push(binding);
    const hidden = lookUp(outside, binding.name);
    const isLet = hidden?.kind === 'let' || (hidden?.kind === 'local' && binding.kind === 'local');
    if (hidden !== null && isLet) {
      this.names.hiding.push({ binding, hidden });
    }
  }

  private use(node: NameNode, name: string, span: Span, scope: Scope, setting: Setting): void {
    const binding =
      lookUp(scope, name) ?? (setting.rule === null ? null : (this.everyLet.get(name) ?? null));
    if (binding === null) {
      this.names.unbound.push({ ...setting, name, span, scope });
      return;
    }
    this.names.ofName.set(node, binding);
    this.names.uses.push({ ...setting, name, span, binding });
    if (binding.declaration === null || binding.declaration !== setting.inside) binding.uses += 1;
  }
}

/** What a produced rule may test for: values that the rule around it has bound, no rests, not itself. */
function isValueOfRule(binding: Binding): boolean {
  return binding.kind !== 'rest' && binding.kind !== 'let';
}
