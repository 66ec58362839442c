// The four schemes as a node runs them. Members of tokens, groups and pools are at every node; the workers of balance are dealt
// out to the nodes. A member is named after its node, and after what it is there if a node has several.
import { type NodeId, nodeId } from '../../base/index.ts';
import { balance, loadsOf } from '../balance/index.ts';
import { createMember, groups } from '../groups/index.ts';
import { createPoolsNode, pools } from '../pools/index.ts';
import { book, type TokensEvent, walk } from '../tokens/index.ts';
import type {
  BalanceDefinition,
  Definition,
  GroupsDefinition,
  PoolDefinition,
  SchemeName,
} from './definition.ts';
import { configured, type Kit, type KitEvent, kitOf, type Layout } from './kit.ts';
import { groupMember } from './places.ts';
import { fewest, rateMax, type TokensDefinition, walkingCount } from './rates.ts';
import { resumeBalance, resumeGroups, resumePools, resumeTokens } from './resume.ts';

const keepersMax = fewest(rateMax);
/** Beyond one node: how long a message may take, and how far clocks may be apart. */
const afar = { leadMs: 50, skewMs: 500 };
const alone = { leadMs: 0, skewMs: 0 };
/** What walking tokens do unless somebody says otherwise: few nodes have many wishes each, so none is planned for long. */
const usualWalk = { delayMs: 0, changeMs: 1, hopMs: 50 };

/** The kit that runs what was defined. */
export function kitFor(definition: Definition): Kit {
  const isWalking = definition.scheme === 'tokens' && definition.walking !== undefined;
  return isWalking ? walkingTokens : kits[definition.scheme];
}

const kits: Readonly<Record<SchemeName, Kit>> = {
  tokens: kitOf(book, layoutTokens, {
    create: (config, member) => book.create(config, member),
    resume: (state, _member, _held, resuming) => resumeTokens(state, resuming),
    see: seeUse,
  }),
  groups: kitOf(groups, layoutGroups, {
    create(config, member, generation) {
      const members = config.seats.map(({ node }) => ({ node, since: generation }));
      return createMember(config, member, { number: generation, members });
    },
    resume: resumeGroups,
    see(event) {
      if (event.type === 'refused') return event;
      if (event.type === 'lost') return { type: 'lost', request: event.request };
      if (event.type !== 'entered') return null;
      const { request, fence } = event;
      return { type: 'entered', request, grant: { scheme: 'groups', fence } };
    },
  }),
  pools: kitOf(pools, layoutPools, {
    create: createPoolsNode,
    resume: resumePools,
    see(event) {
      if (event.type === 'refused' || event.type === 'lost') return event;
      if (event.type !== 'entered') return null;
      const { request, units } = event;
      return { type: 'entered', request, grant: { scheme: 'pools', units } };
    },
  }),
  balance: kitOf(balance, layoutBalance, {
    create: (config, member) => balance.create(config, member),
    resume: (state, member, held, resuming, ctx) =>
      resumeBalance(state, member, held, resuming, ctx.now),
    see(event, member) {
      if (event.type === 'refused') return event;
      if (event.type !== 'entered') return null;
      // Where the worker is, whoever hears of it knows.
      const grant = { scheme: 'balance', worker: member, node: member } as const;
      return { type: 'entered', request: event.request, grant };
    },
    loads: loadsOf,
  }),
};

/** Each node asks; tokens lie with keepers, as few as real timers allow, and never more than the rate. */
function layoutTokens({ rate }: TokensDefinition, nodes: readonly NodeId[]): Layout {
  const most = Math.max(1, Math.min(keepersMax, Math.floor(rate)));
  const count = Math.min(most, Math.max(fewest(rate), nodes.length));
  const hosts = new Map(nodes.map((node) => [node, node]));
  const keepers = Array.from({ length: count }, (_, i) => {
    const node = nodes[i % nodes.length] as NodeId;
    const keeper = nodeId(`${node}/keeper${i}`);
    hosts.set(keeper, node);
    return keeper;
  });
  const options = { ratePerSecond: rate, keepers, aheadMs: 0, pendingMax: 1_000_000 };
  // Whoever is gone is left out of the next generation: no lease has to end before that.
  const times = { ...(nodes.length > 1 ? afar : alone), leaseMs: 0 };
  const config = configured(book.configure({ ...options, ...times }));
  return { hosts, config, ledger: config.ledger };
}

