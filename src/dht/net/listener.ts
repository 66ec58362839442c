// The listener's side: a socket that takes connections, bounds them, and lets in who has shown that it may. What a
// browser opens is refused, since a page of any site could otherwise talk to a node of this machine.
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, lstatSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import net, { type AddressInfo } from 'node:net';
import path from 'node:path';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { fail, type NodeId, ok, type Result } from '../../base/index.ts';
import { type Address, showAddress } from './address.ts';
import type { ConnectionKeys } from './connection.ts';
import {
  type Challenge,
  dialerProof,
  type Hello,
  listenerProof,
  sameProof,
  sessionKeys,
  versionProblem,
  wireVersion,
} from './handshake.ts';
import { Inbox } from './inbox.ts';
import type { Limits } from './limits.ts';
import type { Credentials } from './secret.ts';

export interface ListenerOptions {
  readonly self: NodeId;
  readonly credentials: Credentials;
  readonly limits: Limits;
  /** Why somebody who may come in should come later, if so. */
  notYet(hello: Hello): string | undefined;
  admitted(inbox: Inbox, hello: Hello, keys: ConnectionKeys): void;
  /** Somebody was turned away. */
  refused?(reason: string): void;
}

export class Listener {
  readonly address: Address;
  readonly #server: Server;
  readonly #sockets: WebSocketServer;

  private constructor(address: Address, server: Server, sockets: WebSocketServer) {
    this.address = address;
    this.#server = server;
    this.#sockets = sockets;
  }

  static async open(address: Address, options: ListenerOptions): Promise<Result<Listener, string>> {
    const server = createServerFor(options.credentials, options.limits);
    const sockets = new WebSocketServer({
      noServer: true,
      clientTracking: true,
      perMessageDeflate: false,
      maxPayload: options.limits.frameBytes,
      maxFragments: options.limits.fragments,
    });
    const gate = new Gate(sockets, options);
    server.on('upgrade', (request, socket, head) => gate.upgrade(request, socket, head));
    const bound = await listen(server, address);
    return bound.ok ? ok(new Listener(bound.value, server, sockets)) : bound;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets.clients) socket.terminate();
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
    });
  }
}

/** Counts who comes, and asks who it is. */
class Gate {
  readonly #sockets: WebSocketServer;
  readonly #options: ListenerOptions;
  readonly #byAddress = new Map<string, number>();
  #connections = 0;
  #strangers = 0;

