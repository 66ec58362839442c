// Who is there: the words before a connection carries anything. Both sides show that they know the secret of the cluster
// without telling it, each by a proof over a number that the other has just drawn; a recorded handshake is
// therefore worth nothing later. Where the cluster has no secret the same words are said with empty proofs.
//
//   listener                             dialer
//     challenge(version, nonce)    ──▶
//                                  ◀──   hello(version, role, name, to, address, nonce, proof)
//     welcome(name, proof)         ──▶   or refused(reason)
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { fail, type NodeId, ok, type Result } from '../../base/index.ts';
import {
  byType,
  bytes,
  flag,
  type Given,
  id,
  judged,
  oneOf,
  pack,
  text,
  unpack,
  whole,
} from '../index.ts';

/** Grows with each change of what goes over the wire; nodes of different versions do not talk. */
export const wireVersion = 1;

const nonceBytes = 32;
/** No word of the handshake is larger. */
const wordBytes = 2048;

export const handshakeWord = byType({
  challenge: {
    version: whole(0, 0xffff),
    nonce: bytes(nonceBytes),
    asks: oneOf('secret', 'nothing'),
  },
  hello: {
    version: whole(0, 0xffff),
    role: oneOf('node', 'client'),
    name: id<NodeId>(64),
    to: text(64),
    address: text(300),
    nonce: bytes(nonceBytes),
    proof: bytes(32),
  },
  welcome: { name: id<NodeId>(64), proof: bytes(32) },
  /** `yet` if it may be otherwise in a while. */
  refused: { reason: text(300), yet: flag },
});

export type HandshakeWord = Given<typeof handshakeWord>;
export type Challenge = Extract<HandshakeWord, { type: 'challenge' }>;
export type Hello = Extract<HandshakeWord, { type: 'hello' }>;
export type Refused = Extract<HandshakeWord, { type: 'refused' }>;
export type Welcome = Extract<HandshakeWord, { type: 'welcome' }>;

export function writeWord(word: HandshakeWord): Uint8Array {
  return pack(word);
}

export function readWord(received: Uint8Array): Result<HandshakeWord, string> {
  if (received.length > wordBytes) return fail('a word of the handshake is too long');
  const value = unpack(received, { depth: 4, values: 64 });
  return value.ok ? judged(handshakeWord, value.value) : value;
}

/** What the dialer proves, which names everything that it says of itself. */
export function dialerProof(
  secret: Uint8Array | undefined,
  challenge: Challenge,
  hello: Omit<Hello, 'proof'>,
): Uint8Array {
  return proof(secret, ['hocl dialer', challenge.nonce, hello]);
}

export function listenerProof(
  secret: Uint8Array | undefined,
  challenge: Challenge,
  hello: Omit<Hello, 'proof'>,
  name: NodeId,
): Uint8Array {
  return proof(secret, ['hocl listener', hello.nonce, challenge.nonce, name]);
}

export function sameProof(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}

/** The keys that seal the frames of one connection, one for each direction; none without a secret. */
export interface SessionKeys {
  readonly fromDialer: Uint8Array | undefined;
  readonly fromListener: Uint8Array | undefined;
}

export function sessionKeys(
  secret: Uint8Array | undefined,
  challenge: Challenge,
  hello: Pick<Hello, 'nonce'>,
): SessionKeys {
  if (secret === undefined) return { fromDialer: undefined, fromListener: undefined };
  const salt = Buffer.concat([challenge.nonce, hello.nonce]);
  const key = (label: string) => new Uint8Array(hkdfSync('sha256', secret, salt, label, 32));
  return {
    fromDialer: key('hocl frames of the dialer'),
    fromListener: key('hocl frames of the listener'),
  };
}

/** Whether two nodes can talk at all. */
export function versionProblem(theirs: number): Result<null, string> {
  return theirs === wireVersion
    ? ok(null)
    : fail(`it speaks version ${theirs} of the protocol, and this hocl version ${wireVersion}`);
}

function proof(secret: Uint8Array | undefined, parts: unknown): Uint8Array {
  if (secret === undefined) return new Uint8Array();
  return createHmac('sha256', secret).update(pack(parts)).digest();
}
