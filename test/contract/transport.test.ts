// What every transport promises, held against each of them.
import { afterAll, describe, expect, it, vi } from 'vitest';
import { nodeId } from '../../src/base/index.ts';
import type { Transport } from '../../src/dht/net/index.ts';
import { memoryPlace, type Place, secret, socketPlace, trusted } from './places.ts';

const places: readonly Place[] = [
  memoryPlace(),
  socketPlace('loopback', 'tcp', {}, { retryMs: 5, retryMsMost: 50 }),
  socketPlace('a socket file', 'unix', {}, { retryMs: 5, retryMsMost: 50 }),
  socketPlace('loopback with a secret', 'tcp', secret, { retryMs: 5, retryMsMost: 50 }),
  socketPlace('loopback with certificates', 'tcp', trusted, { retryMs: 5, retryMsMost: 50 }),
];

interface Heard {
  readonly from: string;
  readonly message: Uint8Array;
}

const text = (message: Uint8Array) => new TextDecoder().decode(message);
const bytes = (message: string) => new TextEncoder().encode(message);

/** A node that keeps what it hears. */
async function listening(place: Place, name: string, at?: string) {
  const heard: Heard[] = [];
  const reconnected: string[] = [];
  const events = {
    message: (from: string, message: Uint8Array) => void heard.push({ from, message }),
    reconnected: (node: string) => void reconnected.push(node),
  };
  const transport = await place.open(name, events, at);
  return { transport, heard, reconnected };
}

async function acquainted(place: Place, one: string, other: string) {
  const a = await listening(place, one);
  const b = await listening(place, other);
  a.transport.learn(nodeId(other), b.transport.address);
  return { a, b };
}

const eventually = (check: () => void) => vi.waitFor(check, { timeout: 10_000, interval: 5 });

describe.each(places)('a transport over $name', (place) => {
  afterAll(() => place.clear());

  it('carries messages in order, and says from whom', async () => {
    const { a, b } = await acquainted(place, 'a1', 'b1');
    for (let i = 0; i < 10_000; i++) a.transport.send(nodeId('b1'), bytes(`${i}`));
    await eventually(() => expect(b.heard).toHaveLength(10_000));
    expect(b.heard.every(({ from, message }, i) => from === 'a1' && text(message) === `${i}`)).toBe(
      true,
    );
  });

  it('carries what is empty, what is large and what lies between', async () => {
    const { a, b } = await acquainted(place, 'a2', 'b2');
    const sizes = [0, 1, 250_000, 2 ** 20 - 100, 2 ** 20, 5_000_000, 3, 2_500_000];
    const sent = sizes.map((size) => Uint8Array.from({ length: size }, (_, i) => (i * 31) % 251));
    for (const message of sent) a.transport.send(nodeId('b2'), message);
    await eventually(() => expect(b.heard).toHaveLength(sizes.length));
    b.heard.forEach(({ message }, i) => {
      expect(Buffer.compare(message, sent[i] as Uint8Array)).toBe(0);
    });
  });

  it('lets the one who was spoken to answer', async () => {
    const { a, b } = await acquainted(place, 'a3', 'b3');
    a.transport.send(nodeId('b3'), bytes('hello'));
    await eventually(() => expect(b.heard).toHaveLength(1));
    b.transport.send(nodeId('a3'), bytes('hello yourself'));
    await eventually(() =>
      expect(a.heard.map(({ message }) => text(message))).toEqual(['hello yourself']),
    );
  });

  it('keeps no memory of the sender in what arrives', async () => {
    const { a, b } = await acquainted(place, 'a4', 'b4');
    const message = bytes('before');
    a.transport.send(nodeId('b4'), message);
    await eventually(() => expect(b.heard).toHaveLength(1));
    message.fill(0);
    expect(text((b.heard[0] as Heard).message)).toBe('before');
  });

  it('drops what is for somebody whom nobody knows', async () => {
    const { a, b } = await acquainted(place, 'a5', 'b5');
    a.transport.send(nodeId('stranger'), bytes('lost'));
    a.transport.send(nodeId('b5'), bytes('found'));
    await eventually(() => expect(b.heard.map(({ message }) => text(message))).toEqual(['found']));
  });

  it('finds out who is at an address', async () => {
    const a = await listening(place, 'a6');
    const b = await listening(place, 'b6');
    expect(await a.transport.find(b.transport.address)).toEqual({ ok: true, value: 'b6' });
    a.transport.send(nodeId('b6'), bytes('so it is you'));
    await eventually(() => expect(b.heard).toHaveLength(1));
    const { address } = b.transport;
    await b.transport.close();
    const gone = await a.transport.find(address);
    expect(gone).toMatchObject({ ok: false, error: { type: 'unreachable' } });
    expect(gone.ok ? '' : gone.error.reason).toBe(`${address}: nobody listens there`);
  });

  it('goes on when a node comes back, and says that something may be lost', async () => {
    const { a, b } = await acquainted(place, 'a7', 'b7');
    a.transport.send(nodeId('b7'), bytes('first'));
    await eventually(() => expect(b.heard).toHaveLength(1));
    await b.transport.close();
    a.transport.send(nodeId('b7'), bytes('into the void'));
    const again = await listening(place, 'b7', b.transport.address);
    await eventually(() => {
      a.transport.send(nodeId('b7'), bytes('second'));
      expect(again.heard.length).toBeGreaterThan(0);
    });
    expect(text((again.heard[0] as Heard).message)).toBe('second');
    expect(a.reconnected).toEqual(['b7']);
  });

  it('does not hand to one node what is for another that was there before', async () => {
    const { a, b } = await acquainted(place, 'a8', 'b8');
    await b.transport.close();
    const other = await listening(place, 'c8', b.transport.address);
    a.transport.send(nodeId('b8'), bytes('for b8 only'));
    other.transport.learn(nodeId('a8'), a.transport.address);
    other.transport.send(nodeId('a8'), bytes('I am c8'));
    await eventually(() => expect(a.heard).toHaveLength(1));
    expect(other.heard).toEqual([]);
  });

  it('says nothing after it is closed', async () => {
    const { a, b } = await acquainted(place, 'a9', 'b9');
    a.transport.send(nodeId('b9'), bytes('one'));
    await eventually(() => expect(b.heard).toHaveLength(1));
    await b.transport.close();
    const before = b.heard.length;
    for (let i = 0; i < 10; i++) a.transport.send(nodeId('b9'), bytes('late'));
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(b.heard).toHaveLength(before);
  });

  it('serves clients, both ways, and tells when they go', async () => {
    const said: string[] = [];
    let isClosed = false;
    const node: Transport = await place.open('a10', {
      message() {},
      client: (link) => ({
        message(message) {
          said.push(text(message));
          link.send(bytes(`${link.name} said ${text(message)}`));
        },
        closed() {
          isClosed = true;
        },
      }),
    });
    const answers: string[] = [];
    const client = await place.connect(node.address, (message) => void answers.push(text(message)));
    client.send(bytes('this'));
    client.send(bytes('that'));
    await eventually(() => expect(answers).toEqual(['c1 said this', 'c1 said that']));
    client.close();
    await eventually(() => expect(isClosed).toBe(true));
    expect(said).toEqual(['this', 'that']);
  });
});
