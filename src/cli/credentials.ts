// The options that say who may come in: a secret in a file, certificates in files.
import { type Credentials, readSecret, readTls } from '../dht/net/index.ts';
import { CallError } from './exit-code.ts';

export interface CredentialOptions {
  readonly secretFile?: string;
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly tlsCa?: string;
}

export function credentialsOf(options: CredentialOptions): Credentials {
  const { secretFile, tlsCert, tlsKey, tlsCa } = options;
  const secret = secretFile === undefined ? undefined : readSecret(secretFile);
  if (secret && !secret.ok) throw new CallError(`--secret-file: ${secret.error}`);
  const tls = readTls({ cert: tlsCert, key: tlsKey, ca: tlsCa });
  if (!tls.ok) throw new CallError(tls.error);
  return {
    ...(secret ? { secret: secret.value } : {}),
    ...(tls.value ? { tls: tls.value } : {}),
  };
}