  constructor(sockets: WebSocketServer, options: ListenerOptions) {
    this.#sockets = sockets;
    this.#options = options;
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    socket.on('error', () => socket.destroy());
    const { limits } = this.#options;
    const from = request.socket.remoteAddress ?? 'this machine';
    const here = this.#byAddress.get(from) ?? 0;
    const isFull = this.#connections >= limits.connections || this.#strangers >= limits.strangers;
    if (request.headers.origin !== undefined) {
      this.#turnAway(socket, 403, 'a browser');
      return;
    }
    if (isFull || here >= limits.perAddress) {
      this.#turnAway(socket, 503, 'too many connections');
      return;
    }
    this.#connections++;
    this.#byAddress.set(from, here + 1);
    socket.once('close', () => {
      this.#connections--;
      const left = (this.#byAddress.get(from) ?? 1) - 1;
      if (left === 0) this.#byAddress.delete(from);
      else this.#byAddress.set(from, left);
    });
    this.#sockets.handleUpgrade(request, socket, head, (webSocket) => void this.#greet(webSocket));
  }

  #turnAway(socket: Duplex, status: number, who: string): void {
    this.#options.refused?.(who);
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n\r\n`);
    // A half-open socket would stay for as long as the other side likes.
    setTimeout(() => socket.destroy(), 1000).unref();
  }

  async #greet(socket: WebSocket): Promise<void> {
    this.#strangers++;
    const inbox = new Inbox(socket);
    try {
      const { limits, credentials, self, refused } = this.#options;
      const challenge: Challenge = {
        ...{ type: 'challenge', version: wireVersion, nonce: randomBytes(32) },
        asks: credentials.secret === undefined ? 'nothing' : 'secret',
      };
      inbox.say(challenge);
      const word = await inbox.hear(limits.handshakeMs);
      const hello = word.ok ? this.#judge(word.value, challenge) : word;
      const notYet = hello.ok ? this.#options.notYet(hello.value) : undefined;
      if (!hello.ok || notYet !== undefined) {
        const reason = notYet ?? (hello.ok ? '' : hello.error);
        refused?.(reason);
        if (socket.readyState === socket.OPEN)
          inbox.say({ type: 'refused', reason, yet: hello.ok });
        socket.close();
        setTimeout(() => socket.terminate(), 1000).unref();
        return;
      }
      const { secret } = credentials;
      const { proof: _, ...said } = hello.value;
      const proof = listenerProof(secret, challenge, said, self);
      inbox.say({ type: 'welcome', name: self, proof });
      const { fromDialer, fromListener } = sessionKeys(secret, challenge, said);
      this.#options.admitted(inbox, hello.value, { send: fromListener, receive: fromDialer });
    } finally {
      this.#strangers--;
    }
  }

  #judge(word: { readonly type: string }, challenge: Challenge): Result<Hello, string> {
    if (word.type !== 'hello') return fail('it does not speak as a node of hocl');
    const hello = word as Hello;
    const version = versionProblem(hello.version);
    if (!version.ok) return fail(`this node speaks version ${wireVersion} of the protocol`);
    const { proof, ...said } = hello;
    const expected = dialerProof(this.#options.credentials.secret, challenge, said);
    if (!sameProof(proof, expected)) return fail('the secret is not that of this cluster');
    if (hello.to !== '' && hello.to !== this.#options.self) return fail('this is another node');
    return ok(hello);
  }
}

function createServerFor({ tls }: Credentials, limits: Limits): Server {
  const options = {
    headersTimeout: limits.handshakeMs,
    requestTimeout: limits.handshakeMs,
    connectionsCheckingInterval: Math.ceil(limits.handshakeMs / 4),
    maxHeaderSize: 8192,
  };
  const server =
    tls?.cert === undefined
      ? createServer(options)
      : createTlsServer({
          ...options,
          cert: tls.cert,
          ...(tls.key === undefined ? {} : { key: tls.key }),
          ...(tls.ca === undefined
            ? {}
            : { ca: tls.ca, requestCert: true, rejectUnauthorized: true }),
        });
  server.maxConnections = limits.connections;
  server.on('request', (_request, response) => {
    response.writeHead(426, { 'content-type': 'text/plain', connection: 'close' });
    response.end('This is a node of a hocl cluster. Talk to it with hocl status.\n');
  });
  server.on('clientError', (_error, socket) => socket.destroy());
  return server;
}

async function listen(server: Server, address: Address): Promise<Result<Address, string>> {
  if (address.type === 'unix') {
    const free = await removeStaleSocket(address.path);
    if (!free.ok) return fail(`${showAddress(address)}: ${free.error}`);
  }
  return new Promise((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      resolve(fail(`${showAddress(address)}: ${listenProblem(error, address)}`));
    });
    const bound = () => {
      if (address.type === 'unix') {
        chmodSync(address.path, 0o600);
        resolve(ok(address));
      } else resolve(ok({ ...address, port: (server.address() as AddressInfo).port }));
    };
    if (address.type === 'unix') server.listen(address.path, bound);
    else server.listen(address.port, address.host, bound);
  });
}

/**
 * The socket of a process that was killed stays in its directory; nobody answers there any more. Nothing else is touched: what
 * is no socket is somebody's file, and a socket that does not refuse us outright may have a process behind it.
 */
async function removeStaleSocket(file: string): Promise<Result<null, string>> {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found === undefined) return ok(null);
  if (!found.isSocket()) return fail('something is there already that is no socket');
  const isStale = await new Promise<boolean>((resolve) => {
    const probe = net.connect(file);
    probe.once('connect', () => {
      probe.destroy();
      resolve(false);
    });
    probe.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code === 'ECONNREFUSED'));
  });
  if (isStale) rmSync(file, { force: true });
  return ok(null);
}

function listenProblem(error: NodeJS.ErrnoException, address: Address): string {
  if (address.type === 'unix') {
    // Node says that permission is missing where it is the directory that is.
    const directory = path.dirname(address.path);
    if (!existsSync(directory)) return `the directory ${directory} does not exist`;
  }
  switch (error.code) {
    case 'EADDRINUSE':
      return 'somebody else listens there already';
    case 'EACCES':
      return 'this user may not listen there';
    case 'EADDRNOTAVAIL':
      return 'that is no address of this machine';
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'no such host';
    default:
      return `nobody can listen there (${error.code ?? error.message})`;
  }
}
