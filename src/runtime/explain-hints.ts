// Why a search has to try each molecule of a class, and what to write instead so that an index finds the right
// ones. A hint is about one part of the rule; the same hint is given once.
import type { Expr, Pattern } from '../lang/index.ts';
import {
  type ExplainedPlan,
  type ExplainedStep,
  fitsItsClass,
  ownVariables,
  reactsEitherWay,
} from './explain-steps.ts';
import {
  expressionsIn,
  exprText,
  namesIn,
  patternText,
  sharedNames,
  slotsOf,
  solutionsIn,
} from './explain-syntax.ts';
import { conjunctsOf } from './load/load-rule.ts';
import { restsOf, variablesOf } from './load/variables.ts';
import type { PlanStep, RuleTemplate } from './rule.ts';

export interface Hint {
  /** The parts of the rule that it is about, as they are written. */
  readonly about: readonly string[];
  /** What is the matter with them. */
  readonly why: string;
  /** What to write instead, as a sentence; null where nothing is better. */
  readonly instead: string | null;
}

export function hintsOf(template: RuleTemplate, plans: readonly ExplainedPlan[]): Hint[] {
  if (reactsEitherWay(template)) return [];
  const hints = plans.flatMap(({ steps }, first) =>
    steps.flatMap((step, i) => {
      const filled = steps.slice(0, i).map(({ slot }) => slot);
      const code = template.plans[first]?.steps[i] as PlanStep;
      const scanned = step.how === 'scan' ? hintsOfScan(template, code, filled, steps) : [];
      return scanned;
    }),
  );
  return merged(hints);
}

/** Parts of which the same is to be said are told of together. */
function merged(hints: readonly Hint[]): Hint[] {
  const groups = new Map<string, Hint>();
  for (const hint of hints) {
    const key = JSON.stringify([hint.why, hint.instead]);
    const about = new Set([...(groups.get(key)?.about ?? []), ...hint.about]);
    groups.set(key, { ...hint, about: [...about] });
  }
  return [...groups.values()];
}

function hintsOfScan(
  template: RuleTemplate,
  code: PlanStep,
  filled: readonly number[],
  steps: readonly ExplainedStep[],
): Hint[] {
  const slots = slotsOf(template.syntax);
  const pattern = slots[code.slot] as Pattern;
  const before = filled.map((one) => slots[one] as Pattern);
  const hidden = [
    ...hiddenVariables(pattern, before, ownVariables(template)),
    ...laterExpressions(pattern, before),
  ];
  if (hidden.length > 0) return hidden;
  const parts = template.syntax.guard === null ? [] : conjunctsOf(template.syntax.guard);
  const mine = parts.filter((part) => sharedNames(part, boundBy(pattern)).length > 0);
  const joining = mine.filter((part) =>
    slots.some((other) => other !== pattern && sharedNames(part, boundBy(other)).length > 0),
  );
  const group = groupWord(steps.filter(({ how }) => how === 'scan').length);
  if (joining.length > 0) return joining.map((part) => hintOfPart(template, part, group));
  if (mine.length > 0) return mine.map((part) => hintOfFilter(part, pattern, before));
  if (!fitsItsClass(code)) return hintsOfContent(pattern, code);
  const missing = steps.slice(filled.length + 1).map((step) => slots[step.slot] as Pattern);
  const isJoined = steps.slice(filled.length + 1).some(({ how }) => how === 'look-up');
  return [isJoined ? unjoined(pattern) : hintOfMissing(pattern, missing)];
}

/** A variable that is known by then, but stands where no index looks. */
function hiddenVariables(
  pattern: Pattern,
  before: readonly Pattern[],
  own: ReadonlySet<string>,
): Hint[] {
  const known = new Set(variablesOf(before));
  const inside = new Set(variablesOf(solutionsIn(pattern)));
  const shared = variablesOf([pattern]).filter((name) => own.has(name) && known.has(name));
  return shared.map((name) => ({
    about: [patternText(pattern)],
    why: inside.has(name)
      ? `${code(name)} is inside of a solution, where no index looks; each one is opened`
      : `${code(name)} is inside of a nested tuple, and an index looks at the fields of the outer one`,
    instead: inside.has(name)
      ? `Keep ${code(name)} beside the solution as well, in a field of the tuple around it.`
      : `Give ${code(name)} a field of its own in the outer tuple.`,
  }));
}

