// Which rules a distributed solution may meet at its outermost level, and where each lies. A rule that is there from the
// beginning, stays, and that no rule can take, is present in every flask. All others are molecules with one owner:
// those that are used up when they react, that rules make or take, and `whenever` rules, whose memory is in one place.
import type { Element, Expr, Rule } from '../../lang/index.ts';
import type {
  PatternCode,
  RuleMolecule,
  RuleTemplate,
  SolutionMolecule,
} from '../../runtime/index.ts';

export interface RulePlaces {
  /** Rules that may be at the outermost level, at some time. */
  readonly possible: ReadonlySet<RuleTemplate>;
  /** Of those, the ones with a single owner. */
  readonly located: ReadonlySet<RuleTemplate>;
  /** Of those, the ones that reactions put there. */
  readonly spawned: ReadonlySet<RuleTemplate>;
}

/** `all` are the templates of the program, `start` is its outermost solution. */
export function rulePlaces(all: readonly RuleTemplate[], start: SolutionMolecule): RulePlaces {
  const initial = new Set(rulesOf(start).map(({ template }) => template));
  const possible = new Set(initial);
  const spawned = new Set<RuleTemplate>();
  for (const template of possible) {
    for (const made of spawnedBy(template, all)) {
      spawned.add(made);
      possible.add(made);
    }
  }
  const located = new Set<RuleTemplate>();
  for (const template of possible) {
    const { oneShot, remembers } = template;
    if (oneShot || remembers || spawned.has(template) || isTaken(template, possible)) {
      located.add(template);
    }
  }
  return { possible, located, spawned };
}

/** The rules at the top of a solution and of the stages that follow it. */
export function rulesOf({ items, next }: SolutionMolecule): RuleMolecule[] {
  const here = items.filter((item) => typeof item === 'object' && item.kind === 'rule');
  return [...(here as RuleMolecule[]), ...(next === null ? [] : rulesOf(next))];
}

/** Whether some rule has a pattern that takes this one. */
function isTaken({ name }: RuleTemplate, possible: ReadonlySet<RuleTemplate>): boolean {
  for (const other of possible) {
    for (const { pattern } of other.written.steps) {
      if (takesRules(pattern) && (pattern.name === null || pattern.name === name)) return true;
    }
  }
  return false;
}

function takesRules(pattern: PatternCode): pattern is Extract<PatternCode, { kind: 'rule' }> {
  return pattern.kind === 'rule';
}

/** The rules that the products of a rule may put beside it. */
function spawnedBy(template: RuleTemplate, all: readonly RuleTemplate[]): readonly RuleTemplate[] {
  const { syntax, context } = template;
  const made: RuleTemplate[] = [];
  for (const expr of topOf(syntax.products)) {
    if (expr.kind === 'rule') {
      made.push(...all.filter((one) => isSameText(one.syntax, expr)));
    } else if (expr.kind === 'name') {
      const known = context.rules.get(expr.name);
      if (syntax.name === expr.name) made.push(template);
      else if (isData(expr.name, syntax)) continue;
      // A rest, or a variable that holds a rule: any rule of the program may come out of it.
      else if (known === undefined || binds(syntax, expr.name)) return all;
      else made.push(known.template);
    }
  }
  return made;
}

/** What stands at the top of a list of molecules, whichever branch is taken. */
function* topOf(elements: readonly Element[]): Generator<Expr> {
  for (const element of elements) {
    if (element.kind === 'let') yield* topOf(element.rest);
    else if (element.kind === 'molecule') yield* topOfExpr(element.value);
  }
}

function* topOfExpr(expr: Expr): Generator<Expr> {
  if (expr.kind === 'if') {
    yield* topOf(expr.consequent);
    yield* topOf(expr.alternative);
  } else if (expr.kind === 'let-in') yield* topOfExpr(expr.body);
  else yield expr;
}

/** A variable of a pattern that takes data only. */
function isData(name: string, { catalysts, reactants }: Rule): boolean {
  return [...catalysts, ...reactants].some(
    (pattern) =>
      (pattern.kind === 'variable' &&
        pattern.name === name &&
        !(pattern.type?.kind === 'type-name' && pattern.type.name === 'rule')) ||
      (pattern.kind === 'tuple-pattern' &&
        pattern.items.some((item) => item.kind === 'variable' && item.name === name)),
  );
}

/** Whether a pattern binds a name, which then hides a rule of that name. */
function binds({ catalysts, reactants }: Rule, name: string): boolean {
  return [...catalysts, ...reactants].some(
    (pattern) =>
      (pattern.kind === 'variable' && pattern.name === name) ||
      (pattern.kind === 'rule-pattern' && pattern.variable === name),
  );
}

function isSameText(one: Rule, other: Rule): boolean {
  return one.span.source === other.span.source && one.span.start === other.span.start;
}
