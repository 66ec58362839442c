// Bugs that are planted in a run: whoever judges its history must see each of them.
import { beforeAll, describe, expect, test } from 'vitest';
import type { Envelope, FlaskEvent, FlaskMessage } from '../../../src/dht/index.ts';
import type { Program } from '../../../src/host/index.ts';
import { compile } from '../../../src/index.ts';
import { type Spoiled, type SpreadOptions, spread, type Told } from '../flask/flasks.ts';
import { oneRun } from './one-run.ts';

const FLASKS = 4;
const SEEDS = [1, 2, 3, 4, 5, 6];

let sum: Program;
let closure: Program;

beforeAll(async () => {
  sum = await compile('let add = replace x::int, y::int by x + y in <1..40>');
  closure = await compile(`let join = with E:x:y, E:y:z replace WANT:x:z by E:x:z in
    <E:1:2, E:2:3, E:3:4, E:4:5, E:5:6, WANT:1:3, WANT:2:4, WANT:3:5, WANT:4:6, WANT:1:4, WANT:2:5>`);
});

/** What is said of each run in which the bug came up. */
async function complaints(
  program: Program,
  plant: (turn: { done: boolean }) => SpreadOptions['spoil'],
): Promise<(string | null)[]> {
  const heard: (string | null)[] = [];
  for (const seed of SEEDS) {
    const turn = { done: false };
    const spoil = plant(turn);
    const options = { flasks: FLASKS, seed, observed: true, ...(spoil && { spoil }) };
    const run = await spread(program, options);
    if (turn.done) heard.push(oneRun({ program, ...run, flasks: FLASKS }).complaint);
  }
  return heard;
}

/** Does something with the first message of a kind, once. */
function firstOf(
  turn: { done: boolean },
  type: FlaskMessage['type'],
  act: (message: FlaskMessage, from: Spoiled) => FlaskMessage,
): SpreadOptions['spoil'] {
  return (envelope, from) => {
    const { stage, message } = envelope as Envelope;
    if (turn.done || message.type !== type) return [envelope];
    turn.done = true;
    return [{ stage, message: act(message, from) }];
  };
}

describe('a history tells of', () => {
  test('no bug where there is none', async () => {
    const judged = await complaints(closure, (turn) => {
      turn.done = true;
      return undefined;
    });
    expect(judged).toEqual(SEEDS.map(() => null));
  });

  test('a molecule that is given twice', async () => {
    const judged = await complaints(sum, (turn) =>
      firstOf(turn, 'move', (message, from) => {
        if (message.type !== 'move') return message;
        const ids = message.ids && [...message.ids, ...message.ids];
        return { ...message, ids, bytes: from.twice(message.bytes) };
      }),
    );
    expect(judged.length).toBe(SEEDS.length);
    for (const complaint of judged) expect(complaint).toMatch(/came in twice/);
  });

  test('a molecule that is dropped on its way', async () => {
    const judged = await complaints(sum, (turn) =>
      firstOf(turn, 'move', () => ({ type: 'readvertise', ids: [] })),
    );
    expect(judged.length).toBe(SEEDS.length);
    for (const complaint of judged)
      expect(complaint).toMatch(/has left its flask, and came nowhere/);
  });

  test('a captured molecule that stays at its holder', async () => {
    const judged = await complaints(closure, (turn) =>
      firstOf(turn, 'given', (message, from) => {
        if (message.type === 'given') from.keep(message.bytes);
        return message;
      }),
    );
    expect(judged.length).toBeGreaterThan(0);
    for (const complaint of judged) expect(complaint).not.toBe(null);
  });

  test('a holder that says nothing of what it gives', async () => {
    const run = await spread(closure, { flasks: FLASKS, seed: 1, observed: true });
    const told = run.told.map(({ flask, events }) => ({
      flask,
      events: events.filter(({ type }) => type !== 'out'),
    }));
    const { complaint } = oneRun({ program: closure, ...run, told, flasks: FLASKS });
    expect(complaint).toMatch(/nobody has let go of/);
  });

  test('an end that comes early', async () => {
    for (const flasks of [1, FLASKS]) {
      const options = { flasks, seed: 1, observed: true, maxReactions: 5 };
      const run = await spread(sum, options);
      expect(run.status).toBe('stopped');
      const { complaint } = oneRun({ program: sum, ...run, status: 'inert', flasks });
      expect(complaint).toMatch(flasks === 1 ? /something can still react/ : /./);
    }
  });

  test('a stage that begins early', async () => {
    const program = await compile(
      'let add = replace x::int, y::int by x + y in let show = replace x::int by N:x in <1..9, add> then <show>',
    );
    const run = await spread(program, { flasks: FLASKS, seed: 1, observed: true });
    const late = (event: FlaskEvent): boolean => event.type !== 'reaction' || event.n > 1;
    const told = withoutFirst(run.told, (event) => !late(event));
    const { complaint } = oneRun({ program, ...run, told, flasks: FLASKS });
    expect(complaint).not.toBe(null);
  });

  test('a reaction that puts out something else', async () => {
    const run = await spread(sum, { flasks: FLASKS, seed: 1, observed: true });
    const told = run.told.map(({ flask, events }) => ({
      flask,
      events: events.map((event) => {
        if (event.type !== 'reaction') return event;
        return { ...event, put: event.put.map(([id]) => [id, '7'] as const) };
      }),
    }));
    const { complaint } = oneRun({ program: sum, ...run, told, flasks: FLASKS });
    expect(complaint).toMatch(/reaction 1: 7 is told of/);
  });
});

/** What was told, without the first event of this kind. */
function withoutFirst(
  told: readonly Told[],
  isMeant: (event: FlaskEvent) => boolean,
): readonly Told[] {
  let isDone = false;
  return told.map(({ flask, events }) => ({
    flask,
    events: events.filter((event) => {
      if (isDone || !isMeant(event)) return true;
      isDone = true;
      return false;
    }),
  }));
}