/** An expression that had to be put off: its variables are found after the molecule that must equal it. */
function laterExpressions(pattern: Pattern, before: readonly Pattern[]): Hint[] {
  const partner = code(patternText(pattern));
  return before.flatMap((earlier) =>
    expressionsIn(earlier)
      .filter(({ value }) => sharedNames(value, boundBy(pattern)).length > 0)
      .map(({ value }) => {
        const names = sharedNames(value, boundBy(pattern)).map(code).join(' and ');
        const wanted = code(exprText(value));
        return {
          about: [patternText(earlier)],
          why: `when its turn comes, ${names} is not known, and ${wanted} cannot be turned round; each ${partner} is tried`,
          instead: `Keep the value of ${wanted} in a field of ${partner} and give it one name in both patterns.`,
        };
      }),
  );
}

function hintOfPart(template: RuleTemplate, part: Expr, group: string): Hint {
  const all = `every ${group} must be looked at`;
  const hint = (why: string, instead: string | null) => ({ about: [exprText(part)], why, instead });
  switch (part.kind === 'binary' ? part.operator : null) {
    case '==': {
      const instead = inPattern(template, part as Binary);
      return instead === null
        ? hint(`no variable stands alone on a side; ${all}`, EQUALITY)
        : hint(`compared only after both are found; ${all}`, instead);
    }
    case '!=':
      return hint(`shuts few out; ${all} only where all are alike`, null);
    case '||':
      return hint(
        `a choice, and no index serves both sides; ${all}`,
        'Two rules, one for each side, may each have an index.',
      );
    default:
      return hint(`joins on nothing; ${all}`, EQUALITY);
  }
}

type Binary = Extract<Expr, { kind: 'binary' }>;

const EQUALITY =
  'An index finds what is equal: a variable that both patterns share, or an expression in one of them, such as `FORK:(p + 1) % n`. An ordered one finds what lies within bounds: a variable alone, or in a sum of ints, beside `<` or `>`.';

/** `a == b` as a shared variable, `q == p + 1` as an expression in the pattern of q. */
function inPattern(template: RuleTemplate, part: Binary): string | null {
  const slots = slotsOf(template.syntax);
  const sides = [
    [part.right, part.left],
    [part.left, part.right],
  ] as const;
  for (const [left, right] of sides) {
    const solved = solve(left, right, slots);
    if (solved === null) continue;
    const { name, value, slot } = solved;
    const before = code(patternText(slot));
    const after = code(patternText(replaceVariable(slot, name, value)));
    const elsewhere = isUsedElsewhere(template, name, part)
      ? `, and ${code(exprText(value))} wherever ${code(name)} is used`
      : '';
    // Sameness is stricter than == between an int and a real.
    const areInts = [name, ...namesIn(value)].every((one) => isInt(one, slots));
    const note = areInts ? '' : ' (a pattern tells 1 from 1.0)';
    const when = value.kind === 'name' ? '' : `, once ${code(exprText(value))} is known`;
    return `Write ${after} for ${before}${elsewhere}: then an index finds it${when}${note}.`;
  }
  return null;
}

interface Solved {
  readonly name: string;
  readonly value: Expr;
  readonly slot: Pattern;
}

/** A variable of one slot as an expression over the variables of others. */
function solve(left: Expr, right: Expr, slots: readonly Pattern[]): Solved | null {
  if (left.kind === 'name') {
    const { name } = left;
    const owners = slots.filter((slot) => boundBy(slot).has(name));
    const [slot] = owners;
    const isField = slot !== undefined && variablesOf([slot]).includes(name);
    if (owners.length !== 1 || !isField || solutionsIn(slot).length > 0) return null;
    // What is in the pattern already cannot be had from elsewhere.
    if (sharedNames(right, boundBy(slot)).length > 0) return null;
    return { name, value: right, slot };
  }
  // Sums are turned round for ints only: with strings + joins, with reals it rounds.
  if (left.kind !== 'binary' || (left.operator !== '+' && left.operator !== '-')) return null;
  const first = left.left;
  const second = left.right;
  if (second.kind === 'name' && isInt(second.name, slots)) {
    const value = left.operator === '+' ? minus(right, first) : minus(first, right);
    return solve(second, value, slots);
  }
  if (first.kind === 'name' && isInt(first.name, slots)) {
    const value = left.operator === '+' ? minus(right, second) : plus(right, second);
    return solve(first, value, slots);
  }
  return null;
}