function seeUse(event: TokensEvent): KitEvent | null {
  if (event.type === 'refused') return event;
  if (event.type !== 'entered') return null;
  const { request, token, epoch } = event;
  return { type: 'entered', request, grant: { scheme: 'tokens', token, epoch } };
}

const walkingTokens: Kit = kitOf({ ...walk, step: stepWalk }, layoutWalk, {
  create: (config, member) => walk.create(config, member),
  resume: (state, _member, _held, resuming) => resumeTokens(state, resuming),
  see: seeUse,
});

/** A use is a moment, also here: it is over when it has begun, however long the effect takes that runs under it. */
function stepWalk(
  ...[state, input, ctx]: Parameters<typeof walk.step>
): ReturnType<typeof walk.step> {
  const effects = [...walk.step(state, input, ctx)];
  for (const effect of effects) {
    if (effect.type !== 'event' || effect.event.type !== 'entered') continue;
    const command = { type: 'leave', request: effect.event.request } as const;
    effects.push(...walk.step(state, { type: 'command', command }, ctx));
  }
  return effects;
}

/** Each node is a member that knows all others; the first one has the ledger. Nothing is lost within a generation, so steps are not confirmed and leases never end. */
function layoutWalk(definition: TokensDefinition, nodes: readonly NodeId[]): Layout {
  const { rate, walking = {} } = definition;
  const { keepMs, delayMs, changeMs, hopMs } = { ...usualWalk, ...walking };
  const options = { ratePerSecond: rate, keepers: nodes, tokens: walkingCount(definition) };
  const config = configured(
    walk.configure({
      ...{ ...options, pendingMax: 1_000_000, acknowledge: false, leaseMs: 0 },
      ...{ delayMsMin: delayMs, changeMsMin: changeMs, hopMs },
      ...(keepMs === undefined ? {} : { keepMs }),
      skewMs: nodes.length > 1 ? afar.skewMs : alone.skewMs,
      neighbours: Object.fromEntries(
        nodes.map((node) => [node, nodes.filter((other) => other !== node)]),
      ),
    }),
  );
  return { hosts: new Map(nodes.map((node) => [node, node])), config, ledger: config.ledger };
}

/** Any node may enter any group: it has a member in each. */
function layoutGroups({ members, conflicts }: GroupsDefinition, nodes: readonly NodeId[]): Layout {
  const hosts = new Map<NodeId, NodeId>();
  for (const node of nodes) for (const group of members) hosts.set(groupMember(node, group), node);
  const seats = Object.fromEntries(
    members.map((group) => [group, nodes.map((node) => groupMember(node, group))]),
  );
  const config = configured(groups.configure({ members: seats, conflicts }));
  return { hosts, config };
}

/** The scheme with its first pool; others are opened as they are created. */
function layoutPools({ name, capacity }: PoolDefinition, nodes: readonly NodeId[]): Layout {
  const keeper = poolKeeper(nodes);
  const options = { pools: { [name]: { keeper, capacity } }, leaseMs: 0 };
  return {
    hosts: new Map(nodes.map((node) => [node, node])),
    config: configured(pools.configure(options)),
  };
}

export function poolKeeper(nodes: readonly NodeId[]): NodeId {
  return nodes[0] as NodeId;
}

function layoutBalance(
  { workers, remoteFactor }: BalanceDefinition,
  nodes: readonly NodeId[],
): Layout {
  const hosts = new Map(
    workers.map((worker, i) => [nodeId(worker), nodes[i % nodes.length] as NodeId]),
  );
  return { hosts, config: configured(balance.configure({ members: workers, remoteFactor })) };
}
