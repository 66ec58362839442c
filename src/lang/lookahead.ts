// Which way the grammar goes at a fork: the next token decides, or the next two where one is not enough. The answers
// are those of chevrotain's own strategy, which test/lang/lookahead.test.ts holds it to; but that one takes longer
// for its tables than a small program takes to run. Here a table is made when its fork is first met.
import {
  Alternation,
  type Alternative,
  type ILookaheadStrategy,
  type IOrAlt,
  type IProduction,
  type IToken,
  LLkLookaheadStrategy,
  NonTerminal,
  Option,
  Repetition,
  type Rule,
  Terminal,
  type TokenType,
} from 'chevrotain';
import { assert } from '../base/index.ts';

/** What is still to be read: the items from `at` on, and `next` what follows them. Null is the end. */
interface Rest {
  readonly items: readonly IProduction[];
  readonly at: number;
  readonly next: Rest | null;
}

/** Whether one way can be gone, by the index of the next token's type: always, or before certain types. */
type Way = ReadonlyMap<number, true | ReadonlySet<number>> | 'always';

interface Reader {
  LA(distance: number): IToken;
}

type AnyAlternative = IOrAlt<unknown>;
type Fork = Parameters<ILookaheadStrategy['buildLookaheadForAlternation']>[0];
type OptionalFork = Parameters<ILookaheadStrategy['buildLookaheadForOptional']>[0];

export class Lookahead extends LLkLookaheadStrategy {
  override buildLookaheadForAlternation({
    rule,
    prodOccurrence,
    maxLookahead,
    hasPredicates,
  }: Fork) {
    let ways: readonly Way[] | null = null;
    return function (this: unknown, alternatives?: AnyAlternative[]): number | undefined {
      ways ??= waysOf(alternativesOf(rule, prodOccurrence), maxLookahead);
      const reader = this as Reader;
      for (let i = 0; i < ways.length; i++) {
        if (hasPredicates && alternatives?.[i]?.GATE?.call(this) === false) continue;
        if (isOpen(ways[i] as Way, reader)) return i;
      }
      return undefined;
    };
  }

  override buildLookaheadForOptional({
    rule,
    prodOccurrence,
    prodType,
    maxLookahead,
  }: OptionalFork) {
    let way: Way | undefined;
    return function (this: unknown): boolean {
      way ??= waysOf(insideAndBehind(rule, prodType, prodOccurrence), maxLookahead)[0] as Way;
      return isOpen(way, this as Reader);
    };
  }
}

function isOpen(way: Way, reader: Reader): boolean {
  if (way === 'always') return true;
  const second = way.get(reader.LA(1).tokenTypeIdx);
  return second === true || (second?.has(reader.LA(2).tokenTypeIdx) ?? false);
}

function alternativesOf(rule: Rule, occurrence: number): readonly Rest[] {
  const [fork] = find(rule, Alternation, occurrence);
  const ways = fork.definition as Alternative[];
  return ways.map(({ definition }) => ({ items: definition, at: 0, next: null }));
}

/** The two ways at something optional: into it, and past it to the end of its rule. */
function insideAndBehind(rule: Rule, type: string, occurrence: number): readonly Rest[] {
  assert(type === 'Option' || type === 'Repetition', 'there are no other forks', type);
  const [fork, behind] = find(rule, type === 'Option' ? Option : Repetition, occurrence);
  return [{ items: fork.definition, at: 0, next: null }, behind];
}

type ForkClass = typeof Alternation | typeof Option | typeof Repetition;
type Found = readonly [fork: Alternation | Option | Repetition, behind: Rest];

function find(rule: Rule, type: ForkClass, occurrence: number): Found {
  const found = findIn({ items: rule.definition, at: 0, next: null }, type, occurrence);
  assert(found !== null, 'a fork stands in its rule', [rule.name, occurrence]);
  return found;
}

