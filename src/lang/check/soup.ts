// What a program can make at all: every molecule that may ever be in any of its solutions, as shapes, all
// levels poured together. It errs to one side only: what it leaves out can never be there.
import type { Element, Expr, Pattern, Rule } from '../ast.ts';
import { isPlain } from '../plain.ts';
import type { Binding } from './binding.ts';
import type { Kinds } from './infer.ts';
import type { Names } from './resolve.ts';
import { type Form, formsOverlap, type Shape, shapeOf } from './shape.ts';
import { patternsOf } from './walk.ts';

/** Beyond this many forms of one kind, the kind itself is taken: a large solution must stay cheap. */
const FORMS_PER_KIND_MAX = 1000;

export class Soup {
  /** Rules that may be in some solution. */
  readonly rules = new Set<Rule>();
  /** Those of them that may have fired, so that their products are here. */
  readonly fired = new Set<Rule>();
  private readonly names: Names;
  private readonly kinds: Kinds;
  private readonly ruleNames: ReadonlyMap<Rule, string>;
  private readonly seen = new Set<string>();
  /** Kinds of which any form is here, so that one more is no news. */
  private readonly whole = new Set<string>();
  private readonly buckets = new Map<string, Form[]>();
  private readonly perKind = new Map<string, number>();
  private readonly poured = new Set<Expr>();
  private readonly parts = new Set<Expr>();

  constructor(names: Names, kinds: Kinds, ruleNames: ReadonlyMap<Rule, string>) {
    this.names = names;
    this.kinds = kinds;
    this.ruleNames = ruleNames;
  }

  /** Lets rules fire until nothing new comes; with `freely`, whether or not they find their reactants. */
  react(freely: boolean): void {
    for (let changed = true; changed; ) {
      changed = false;
      for (const rule of this.rules) {
        if (this.fired.has(rule) || !(freely || this.missing(rule) === null)) continue;
        this.fired.add(rule);
        this.pourElements(rule.products);
        this.add(FAULT);
        changed = true;
      }
    }
  }

  /** The first pattern of a rule for which there is nothing here; null when there is something for each. */
  missing(rule: Rule): Pattern | null {
    return patternsOf(rule).find((pattern) => !this.holds(pattern)) ?? null;
  }

  holdsData(): boolean {
    return [...this.perKind.keys()].some((kind) => kind !== 'rule');
  }

  private holds(pattern: Pattern): boolean {
    const shape = this.kinds.ofPattern(pattern);
    return shape.some((form) => this.holdsForm(form)) && this.inside(pattern);
  }

  private holdsForm(wanted: Form): boolean {
    return bucketsFor(wanted).some((bucket) =>
      this.buckets.get(bucket)?.some((form) => formsOverlap(wanted, form)),
    );
  }

  /** What a pattern wants inside of the solutions that it opens. */
  private inside(pattern: Pattern): boolean {
    if (pattern.kind === 'tuple-pattern') return pattern.items.every((item) => this.inside(item));
    if (pattern.kind === 'solution-pattern') return pattern.items.every((item) => this.holds(item));
    return true;
  }

  pourRule(rule: Rule): void {
    this.rules.add(rule);
    this.add([{ kind: 'rule', name: this.ruleNames.get(rule) ?? rule.name }]);
  }

  private pourElements(elements: readonly Element[]): void {
    for (const element of elements) {
      if (element.kind === 'let') this.pourElements(element.rest);
      else if (element.kind === 'range') this.add(shapeOf(['int']));
      else this.pour(element.value);
    }
  }

  /** An expression whose value is a molecule of some solution. */
  pour(expr: Expr): void {
    if (isPlain(expr)) {
      if (!this.whole.has(expr.kind)) this.add(this.kinds.ofExpr(expr));
      return;
    }
    if (this.poured.has(expr)) return;
    this.poured.add(expr);
    switch (expr.kind) {
      case 'name': {
        const binding = this.names.ofName.get(expr);
        if (binding?.value != null) this.pour(binding.value);
        else if (binding !== undefined && !isHereAlready(binding))
          this.add(this.kinds.ofExpr(expr));
        return;
      }
      case 'rule':
        this.pourRule(expr);
        return;
      case 'if':
        this.pourElements(expr.consequent);
        this.pourElements(expr.alternative);
        return;
      case 'let-in':
        this.pour(expr.body);
        return;
      default:
        this.add(this.kinds.ofExpr(expr));
        this.pourParts(expr);
    }
  }

