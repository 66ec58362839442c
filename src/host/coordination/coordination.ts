// The coordination schemes as whoever runs effects uses them: create, enter, leave, as promises. Behind it is a node of
// coordination (src/coordination/node), in this process or in a cluster: it takes commands and tells events.
import type {
  Asked,
  Definition,
  Grant,
  NodeCommand,
  RequestEvent,
  SchemeName,
  Statuses,
  Wish,
} from '../../coordination/index.ts';

/** A node that somebody drives. */
export interface CoordinationPort {
  command(command: NodeCommand): void;
  /** Called with each event; one listener. */
  listen(listener: (event: RequestEvent) => void): void;
  /** How many wait for something, and how many have what they wanted: a port with neither may rest. */
  busy(waiting: number, held: number): void;
}

export interface Coordination {
  /** Defines a scheme; rejects with a CoordinationError when its name is taken, unless the same maker did that. */
  create(definition: Definition, by?: string): Promise<void>;
  resize(name: string, rate: number): Promise<void>;
  /** How a scheme stands, as far as the node knows that is asked. */
  status<S extends SchemeName>(scheme: S, name: string): Promise<Statuses[S]>;
  /** Enters as soon as it may; rejects with a CoordinationError when that can never be. */
  enter(wish: Wish, signal?: AbortSignal): Promise<Stay>;
}

/** What was entered, until it is left. */
export interface Stay {
  readonly wish: Wish;
  readonly grant: Grant;
  /** Aborted when it is lost against the will of its holder, who must stop. */
  readonly lost: AbortSignal;
  /** Leaves; once is enough, more do no harm. */
  leave(): void;
}

/** A call that cannot be carried out, with a sentence that says why. */
export class CoordinationError extends Error {
  override readonly name = 'CoordinationError';
}

const GIVEN_UP = 'the wait was given up';

/** What comes of a request that is not refused. */
type Answer = Exclude<RequestEvent, { type: 'refused' | 'lost' }>;

interface Waiting {
  readonly done: (answer: Answer) => void;
  readonly failed: (why: string) => void;
}

/** Promises over a port. */
export function coordinationOver(port: CoordinationPort): Coordination {
  const waiting = new Map<string, Waiting>();
  const held = new Map<string, AbortController>();
  let count = 0;
  const tellBusy = (): void => port.busy(waiting.size, held.size);

  port.listen((event) => {
    if (event.type === 'lost') {
      held.get(event.request)?.abort();
      return;
    }
    const one = waiting.get(event.request);
    if (one === undefined) return;
    waiting.delete(event.request);
    if (event.type === 'refused') one.failed(event.why);
    else one.done(event);
    tellBusy();
  });

  const ask = (make: (request: string) => NodeCommand): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const request = String(++count);
      waiting.set(request, {
        done: resolve,
        failed: (why) => reject(new CoordinationError(why)),
      });
      tellBusy();
      port.command(make(request));
    });

  const withdraw = (request: string, why: string): void => {
    const one = waiting.get(request);
    if (one === undefined) return;
    waiting.delete(request);
    port.command({ type: 'leave', request });
    one.failed(why);
    tellBusy();
  };

  return {
    async create(definition, by) {
      const maker = by === undefined ? {} : { by };
      await ask((request) => ({ type: 'create', request, definition, ...maker }));
    },
    async resize(name, rate) {
      await ask((request) => ({ type: 'resize', request, name, rate }));
    },
    async status<S extends SchemeName>(scheme: S, name: string) {
      const asked: Asked = { scheme, name };
      const answer = await ask((request) => ({ type: 'status', request, ...asked }));
      return (answer as Extract<Answer, { type: 'status' }>).status as Statuses[S];
    },
    async enter(wish, signal) {
      if (signal?.aborted) throw new CoordinationError(GIVEN_UP);
      let own = '';
      const giveUp = (): void => withdraw(own, GIVEN_UP);
      signal?.addEventListener('abort', giveUp, { once: true });
      try {
        const answer = await ask((made) => {
          own = made;
          return { type: 'enter', request: made, wish };
        });
        const { request, grant } = answer as Extract<Answer, { type: 'entered' }>;
        const lost = new AbortController();
        held.set(request, lost);
        tellBusy();
        const leave = (): void => {
          if (!held.delete(request)) return;
          port.command({ type: 'leave', request });
          tellBusy();
        };
        return { wish, grant, lost: lost.signal, leave };
      } finally {
        signal?.removeEventListener('abort', giveUp);
      }
    },
  };
}
