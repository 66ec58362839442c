// Two sides that do not agree about TLS or certificates: the one that dials says what is probably wrong.
import net, { type AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { nodeId } from '../../src/base/index.ts';
import { type Credentials, connectToNode, openWsTransport } from '../../src/dht/net/index.ts';
import { certificate, trusted } from './places.ts';

const stops: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

async function nodeWith(credentials: Credentials): Promise<string> {
  const opened = await openWsTransport({
    ...{ self: nodeId('n1'), credentials, events: { message() {} } },
    listen: { type: 'tcp', host: '127.0.0.1', port: 0, tls: credentials.tls !== undefined },
  });
  if (!opened.ok) throw new Error(opened.error);
  stops.push(() => opened.value.close());
  return opened.value.address;
}

/** What a client is told. */
async function told(address: string, credentials: Credentials = {}): Promise<string> {
  const events = { message() {}, closed() {} };
  const link = await connectToNode({ address, name: 'c1', credentials }, events);
  if (link.ok) link.value.close();
  return link.ok ? 'connected' : link.error.reason.replace(address, 'NODE');
}

const ca = certificate('ca.pem');
const closed = 'NODE: it closed the connection before it said anything';

it('a dialer without TLS, at a node with certificates', async () => {
  const address = (await nodeWith(trusted)).replace('wss:', 'ws:');
  expect(await told(address)).toBe(
    `${closed}: it may be a node with certificates, which is reached by wss://`,
  );
});

it('a dialer with TLS, at a node without certificates', async () => {
  const address = (await nodeWith({})).replace('ws:', 'wss:');
  expect(await told(address)).toBe(
    'NODE: it does not speak TLS: a node without certificates is reached by ws://',
  );
});

it('a certificate of somebody else, or none', async () => {
  const address = await nodeWith(trusted);
  const strange = { ca, cert: certificate('stranger.pem'), key: certificate('stranger.key') };
  expect(await told(address, { tls: strange })).toBe(
    `${closed}: it may not trust the certificate in --tls-cert, which the authority of its cluster must have signed`,
  );
  expect(await told(address, { tls: { ca } })).toMatch(
    /: (it asks for|it may ask for) a certificate of its cluster; give it with --tls-cert and --tls-key$/,
  );
  expect(await told(address, trusted)).toBe('connected');
});

it('a listener that hangs up although no certificates are at stake', async () => {
  const server = net.createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  stops.push(() => void server.close());
  const { port } = server.address() as AddressInfo;
  expect(await told(`ws://127.0.0.1:${port}`)).toBe(
    `${closed}: it may be a node with certificates, which is reached by wss://`,
  );
  expect(await told(`wss://127.0.0.1:${port}`)).toBe(
    'NODE: it does not speak TLS: a node without certificates is reached by ws://',
  );
});
