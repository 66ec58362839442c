// A stranger that has been let in, since the cluster has no secret, and says what a node would never say: wrong epochs, forged
// confirmations, posts and beginnings, in every form that a schema lets pass. The node drops it and goes on. What is
// not tried here is what no cluster can bear: a forged view, vote or beginning, or posts in the name of a flask that is there.
// Who has the secret is trusted with those.
import { afterEach, expect, it } from 'vitest';
import { createRng, nodeId } from '../../src/base/index.ts';
import { runOnCluster } from '../../src/cli/cluster-run.ts';
import { RunStop } from '../../src/cli/run-stop.ts';
import {
  chemistry,
  type FlaskId,
  flaskId,
  judged,
  type PeerMessage,
  peerCodec,
  peerMessageSchema,
  type View,
} from '../../src/dht/index.ts';
import { ClusterNode, openWsTransport } from '../../src/dht/net/index.ts';
import { compile, installedProgram } from '../../src/host/index.ts';

const stops: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

const listen = { type: 'tcp', host: '127.0.0.1', port: 0, tls: false } as const;
const text =
  'let meet = replace L:k:a, R:k:b by a + b in let add = replace x::int, y::int by x + y in <L:1:2, R:1:3, 1..3000>';
const messagesAtOnce = 40;

it('a node goes on whatever a peer says', async () => {
  const failures: unknown[] = [];
  let view: View | undefined;
  const node = await ClusterNode.open({
    app: chemistry({ program: ({ files }) => installedProgram(files, new Map()) }),
    ...{ listen, voters: 1, patienceMs: 1000, madeBy: 'test' },
    effect: () => Promise.resolve({ error: 'none' }),
    judge: () => undefined,
    event: (event) => {
      if (event.type === 'view') view = event.view;
      if (event.type === 'turned-away' || event.type === 'lost' || event.type === 'damaged') {
        failures.push(event);
      }
    },
    failed: (error) => void failures.push(error),
  });
  if (!node.ok) throw new Error(node.error);
  stops.push(() => node.value.close());
  const stranger = await openWsTransport({
    ...{ self: nodeId('n-evil'), listen, events: { message() {} } },
  });
  if (!stranger.ok) throw new Error(stranger.error);
  stops.push(() => stranger.value.close());
  await stranger.value.find(node.value.address);
  const kinds = new Map<string, number>();
  const forge = forger(node.value.name, () => view?.flasks.map(({ flask }) => flask) ?? []);
  const storm = setInterval(() => {
    for (let i = 0; i < messagesAtOnce; i++) {
      const message = forge();
      expect(judged(peerMessageSchema, message)).toMatchObject({ ok: true });
      kinds.set(message.type, (kinds.get(message.type) ?? 0) + 1);
      stranger.value.send(node.value.name, peerCodec.encode(message));
    }
  }, 2);
  stops.push(() => clearInterval(storm));
  const program = await compile(text);
  for (const flasks of [1, 3, 6]) {
    const { result } = await runOnCluster({
      ...{ addresses: [node.value.address], credentials: {}, program, seed: 1 },
      ...{ files: [{ name: '<text>', text }], flasks, replicas: 1, capture: 'adaptive' },
      ...{ maxReactions: null, stop: new RunStop(null) },
    });
    expect(result.text).toBe('<4501505>');
  }
  expect(failures).toEqual([]);
  expect(kinds.size).toBe(10);
});

/** Makes messages by chance, about things that are there and things that are not. */
function forger(self: string, flasks: () => readonly FlaskId[]): () => PeerMessage {
  const rng = createRng(5);
  const pick = <T>(...choices: readonly T[]): T => choices[rng.below(choices.length)] as T;
  const some = <T>(make: () => T): T[] => Array.from({ length: rng.below(4) }, make);
  const count = () => pick(0, 1, 2, 3, 5, 8, 1000, Number.MAX_SAFE_INTEGER);
  const node = () => nodeId(pick(self, 'n-evil', 'n-other'));
  const flask = () => pick(...flasks(), flaskId('other/0'), flaskId('no-flask'));
  const nobody = () => pick(flaskId('other/0'), flaskId('no-flask'), flaskId('c-1'));
  const noise = () => Uint8Array.from({ length: rng.below(30) }, () => rng.below(256));
  const record = () => ({ number: count(), epoch: count(), payload: noise() });
  const mark = () => ({ number: count(), epoch: count() });
  const body = (): unknown =>
    pick<unknown>(
      ...[null, 7, 'text', [], {}, { type: 'put', bytes: noise() }],
      ...[{ type: 'read', from: -1 }, { stage: 0, message: { type: 'quiet' } }, { stage: 5 }],
      { stage: 0, message: { type: 'move', bytes: noise(), ids: null } },
      { stage: 0, message: { type: 'capture', message: { type: 'GIVE_UP', attempt: 'a' } } },
      { stage: 0, message: { type: 'end', status: 'inert' } },
    );
  const makers: readonly (() => PeerMessage)[] = [
    () => ({
      type: 'ask-in',
      newcomer: {
        ...{ node: node(), token: 't', address: 'ws://127.0.0.1:9' },
        ...{ incarnation: count(), durable: pick(true, false) },
      },
      cluster: pick(null, 'another'),
    }),
    () => ({ type: 'turned-away', reason: 'go away' }),
    () => ({ type: 'voter-founded', token: 't' }),
    () => ({ type: 'begun', flasks: some(flask) }),
    () => ({ type: 'begin', flasks: some(nobody), spec: noise() }),
    () => ({ type: 'ask-status', id: 'q' }),
    () => ({
      type: 'status',
      id: 'q',
      status: { node: node(), phase: 'member', incarnation: count(), viewVersion: 1, flasks: [] },
    }),
    () => ({
      type: 'heartbeat',
      ...{ incarnation: count(), version: rng.below(3), suspects: some(node) },
    }),
    () => ({
      ...{ type: 'replica', flask: flask(), incarnation: count() },
      message: pick(
        { type: 'records', epoch: count(), after: mark(), records: some(record) },
        {
          type: 'whole-log',
          epoch: count(),
          snapshot: pick(null, record()),
          records: some(record),
        },
        { type: 'folded', epoch: count(), snapshot: record() },
        { type: 'has', epoch: count(), number: count(), base: count() },
        { type: 'lacks', epoch: count(), last: mark() },
        { type: 'replaced', epoch: count() },
      ),
    }),
    () => ({
      ...{ type: 'channel', from: nobody(), to: flask() },
      message: pick(
        { type: 'posts', first: count(), bodies: some(body) },
        { type: 'taken', upTo: count() },
      ),
    }),
  ];
  return () => pick(...makers)();
}
