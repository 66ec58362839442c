// JSON as bytes, for what is small and lies on a disk. Bytes from elsewhere are decoded by wire formats with schemas.
import { fail, ok, type Result } from '../base/index.ts';

export function toJsonBytes(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}

export function fromJsonBytes(bytes: Uint8Array): Result<unknown, string> {
  try {
    return ok(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
}
