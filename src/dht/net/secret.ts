// What a node shows to be let in: the secret of the cluster, certificates, or both. Secrets come from files, never from
// the command line or an address, where other users of the machine and logs would see them.
import { readFileSync, statSync } from 'node:fs';
import { fail, ok, type Result } from '../../base/index.ts';
import { tlsProblem } from './certificates.ts';

export interface Credentials {
  readonly secret?: Uint8Array;
  readonly tls?: Tls;
}

export interface Tls {
  readonly cert?: Buffer;
  readonly key?: Buffer;
  /** Who signs the certificates of the cluster: with it, both sides must show one. */
  readonly ca?: Buffer;
}

const leastSecretBytes = 16;

/** The secret in a file, without the white space around it. Others may not be able to read that file. */
export function readSecret(file: string): Result<Uint8Array, string> {
  try {
    const found = statSync(file);
    if (found.isDirectory()) return fail(`${file} is a directory, not a file`);
    const { mode } = found;
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
      return fail(`${file} can be read by other users: chmod 600 it, and think of a new secret`);
    }
    const secret = readFileSync(file, 'utf8').trim();
    if (Buffer.byteLength(secret) < leastSecretBytes) {
      return fail(`the secret in ${file} is shorter than ${leastSecretBytes} characters`);
    }
    return ok(new TextEncoder().encode(secret));
  } catch (error) {
    return fail(unreadable(file, error));
  }
}

export interface TlsFiles {
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
  readonly ca?: string | undefined;
}

export function readTls(files: TlsFiles): Result<Tls | undefined, string> {
  const { cert, key, ca } = files;
  if (cert === undefined && key === undefined && ca === undefined) return ok(undefined);
  if ((cert === undefined) !== (key === undefined)) {
    return fail('--tls-cert and --tls-key belong together');
  }
  const tls: { cert?: Buffer; key?: Buffer; ca?: Buffer } = {};
  for (const [name, file] of Object.entries({ cert, key, ca })) {
    if (file === undefined) continue;
    try {
      tls[name as 'cert' | 'key' | 'ca'] = readFileSync(file);
    } catch (error) {
      return fail(unreadable(file, error));
    }
  }
  const problem = tlsProblem(files, tls);
  return problem === undefined ? ok(tls) : fail(problem);
}

function unreadable(file: string, error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return `${file} does not exist`;
  if (code === 'EISDIR') return `${file} is a directory, not a file`;
  if (code === 'EACCES') return `${file} may not be read by this user`;
  return `${file} cannot be read (${code ?? String(error)})`;
}
