// Coordination for exploring: every wish that can be granted is, at once. Which order things have in time is chosen by whoever
// explores, and he tries every one; what is left of a scheme is what is wrong with a call.
import { nodeId } from '../../base/index.ts';
import {
  type Definition,
  type Grant,
  type Known,
  type SchemeName,
  type Statuses,
  statusOf,
  type Wish,
  whyNot,
  workersOf,
} from '../../coordination/index.ts';
import { type Coordination, CoordinationError } from './coordination.ts';

export function unrestrained(): Coordination {
  const definitions = new Map<string, Definition>();
  const known: Known = { definitions, nodes: ['local'] };
  const never = new AbortController().signal;
  const keyOf = ({ scheme, name }: Definition): string =>
    scheme === 'balance' ? scheme : `${scheme} ${name}`;
  return {
    create(definition) {
      definitions.set(keyOf(definition), definition);
      return Promise.resolve();
    },
    resize(name, rate) {
      const refused = refusedBy(whyNot(known, { scheme: 'tokens', name }));
      if (refused !== null) return refused;
      const definition = definitions.get(`tokens ${name}`);
      if (definition?.scheme === 'tokens')
        definitions.set(keyOf(definition), { ...definition, rate });
      return Promise.resolve();
    },
    status<S extends SchemeName>(scheme: S, name: string) {
      const status = statusOf(known, { scheme, name }, nobody, idle(known));
      if (!status.ok) return Promise.reject(new CoordinationError(status.error));
      return Promise.resolve(status.value as Statuses[S]);
    },
    enter(wish) {
      const refused = refusedBy(whyNot(known, wish));
      if (refused !== null) return refused;
      return Promise.resolve({ wish, grant: grantOf(wish, known), lost: never, leave() {} });
    },
  };
}

const nobody = { held: [], waiting: [] };

function idle(known: Known): ReadonlyMap<string, number> {
  return new Map(workersOf(known).map((worker) => [worker, 0]));
}

function refusedBy(why: string | undefined): Promise<never> | null {
  return why === undefined ? null : Promise.reject(new CoordinationError(why));
}

/** What anybody is given who is alone. */
function grantOf(wish: Wish, known: Known): Grant {
  switch (wish.scheme) {
    case 'tokens':
      return { scheme: 'tokens', token: 0, epoch: 1 };
    case 'groups':
      return { scheme: 'groups', fence: { view: 0, count: 1 } };
    case 'pools': {
      const units = Object.entries(wish.needs).flatMap(([pool, amount]) =>
        Array.from({ length: amount }, (_, unit) => ({ pool, unit, fence: 1 })),
      );
      return { scheme: 'pools', units };
    }
    case 'balance': {
      const where = new Map(Object.entries(wish.where));
      const amount = (worker: string): number => where.get(worker) ?? 0;
      const [worker = ''] = [...workersOf(known)].sort((a, b) => amount(b) - amount(a));
      return { scheme: 'balance', worker, node: nodeId('local') };
    }
  }
}
