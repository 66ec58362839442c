// A node among strangers: whatever comes over its socket, it refuses, cuts off, stays whole, and goes on serving others.
import { once } from 'node:events';
import net from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { nodeId } from '../../src/base/index.ts';
import { pack, unpack } from '../../src/dht/index.ts';
import { FrameWriter } from '../../src/dht/net/frame.ts';
import {
  type Challenge,
  dialerProof,
  type Hello,
  sessionKeys,
  wireVersion,
} from '../../src/dht/net/handshake.ts';
import {
  type Credentials,
  connectToNode,
  type Limits,
  openWsTransport,
  readListen,
  type Transport,
  usualLimits,
} from '../../src/dht/net/index.ts';
import { certificate, secret, trusted } from './places.ts';

const limits: Partial<Limits> = {
  handshakeMs: 150,
  idleMs: 300,
  messageBytes: 3 * 2 ** 20,
  queueBytes: 8 * 2 ** 20,
  perAddress: 20,
  strangers: 10,
};

let node: Transport | undefined;
let heard: string[] = [];
let refusals: string[] = [];
let toClient: ((message: Uint8Array) => boolean) | undefined;
const sockets: { terminate(): void }[] = [];

async function start(credentials: Credentials = {}, own: Partial<Limits> = limits): Promise<URL> {
  heard = [];
  refusals = [];
  toClient = undefined;
  const listen = readListen('127.0.0.1:0', credentials.tls !== undefined);
  if (!listen.ok) throw new Error(listen.error);
  const opened = await openWsTransport({
    ...{ self: nodeId('n1'), listen: listen.value, credentials, limits: own },
    events: {
      message: (from, message) => void heard.push(`${from}: ${new TextDecoder().decode(message)}`),
      client: (link) => {
        toClient = (message) => link.send(message);
        return { message() {}, closed() {} };
      },
    },
    refused: (reason) => void refusals.push(reason),
  });
  if (!opened.ok) throw new Error(opened.error);
  node = opened.value;
  return new URL(node.address);
}

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.terminate();
  await node?.close();
  node = undefined;
});

const eventually = (check: () => void) => vi.waitFor(check, { timeout: 5_000, interval: 5 });

/** A WebSocket of a stranger; what it is told is kept. */
async function stranger(url: URL, options: object = {}) {
  const socket = new WebSocket(url, { perMessageDeflate: false, ...options });
  sockets.push(socket);
  const told: Record<string, unknown>[] = [];
  let code: number | undefined;
  socket.on('message', (data: Buffer) => {
    const word = unpack(data);
    if (word.ok) told.push(word.value as Record<string, unknown>);
  });
  socket.on('error', () => {});
  socket.on('close', (why) => {
    code = why;
  });
  await once(socket, 'open');
  await eventually(() =>
    expect(told[0]).toMatchObject({ type: 'challenge', version: wireVersion }),
  );
  return {
    socket,
    told,
    challenge: told[0] as unknown as Challenge,
    isClosed: () => code !== undefined,
  };
}

function hello(challenge: Challenge, own: Partial<Hello> = {}, key?: Uint8Array): Hello {
  const said = {
    ...{ type: 'hello', version: wireVersion, role: 'node', name: nodeId('evil'), to: '' },
    ...{ address: '', nonce: new Uint8Array(32).fill(7) },
    ...own,
  } as Omit<Hello, 'proof'>;
  return { ...said, proof: dialerProof(key, challenge, said) };
}

/** A stranger that has been let in, with its way of writing frames. */
async function admitted(url: URL, key?: Uint8Array, options: object = {}) {
  const { socket, told, challenge, isClosed } = await stranger(url, options);
  const said = hello(challenge, {}, key);
  socket.send(pack(said));
  await eventually(() => expect(told[1]).toMatchObject({ type: 'welcome', name: 'n1' }));
  const { fromDialer } = sessionKeys(key, challenge, said);
  const writer = new FrameWriter(usualLimits, fromDialer);
  const frame = (text: string): Buffer => {
    writer.push(new TextEncoder().encode(text));
    return writer.take() as Buffer;
  };
  return { socket, frame, isClosed };
}

/** The node still does what it is there for. */
async function expectItServes(credentials: Credentials = {}): Promise<void> {
  const events = { message() {}, closed() {} };
  const address = (node as Transport).address;
  const link = await connectToNode({ address, name: 'c9', credentials }, events);
  expect(link).toMatchObject({ ok: true });
  if (link.ok) link.value.close();
}

