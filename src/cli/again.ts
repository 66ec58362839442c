// The call that makes a run once more, for whoever is told that it was stopped.
import type { CredentialOptions } from './credentials.ts';
import type { RunOptions } from './run.ts';

/** Within the same bounds, on as many nodes; what it recorded is not recorded anew. */
export function againCall(
  file: string,
  options: RunOptions & CredentialOptions,
  seed: number,
): string {
  const { timeout } = options;
  const again = {
    seed,
    input: options.input,
    'max-reactions': options.maxReactions,
    timeout: timeout === undefined ? undefined : `${timeout}ms`,
    'max-memory': options.maxMemory,
    nodes: options.nodes,
    cluster: options.cluster,
    replicas: options.replicas,
    capture: options.capture,
    'secret-file': options.secretFile,
    'tls-cert': options.tlsCert,
    'tls-key': options.tlsKey,
    'tls-ca': options.tlsCa,
  };
  const words = Object.entries(again).flatMap(([name, value]) =>
    value === undefined ? [] : [`--${name} ${shellWord(`${value}`)}`],
  );
  return `hocl run ${shellWord(file)} ${words.join(' ')}`;
}

export function shellWord(text: string): string {
  return /^[\w./:@%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
