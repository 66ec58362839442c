// What carries messages between nodes and clients, whatever it is made of: memory.ts within a process, ws-transport.ts
// over sockets. Both pass one suite of tests. Messages are bytes here; what they mean is told by codecs (wire.ts).
//
// The promise is that of a good network and no more. What arrives is whole and unchanged; between two nodes it
// arrives in order as long as their link holds; it may be lost when the link breaks, when the other side is
// not there, or when more waits for it than bounds allow. Whoever needs more numbers its messages and repeats them.
import type { NodeId } from '../../base/index.ts';
import type { DialFailure } from './dial.ts';

export interface Transport {
  /** Where others reach this node. */
  readonly address: string;
  /** Where a node is reached; the latest word counts. */
  learn(node: NodeId, address: string): void;
  /** Finds out which node is at an address, and remembers it. */
  find(address: string): Promise<Found>;
  send(to: NodeId, message: Uint8Array): void;
  close(): Promise<void>;
}

export type Found =
  | { readonly ok: true; readonly value: NodeId }
  | { readonly ok: false; readonly error: DialFailure };

export interface TransportEvents {
  message(from: NodeId, message: Uint8Array): void;
  /** The link to a node is up again after it was down: what was under way may be lost. */
  reconnected?(node: NodeId): void;
  /** Why clients are not served here yet, if so. */
  notYet?(): string | undefined;
  /** A client has shown that it may come in; undefined sends it away. */
  client?(client: ClientLink): ClientEvents | undefined;
}

/** A client that is connected to this node. */
export interface ClientLink {
  readonly name: string;
  /** False when it was dropped: the client is gone, or reads too slowly. */
  send(message: Uint8Array): boolean;
  close(): void;
}

export interface ClientEvents {
  message(message: Uint8Array): void;
  closed(): void;
}
