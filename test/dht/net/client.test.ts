// A client and the node that serves it, when the connection between them breaks: nothing that was said is lost on either side.
import { afterEach, expect, it, vi } from 'vitest';
import { nodeId } from '../../../src/base/index.ts';
import { flaskId, type PeerCommand } from '../../../src/dht/index.ts';
import { ClusterClient, openWsTransport, Sessions } from '../../../src/dht/net/index.ts';

const stops: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

/** A node that only notes what its machine would be asked. */
async function notingNode() {
  const commands: PeerCommand[] = [];
  const links: { close(): void }[] = [];
  const sessions = new Sessions({
    command: (command) => void commands.push(command),
    judge: () => undefined,
    isMember: () => true,
  });
  const transport = await openWsTransport({
    self: nodeId('n1'),
    listen: { type: 'tcp', host: '127.0.0.1', port: 0, tls: false },
    events: {
      message() {},
      client(link) {
        links.push(link);
        return sessions.open(link);
      },
    },
  });
  if (!transport.ok) throw new Error(transport.error);
  stops.push(() => transport.value.close());
  return { commands, links, sessions, address: transport.value.address };
}

const flask = flaskId('s/0');
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 5000, interval: 5 });

it('a client that comes back names all flasks that it spoke to, and says again what was not taken', async () => {
  const { commands, links, sessions, address } = await notingNode();
  const heard: unknown[] = [];
  const client = await ClusterClient.connect({
    addresses: [address],
    message: (_flask, message) => void heard.push(message),
    failed() {},
  });
  if (!client.ok) throw new Error(client.error);
  stops.push(() => client.value.close());
  await client.value.send(flask, 'one');
  await client.value.send(flaskId('s/1'), 'two');
  await eventually(() =>
    expect(commands.at(-1)).toMatchObject({ type: 'to-flask', message: 'two' }),
  );
  const attached = commands[0] as Extract<PeerCommand, { type: 'attach' }>;
  const name = attached.client;
  sessions.tell({ type: 'taken', client: name, flask, upTo: 1 });
  sessions.tell({
    type: 'to-client',
    client: name,
    flask: flaskId('s/1'),
    number: 1,
    message: 'x',
  });
  await eventually(() => expect(heard).toEqual(['x']));
  commands.length = 0;
  links[0]?.close();
  await eventually(() => expect(commands.at(-1)).toMatchObject({ type: 'to-flask' }));
  const rest = commands.filter(({ type }) => type !== 'heard' && type !== 'detach');
  expect(rest).toEqual([
    {
      ...{ type: 'attach', client: name },
      heard: [
        { flask: 's/0', upTo: 0 },
        { flask: 's/1', upTo: 1 },
      ],
    },
    { type: 'to-flask', client: name, flask: 's/1', number: 1, message: 'two' },
  ]);
});

it('a node forgets what it told on a connection that was replaced', () => {
  const commands: PeerCommand[] = [];
  const sessions = new Sessions({
    command: (command) => void commands.push(command),
    judge: () => undefined,
    isMember: () => true,
  });
  let closed = 0;
  const link = () => ({ name: 'c-1', send: () => true, close: () => void closed++ });
  const first = sessions.open(link());
  const second = sessions.open(link());
  expect({ closed, commands }).toEqual({
    closed: 1,
    commands: [{ type: 'detach', client: 'c-1' }],
  });
  first?.closed();
  expect(commands).toHaveLength(1);
  second?.closed();
  expect(commands).toHaveLength(2);
});
