// Whether files hold certificates and keys. It is judged before anybody listens or dials with them: what OpenSSL says of them then
// names no file, and comes too late.
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { createSecureContext } from 'node:tls';
import type { Tls, TlsFiles } from './secret.ts';

/** What is wrong with what was read from these files; undefined when nothing is. */
export function tlsProblem(files: TlsFiles, { cert, key, ca }: Tls): string | undefined {
  const own = cert && readCertificate(cert);
  if (cert && !own) return `--tls-cert: ${files.cert} holds no certificate in PEM`;
  const secret = key && readKey(key);
  if (key && !secret) return `--tls-key: ${files.key} holds no key in PEM without a passphrase`;
  if (own && secret && !own.checkPrivateKey(secret)) {
    return `--tls-key: ${files.key} is not the key of the certificate in ${files.cert}`;
  }
  if (ca && !readCertificate(ca)) return `--tls-ca: ${files.ca} holds no certificate in PEM`;
  return canBeUsed({ ...(cert && { cert }), ...(key && { key }), ...(ca && { ca }) })
    ? undefined
    : `--tls-cert: the certificate in ${files.cert} is too weak for this machine`;
}

function readCertificate(bytes: Buffer): X509Certificate | undefined {
  // Node reads the binary form here as well, and nowhere else.
  if (!bytes.includes('-----BEGIN')) return undefined;
  try {
    return new X509Certificate(bytes);
  } catch {
    return undefined;
  }
}

function readKey(bytes: Buffer): KeyObject | undefined {
  try {
    return createPrivateKey(bytes);
  } catch {
    return undefined;
  }
}

function canBeUsed(tls: Tls): boolean {
  try {
    createSecureContext(tls);
    return true;
  } catch {
    return false;
  }
}
