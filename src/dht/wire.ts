// Message <-> bytes: packed (pack.ts), and judged by a schema on the way in. A message that does not fit is a value, not an
// exception: it is counted and dropped by whoever reads.
import type { Result } from '../base/index.ts';
import { pack, unpack } from './pack.ts';
import { judged, type Schema } from './schema.ts';

export interface Codec<M> {
  encode(message: M): Uint8Array;
  decode(bytes: Uint8Array): Result<M, string>;
}

export function codecOf<M>(schema: Schema<M>): Codec<M> {
  return {
    encode: (message) => pack(message),
    decode(bytes) {
      const value = unpack(bytes);
      return value.ok ? judged(schema, value.value) : value;
    },
  };
}
