// One node of a cluster in a process of its own, whose flasks are timed: how long an attempt takes from its first question to the
// last gift, for attempts that ask other flasks. Started by ../captures.ts, which joins it to others and asks for its times.
import { performance } from 'node:perf_hooks';
import {
  chemistry,
  type FlaskApp,
  type FlaskInput,
  type FlaskOutput,
} from '../../src/dht/index.ts';
import { ClusterNode, readListen } from '../../src/dht/net/index.ts';
import { installedProgram } from '../../src/host/index.ts';

interface Spoken {
  readonly message?: {
    readonly type: string;
    readonly gift?: { readonly attempt: number };
    readonly message?: { readonly type: string; readonly attempt: number };
  };
}

const tookMs: number[] = [];

/** The same app, with a clock beside it. */
function timed<S extends { readonly id: string }>(app: FlaskApp<S>): FlaskApp<S> {
  const begun = new Map<string, number>();
  return {
    ...app,
    step(state: S, input: FlaskInput): readonly FlaskOutput[] {
      const outputs = app.step(state, input);
      const now = performance.now();
      const given = input.type === 'message' ? (input.message as Spoken).message : undefined;
      if (given?.type === 'given') {
        const key = `${state.id} ${given.gift?.attempt}`;
        const since = begun.get(key);
        if (since !== undefined) tookMs.push(now - since);
        begun.delete(key);
      }
      for (const output of outputs) {
        const said = output.type === 'send' ? (output.message as Spoken).message : undefined;
        if (said?.type !== 'capture' || said.message === undefined) continue;
        const { type, attempt } = said.message;
        const key = `${state.id} ${attempt}`;
        if ((type === 'FETCH' || type === 'QUERY') && !begun.has(key)) begun.set(key, now);
        if (type === 'GIVE_UP') begun.delete(key);
      }
      return outputs;
    },
  };
}

const [listenAt = '', join] = process.argv.slice(2);
const listen = readListen(listenAt, false);
if (!listen.ok) throw new Error(listen.error);
const node = await ClusterNode.open({
  app: timed(chemistry({ program: ({ files }) => installedProgram(files, new Map()) })),
  ...{ listen: listen.value, credentials: {}, voters: 1, patienceMs: 10_000, madeBy: 'bench' },
  ...(join === undefined ? {} : { join }),
  effect: () => Promise.resolve({ error: 'there are none' }),
  judge: () => undefined,
  event: (event) => {
    if (event.type === 'joined') process.send?.('member');
  },
  failed: (error) => {
    throw error;
  },
});
if (!node.ok) throw new Error(node.error);
process.on('message', () => process.send?.(tookMs));
process.on('disconnect', () => process.exit());
