// The dialer's side of the handshake: from an address to a connection with a node that has shown who it is, or to a
// sentence that says why not.
import { randomBytes } from 'node:crypto';
import { WebSocket } from 'ws';
import { fail, type NodeId, ok, type Result } from '../../base/index.ts';
import { type Address, isLocal, showAddress, urlOf } from './address.ts';
import type { ConnectionKeys } from './connection.ts';
import {
  type Challenge,
  dialerProof,
  type Hello,
  listenerProof,
  type Refused,
  sameProof,
  sessionKeys,
  versionProblem,
  type Welcome,
  wireVersion,
} from './handshake.ts';
import { Inbox } from './inbox.ts';
import type { Limits } from './limits.ts';
import type { Credentials, Tls } from './secret.ts';

export interface Introduction {
  readonly role: 'node' | 'client';
  readonly name: NodeId;
  /** The node that is expected there; empty for whoever it is. */
  readonly to: string;
  /** Where the dialer itself listens; empty for a client. */
  readonly address: string;
}

export interface Dialled {
  readonly inbox: Inbox;
  readonly keys: ConnectionKeys;
  readonly welcome: Welcome;
}

/**
 * Why a node could not be spoken to, in a sentence about its address: it cannot be reached, it refuses for good, or
 * it is there but not ready yet.
 */
export interface DialFailure {
  readonly reason: string;
  readonly type: 'unreachable' | 'refused' | 'not-yet';
}

export async function dial(
  address: Address,
  introduction: Introduction,
  credentials: Credentials,
  limits: Limits,
): Promise<Result<Dialled, DialFailure>> {
  const socket = openSocket(address, credentials, limits);
  let isOpen = false;
  socket.once('open', () => {
    isOpen = true;
  });
  const inbox = new Inbox(socket);
  const greeted = await greet(inbox, introduction, credentials, limits);
  const result = isOpen || greeted.ok ? greeted : unopened(greeted.error, address, credentials);
  if (result.ok) return result;
  inbox.socket.terminate();
  const reason = `${showAddress(address)}: ${result.error.reason}`;
  return fail({ ...result.error, reason });
}

function openSocket(address: Address, credentials: Credentials, limits: Limits): WebSocket {
  const { cert, key, ca } = credentials.tls ?? {};
  return new WebSocket(urlOf(address), {
    perMessageDeflate: false,
    maxPayload: limits.frameBytes,
    maxFragments: limits.fragments,
    handshakeTimeout: limits.handshakeMs,
    followRedirects: false,
    ...(isLocal(address) ? { generateMask: noMask } : {}),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
    ...(ca === undefined ? {} : { ca }),
  });
}

/**
 * Masks keep what is sent from being read as something else by a proxy in between (RFC 6455, 10.3). Within this machine there is none,
 * and what is masked with zeros is not touched: a large input is spared two passes over its bytes at each hop.
 */
function noMask(mask: Buffer): void {
  mask.fill(0);
}

async function greet(
  inbox: Inbox,
  introduction: Introduction,
  credentials: Credentials,
  limits: Limits,
): Promise<Result<Dialled, DialFailure>> {
  const challenge = await inbox.hear(limits.handshakeMs);
  if (!challenge.ok) return unreachable(challenge.error);
  if (challenge.value.type === 'refused') return turnedAway(challenge.value);
  if (challenge.value.type !== 'challenge') return final('it does not speak as a node of hocl');
  const problem = challengeProblem(challenge.value, credentials);
  if (problem !== undefined) return final(problem);
  const { secret } = credentials;
  const said = {
    ...{ type: 'hello', version: wireVersion, nonce: randomBytes(32) },
    ...introduction,
  } as const satisfies Omit<Hello, 'proof'>;
  inbox.say({ ...said, proof: dialerProof(secret, challenge.value, said) });
  const answer = await inbox.hear(limits.handshakeMs);
  if (!answer.ok) return unreachable(answer.error);
  if (answer.value.type === 'refused') return turnedAway(answer.value);
  if (answer.value.type !== 'welcome') return final('it does not speak as a node of hocl');
  const welcome = answer.value;
  if (!sameProof(welcome.proof, listenerProof(secret, challenge.value, said, welcome.name))) {
    return final('it does not know the secret');
  }
  if (introduction.to !== '' && welcome.name !== introduction.to) {
    return final(`another node is there now, ${welcome.name}`);
  }
  const { fromDialer, fromListener } = sessionKeys(secret, challenge.value, said);
  return ok({ inbox, keys: { send: fromDialer, receive: fromListener }, welcome });
}

