// The records of a flask's log: an input each, as bytes. A host's first record of an epoch is empty, and is none of
// these (replica.ts).
import { assert } from '../../base/index.ts';
import type { SavedChannels } from '../channel.ts';
import type { FlaskInput } from '../flask-app.ts';
import type { Endpoint } from '../flask-id.ts';
import { pack, unpack } from '../pack.ts';
import type { OpenEffect } from './state.ts';

/**
 * An input; a message comes with its number in the channel. Or that the host went on from a snapshot of the flask: whoever
 * folds the log and does not have that snapshot must do the same at the same place.
 */
export type FlaskRecord =
  | { readonly type: 'anew' }
  | Exclude<FlaskInput, { readonly type: 'message' }>
  | (Extract<FlaskInput, { readonly type: 'message' }> & { readonly number: number });

/** What a log is folded into. */
export interface SavedFlask {
  readonly app: Uint8Array;
  readonly channels: SavedChannels<unknown>;
  readonly effects: readonly (OpenEffect & { readonly key: string })[];
  readonly inputs: number;
  readonly hasBegun: boolean;
}

export function packRecord(record: FlaskRecord): Uint8Array {
  switch (record.type) {
    case 'begin':
      return pack([0, record.spec]);
    case 'message':
      return pack([1, record.from, record.number, record.message]);
    case 'answer':
      return pack([2, record.key, record.answer]);
    case 'run':
      return pack([3, record.reactions]);
    case 'anew':
      return pack([4]);
  }
}

/** Only this file writes them, and checksums guard them, so that what does not fit is a mistake of ours. */
export function unpackRecord(payload: Uint8Array): FlaskRecord {
  const [kind, a, b, c] = unpacked(payload) as readonly unknown[];
  if (kind === 0) return { type: 'begin', spec: a as Uint8Array };
  if (kind === 1) {
    return { type: 'message', from: a as Endpoint, number: b as number, message: c };
  }
  if (kind === 2) return { type: 'answer', key: a as string, answer: b };
  if (kind === 3) return { type: 'run', reactions: a as number };
  assert(kind === 4, 'a kind of record that nobody writes', kind);
  return { type: 'anew' };
}

export function packFlask(saved: SavedFlask): Uint8Array {
  return pack(saved);
}

export function unpackFlask(payload: Uint8Array): SavedFlask {
  return unpacked(payload) as SavedFlask;
}

const anyLength = { depth: 64, values: Number.MAX_SAFE_INTEGER };

function unpacked(payload: Uint8Array): unknown {
  const read = unpack(payload, anyLength);
  assert(read.ok, 'a record that cannot be read', read.ok ? '' : read.error);
  return read.value;
}