describe('before the handshake', () => {
  it('garbage on the socket is cut off', async () => {
    const url = await start();
    const socket = net.connect(Number(url.port), url.hostname);
    socket.on('error', () => {});
    socket.write(Buffer.from(Array.from({ length: 5000 }, (_, i) => (i * 97) % 256)));
    await once(socket, 'close');
    await expectItServes();
  });

  it('a socket that says nothing is closed, and so is one that never ends its request', async () => {
    const url = await start();
    const silent = net.connect(Number(url.port), url.hostname);
    const slow = net.connect(Number(url.port), url.hostname);
    slow.write('GET / HTTP/1.1\r\nHost: a\r\n');
    for (const socket of [silent, slow]) {
      socket.on('error', () => {});
      socket.resume();
    }
    await Promise.all([once(silent, 'close'), once(slow, 'close')]);
    await expectItServes();
  });

  it('an ordinary request is told what this is', async () => {
    const url = await start();
    const response = await fetch(`http://${url.host}/`);
    expect(response.status).toBe(426);
    expect(await response.text()).toContain('hocl status');
  });

  it('a browser is refused by its Origin', async () => {
    const url = await start();
    const socket = new WebSocket(url, { origin: 'https://example.org' });
    const [error] = (await once(socket, 'error')) as [Error];
    expect(error.message).toContain('403');
    expect(refusals).toEqual(['a browser']);
    await expectItServes();
  });

  it('more than a few from one address are turned away until some have gone', async () => {
    const url = await start({}, { ...limits, handshakeMs: 1000 });
    const crowd = Array.from({ length: 15 }, () => new WebSocket(url));
    sockets.push(...crowd);
    const ends = await Promise.all(
      crowd.map(
        (socket) =>
          new Promise((resolve) => {
            socket.on('open', () => resolve('open'));
            socket.on('error', (error) => resolve(error.message));
          }),
      ),
    );
    const refused = ends.filter((end) => end !== 'open');
    expect(refused.length).toBeGreaterThanOrEqual(5);
    expect(new Set(refused)).toEqual(new Set(['Unexpected server response: 503']));
    for (const socket of crowd) socket.terminate();
    await vi.waitFor(() => expectItServes(), { timeout: 5000, interval: 100 });
  });
});

describe('in the handshake', () => {
  it.each<[string, (challenge: Challenge) => string | Uint8Array, string]>([
    ['text', () => 'hello', 'it does not speak as a node of hocl'],
    ['noise', () => new Uint8Array([0xc1, 0xff, 3]), 'a token that is not ours: 0xc1'],
    [
      'a long word',
      () => pack({ type: 'hello', name: 'x'.repeat(5000) }),
      'a word of the handshake is too long',
    ],
    ['another word', (challenge) => pack(challenge), 'it does not speak as a node of hocl'],
    [
      'a field too many',
      (challenge) => pack({ ...hello(challenge), admin: true }),
      'admin is not known',
    ],
    [
      'another version',
      (challenge) => pack(hello(challenge, { version: 99 })),
      `this node speaks version ${wireVersion} of the protocol`,
    ],
    [
      'a word to another node',
      (challenge) => pack(hello(challenge, { to: 'n2' })),
      'this is another node',
    ],
  ])('%s is refused with the reason', async (_, word, reason) => {
    const url = await start();
    const { socket, told, challenge, isClosed } = await stranger(url);
    socket.send(word(challenge));
    await eventually(() => expect(isClosed()).toBe(true));
    expect(told.slice(1)).toEqual([{ type: 'refused', reason, yet: false }]);
    await expectItServes();
  });

  it('silence is closed', async () => {
    const { isClosed } = await stranger(await start());
    await eventually(() => expect(isClosed()).toBe(true));
  });

  it('no secret, a wrong one, or one that was overheard does not help', async () => {
    const url = await start(secret);
    const key = secret.secret as Uint8Array;
    const first = await stranger(url);
    const overheard = hello(first.challenge, {}, key);
    first.socket.send(pack(overheard));
    await eventually(() => expect(first.told[1]).toMatchObject({ type: 'welcome' }));
    const words = [
      (challenge: Challenge) => hello(challenge),
      (challenge: Challenge) => hello(challenge, {}, new TextEncoder().encode('another secret')),
      () => overheard,
      (challenge: Challenge) => ({ ...hello(challenge, {}, key), name: nodeId('another') }),
      (challenge: Challenge) => ({ ...hello(challenge, {}, key), proof: challenge.nonce }),
    ];
    for (const word of words) {
      const { socket, told, challenge, isClosed } = await stranger(url);
      socket.send(pack(word(challenge)));
      await eventually(() => expect(isClosed()).toBe(true));
      const reason = 'the secret is not that of this cluster';
      expect(told.slice(1)).toEqual([{ type: 'refused', reason, yet: false }]);
    }
    await expectItServes(secret);
  });

  it('both sides must know the secret, and are told what is wrong', async () => {
    const events = { message() {}, closed() {} };
    const reasonOf = async (own: Credentials) => {
      const address = (node as Transport).address;
      const link = await connectToNode({ address, name: 'c1', credentials: own }, events);
      return link.ok ? 'let in' : link.error.reason.replace(address, 'IT');
    };
    await start(secret);
    const other = { secret: new TextEncoder().encode('a secret of others') };
    expect(await reasonOf({})).toBe(
      'IT: it asks for the secret of the cluster; give it with --secret-file',
    );
    expect(await reasonOf(other)).toBe('IT: the secret is not that of this cluster');
    await (node as Transport).close();
    await start({});
    expect(await reasonOf(secret)).toBe('IT: its cluster has no secret, but one was given');
  });

  it('certificates that nobody signed are refused, on both sides', async () => {
    await start(trusted);
    const events = { message() {}, closed() {} };
    const address = (node as Transport).address;
    const own = { cert: certificate('stranger.pem'), key: certificate('stranger.key') };
    const unsigned =
      /: nobody who is trusted here has signed its certificate; --tls-ca says who is$/;
    const ca = certificate('ca.pem');
    const asks = /: .*it (asks|may ask) for a certificate of its cluster; give it with --tls-cert/;
    const tries = [
      [{ tls: { ca } }, asks],
      [{ tls: { ...own, ca } }, /: .*it may not trust the certificate in --tls-cert, which /],
      [{ tls: own }, unsigned],
      [{}, unsigned],
    ] as const;
    for (const [credentials, why] of tries) {
      const link = await connectToNode({ address, name: 'c1', credentials }, events);
      expect(link.ok ? 'let in' : link.error.reason).toMatch(why);
    }
    await expectItServes(trusted);
  });
});