function findIn(rest: Rest, type: ForkClass, occurrence: number): Found | null {
  const item = rest.items[rest.at];
  if (item === undefined) return null;
  const behind = { ...rest, at: rest.at + 1 };
  if (item instanceof type && item.idx === occurrence) return [item, behind];
  if (item instanceof Alternation || item instanceof Option || item instanceof Repetition) {
    const next = item instanceof Repetition ? rest : behind;
    const ways = item instanceof Alternation ? item.definition : [item];
    for (const { definition } of ways as Alternative[]) {
      const found = findIn({ items: definition, at: 0, next }, type, occurrence);
      if (found !== null) return found;
    }
  }
  return findIn(behind, type, occurrence);
}

/** Each way asks for a second token only where another way begins with the same one. */
function waysOf(rests: readonly Rest[], maxLookahead: number): readonly Way[] {
  const begins = rests.map(beginsOf);
  return begins.map((begin, i) => {
    if (begin.has(null)) return 'always';
    const others = begins.filter((_, j) => j !== i).flatMap((other) => [...other.keys()]);
    const elsewhere = new Set(others.flatMap(indexesOf));
    const way = new Map<number, true | Set<number>>();
    for (const [token, behind] of begin) {
      const indexes = indexesOf(token);
      const shared = maxLookahead > 1 && indexes.some((index) => elsewhere.has(index));
      const seconds = shared ? secondsOf(behind) : true;
      for (const index of indexes) way.set(index, union(way.get(index), seconds));
    }
    return way;
  });
}

/** The tokens with which `rest` can begin, and what is behind each; null among them if it can be empty. */
function beginsOf(rest: Rest): ReadonlyMap<TokenType | null, readonly (Rest | null)[]> {
  const begins = new Map<TokenType | null, (Rest | null)[]>();
  eachBegin(rest, (token, behind) => {
    const known = begins.get(token);
    if (known === undefined) begins.set(token, [behind]);
    else known.push(behind);
  });
  return begins;
}

/** The tokens with which one of `rests` begins; true if one of them can be empty, since then any token may follow. */
function secondsOf(rests: readonly (Rest | null)[]): true | Set<number> {
  const seconds = new Set<number>();
  let anything = false;
  for (const rest of rests) {
    eachBegin(rest, (token) => {
      if (token === null) anything = true;
      for (const index of indexesOf(token)) seconds.add(index);
    });
  }
  return anything || seconds;
}

function union(one: true | Set<number> | undefined, other: true | Set<number>): true | Set<number> {
  if (one === undefined || other === true) return other;
  return one === true ? true : new Set([...one, ...other]);
}

/** The type itself and those that belong to it. */
function indexesOf(token: TokenType | null): readonly number[] {
  return token === null ? [] : [token.tokenTypeIdx as number, ...(token.categoryMatches ?? [])];
}

/** Calls `visit` with each token that can come first, and what is behind it; with null if nothing need come. */
function eachBegin(
  rest: Rest | null,
  visit: (token: TokenType | null, behind: Rest | null) => void,
): void {
  let at = rest;
  while (at !== null && at.at === at.items.length) at = at.next;
  if (at === null) {
    visit(null, null);
    return;
  }
  const item = at.items[at.at];
  const behind = { items: at.items, at: at.at + 1, next: at.next };
  if (item instanceof Terminal) {
    visit(item.terminalType, behind);
  } else if (item instanceof NonTerminal) {
    eachBegin({ items: item.referencedRule.definition, at: 0, next: behind }, visit);
  } else if (item instanceof Alternation) {
    for (const { definition } of item.definition as Alternative[]) {
      eachBegin({ items: definition, at: 0, next: behind }, visit);
    }
  } else {
    assert(item instanceof Option || item instanceof Repetition, 'there are no other items', item);
    const next = item instanceof Repetition ? at : behind;
    eachBegin({ items: item.definition, at: 0, next }, visit);
    eachBegin(behind, visit);
  }
}
