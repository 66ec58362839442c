// Rules that go on for ever whatever they meet: without a condition, their products are their reactants
// again. Only what is certain is reported; see soup.ts for the opposite question.
import type { Element, Expr, Pattern, Rule } from '../ast.ts';
import type { Diagnostic } from '../diagnostic.ts';
import { isOwn, type Unit } from '../unit.ts';
import type { Binding } from './binding.ts';
import type { Kinds } from './infer.ts';
import { finding } from './report.ts';
import type { Names } from './resolve.ts';
import { overlaps, within } from './shape.ts';
import { walkUnit } from './walk.ts';

/** A search through assignments of products to patterns: small rules only. */
const PATTERNS_MAX = 6;

const HINT =
  'add a condition (`if ...`) that becomes false, or make it `replace-one`; `--max-reactions` stops any run';
const HINT_WHENEVER =
  'add a condition (`if ...`) that becomes false; `--max-reactions` stops any run';

export function checkGrowth(unit: Unit, names: Names, kinds: Kinds): readonly Diagnostic[] {
  const rules = rulesOf(unit);
  // A program that can take its rules away may stop them by that.
  if (rules.some((rule) => takesRules(rule))) return [];
  return rules
    .filter((rule) => isOwn(unit, rule.span.source) && rule.guard === null)
    .flatMap((rule) => judge(rule, rules, names, kinds));
}

function judge(
  rule: Rule,
  rules: readonly Rule[],
  names: Names,
  kinds: Kinds,
): readonly Diagnostic[] {
  const products = certain(rule.products, names);
  const sure = new SureMatch(rule, names, kinds);
  if (rule.form === 'whenever') {
    const [only] = rule.catalysts;
    const again = rule.catalysts.length === 1 && only !== undefined;
    if (!again || !products.some((product) => sure.covers([only], [product]))) return [];
    return [
      finding(
        'HOCL172',
        rule.span,
        'what this rule injects makes it fire again, so it never ends',
        HINT_WHENEVER,
      ),
    ];
  }
  const plain = rule.form === 'replace' && rule.catalysts.length === 0;
  if (!plain || rule.reactants.length > PATTERNS_MAX) return [];
  if (!sure.covers(rule.reactants, products)) return [];
  if (products.length > rule.reactants.length) {
    return [
      finding(
        'HOCL172',
        rule.span,
        'this rule makes again all that it takes, and more, so it never ends',
        HINT,
      ),
    ];
  }
  if (othersTake(rule, rules, kinds)) return [];
  return [
    finding(
      'HOCL173',
      rule.span,
      'this rule makes again all that it takes, so once it fires it never ends',
      HINT,
    ),
  ];
}

/** Whether another rule may take away what this one goes round with. */
function othersTake(rule: Rule, rules: readonly Rule[], kinds: Kinds): boolean {
  const own = rule.reactants.map((pattern) => kinds.ofPattern(pattern));
  return rules.some(
    (other) =>
      other !== rule &&
      other.reactants.some((pattern) => {
        const shape = kinds.ofPattern(pattern);
        return own.some((mine) => overlaps(mine, shape));
      }),
  );
}

/** The products that come whatever happens; a rest or a branch may be empty. */
function certain(elements: readonly Element[], names: Names): readonly Expr[] {
  return elements.flatMap((element): readonly Expr[] => {
    if (element.kind === 'let') return certain(element.rest, names);
    if (element.kind === 'range' || element.value.kind === 'if') return [];
    const { value, multiplicity } = element;
    if (value.kind === 'name' && names.ofName.get(value)?.kind === 'rest') return [];
    if (multiplicity === null) return [value];
    if (multiplicity.kind !== 'int' || multiplicity.value < 1n) return [];
    return multiplicity.value === 1n ? [value] : Array<Expr>(PATTERNS_MAX + 1).fill(value);
  });
}

class SureMatch {
  private readonly rule: Rule;
  private readonly names: Names;
  private readonly kinds: Kinds;

  constructor(rule: Rule, names: Names, kinds: Kinds) {
    this.rule = rule;
    this.names = names;
    this.kinds = kinds;
  }

