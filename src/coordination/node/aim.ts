// From a wish to the member that it is for, with what the member must be told; and why a wish cannot be granted at all.
import { type Ctx, type NodeId, nodeId } from '../../base/index.ts';
import { wrongTask } from '../balance/index.ts';
import { type Definition, noGroup, type SchemeName } from './definition.ts';
import { text } from './given.ts';
import { groupMember } from './places.ts';
import type { Wish } from './wish.ts';

/** A member of a scheme, as the node that carries messages knows it. */
export interface Aim {
  readonly scheme: string;
  readonly member: NodeId;
}

/** What a node knows: what was defined, and which nodes there are, who are the workers until somebody names others. */
export interface Known {
  readonly definitions: ReadonlyMap<string, Definition>;
  readonly nodes: readonly string[];
}

/** Why a wish is refused at once, as a sentence, or undefined. */
export function whyNot(known: Known, wish: Wish): string | undefined {
  const { definitions } = known;
  switch (wish.scheme) {
    case 'tokens':
      return definitions.has(`tokens ${wish.name}`) ? undefined : noSuch('tokens', wish.name);
    case 'groups': {
      const groups = definitions.get(`groups ${wish.name}`);
      if (groups?.scheme !== 'groups') return noSuch('groups', wish.name);
      return groups.members.includes(wish.group)
        ? undefined
        : noGroup(wish.name, wish.group, groups.members);
    }
    case 'pools':
      return wrongNeeds(definitions, wish.needs);
    case 'balance':
      return wrongOffer(workersOf(known), wish);
  }
}

/** Nobody has created it. */
export function noSuch(scheme: SchemeName, name: string): string {
  return scheme === 'pools'
    ? `there is no pool "${name}": create it first, with pools.create`
    : `there are no ${scheme} "${name}": create them first, with ${scheme}.create`;
}

function wrongNeeds(
  definitions: Known['definitions'],
  needs: Readonly<Record<string, number>>,
): string | undefined {
  const entries = Object.entries(needs);
  if (entries.length === 0) return 'nothing is asked of any pool';
  for (const [name, amount] of entries) {
    const pool = definitions.get(`pools ${name}`);
    if (pool?.scheme !== 'pools') return noSuch('pools', name);
    if (!Number.isSafeInteger(amount) || amount < 1) {
      return `of the pool "${name}" a whole number above 0 can be taken, not ${text(amount)}`;
    }
    if (amount > pool.capacity) {
      return `the pool "${name}" has ${pool.capacity}, so ${amount} can never be taken at once`;
    }
  }
  return undefined;
}

export function workersOf({ definitions, nodes }: Known): readonly string[] {
  const known = definitions.get('balance');
  return known?.scheme === 'balance' ? known.workers : nodes;
}

function wrongOffer(
  workers: readonly string[],
  { cost, where }: Extract<Wish, { scheme: 'balance' }>,
): string | undefined {
  const stranger = Object.keys(where).find((worker) => !workers.includes(worker));
  if (stranger !== undefined) {
    const names = workers.map((one) => `"${one}"`).join(', ');
    return `the data of a task cannot lie at "${stranger}": the workers are ${names}`;
  }
  return wrongTask({ request: '', cost, where: placesOf(where) });
}

/** The member that a wish goes to, and what its command says beside the name of the request. */
export function aimOf(
  known: Known & { readonly self: NodeId },
  wish: Wish,
  ctx: Ctx,
): { readonly aim: Aim; readonly fields: object } {
  const { self } = known;
  switch (wish.scheme) {
    case 'tokens':
      return { aim: { scheme: `tokens ${wish.name}`, member: self }, fields: {} };
    case 'groups': {
      const aim = { scheme: `groups ${wish.name}`, member: groupMember(self, wish.group) };
      return { aim, fields: {} };
    }
    case 'pools':
      return { aim: { scheme: 'pools', member: self }, fields: { needs: wish.needs } };
    case 'balance': {
      const member = nodeId(firstWorker(workersOf(known), wish.where, ctx));
      const fields = { cost: wish.cost, where: placesOf(wish.where) };
      return { aim: { scheme: 'balance', member }, fields };
    }
  }
}

/**
 * A task whose data nobody has placed: where the nodes are the workers, its data lie at the node that has it, since a flask there
 * holds what its reaction took.
 */
export function located(known: Known & { readonly self: NodeId }, wish: Wish): Wish {
  if (wish.scheme !== 'balance' || Object.keys(wish.where).length > 0) return wish;
  const definition = known.definitions.get('balance');
  const areNodes = definition?.scheme !== 'balance' || definition.isUsual;
  return areNodes ? { ...wish, where: { [known.self]: 1 } } : wish;
}

/** A task begins where most of its data are, or anywhere; workers pass it on as they see fit. */
function firstWorker(
  workers: readonly string[],
  where: Readonly<Record<string, number>>,
  ctx: Ctx,
): string {
  const most = Math.max(0, ...Object.values(where));
  const near = workers.filter((worker) => most > 0 && where[worker] === most);
  const likely = near.length > 0 ? near : workers;
  return likely[ctx.rng.below(likely.length)] as string;
}

function placesOf(where: Readonly<Record<string, number>>) {
  return Object.entries(where).map(([node, amount]) => ({ node: nodeId(node), amount }));
}
