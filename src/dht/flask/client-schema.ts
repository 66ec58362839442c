// What a client may say to a flask. A client knows the secret of the cluster and may still be wrong: what does not look as
// it should is answered with a sentence, and changes nothing.
import { byType, bytes, exactly, oneOf, whole } from '../schema.ts';
import type { ClientMessage } from './messages.ts';

const mostBytes = 64 * 2 ** 20;

export const clientMessage = exactly<ClientMessage>()(
  byType({
    put: { bytes: bytes(mostBytes) },
    'put-text': { form: oneOf('items', 'values'), bytes: bytes(mostBytes) },
    go: { puts: whole() },
    watch: {},
    stop: {},
    observe: {},
    read: { from: whole() },
  }),
);
