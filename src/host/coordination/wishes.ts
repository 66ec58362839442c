// From what a call says to a wish or a definition: the one place where arguments are read, whether they come from a rule or
// from TypeScript. What is wrong with them is told in a sentence.
import { fail, ok, type Result } from '../../base/index.ts';
import {
  type Definition,
  define,
  isNoName,
  type SchemeName,
  type Wish,
} from '../../coordination/index.ts';
import { type Molecule, type PermitRequest, toHost } from '../../runtime/index.ts';

/** A value as plain data: symbols are their names, ints of any size are numbers. */
export function plainOf(molecule: Molecule): unknown {
  return plain(toHost(molecule));
}

function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  const { kind, name } = value as { readonly kind?: unknown; readonly name?: unknown };
  if (kind === 'symbol' && typeof name === 'string') return name;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]));
}

/** What `SCHEME.create(...)` asks for. */
export function definitionOf(
  scheme: SchemeName,
  args: readonly unknown[],
): Result<Definition, string> {
  const [name, options] = scheme === 'balance' ? ['balance', args[0]] : args;
  if (typeof name !== 'string') return fail(`${scheme}.create needs a name`);
  if (!isRecord(options)) return fail(`${scheme}.create needs options, as in ${EXAMPLES[scheme]}`);
  return define(scheme, name, options);
}

const EXAMPLES: Readonly<Record<SchemeName, string>> = {
  tokens: '{rate: 50}',
  groups: '{members: ["a", "b"], conflicts: [["a", "b"]]}',
  pools: '{capacity: 2}',
  balance: '{workers: ["a", "b"]}',
};

/** What a call that enters asks for: `tokens.use`, `groups.enter`, `pools.take` or `balance.task`. */
export function wishOf(name: string, args: readonly unknown[]): Result<Wish, string> {
  const [first, second] = args;
  switch (name) {
    case 'tokens.use':
      if (typeof first !== 'string') return fail('tokens.use needs the name of tokens');
      return ok({ scheme: 'tokens', name: first });
    case 'groups.enter':
      if (typeof first !== 'string' || typeof second !== 'string') {
        return fail('groups.enter needs the name of the groups and the group to enter');
      }
      return ok({ scheme: 'groups', name: first, group: second });
    case 'pools.take': {
      const needs = needsOf(first);
      const strange = Object.keys(needs ?? {}).find(isNoName);
      if (strange !== undefined) return fail(`there is no pool "${strange}"`);
      return needs === null
        ? fail('pools.take needs a list of pools, or a record of how many of each')
        : ok({ scheme: 'pools', needs });
    }
    case 'balance.task':
      if (typeof first !== 'number') return fail('balance.task needs a cost');
      return ok({ scheme: 'balance', cost: first, where: whereOf(second) });
    default:
      return fail(`${name} enters nothing`);
  }
}

/** The name that `SCHEME.status(...)` asks about. */
export function nameIn(scheme: SchemeName, args: readonly unknown[]): Result<string, string> {
  const [name] = scheme === 'balance' ? [scheme] : args;
  return typeof name === 'string' ? ok(name) : fail(`${scheme}.status needs a name`);
}

/** `["a", "a", "b"]` is `{a: 2, b: 1}`. */
function needsOf(value: unknown): Readonly<Record<string, number>> | null {
  if (isRecord(value)) return value as Readonly<Record<string, number>>;
  if (!Array.isArray(value) || !value.every((one) => typeof one === 'string')) return null;
  return sumOf((value as readonly string[]).map((pool) => [pool, 1]));
}

/** Names are any texts, also those of what every object has. */
function sumOf(amounts: readonly (readonly [string, number])[]): Readonly<Record<string, number>> {
  const sum = new Map<string, number>();
  for (const [name, amount] of amounts) sum.set(name, (sum.get(name) ?? 0) + amount);
  return Object.fromEntries(sum);
}

/** A record of numbers says where the data of a task lie; other data lie nowhere in particular. */
function whereOf(value: unknown): Readonly<Record<string, number>> {
  const says =
    isRecord(value) &&
    Object.entries(value).every(([name, one]) => typeof one === 'number' && !isNoName(name));
  return says ? (value as Readonly<Record<string, number>>) : {};
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** First where it runs, then who may be there, then what is needed, and the moment of use last: nothing is kept waiting with it. */
const ORDER: readonly SchemeName[] = ['balance', 'groups', 'pools', 'tokens'];

/**
 * The wishes of one clause, in the one order in which all clauses enter, so that no two wait for each other. What is asked of
 * pools is one wish: they give all at once.
 */
export function wishesOf(permits: readonly PermitRequest[]): Result<readonly Wish[], string> {
  const wishes: Wish[] = [];
  for (const { name, args } of permits) {
    const wish = wishOf(name, args.map(plainOf));
    if (!wish.ok) return wish;
    const problem = add(wishes, wish.value);
    if (problem !== null) return fail(problem);
  }
  return ok(wishes.sort(compareWishes));
}

/** Adds a wish to those of its clause; a sentence when they exclude each other. */
function add(wishes: Wish[], wish: Wish): string | null {
  const same = wishes.findIndex(
    (one) => one.scheme === wish.scheme && nameOf(one) === nameOf(wish),
  );
  const other = wishes[same];
  if (other === undefined || other.scheme === 'tokens') {
    wishes.push(wish);
    return null;
  }
  if (other.scheme === 'pools' && wish.scheme === 'pools') {
    const needs = [...Object.entries(other.needs), ...Object.entries(wish.needs)];
    wishes[same] = { scheme: 'pools', needs: sumOf(needs) };
    return null;
  }
  if (other.scheme === 'groups' && wish.scheme === 'groups') {
    if (other.group === wish.group) return null;
    return `one reaction cannot be in two groups of "${wish.name}", "${other.group}" and "${wish.group}"`;
  }
  return 'one reaction is one task: balance.task stands once after `under`';
}

function nameOf(wish: Wish): string {
  return wish.scheme === 'tokens' || wish.scheme === 'groups' ? wish.name : '';
}

function compareWishes(a: Wish, b: Wish): number {
  const byScheme = ORDER.indexOf(a.scheme) - ORDER.indexOf(b.scheme);
  if (byScheme !== 0) return byScheme;
  return nameOf(a) < nameOf(b) ? -1 : nameOf(a) > nameOf(b) ? 1 : 0;
}
