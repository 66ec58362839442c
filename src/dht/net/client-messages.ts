// What a client and the node it is connected to say to each other. A client may lose that node and go on with another: what it
// says to flasks is numbered and kept until a flask has it for good, what flasks say to it is numbered too.
import type { NodeId } from '../../base/index.ts';
import {
  anything,
  byType,
  bytes,
  type Codec,
  codecOf,
  type FlaskId,
  fields,
  type Given,
  id,
  listOf,
  nodeStatusSchema,
  text,
  viewSchema,
  whole,
} from '../index.ts';

const name = text(128);
const flask = id<FlaskId>(128);
const reason = text(4000);

const request = byType({
  /** First on each connection: what was heard of each flask before. */
  attach: { heard: listOf(fields({ flask, upTo: whole() }), 100_000) },
  submit: { solution: name, spec: bytes(64 * 2 ** 20), flasks: whole(1), replicas: whole(1) },
  drop: { solution: name },
  post: { flask, number: whole(1), message: anything },
  heard: { flask, upTo: whole() },
  status: { id: name },
  /** For whoever runs beside the node, as `say` is between nodes. */
  aside: { message: anything },
});

const reply = byType({
  /** Where else the cluster can be reached; again whenever that changes. */
  members: { addresses: listOf(text(300), 10_000) },
  submitted: { solution: name },
  refused: { solution: name, reason },
  dropped: { solution: name },
  lost: { solution: name, reason },
  posted: { flask, number: whole(1), message: anything },
  taken: { flask, upTo: whole() },
  status: {
    id: name,
    view: viewSchema,
    nodes: listOf(nodeStatusSchema, 10_000),
    silent: listOf(id<NodeId>(64), 10_000),
  },
  aside: { message: anything },
});

export type ClientRequest = Given<typeof request>;
export type ClientReply = Given<typeof reply>;

export const requestCodec: Codec<ClientRequest> = codecOf(request);
export const replyCodec: Codec<ClientReply> = codecOf(reply);
