// Whether somebody is there, below all that a process says by itself: the kernel lets a connection in although the process behind it is
// busy, and refuses it when there is none. A node that computes for a minute is silent, but not dead.
import { createConnection } from 'node:net';
import type { Address } from './address.ts';

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
