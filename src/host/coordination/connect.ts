// From the address of a cluster to its schemes. Sockets are loaded when somebody connects, and not before.
import { type Coordination, CoordinationError, coordinationOver } from './coordination.ts';

export interface ConnectOptions {
  /** A file with the secret of the cluster, which only its owner can read. */
  readonly secretFile?: string;
  /** Certificates, as files: the client's own and its key, and that of the authority which signs those of the nodes. */
  readonly tlsCert?: string;
  readonly tlsKey?: string;
  readonly tlsCa?: string;
  /** How long it looks for another node when its own is gone; a minute unless told. */
  readonly patienceMs?: number;
}

export interface Connected {
  readonly coordination: Coordination;
  close(): Promise<void>;
}

export async function connectTo(
  addresses: readonly string[],
  options: ConnectOptions,
): Promise<Connected> {
  const [{ connectAside, readSecret, readTls }, { ClusterPort }] = await Promise.all([
    import('../../dht/net/index.ts'),
    import('./cluster-port.ts'),
  ]);
  const { secretFile, tlsCert, tlsKey, tlsCa, patienceMs } = options;
  const secret = secretFile === undefined ? undefined : readSecret(secretFile);
  if (secret?.ok === false) throw new CoordinationError(secret.error);
  const tls = readTls({ cert: tlsCert, key: tlsKey, ca: tlsCa });
  if (!tls.ok) throw new CoordinationError(inWordsOfOptions(tls.error));
  const credentials = {
    ...(secret === undefined ? {} : { secret: secret.value }),
    ...(tls.value === undefined ? {} : { tls: tls.value }),
  };
  const port = await ClusterPort.open({
    addresses,
    connect: (address, name, events) => connectAside({ address, name, credentials }, events),
    ...(patienceMs === undefined ? {} : { patienceMs }),
  });
  if (!port.ok) throw new CoordinationError(inWordsOfOptions(port.error));
  return { coordination: coordinationOver(port.value), close: () => port.value.close() };
}

/** The command line calls options otherwise. */
function inWordsOfOptions(sentence: string): string {
  const tls = { tlsCert: '--tls-cert', tlsKey: '--tls-key', tlsCa: '--tls-ca' };
  return Object.entries({ secretFile: '--secret-file', ...tls }).reduce(
    (text, [name, flag]) => text.replaceAll(flag, name),
    sentence,
  );
}
