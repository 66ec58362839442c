// Knocking at a node that is silent: it is there when it answers by its name, or when the kernel lets us in and nobody says anything.
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { nodeId } from '../../../src/base/index.ts';
import { type Credentials, openWsTransport } from '../../../src/dht/net/index.ts';
import { knockAt } from '../../../src/dht/net/knock.ts';
import { usualLimits } from '../../../src/dht/net/limits.ts';

const stops: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

const secret: Credentials = { secret: Buffer.from('a secret of the tests') };
const limits = { ...usualLimits, knockMs: 300 };
const at = (port: number) => ({ type: 'tcp', host: '127.0.0.1', port, tls: false }) as const;

/** A node that listens; where, as a port. */
async function listening(name: string, credentials: Credentials = {}): Promise<number> {
  const transport = await openWsTransport({
    ...{ self: nodeId(name), listen: at(0), credentials },
    events: { message() {}, client: () => ({ message() {}, closed() {} }) },
  });
  if (!transport.ok) throw new Error(transport.error);
  stops.push(() => transport.value.close());
  return Number(new URL(transport.value.address).port);
}

async function served(server: Server): Promise<number> {
  const open = new Set<Socket>();
  server.on('connection', (socket) => open.add(socket));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  stops.push(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

const answers = (port: number, credentials: Credentials = {}) =>
  knockAt(nodeId('n-1'), at(port), credentials, limits);

describe('a node that is knocked at', () => {
  test('is there when it answers by its name', async () => {
    expect(await answers(await listening('n-1'))).toBe(true);
    expect(await answers(await listening('n-1', secret), secret)).toBe(true);
  });

  test('is there when its process is and says nothing', async () => {
    expect(await answers(await served(createServer()))).toBe(true);
  });

  test('is not there when another one has taken its place', async () => {
    expect(await answers(await listening('n-2'))).toBe(false);
    expect(await answers(await listening('n-1', secret))).toBe(false);
    expect(await answers(await served(createHttpServer((_, answer) => answer.end())))).toBe(false);
    expect(await answers(await served(createServer((socket) => socket.end())))).toBe(false);
  });

  test('is not there when nobody listens', async () => {
    const port = await served(createServer());
    await stops.pop()?.();
    expect(await answers(port)).toBe(false);
  });
});
