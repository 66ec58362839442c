// Whether a node is there, below all that its process says by itself: the kernel lets a connection in although the process behind it is
// busy, and refuses it when there is none. A node that computes for a minute is silent, but not dead. Who answers is asked for its name,
// since another one may listen there by now: a dead node would pass for busy as long as its successor lives.
import { createConnection } from 'node:net';
import { type NodeId, nodeId } from '../../base/index.ts';
import type { Address } from './address.ts';
import { dial } from './dial.ts';
import type { Limits } from './limits.ts';
import type { Credentials } from './secret.ts';

/** Whether this very node is there, busy or not. It is taken to be where the kernel lets us in and nobody says anything. */
export async function knockAt(
  node: NodeId,
  address: Address,
  credentials: Credentials,
  limits: Limits,
): Promise<boolean> {
  if (!(await knock(address, limits.knockMs))) return false;
  // It comes as a client, since a node that comes in takes the place of the connection that it had.
  const introduction = { role: 'client', name: nodeId('knock'), to: node, address: '' } as const;
  const dialled = dial(address, introduction, credentials, limits).then((answer) => {
    if (answer.ok) answer.value.inbox.socket.terminate();
    return answer.ok || answer.error.type === 'not-yet';
  });
  return Promise.race([dialled, silence(limits.knockMs)]);
}

function silence(ms: number): Promise<true> {
  return new Promise((resolve) => setTimeout(() => resolve(true), ms).unref());
}

/** Whether there is a process at all. */
export function knock(address: Address, patienceMs: number): Promise<boolean> {
  const to =
    address.type === 'unix' ? { path: address.path } : { host: address.host, port: address.port };
  return new Promise((resolve) => {
    const socket = createConnection(to);
    const end = (answers: boolean) => {
      socket.destroy();
      resolve(answers);
    };
    socket.setTimeout(patienceMs);
    socket.once('connect', () => end(true));
    socket.once('timeout', () => end(false));
    socket.once('error', () => end(false));
  });
}
