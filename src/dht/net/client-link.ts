// A client's connection to one node of a cluster: the same handshake as between nodes, but both sides speak on it.
import { fail, nodeId, ok, type Result } from '../../base/index.ts';
import { readAddress } from './address.ts';
import { Connection } from './connection.ts';
import { type DialFailure, dial } from './dial.ts';
import { type Limits, usualLimits } from './limits.ts';
import type { Credentials } from './secret.ts';

export interface NodeLink {
  /** The node at the other end. */
  readonly node: string;
  send(message: Uint8Array): boolean;
  /** When more should be sent: a node that is slow slows its clients down. */
  ready(): Promise<void>;
  close(): void;
}

export interface NodeLinkEvents {
  message(message: Uint8Array): void;
  closed(reason: string): void;
}

export interface NodeLinkOptions {
  readonly address: string;
  /** The name under which the client is known to flasks. */
  readonly name: string;
  readonly credentials?: Credentials;
  readonly limits?: Partial<Limits>;
}

export async function connectToNode(
  options: NodeLinkOptions,
  events: NodeLinkEvents,
): Promise<Result<NodeLink, DialFailure>> {
  const address = readAddress(options.address);
  if (!address.ok) return fail({ reason: address.error, type: 'refused' });
  const limits = { ...usualLimits, ...options.limits };
  const introduction = { role: 'client', name: nodeId(options.name), to: '', address: '' } as const;
  const dialled = await dial(address.value, introduction, options.credentials ?? {}, limits);
  if (!dialled.ok) return dialled;
  const { inbox, keys, welcome } = dialled.value;
  const connection = new Connection(inbox, keys, limits, events);
  // Heard from the next turn on, so that whoever asked for it holds the link before anything comes.
  setImmediate(() => connection.start());
  return ok({
    node: welcome.name,
    send: (message) => connection.send(message),
    ready: () => connection.ready(),
    close: () => connection.close(),
  });
}