function challengeProblem(challenge: Challenge, { secret }: Credentials): string | undefined {
  const version = versionProblem(challenge.version);
  if (!version.ok) return version.error;
  if (challenge.asks === 'secret' && secret === undefined) {
    return 'it asks for the secret of the cluster; give it with --secret-file';
  }
  if (challenge.asks === 'nothing' && secret !== undefined) {
    return 'its cluster has no secret, but one was given';
  }
  return undefined;
}

function unreachable(reason: string): Result<never, DialFailure> {
  return fail({ reason: spoken(reason), type: 'unreachable' });
}

function turnedAway({ reason, yet }: Refused): Result<never, DialFailure> {
  return fail({ reason, type: yet ? 'not-yet' : 'refused' });
}

function final(reason: string): Result<never, DialFailure> {
  return fail({ reason, type: 'refused' });
}

/**
 * Who ends a connection before there is one does not say why. Mostly two who disagree about TLS are behind that, or about
 * certificates: a listener does not answer in a language that the dialer did not begin with.
 */
function unopened(
  failure: DialFailure,
  address: Address,
  { tls }: Credentials,
): Result<never, DialFailure> {
  if (failure.reason !== CLOSED || address.type === 'unix') return fail(failure);
  const reason = `${CLOSED} before it said anything: ${mayBecause(address.tls, tls)}`;
  return fail({ ...failure, reason });
}

function mayBecause(isTls: boolean, tls: Tls | undefined): string {
  if (!isTls) return 'it may be a node with certificates, which is reached by wss://';
  return tls?.cert === undefined
    ? 'it may ask for a certificate of its cluster; give it with --tls-cert and --tls-key'
    : 'it may not trust the certificate in --tls-cert, which the authority of its cluster must have signed';
}

const CLOSED = 'it closed the connection';

/** What Node says of sockets, in our words. */
function spoken(reason: string): string {
  if (/ECONNREFUSED|ENOENT/.test(reason)) return 'nobody listens there';
  if (/ENOTFOUND|EAI_AGAIN/.test(reason)) return 'no such host';
  if (/EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|handshake has timed out/.test(reason)) {
    return 'it cannot be reached';
  }
  if (/before secure TLS|wrong version number|packet length too long/i.test(reason)) {
    return 'it does not speak TLS: a node without certificates is reached by ws://';
  }
  if (/ECONNRESET|EPIPE|socket hang up/.test(reason)) return CLOSED;
  if (/certificate|EPROTO|altname|alert|CERT_/i.test(reason)) return distrust(reason);
  if (/Unexpected server response: 403/.test(reason)) return 'it refuses the connection';
  if (/Unexpected server response/.test(reason)) return 'it is not a node of hocl';
  return reason;
}

/** Why there is no trust between the two sides. */
function distrust(reason: string): string {
  if (/expired|not yet valid/i.test(reason)) return 'its certificate is not valid at this time';
  if (/altname/i.test(reason)) return 'its certificate is for another host';
  if (/alert/i.test(reason)) {
    return 'it asks for a certificate of its cluster; give it with --tls-cert and --tls-key';
  }
  if (/self.signed|unable to (verify|get)/i.test(reason)) {
    return 'nobody who is trusted here has signed its certificate; --tls-ca says who is';
  }
  return 'no trusted connection is possible';
}