  /** Solutions and rules inside a molecule: they are in no solution yet, but may be taken out. */
  private pourParts(expr: Expr): void {
    switch (expr.kind) {
      case 'solution':
        this.pourElements(expr.elements);
        return;
      case 'then':
        this.pour(expr.first);
        this.pour(expr.second);
        return;
      case 'tuple':
      case 'list':
        for (const item of expr.items) this.pourPart(item);
        return;
      case 'record':
        for (const field of expr.fields) this.pourPart(field.value);
        return;
      case 'call':
        for (const arg of expr.args) this.pourPart(arg);
        return;
      case 'project':
      case 'field':
      case 'index':
        this.pourPart(expr.target);
        return;
      default:
        return;
    }
  }

  private pourPart(expr: Expr): void {
    if (isPlain(expr) || this.parts.has(expr)) return;
    this.parts.add(expr);
    if (expr.kind === 'solution' || expr.kind === 'rule' || expr.kind === 'then') this.pour(expr);
    else if (expr.kind === 'if' || expr.kind === 'let-in') this.pour(expr);
    else if (expr.kind === 'name') {
      const value = this.names.ofName.get(expr)?.value ?? null;
      if (value !== null) this.pourPart(value);
    } else this.pourParts(expr);
  }

  private add(shape: Shape): void {
    for (const form of shape) {
      const count = (this.perKind.get(form.kind) ?? 0) + 1;
      const kept = count > FORMS_PER_KIND_MAX ? (shapeOf([form.kind])[0] ?? form) : form;
      if (kept !== form) this.whole.add(form.kind);
      const key = keyOf(kept);
      if (this.seen.has(key)) continue;
      this.seen.add(key);
      this.perKind.set(form.kind, count);
      for (const bucket of bucketsOf(kept)) {
        const forms = this.buckets.get(bucket);
        if (forms === undefined) this.buckets.set(bucket, [kept]);
        else forms.push(kept);
      }
    }
  }
}

function keyOf(form: Form): string {
  if (!('literal' in form)) return JSON.stringify(form);
  return form.literal === null ? form.kind : `${form.kind} ${form.literal}`;
}

/** Where a form is kept. Tuples are told apart by the symbol that they begin with, as most of them do. */
function bucketsOf(form: Form): readonly string[] {
  return form.kind === 'tuple' ? ['tuple', `tuple ${headOf(form) ?? '*'}`] : [form.kind];
}

/** Where everything is that may overlap with a form. */
function bucketsFor(form: Form): readonly string[] {
  const head = headOf(form);
  return head === null ? [form.kind] : [`tuple ${head}`, 'tuple *'];
}

function headOf(form: Form): string | null {
  const first = form.kind === 'tuple' ? (form.items?.[0] ?? []) : [];
  const [only] = first;
  return first.length === 1 && only?.kind === 'symbol' ? only.literal : null;
}

/** A molecule that a pattern takes as a whole was in some solution before, and so is nothing new. */
function isHereAlready(binding: Binding): boolean {
  if (binding.kind === 'rest' || binding.kind === 'each') return true;
  return binding.rule !== null && patternsOf(binding.rule).some((p) => takesWhole(p, binding.name));
}

function takesWhole(pattern: Pattern, name: string): boolean {
  switch (pattern.kind) {
    case 'variable':
      return pattern.name === name;
    case 'rule-pattern':
      return pattern.variable === name;
    case 'solution-pattern':
      return pattern.items.some((item) => takesWhole(item, name));
    case 'tuple-pattern':
      // Only what is inside of a solution is a molecule by itself.
      return pattern.items.some(
        (item) =>
          (item.kind === 'solution-pattern' || item.kind === 'tuple-pattern') &&
          takesWhole(item, name),
      );
    default:
      return false;
  }
}

const FAULT: Shape = [
  {
    kind: 'tuple',
    items: [
      [{ kind: 'symbol', literal: 'FAULT' }],
      shapeOf(['string']),
      shapeOf(['string']),
      shapeOf(['solution']),
    ],
  },
];