  /** Whether each pattern surely matches a product of its own, all under one assignment. */
  covers(
    patterns: readonly Pattern[],
    products: readonly Expr[],
    known: ReadonlyMap<Binding, Expr> = new Map(),
  ): boolean {
    const [first, ...others] = patterns;
    if (first === undefined) return true;
    return products.some((product, i) => {
      const assigned = new Map(known);
      if (!this.matches(first, product, assigned)) return false;
      return this.covers(others, products.toSpliced(i, 1), assigned);
    });
  }

  private matches(pattern: Pattern, expr: Expr, assigned: Map<Binding, Expr>): boolean {
    switch (pattern.kind) {
      case 'variable': {
        const binding = this.names.ofPattern.get(pattern);
        if (binding === undefined) return false;
        if (binding.rule !== this.rule) return this.isName(expr, binding);
        const before = assigned.get(binding);
        if (before !== undefined) return this.isSame(before, expr);
        assigned.set(binding, expr);
        return this.isName(expr, binding) || this.fits(pattern, expr);
      }
      case 'wildcard':
      case 'literal':
        return this.fits(pattern, expr);
      case 'tuple-pattern':
        return (
          expr.kind === 'tuple' &&
          expr.items.length === pattern.items.length &&
          pattern.items.every((item, i) => {
            const part = expr.items[i];
            return part !== undefined && this.matches(item, part, assigned);
          })
        );
      default:
        // What opens a solution or computes a value may fail to match; we do not know.
        return false;
    }
  }

  private fits(pattern: Pattern, expr: Expr): boolean {
    const literal = pattern.kind === 'literal' && ['list', 'record'].includes(pattern.value.kind);
    return (
      !literal &&
      this.isQuiet(expr) &&
      within(this.kinds.ofExpr(expr), this.kinds.ofPattern(pattern))
    );
  }

  /** Whether a value is inert for certain, so that a pattern may take it. */
  private isQuiet(expr: Expr): boolean {
    switch (expr.kind) {
      case 'tuple':
      case 'list':
        return expr.items.every((item) => this.isQuiet(item));
      case 'solution':
        return expr.elements.every((e) => e.kind === 'molecule' && this.isQuiet(e.value));
      case 'name': {
        const kind = this.names.ofName.get(expr)?.kind;
        return kind === 'variable' || kind === 'each' || this.isPlain(expr);
      }
      default:
        return this.isPlain(expr);
    }
  }

  private isPlain(expr: Expr): boolean {
    return this.kinds
      .ofExpr(expr)
      .every((form) => 'literal' in form || form.kind === 'list' || form.kind === 'record');
  }

  private isName(expr: Expr, binding: Binding): boolean {
    return expr.kind === 'name' && this.names.ofName.get(expr) === binding;
  }

  private isSame(a: Expr, b: Expr): boolean {
    if (a.kind === 'name') {
      const binding = this.names.ofName.get(a);
      return binding !== undefined && this.isName(b, binding);
    }
    if (!('literal' in (this.kinds.ofExpr(a)[0] ?? {}))) return false;
    const shape = this.kinds.ofExpr(a);
    const [form] = shape;
    const isKnown = shape.length === 1 && form !== undefined && 'literal' in form;
    return isKnown && form.literal !== null && within(this.kinds.ofExpr(b), shape);
  }
}

function rulesOf(unit: Unit): readonly Rule[] {
  const found: Rule[] = [];
  walkUnit(unit, {
    expr(expr) {
      if (expr.kind === 'rule') found.push(expr);
    },
  });
  return found;
}

function takesRules(rule: Rule): boolean {
  return rule.reactants.some(takesRule);
}

function takesRule(pattern: Pattern): boolean {
  switch (pattern.kind) {
    case 'rule-pattern':
      return true;
    case 'variable':
    case 'wildcard':
      return pattern.type?.kind === 'type-name' && pattern.type.name === 'rule';
    case 'tuple-pattern':
    case 'solution-pattern':
      return pattern.items.some(takesRule);
    default:
      return false;
  }
}
