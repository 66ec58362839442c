// The bounds of connections. Nothing that a stranger does may cost more than these allow.

export interface Limits {
  /** The largest frame, as the WebSocket layer counts it. */
  readonly frameBytes: number;
  /** The largest message that frames may be put together to. */
  readonly messageBytes: number;
  /** Messages are gathered into frames up to this size. */
  readonly batchBytes: number;
  /** Pieces in which one frame may come. */
  readonly fragments: number;
  /** What may wait for a slow reader; more is dropped, since whoever needs it sends it again. */
  readonly queueBytes: number;
  /** What the socket itself may hold before we stop handing it more. */
  readonly socketBytes: number;
  /** From the first byte to the end of the handshake. */
  readonly handshakeMs: number;
  /** Until the other machine lets a connection in, busy as its process may be. */
  readonly knockMs: number;
  /** Nothing heard for so long: the other side is gone. It is asked three times before. */
  readonly idleMs: number;
  /** Connections at once: in all, from one address, and those of them that have not shown who they are. */
  readonly connections: number;
  readonly perAddress: number;
  readonly strangers: number;
  /** Between attempts to reach a node: doubled each time, from the first to the second. */
  readonly retryMs: number;
  readonly retryMsMost: number;
}

const MiB = 2 ** 20;

export const usualLimits: Limits = {
  frameBytes: MiB,
  messageBytes: 64 * MiB,
  batchBytes: MiB / 4,
  fragments: 8,
  queueBytes: 128 * MiB,
  socketBytes: 2 * MiB,
  handshakeMs: 5_000,
  knockMs: 1_000,
  idleMs: 15_000,
  connections: 4096,
  perAddress: 1024,
  strangers: 64,
  retryMs: 50,
  retryMsMost: 2_000,
};