describe('after the handshake', () => {
  it('what is right is heard', async () => {
    const { socket, frame } = await admitted(await start());
    socket.send(frame('one'));
    await eventually(() => expect(heard).toEqual(['evil: one']));
  });

  it('a frame that is repeated ends the connection, and is not heard twice', async () => {
    const { socket, frame, isClosed } = await admitted(await start());
    const one = frame('one');
    socket.send(one);
    socket.send(one);
    await eventually(() => expect(isClosed()).toBe(true));
    expect(heard).toEqual(['evil: one']);
    expect(refusals).toContain('a frame is out of turn');
  });

  it('a frame that is left out ends the connection', async () => {
    const { socket, frame, isClosed } = await admitted(await start());
    frame('lost');
    socket.send(frame('two'));
    await eventually(() => expect(isClosed()).toBe(true));
    expect(heard).toEqual([]);
  });

  it('with a secret, a frame that was changed or comes from elsewhere ends the connection', async () => {
    const url = await start(secret);
    const key = secret.secret as Uint8Array;
    const one = await admitted(url, key);
    const changed = one.frame('one');
    changed[changed.length - 17] = (changed.at(-17) ?? 0) ^ 1;
    one.socket.send(changed);
    await eventually(() => expect(one.isClosed()).toBe(true));
    const two = await admitted(url, key);
    const three = await admitted(url, key);
    three.socket.send(two.frame('of another connection'));
    await eventually(() => expect(three.isClosed()).toBe(true));
    expect(heard).toEqual([]);
    expect(refusals.filter((reason) => reason === 'a frame has a wrong seal')).toHaveLength(2);
  });

  it.each<[string, Buffer | string]>([
    ['nothing', Buffer.alloc(0)],
    ['less than a head', Buffer.from([1, 0, 0])],
    ['an unknown kind', Buffer.from([9, 0, 0, 0, 0, 1])],
    ['a batch that is cut off', Buffer.from([1, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 1])],
    ['a batch with half a length', Buffer.from([1, 0, 0, 0, 0, 0, 0])],
    ['an empty part', Buffer.from([2, 0, 0, 0, 0])],
    ['text', 'abc'],
  ])('%s as a frame ends the connection', async (_, frame) => {
    const { socket, isClosed } = await admitted(await start());
    socket.send(frame);
    await eventually(() => expect(isClosed()).toBe(true));
    expect(heard).toEqual([]);
    await expectItServes();
  });

  it('a frame that is too large is refused before it is kept', async () => {
    const { socket, isClosed } = await admitted(await start());
    socket.send(Buffer.alloc(2 * 2 ** 20));
    await eventually(() => expect(isClosed()).toBe(true));
    await expectItServes();
  });

  it('a message in parts is bounded, too', async () => {
    const { socket, isClosed } = await admitted(await start());
    const part = Buffer.alloc(2 ** 20 - 100);
    for (let number = 0; number < 5 && !isClosed(); number++) {
      part[0] = 2;
      part.writeUInt32BE(number, 1);
      socket.send(Buffer.from(part));
    }
    await eventually(() => expect(isClosed()).toBe(true));
    expect(refusals).toContain('a message is too large');
  });

  it('a frame in many pieces is refused', async () => {
    const { socket, isClosed } = await admitted(await start());
    for (let i = 0; i < 20; i++) socket.send(Buffer.from([1]), { fin: false });
    await eventually(() => expect(isClosed()).toBe(true));
    await expectItServes();
  });

  it('one that falls silent is cut off', async () => {
    const { isClosed } = await admitted(await start(), undefined, { autoPong: false });
    await eventually(() => expect(isClosed()).toBe(true));
    expect(refusals).toContain('it fell silent');
  });

  it('one that does not read is cut off before it costs much', async () => {
    const url = await start({}, { ...limits, idleMs: 60_000 });
    const { socket, challenge } = await stranger(url);
    socket.send(pack(hello(challenge, { role: 'client' })));
    await eventually(() => expect(toClient).toBeDefined());
    socket.pause();
    const message = new Uint8Array(2 ** 20);
    let sent = 0;
    while (toClient?.(message) === true && sent < 100) sent++;
    expect(sent).toBeLessThan(20);
    expect(refusals).toContain('it reads too slowly');
    await expectItServes();
  });
});
