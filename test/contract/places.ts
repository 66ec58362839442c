// The transports under test, each as a place where nodes can be opened: in memory, on loopback, on a socket file, with a
// secret, with certificates.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { nodeId } from '../../src/base/index.ts';
import {
  type Credentials,
  connectToNode,
  type Limits,
  MemoryNetwork,
  openWsTransport,
  readListen,
  type Transport,
  type TransportEvents,
} from '../../src/dht/net/index.ts';

export interface ClientEnd {
  send(message: Uint8Array): void;
  close(): void;
}

export interface Place {
  readonly name: string;
  /** A node; `at` gives it the address of one that was there before. */
  open(name: string, events: TransportEvents, at?: string): Promise<Transport>;
  connect(address: string, take: (message: Uint8Array) => void): Promise<ClientEnd>;
  /** Closes what is open and removes what is left. */
  clear(): Promise<void>;
}

export const certificate = (name: string): Buffer =>
  readFileSync(new URL(`certificates/${name}`, import.meta.url));

export const trusted: Credentials = {
  tls: { cert: certificate('node.pem'), key: certificate('node.key'), ca: certificate('ca.pem') },
};

export const secret: Credentials = { secret: Buffer.from('a secret of the tests') };

export function memoryPlace(): Place {
  const network = new MemoryNetwork();
  const opened: Transport[] = [];
  return {
    name: 'memory',
    open(name, events, at = `memory:${name}`) {
      const transport = network.open(nodeId(name), at, events);
      opened.push(transport);
      return Promise.resolve(transport);
    },
    connect(address, take) {
      const end = network.connect(address, 'c1', take);
      return end ? Promise.resolve(end) : Promise.reject(new Error('nobody there'));
    },
    async clear() {
      for (const transport of opened.splice(0)) await transport.close();
    },
  };
}

export function socketPlace(
  name: string,
  kind: 'tcp' | 'unix',
  credentials: Credentials = {},
  limits: Partial<Limits> = {},
): Place {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'hocl-contract-'));
  const opened: Transport[] = [];
  const links: ClientEnd[] = [];
  let sockets = 0;
  return {
    name,
    async open(node, events, at) {
      const fresh =
        kind === 'tcp' ? '127.0.0.1:0' : `unix:${path.join(folder, `${++sockets}.sock`)}`;
      const listen = readListen(
        at?.replace(/^wss?:\/\//, '') ?? fresh,
        credentials.tls !== undefined,
      );
      if (!listen.ok) throw new Error(listen.error);
      const options = { self: nodeId(node), listen: listen.value, credentials, limits, events };
      const transport = await openWsTransport(options);
      if (!transport.ok) throw new Error(transport.error);
      opened.push(transport.value);
      return transport.value;
    },
    async connect(address, take) {
      const events = { message: take, closed() {} };
      const link = await connectToNode({ address, name: 'c1', credentials, limits }, events);
      if (!link.ok) throw new Error(link.error.reason);
      links.push(link.value);
      return link.value;
    },
    async clear() {
      for (const link of links.splice(0)) link.close();
      for (const transport of opened.splice(0)) await transport.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
