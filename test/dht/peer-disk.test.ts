// One node and its disk, when something else than a crash has been at the disk: it says so, and does not pass for
// a node that knows what it promised.
import { expect, it } from 'vitest';
import {
  createRng,
  type DiskEffect,
  type Effect,
  type NodeId,
  nodeId,
} from '../../src/base/index.ts';
import { identityProblem, type PeerEvent, type PeerMessage, peer } from '../../src/dht/index.ts';
import { type Coins, coinApp } from '../sim/coin-app.ts';

const self: NodeId = nodeId('n1');
const bytes = (text: string) => new TextEncoder().encode(text);

/** One life of a node that founds a cluster of its own, or goes on with it: what it told, and whether it became a member. */
function live(disk: Map<string, Uint8Array>) {
  const machine = peer<Coins>({ app: coinApp, address: 'ws://127.0.0.1:1', durable: true });
  const told: PeerEvent[] = [];
  const ctx = { self, now: 0, rng: createRng(1) };
  const marks: number[] = [];
  const carry = (effects: readonly (Effect<PeerMessage, PeerEvent> | DiskEffect)[]) => {
    for (const effect of effects) {
      if (effect.type === 'event') told.push(effect.event);
      else if (effect.type === 'replace') disk.set(effect.file, effect.bytes);
      else if (effect.type === 'remove') disk.delete(effect.file);
      else if (effect.type === 'sync') marks.push(effect.mark);
      else if (effect.type === 'append') {
        const before = disk.get(effect.file) ?? new Uint8Array();
        disk.set(effect.file, Uint8Array.from([...before, ...effect.bytes]));
      }
    }
  };
  const { state, effects } = machine.start(new Map(disk), ctx);
  carry(effects);
  carry(machine.step(state, { type: 'command', command: { type: 'found', voters: 1 } }, ctx));
  for (let mark = marks.shift(); mark !== undefined; mark = marks.shift()) {
    carry(machine.step(state, { type: 'synced', mark }, ctx));
  }
  const damaged = told.flatMap((event) => (event.type === 'damaged' ? [event] : []));
  return { damaged, isMember: told.some(({ type }) => type === 'joined') };
}

const whole = { damaged: [], isMember: true };

it('a voter whose votes are gone votes no more, and says so in each life', () => {
  for (const spoil of [
    (disk: Map<string, Uint8Array>) => disk.delete('votes'),
    (disk: Map<string, Uint8Array>) => disk.set('votes', bytes('no votes, but as many bytes')),
    (disk: Map<string, Uint8Array>) => disk.set('votes', new Uint8Array()),
  ]) {
    const disk = new Map<string, Uint8Array>();
    expect(live(disk)).toEqual(whole);
    expect(live(disk)).toEqual(whole);
    spoil(disk);
    const left = disk.get('votes');
    for (const _life of [1, 2]) {
      const reason =
        'what this node promised as a voter is not there any more, so it votes no more';
      expect(live(disk)).toEqual({
        damaged: [{ type: 'damaged', file: 'votes', reason }],
        isMember: false,
      });
      expect(disk.get('votes')).toEqual(left);
    }
  }
});

it('a directory from before it was kept who is a voter goes on, and keeps it from then on', () => {
  const disk = new Map<string, Uint8Array>();
  live(disk);
  const { isVoter, ...before } = JSON.parse(new TextDecoder().decode(disk.get('node')));
  expect(isVoter).toBe(true);
  disk.set('node', bytes(JSON.stringify(before)));
  expect(live(disk)).toEqual(whole);
  disk.delete('votes');
  expect(live(disk).damaged).toHaveLength(1);
});

it('an identity that is none, or is not there although other files are, is no empty disk', () => {
  expect(identityProblem(new Map())).toBeUndefined();
  const disk = new Map<string, Uint8Array>();
  live(disk);
  expect(identityProblem(disk)).toBeUndefined();
  const known = JSON.parse(new TextDecoder().decode(disk.get('node')));
  const others = [
    { ...known, incarnation: '7' },
    { ...known, cluster: 3 },
    { token: 'a' },
    null,
    [],
  ];
  for (const text of ['', 'garbage', '{', ...others.map((one) => JSON.stringify(one))]) {
    expect(identityProblem(new Map([...disk, ['node', bytes(text)]]))).toBe('is damaged');
  }
  disk.delete('node');
  expect(identityProblem(disk)).toBe('is missing');
});
