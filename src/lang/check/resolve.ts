// Which binding each name of a unit stands for. It only finds out; names.ts turns what is wrong into
// diagnostics, mentions.ts reads which rules are mentioned, infer.ts looks bindings up by their node.
import type { Element, Expr, Pattern, Rule, Span } from '../ast.ts';
import { unplain } from '../plain.ts';
import { letsOf, testsOf, type Unit } from '../unit.ts';
import { bindPattern, bindRest } from './bind-pattern.ts';
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
import { addBinding, emptyNames, type NameNode, type Names, type Setting } from './resolved.ts';
import { patternsOf } from './walk.ts';

export type { Clash, Names, Unbound } from './resolved.ts';

/** Resolves every file of the unit; `extra` are expressions that a session adds, such as a REPL's. */
export function resolve(unit: Unit, extra: readonly Expr[] = []): Names {
  const names = emptyNames();
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
        bindPattern(this.names, expr.pattern, inner, null, setting);
        this.tests(expr.pattern, inner, setting);
        return;
      }
      case 'all': {
        this.use(expr, expr.rest, expr.restSpan, scope, setting);
        const inner = innerScope(scope);
        const each = patternBinding('each', expr.variable, expr.variableSpan, null);
        addBinding(this.names, each, inner, scope);
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
    for (const element of unplain(elements)) {
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
    addBinding(this.names, binding, inner, scope);
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
    for (const pattern of patterns) bindPattern(this.names, pattern, inner, rule, outside);
    if (rule.rest !== null) bindRest(this.names, rule.rest, inner, rule);
    for (const pattern of patterns) this.tests(pattern, inner, outside);
    this.elements(rule.products, inner, outside);
    if (rule.guard !== null) this.expr(rule.guard, inner, outside);
    for (const permit of rule.permits) this.expr(permit, inner, outside);
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
