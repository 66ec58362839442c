// The smallest flask there is: a log and channels, and bodies that are posted and taken. Its state is folded from its
// log, as that of a real one. Flaws can be planted, to see whether the checker sees them.
import {
  type DiskEffect,
  type Effect,
  type Machine,
  nodeId,
  timerId,
} from '../../src/base/index.ts';
import {
  acknowledged,
  arrive,
  awaitsAnswer,
  type ChannelMessage,
  type Channels,
  loadChannels,
  noChannels,
  post,
  resend,
  type SavedChannels,
  saveChannels,
  take,
  toSend,
} from '../../src/dht/channel.ts';
import { type FlaskId, flaskId } from '../../src/dht/flask-id.ts';
import { fromJsonBytes, toJsonBytes } from '../../src/dht/json-bytes.ts';
import { append, flush, type Log, openLog, putSnapshot, synced } from '../../src/dht/log.ts';

export interface Flaws {
  readonly sendsEarly?: boolean;
  readonly acknowledgesEarly?: boolean;
  readonly forgetsMarks?: boolean;
  readonly trimsWhenSent?: boolean;
}

export type Body = string;
export type PostCommand = { readonly to: FlaskId; readonly body: Body };
type Record =
  | { readonly type: 'post'; readonly to: FlaskId; readonly body: Body }
  | { readonly type: 'take'; readonly from: FlaskId; readonly number: number; readonly body: Body };

export interface TinyFlask {
  log: Log;
  channels: Channels<Body>;
  /** All that was ever posted and taken, for the judge. */
  posted: [FlaskId, Body][];
  took: [FlaskId, Body][];
}

interface Saved {
  readonly channels: SavedChannels<Body>;
  readonly posted: [FlaskId, Body][];
  readonly took: [FlaskId, Body][];
}

type Effects = readonly (Effect<ChannelMessage<Body>, never> | DiskEffect)[];
const retry = timerId('retry');

export function tinyFlask(
  flaws: Flaws = {},
  snapshotEvery = 5,
): Machine<TinyFlask, ChannelMessage<Body>, PostCommand, never> {
  const record = (flask: TinyFlask, what: Record): void => {
    fold(flask, what, append(flask.log, 0, toJsonBytes(what)));
    if (flask.log.last % snapshotEvery !== 0) return;
    const saved = saveChannels(flask.channels);
    const channels = flaws.forgetsMarks ? { ...saved, in: [] } : saved;
    const all: Saved = { channels, posted: flask.posted, took: flask.took };
    putSnapshot(flask.log, 0, toJsonBytes(all));
  };

  const after = (flask: TinyFlask, effects: readonly DiskEffect[]): Effects => {
    const { channels, log } = flask;
    const sends = [
      ...(flaws.sendsEarly || flaws.acknowledgesEarly ? early(flask, flaws) : []),
      ...toSend(channels, log.durable, 4),
    ];
    if (flaws.trimsWhenSent) {
      for (const { to, message } of sends) {
        if (message.type !== 'posts') continue;
        acknowledged(channels, to, message.first + message.bodies.length - 1);
      }
    }
    const out = sends.map(
      ({ to, message }) => ({ type: 'send', to: nodeId(to), message }) as const,
    );
    const timer = { type: 'set-timer', timer: retry, afterMs: 40 } as const;
    return [...effects, ...out, ...(awaitsAnswer(channels) ? [timer] : [])];
  };

  return {
    start(files) {
      const opened = openLog('log', files.get('log'));
      if (!opened.ok) throw new Error(opened.error.reason);
      const { log, snapshot, records, effects } = opened.value;
      const saved = snapshot && read<Saved>(snapshot.payload);
      const flask: TinyFlask = {
        log,
        channels: saved ? loadChannels(saved.channels, snapshot.number) : noChannels(),
        posted: saved?.posted ?? [],
        took: saved?.took ?? [],
      };
      for (const { number, payload } of records) fold(flask, read<Record>(payload), number);
      return { state: flask, effects: after(flask, effects) };
    },
    step(flask, input) {
      switch (input.type) {
        case 'synced':
          return after(flask, synced(flask.log, input.mark));
        case 'command':
          record(flask, { type: 'post', ...input.command });
          break;
        case 'timer':
          resend(flask.channels);
          break;
        case 'message': {
          const from = flaskId(input.from);
          const { message } = input;
          if (message.type === 'taken') acknowledged(flask.channels, from, message.upTo);
          else {
            for (const one of arrive(flask.channels, from, message.first, message.bodies)) {
              record(flask, { type: 'take', from, ...one });
            }
          }
        }
      }
      return after(flask, flush(flask.log));
    },
  };
}

function fold(flask: TinyFlask, what: Record, number: number): void {
  if (what.type === 'post') {
    flask.posted.push([what.to, what.body]);
    post(flask.channels, what.to, what.body, number);
  } else {
    flask.took.push([what.from, what.body]);
    take(flask.channels, what.from, what.number, number);
  }
}

/** What a flask says that does not wait for its disk. */
function early({ channels, log }: TinyFlask, flaws: Flaws): ReturnType<typeof toSend<Body>> {
  const kept = flaws.sendsEarly ? 'posts' : 'taken';
  const copy = structuredClone(channels);
  const sends = toSend(copy, log.last, 4).filter(({ message }) => message.type === kept);
  for (const { to, message } of sends) {
    const out = channels.out.get(to);
    if (message.type === 'posts' && out) out.sent = message.first + message.bodies.length - 1;
  }
  return sends;
}

function read<T>(bytes: Uint8Array): T {
  const value = fromJsonBytes(bytes);
  if (!value.ok) throw new Error(value.error);
  return value.value as T;
}

/** What a judge reads off two flasks: all that one posted to the other, and what that one took of it. */
export function passed(from: TinyFlask, fromId: FlaskId, to: TinyFlask, toId: FlaskId) {
  return {
    posted: from.posted.filter(([peer]) => peer === toId).map(([, body]) => body),
    took: to.took.filter(([peer]) => peer === fromId).map(([, body]) => body),
  };
}
