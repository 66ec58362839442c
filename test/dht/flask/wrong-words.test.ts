// A client that says what makes no sense is told so, and the flask goes on.
import { expect, test } from 'vitest';
import { ok } from '../../../src/base/index.ts';
import {
  chemistry,
  clientId,
  flaskOf,
  specToBytes,
  type ToClient,
} from '../../../src/dht/index.ts';
import { compile } from '../../../src/index.ts';

const text = 'let add = replace x::int, y::int by x + y in <1, 2>';

async function begun() {
  const { unit, functions } = await compile(text);
  const app = chemistry({ program: () => ok({ unit, functions }) });
  const state = app.create(flaskOf('s', 0));
  const spec = { seed: 1, flasks: 1, capture: 'adaptive', maxReactions: null, observed: false };
  const files = [{ name: 'a.hocl', text }];
  app.step(state, { type: 'begin', spec: specToBytes({ ...spec, capture: 'adaptive', files }) });
  const say = (message: unknown): ToClient[] =>
    app
      .step(state, { type: 'message', from: clientId('c'), message })
      .flatMap((output) => (output.type === 'send' ? [output.message as ToClient] : []));
  return { say };
}

test.each([
  ['nothing', null],
  ['another word', { type: 'please' }],
  ['a word without its part', { type: 'go' }],
  ['a part too many', { type: 'watch', now: true }],
  ['numbers that are none', { type: 'go', puts: ['many'] }],
  ['bytes that are no molecules', { type: 'put', bytes: new Uint8Array([250, 250]) }],
  ['a rule of another program', { type: 'put', bytes: new Uint8Array([1, 11, 9]) }],
])('%s', async (_, message) => {
  const { say } = await begun();
  const [answer] = say(message);
  expect(answer?.type).toBe('failed');
  expect(say({ type: 'read', from: 0 })[0]?.type).toBe('page');
});

test('a solution that is no program is refused with a reason', async () => {
  const app = chemistry({ program: () => ({ ok: false, error: 'pens are not installed here' }) });
  const state = app.create(flaskOf('s', 0));
  app.step(state, { type: 'begin', spec: new Uint8Array([1, 2, 3]) });
  const [output] = app.step(state, {
    type: 'message',
    from: clientId('c'),
    message: { type: 'watch' },
  });
  expect(output).toMatchObject({ message: { type: 'failed' } });
});