function isInt(name: string, slots: readonly Pattern[]): boolean {
  return slots.some((slot) => {
    const fields = slot.kind === 'tuple-pattern' ? slot.items : [slot];
    return fields.some(
      (one) =>
        one.kind === 'variable' &&
        one.name === name &&
        one.type?.kind === 'type-name' &&
        one.type.name === 'int',
    );
  });
}

function minus(left: Expr, right: Expr): Expr {
  return { kind: 'binary', span: left.span, operator: '-', left, right };
}

function plus(left: Expr, right: Expr): Expr {
  return { kind: 'binary', span: left.span, operator: '+', left, right };
}

function replaceVariable(pattern: Pattern, name: string, value: Expr): Pattern {
  if (pattern.kind === 'variable' && pattern.name === name) {
    if (value.kind === 'name') return { ...pattern, name: value.name };
    return { kind: 'expression', span: pattern.span, value };
  }
  if (pattern.kind !== 'tuple-pattern') return pattern;
  return { ...pattern, items: pattern.items.map((item) => replaceVariable(item, name, value)) };
}

function isUsedElsewhere({ syntax }: RuleTemplate, name: string, part: Expr): boolean {
  const others =
    syntax.guard === null ? [] : conjunctsOf(syntax.guard).filter((one) => one !== part);
  const products: Expr = { kind: 'solution', span: syntax.span, elements: syntax.products };
  return [...others, products].some((one) => namesIn(one).has(name));
}

/** A test of one molecule alone, made again for each partner. */
function hintOfFilter(part: Expr, pattern: Pattern, before: readonly Pattern[]): Hint {
  return {
    about: [exprText(part)],
    why: `about ${code(patternText(pattern))} alone, and yet tested again for each ${listed(before)}`,
    instead:
      'A rule of its own may mark those for which it holds: then the first marked one will do.',
  };
}

function unjoined(pattern: Pattern): Hint {
  return {
    about: [patternText(pattern)],
    why: 'no variable in common with what is found before it; each one is tried',
    instead: 'An index finds what shares a variable.',
  };
}

/** Any would do, if only what comes after it were there. */
function hintOfMissing(pattern: Pattern, missing: readonly Pattern[]): Hint {
  return {
    about: [patternText(pattern)],
    why: `tried one by one, in vain, while there is no ${listed(missing)}`,
    instead: 'Write first what is missing most often: it is then looked for first.',
  };
}

/** What is in a molecule is tested, and no index knows it. */
function hintsOfContent(pattern: Pattern, { wants }: PlanStep): Hint[] {
  const about = [patternText(pattern)];
  if (solutionsIn(pattern).length > 0) {
    return [{ about, why: 'each one is opened to see whether it fits', instead: null }];
  }
  if (pattern.kind === 'rule-pattern') {
    return [{ about, why: 'no index knows the names of rules; each rule is tried', instead: null }];
  }
  if (wants.kind === null) {
    return [
      {
        about,
        why: 'of several kinds, which have no class of their own; all data is gone through',
        instead: 'Name one kind, or put a symbol in front: a tuple of its own.',
      },
    ];
  }
  return [
    {
      about,
      why: 'no index knows the types and the parts of fields; each one is tried until one fits',
      instead: 'Where all of the class fit, the first one does: then this costs nothing.',
    },
  ];
}

function listed(patterns: readonly Pattern[]): string {
  return patterns.map((one) => code(patternText(one))).join(' and ');
}

function code(text: string): string {
  return `\`${text}\``;
}

function boundBy(pattern: Pattern): ReadonlySet<string> {
  return new Set([...variablesOf([pattern]), ...restsOf([pattern])]);
}

function groupWord(scans: number): string {
  if (scans <= 1) return 'pair';
  return scans === 2 ? 'triple' : `group of ${scans + 1}`;
}
