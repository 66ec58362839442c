// What the messages between nodes look like, one schema for each type: bounds for texts and lists, and nothing that is not
// said here. Whether a message is also in order (epochs, numbers, who may say it) is judged by the machines.
// What flasks say to each other is judged by the app that they run.
import type { NodeId } from '../base/index.ts';
import type { AuthorityMessage } from './authority/messages.ts';
import type { ChannelMessage } from './channel.ts';
import type { Endpoint, FlaskId } from './flask-id.ts';
import type { LogRecord } from './log-frame.ts';
import type { Contact, FlaskStatus, NodeStatus } from './peer-command.ts';
import type { Candidate, Cluster, PeerMessage } from './peer-messages.ts';
import type { ReplicaMessage } from './replica.ts';
import {
  anything,
  byType,
  bytes,
  exactly,
  fields,
  flag,
  id,
  listOf,
  nullOr,
  oneOf,
  text,
  whole,
} from './schema.ts';
import type { FlaskPlace, View, ViewMember, ViewSolution } from './view.ts';
import type { Newcomer } from './view-change.ts';
import { type Codec, codecOf } from './wire.ts';

const mostNodes = 10_000;
const mostFlasks = 100_000;
const mostBytes = 64 * 2 ** 20;

const node = id<NodeId>(64);
const flask = id<FlaskId>(128);
const endpoint = id<Endpoint>(128);
const name = text(128);
const count = whole();

const candidate = exactly<Candidate>()(fields({ node, token: name, address: text(300) }));
export const clusterSchema = exactly<Cluster>()(
  fields({ id: name, voters: listOf(candidate, 16) }),
);
export const contactsSchema = listOf(
  exactly<Contact>()(fields({ node, address: text(300) })),
  mostNodes,
);

const life = { node, incarnation: count, token: name, address: text(300), durable: flag };
const newcomer = exactly<Newcomer>()(fields(life));
const member = exactly<ViewMember>()(
  fields({
    ...life,
    state: oneOf('up', 'leaving', 'gone'),
  }),
);
const solution = exactly<ViewSolution>()(
  fields({
    ...{ solution: name, flasks: count, copies: count, lost: nullOr(text(1000)) },
  }),
);
const place = exactly<FlaskPlace>()(
  fields({
    ...{ flask, born: count, copies: count, epoch: count, host: node },
    replicas: listOf(node, mostNodes),
  }),
);
export const viewSchema = exactly<View>()(
  fields({
    version: count,
    members: listOf(member, mostNodes),
    solutions: listOf(solution, mostFlasks),
    dropped: listOf(name, mostFlasks),
    flasks: listOf(place, mostFlasks),
  }),
);

const ballot = fields({ count, proposer: name });
const content = fields({ version: count, text: text(mostBytes), setBy: name });
const accepted = fields({ ballot, content });
const authority = exactly<AuthorityMessage>()(
  byType({
    prepare: { key: name, ballot },
    promised: { key: name, ballot, past: nullOr(accepted) },
    accept: { key: name, ballot, content },
    accepted: { key: name, ballot },
    refused: { key: name, ballot, promised: ballot },
  }),
);

const record = exactly<LogRecord>()(
  fields({
    number: count,
    epoch: count,
    payload: bytes(mostBytes),
  }),
);
const mark = fields({ number: count, epoch: count });
const records = listOf(record, 1_000_000);
const replica = exactly<ReplicaMessage>()(
  byType({
    records: { epoch: count, after: mark, records },
    'whole-log': { epoch: count, snapshot: nullOr(record), records },
    folded: { epoch: count, snapshot: record },
    has: { epoch: count, number: count, base: count },
    lacks: { epoch: count, last: mark },
    replaced: { epoch: count },
  }),
);

const channel = exactly<ChannelMessage<unknown>>()(
  byType({
    posts: { first: count, bodies: listOf(anything, 100_000) },
    taken: { upTo: count },
  }),
);

const flaskStatus = exactly<FlaskStatus>()(
  fields({
    ...{ flask, role: oneOf('host', 'replica'), epoch: count, records: count, counted: count },
    ...{ logBytes: count, isHungry: flag, waiting: count, app: anything },
  }),
);
export const nodeStatusSchema = exactly<NodeStatus>()(
  fields({
    ...{ node, phase: oneOf('alone', 'joining', 'member', 'leaving', 'left'), incarnation: count },
    ...{ viewVersion: count, flasks: listOf(flaskStatus, mostFlasks) },
  }),
);

export const peerMessageSchema = exactly<PeerMessage>()(
  byType({
    'ask-in': { newcomer, cluster: nullOr(name) },
    welcome: { cluster: clusterSchema, view: viewSchema },
    'turned-away': { reason: text(1000) },
    'found-voter': { cluster: clusterSchema },
    'voter-founded': { token: name },
    authority: { message: authority },
    heartbeat: { incarnation: count, version: count, suspects: listOf(node, mostNodes) },
    view: { view: viewSchema },
    replica: { flask, incarnation: count, message: replica },
    channel: { from: endpoint, to: endpoint, message: channel },
    begin: { flasks: listOf(flask, mostFlasks), spec: bytes(mostBytes) },
    begun: { flasks: listOf(flask, mostFlasks) },
    aside: { message: anything },
    'ask-status': { id: name },
    status: { id: name, status: nodeStatusSchema },
  }),
);

/** Messages between nodes <-> bytes. */
export const peerCodec: Codec<PeerMessage> = codecOf(peerMessageSchema);
