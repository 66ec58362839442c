// Where a node listens and how it is called: HOST:PORT on the command line, ws://HOST:PORT between nodes, wss:// with
// certificates, unix:PATH for sockets of this machine.
import path from 'node:path';
import { fail, ok, type Result } from '../../base/index.ts';

export type Address =
  | { readonly type: 'tcp'; readonly host: string; readonly port: number; readonly tls: boolean }
  | { readonly type: 'unix'; readonly path: string };

/** The name of a socket of this machine may not be longer than this, by the kernel. */
export const longestSocketPath = 100;

/** `HOST:PORT`, `[::1]:PORT` or `unix:PATH`; port 0 lets the system choose. */
export function readListen(text: string, tls: boolean): Result<Address, string> {
  if (text.startsWith('unix:')) return socketAt(text.slice('unix:'.length));
  const found = /^(?:\[([0-9a-f:.]+)\]|([\w.-]+)):(\d{1,5})$/i.exec(text);
  const host = found?.[1] ?? found?.[2];
  const port = Number(found?.[3]);
  if (host === undefined || port > 65535) {
    return fail(`a place to listen at is HOST:PORT, such as 127.0.0.1:7000, not '${text}'`);
  }
  return ok({ type: 'tcp', host, port, tls });
}

/** `ws://HOST:PORT`, `wss://HOST:PORT` or `unix:PATH`; nothing else may stand in it, least of all a secret. */
export function readAddress(text: string): Result<Address, string> {
  if (text.startsWith('unix:')) return socketAt(text.slice('unix:'.length));
  const found = /^(wss?):\/\/([^/?#@]+?)\/?$/.exec(text);
  const listen = readListen(found?.[2] ?? '', found?.[1] === 'wss');
  if (!listen.ok || (listen.value.type === 'tcp' && listen.value.port === 0)) {
    const what = 'an address of a cluster is ws://HOST:PORT, such as ws://127.0.0.1:7000';
    return fail(`${what}, not '${text.includes('@') ? 'one with a password' : text}'`);
  }
  return listen;
}

export function showAddress(address: Address): string {
  if (address.type === 'unix') return `unix:${address.path}`;
  const { host, port, tls } = address;
  return `${tls ? 'wss' : 'ws'}://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** As the WebSocket library wants it. */
export function urlOf(address: Address): string {
  return address.type === 'unix' ? `ws+unix:${address.path}:/` : showAddress(address);
}

/** Whether only this machine can reach it. */
export function isLocal(address: Address): boolean {
  if (address.type === 'unix') return true;
  const { host } = address;
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** Whether it says where to listen, but not where one can be reached. */
export function isWildcard(address: Address): boolean {
  return address.type === 'tcp' && /^(0\.0\.0\.0|::|0:0:0:0:0:0:0:0)$/.test(address.host);
}

function socketAt(file: string): Result<Address, string> {
  if (!path.isAbsolute(file)) return fail(`unix: takes an absolute path, not '${file}'`);
  if (file.length > longestSocketPath || file.includes(':')) {
    return fail(`unix: takes a path of at most ${longestSocketPath} characters without colons`);
  }
  return ok({ type: 'unix', path: file });
}
