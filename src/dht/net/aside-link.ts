// A client's connection to whoever runs beside a node: what both say goes past the node's machine, and may be lost with the
// connection.
import { ok, type Result } from '../../base/index.ts';
import { connectToNode, type NodeLinkOptions } from './client-link.ts';
import { replyCodec, requestCodec } from './client-messages.ts';
import type { DialFailure } from './dial.ts';

export interface AsideLink {
  say(message: unknown): void;
  /** Sends what waits, then says goodbye. */
  close(): void;
}

export interface AsideLinkEvents {
  message(message: unknown): void;
  /** Where the cluster can be reached; told at first, and whenever that changes. */
  members(addresses: readonly string[]): void;
  closed(): void;
}

export async function connectAside(
  options: NodeLinkOptions,
  events: AsideLinkEvents,
): Promise<Result<AsideLink, DialFailure>> {
  const connected = await connectToNode(options, {
    message(bytes) {
      const reply = replyCodec.decode(bytes);
      if (!reply.ok) return;
      if (reply.value.type === 'members') events.members(reply.value.addresses);
      else if (reply.value.type === 'aside') events.message(reply.value.message);
    },
    closed: () => events.closed(),
  });
  if (!connected.ok) return connected;
  const link = connected.value;
  return ok({
    say: (message) => void link.send(requestCodec.encode({ type: 'aside', message })),
    close: () => link.close(),
  });
}
