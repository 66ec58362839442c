// What a user says when a scheme is created, checked: plain data that every node is given alike. Who keeps what of it at which
// node is not said here (kits.ts).
import { fail, ok, type Result } from '../../base/index.ts';
import { allInConflict, pipeline } from '../groups/index.ts';
import { type Given, text } from './given.ts';
import { defineTokens, type TokensDefinition, tokensOptions } from './rates.ts';

export type SchemeName = 'tokens' | 'groups' | 'pools' | 'balance';

export type Definition = TokensDefinition | GroupsDefinition | PoolDefinition | BalanceDefinition;

export interface GroupsDefinition {
  readonly scheme: 'groups';
  readonly name: string;
  readonly members: readonly string[];
  readonly conflicts: readonly (readonly [string, string])[];
}

export interface PoolDefinition {
  readonly scheme: 'pools';
  readonly name: string;
  readonly capacity: number;
}

export interface BalanceDefinition {
  readonly scheme: 'balance';
  /** There is one of it, so it needs no name of its own. */
  readonly name: 'balance';
  readonly workers: readonly string[];
  /** Nobody has named them: they are the nodes, whoever these are. */
  readonly isUsual: boolean;
  /** How much dearer work on data is that lie at another worker. */
  readonly remoteFactor: number;
}

const OPTIONS: Readonly<Record<SchemeName, readonly string[]>> = {
  tokens: tokensOptions,
  groups: ['members', 'conflicts'],
  pools: ['capacity'],
  balance: ['workers', 'remoteFactor'],
};

/** The definition, or a sentence that says what is wrong with it. */
export function define(
  scheme: SchemeName,
  name: string,
  options: Given,
): Result<Definition, string> {
  if (name === '') return fail(`${scheme}.create needs a name that is not empty`);
  if (isNoName(name)) return fail(`${scheme}.create cannot use the name "${name}"`);
  const known = OPTIONS[scheme];
  const stranger = Object.keys(options).find((key) => !known.includes(key));
  if (stranger !== undefined) {
    const all = known.join(', ').replace(/, (\w+)$/, ' and $1');
    return fail(`${scheme}.create has no option "${stranger}": it has ${all}`);
  }
  switch (scheme) {
    case 'tokens':
      return defineTokens(name, options);
    case 'groups':
      return defineGroups(name, options);
    case 'pools':
      return definePool(name, options);
    case 'balance':
      return defineBalance(options);
  }
}

function defineGroups(name: string, { members, conflicts }: Given): Result<Definition, string> {
  if (!isNames(members) || members.length === 0) {
    return fail(
      `the members of "${name}" must be a list of the names of its groups, not ${text(members)}`,
    );
  }
  const twice = members.find((one, i) => members.indexOf(one) < i);
  if (twice !== undefined) return fail(`"${name}" has the group "${twice}" twice`);
  const pairs =
    conflicts === 'pipeline'
      ? pipeline(members)
      : conflicts === 'all'
        ? allInConflict(members)
        : conflicts;
  if (!isPairs(pairs)) {
    return fail(
      `the conflicts of "${name}" must be a list of pairs of groups, "pipeline" or "all", not ${text(conflicts)}`,
    );
  }
  for (const pair of pairs) {
    const stranger = pair.find((group) => !members.includes(group));
    if (stranger !== undefined) return fail(noGroup(name, stranger, members));
    if (pair[0] === pair[1]) {
      return fail(`the group "${pair[0]}" of "${name}" cannot be in conflict with itself`);
    }
  }
  return ok({ scheme: 'groups', name, members, conflicts: pairs });
}

export function noGroup(name: string, group: string, members: readonly string[]): string {
  return `"${name}" has no group "${group}": it has ${members.map((one) => `"${one}"`).join(', ')}`;
}

function definePool(name: string, { capacity }: Given): Result<Definition, string> {
  const isRight =
    typeof capacity === 'number' &&
    Number.isSafeInteger(capacity) &&
    capacity > 0 &&
    capacity <= 100_000;
  if (!isRight) {
    return fail(
      `the capacity of the pool "${name}" must be a whole number from 1 to 100000, not ${text(capacity)}`,
    );
  }
  return ok({ scheme: 'pools', name, capacity });
}

/** Whoever names no workers has the nodes. */
export function usualBalance(nodes: readonly string[]): BalanceDefinition {
  return { scheme: 'balance', name: 'balance', workers: nodes, isUsual: true, remoteFactor: 2 };
}

function defineBalance({ workers, remoteFactor = 2 }: Given): Result<Definition, string> {
  if (!isNames(workers) || workers.length === 0) {
    return fail(`the workers of balance must be a list of names, not ${text(workers)}`);
  }
  const twice = workers.find((one, i) => workers.indexOf(one) < i);
  if (twice !== undefined) return fail(`balance has the worker "${twice}" twice`);
  if (typeof remoteFactor !== 'number' || !(remoteFactor >= 1 && remoteFactor < 1e9)) {
    return fail(
      `the remoteFactor of balance must be a number of at least 1, not ${text(remoteFactor)}`,
    );
  }
  return ok({ scheme: 'balance', name: 'balance', workers, isUsual: false, remoteFactor });
}

function isNames(value: unknown): value is readonly string[] {
  const isName = (one: unknown): boolean => typeof one === 'string' && one !== '' && !isNoName(one);
  return Array.isArray(value) && value.every(isName);
}

/** No message between nodes may have a field of this name. */
export function isNoName(name: string): boolean {
  return name === '__proto__';
}

function isPairs(value: unknown): value is readonly (readonly [string, string])[] {
  return Array.isArray(value) && value.every((pair) => isNames(pair) && pair.length === 2);
}
