// What flasks say to each other, as schemas; what clients say is in client-schema.ts. It comes from other nodes, and is in the log
// before it is looked at: what does not fit is passed over, at every replica alike.
import type { CaptureMessage, Gift, MoleculeId } from '../capture/messages.ts';
import {
  byType,
  bytes,
  exactly,
  fields,
  flag,
  listOf,
  nullOr,
  oneOf,
  optional,
  real,
  type Schema,
  text,
  whole,
} from '../schema.ts';
import type { SpreadMessage } from '../spread/spread.ts';
import type { Envelope, FlaskMessage } from './messages.ts';

const mostBytes = 64 * 2 ** 20;
const most = 1_000_000;

const count = whole();
const ids = listOf(count, most);

/** A text or a number; neither says of itself what it may be. */
const moleculeId: Schema<MoleculeId> = {
  problem: (value, at) =>
    typeof value === 'string' ? text(256).problem(value, at) : count.problem(value, at),
};
const carried = { attempt: count, rule: text(256), rate: real };
const moleculeIds = listOf(moleculeId, most);

const capture = exactly<CaptureMessage>()(
  byType({
    QUERY: { ...carried, captures: count, ids: moleculeIds },
    FETCH: { ...carried, captures: optional(count), ids: moleculeIds },
    GIVE_UP: carried,
    RESP_OK: carried,
    RESP_TAKEN: { ...carried, id: moleculeId },
    RESP_REMOVED: { ...carried, id: moleculeId },
  }),
);
const gift = exactly<Gift>()(fields({ ...carried, ids: moleculeIds }));
const load = fields({ flask: count, load: count });
const news = { load: count, best: optional(load) };
const plannedMove = fields({ to: count, class: count, count });
const share = exactly<SpreadMessage>()(
  byType({
    REPORT: { ...news, counts: listOf(count, most) },
    PLAN: { ...news, moves: listOf(plannedMove, most) },
    STEAL: { ...news, thief: count, hops: count },
    EMPTY: news,
  }),
);
const tally = fields({ sent: count, received: count });
const captures = fields({ optimistic: count, pessimistic: count, aborted: count });
const figures = fields({ reactions: count, messages: count, captures });
const endStatus = oneOf('inert', 'stopped');

const flaskMessage = exactly<FlaskMessage>()(
  byType({
    move: { bytes: bytes(mostBytes), ids: nullOr(ids), stolen: flag },
    share: { message: share },
    advert: { rule: count, bytes: bytes(mostBytes), ids },
    suggest: { rule: count, combination: listOf(fields({ flask: count, id: count }), 10_000) },
    capture: { message: capture },
    given: { gift, bytes: bytes(mostBytes) },
    readvertise: { ids },
    converge: {},
    stage: { stage: count },
    start: {},
    quiet: { tally, figures },
    wave: { wave: count },
    'wave-answer': { wave: count, tally, quiet: flag },
    'want-fuel': {},
    fuel: { reactions: count },
    'spare-fuel': { reactions: count },
    end: { status: endStatus },
    ended: { ending: fields({ tally: nullOr(tally), figures, unanswered: count }) },
  }),
);

export const envelopeSchema = exactly<Envelope>()(fields({ stage: count, message: flaskMessage }));
