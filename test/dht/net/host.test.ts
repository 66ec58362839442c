// The driver of machines with real time, a transport and a disk: effects are carried out, inputs come one at a time, and
// what a machine promised before a restart it finds again.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  type DiskEffect,
  type Effect,
  type Machine,
  type NodeId,
  nodeId,
  timerId,
} from '../../../src/base/index.ts';
import { byType, codecOf, type Given, whole } from '../../../src/dht/index.ts';
import {
  DirectoryDisk,
  forgetfulDisk,
  Host,
  MemoryNetwork,
  openDataDirectory,
  type Transport,
} from '../../../src/dht/net/index.ts';

const schema = byType({ add: { n: whole() }, sum: { n: whole() } });
type Message = Given<typeof schema>;
type Command =
  | { readonly type: 'ask'; readonly node: NodeId; readonly n: number }
  | { readonly type: 'break' };
interface State {
  sum: number;
  syncs: number;
  owed: Map<number, NodeId[]>;
  ticks: number;
}
type Event = { readonly type: 'sum' | 'ticked' | 'found'; readonly n: number };
type Effects = readonly (Effect<Message, Event> | DiskEffect)[];

/** Adds what it is sent, and says the sum when it is durable; ticks three times by itself. */
const adder: Machine<State, Message, Command, Event> = {
  start(files) {
    const found = [...(files.get('sum') ?? [])].reduce((sum, n) => sum + n, 0);
    const effects: Effects = [
      { type: 'event', event: { type: 'found', n: found } },
      { type: 'set-timer', timer: timerId('never'), afterMs: 5 },
      { type: 'set-timer', timer: timerId('tick'), afterMs: 5 },
      { type: 'cancel-timer', timer: timerId('never') },
    ];
    return { state: { sum: found, syncs: 0, owed: new Map(), ticks: 0 }, effects };
  },
  step(state, input) {
    switch (input.type) {
      case 'command':
        if (input.command.type === 'break') throw new Error('broken');
        return [
          { type: 'send', to: input.command.node, message: { type: 'add', n: input.command.n } },
        ];
      case 'timer':
        if (input.timer === 'never') throw new Error('a cancelled timer rang');
        return [
          { type: 'event', event: { type: 'ticked', n: ++state.ticks } },
          ...(state.ticks < 3
            ? [
                {
                  type: 'set-timer',
                  timer: input.timer,
                  afterMs: state.ticks === 1 ? 0 : 1,
                } as const,
              ]
            : []),
        ];
      case 'synced':
        return (state.owed.get(input.mark) ?? []).map(
          (to) =>
            ({
              ...{ type: 'send', to, message: { type: 'sum', n: state.sum } },
            }) as const,
        );
      case 'message': {
        if (input.message.type === 'sum') return [{ type: 'event', event: input.message }];
        state.sum += input.message.n;
        state.owed.set(++state.syncs, [input.from]);
        const bytes = new Uint8Array([input.message.n]);
        return [
          { type: 'append', file: 'sum', bytes },
          { type: 'sync', mark: state.syncs },
        ];
      }
    }
  },
};

const stops: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

async function node(network: MemoryNetwork, name: string, directory?: string) {
  const events: Event[] = [];
  const failures: unknown[] = [];
  let transport: Transport | undefined;
  const host: Host<State, Message, Command, Event> = new Host({
    ...{ self: nodeId(name), machine: adder, codec: codecOf(schema), seed: 1 },
    send: (to, message) => transport?.send(to, message),
    event: (event) => void events.push(event),
    failed: (error) => void failures.push(error),
  });
  const receive = (from: NodeId, message: Uint8Array) => host.receive(from, message);
  transport = network.open(nodeId(name), `memory:${name}`, { message: receive });
  const diskEvents = {
    synced: (mark: number) => host.synced(mark),
    failed: (reason: string) => void failures.push(reason),
  };
  const data = directory === undefined ? undefined : await openDataDirectory(directory, 'test');
  if (data && !data.ok) throw new Error(data.error);
  const disk = data
    ? new DirectoryDisk(data.value.folder, data.value.files, diskEvents)
    : forgetfulDisk(diskEvents);
  host.start(disk);
  const stop = async () => {
    host.stop();
    await transport?.close();
    await disk.close();
    if (data?.ok) data.value.release();
  };
  stops.push(stop);
  return { host, transport, events, failures, stop };
}

const sums = (events: readonly Event[]) =>
  events.filter(({ type }) => type === 'sum').map(({ n }) => n);

describe('a host', () => {
  it('carries messages, also to itself, and answers syncs of a disk that forgets', async () => {
    const network = new MemoryNetwork();
    const a = await node(network, 'a');
    const b = await node(network, 'b');
    a.transport?.learn(nodeId('b'), 'memory:b');
    for (const n of [1, 2, 3]) a.host.command({ type: 'ask', node: nodeId('b'), n });
    a.host.command({ type: 'ask', node: nodeId('a'), n: 40 });
    await vi.waitFor(() => expect(sums(a.events)).toEqual([40, 1, 3, 6]));
    expect(b.failures).toEqual([]);
  });

  it('rings timers that were not cancelled', async () => {
    const a = await node(new MemoryNetwork(), 'a');
    await vi.waitFor(() =>
      expect(a.events.filter(({ type }) => type === 'ticked')).toHaveLength(3),
    );
    expect(a.failures).toEqual([]);
  });

  it('counts what it cannot read, and goes on', async () => {
    const network = new MemoryNetwork();
    const a = await node(network, 'a');
    a.host.receive(nodeId('evil'), new Uint8Array([0xc1]));
    a.host.receive(nodeId('evil'), codecOf(schema).encode({ type: 'add', n: -1 }));
    expect(a.host.rejected).toBe(2);
    a.host.command({ type: 'ask', node: nodeId('a'), n: 1 });
    await vi.waitFor(() => expect(sums(a.events)).toEqual([1]));
  });

  it('stops a machine that is broken, and says so once', async () => {
    const a = await node(new MemoryNetwork(), 'a');
    a.host.command({ type: 'break' });
    a.host.command({ type: 'break' });
    expect(a.failures).toEqual([new Error('broken')]);
  });

  it('has again after a restart what it had said', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'hocl-host-'));
    stops.push(() => rmSync(folder, { recursive: true }));
    const network = new MemoryNetwork();
    const first = await node(network, 'a', path.join(folder, 'data'));
    for (let n = 1; n <= 20; n++) first.host.command({ type: 'ask', node: nodeId('a'), n });
    await vi.waitFor(() => expect(sums(first.events).at(-1)).toBe(210));
    await first.stop();
    const second = await node(network, 'a', path.join(folder, 'data'));
    expect(second.events).toContainEqual({ type: 'found', n: 210 });
  });
});
