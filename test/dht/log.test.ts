// The log under crashes at every write: what counted is there, in order, and nothing else is. The checker is shown
// logs and disks that are broken on purpose, and must see it.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRng, type DiskEffect } from '../../src/base/index.ts';
import { crc32c } from '../../src/dht/crc.ts';
import {
  append,
  flush,
  type Log,
  openLog,
  putSnapshot,
  replaceLog,
  synced,
  wantsSnapshot,
} from '../../src/dht/log.ts';
import { groupFrame, readFrames, snapshotFrame } from '../../src/dht/log-frame.ts';
import { SimDisk } from '../../src/sim/disk.ts';
import { History } from '../../src/sim/history.ts';

type Op = 'append' | 'flush' | 'answer' | 'snapshot' | 'replace';
const seeds = Number(process.env['SEEDS'] ?? 1);

/** What is done differently on purpose. */
interface Flaw {
  /** Records count when they are written, not when they are synced. */
  readonly countsEarly?: boolean;
  /** The torn tail stays in the file. */
  readonly keepsTornTail?: boolean;
  /** A new file is written over the old one, a piece at a time. */
  readonly replacesInPieces?: boolean;
  /** The disk answers before it has synced. */
  readonly diskLies?: boolean;
}

const encode = (values: readonly number[]) => new TextEncoder().encode(JSON.stringify(values));
const decode = (bytes: Uint8Array) => JSON.parse(new TextDecoder().decode(bytes)) as number[];

class Crash extends Error {}

/** A log that appends 1, 2, 3, ..., and a judge who knows what was appended and what has counted. */
class Bench {
  readonly disk = new SimDisk();
  readonly rng;
  readonly history = new History('digest');
  log: Log | undefined;
  /** What the log holds, and how much of it has counted at any time. */
  values: number[] = [];
  counted = 0;
  writes = 0;
  syncs: { mark: number; covers: number }[] = [];
  readonly crashAt: number;
  readonly flaw: Flaw;

  constructor(seed: number, crashAt: number, flaw: Flaw) {
    this.rng = createRng(seed);
    this.crashAt = crashAt;
    this.flaw = flaw;
  }

  open(): void {
    const opened = openLog('f', this.disk.files().get('f'));
    if (!opened.ok) throw new Error(`refused: ${opened.error.reason}`);
    const { log, snapshot, records, effects } = opened.value;
    const found = snapshot ? decode(snapshot.payload) : [];
    let number = snapshot?.number ?? 0;
    for (const record of records) {
      if (record.number !== ++number) throw new Error('a gap in the numbers');
      found.push(...decode(record.payload));
    }
    if (found.length !== number) throw new Error('the snapshot is not what its number says');
    if (found.length < this.counted) throw new Error(`lost ${this.counted - found.length}`);
    // A log that was about to be replaced may still be as it was: the values are the same in both.
    if (found.some((value, at) => value !== at + 1)) throw new Error('another record');
    this.values = found;
    this.log = log;
    this.syncs = [];
    this.carryOut(effects.filter(({ type }) => type !== 'replace' || !this.flaw.keepsTornTail));
  }

  do(op: Op): void {
    const log = this.log as Log;
    if (op === 'append') {
      const value = this.values.length + 1;
      this.values.push(value);
      expect(append(log, 7, encode([value]))).toBe(value);
    } else if (op === 'snapshot') putSnapshot(log, 7, encode(this.values));
    else if (op === 'replace') {
      // Another log, which lacks the newest records of this one; never any that counted.
      this.values.length = Math.max(this.counted, this.values.length - 2);
      const others = this.values.map((value) => ({
        number: value,
        epoch: 8,
        payload: encode([value]),
      }));
      replaceLog(log, undefined, others);
    } else if (op === 'flush') this.carryOut(flush(log));
    else {
      const sync = this.syncs.shift();
      if (sync === undefined) return;
      if (!this.flaw.diskLies) this.disk.settle(sync.covers);
      this.carryOut(synced(log, sync.mark));
    }
    this.counted = Math.max(
      this.counted,
      this.flaw.countsEarly ? (log.syncing?.upTo ?? 0) : log.durable,
    );
  }

  carryOut(effects: readonly DiskEffect[]): void {
    for (const effect of effects) {
      if (this.writes++ === this.crashAt) throw new Crash();
      if (effect.type === 'sync') {
        this.syncs.push({ mark: effect.mark, covers: this.disk.pendingWrites });
      } else if (effect.type === 'replace' && this.flaw.replacesInPieces) {
        this.disk.write({ ...effect, bytes: new Uint8Array() });
        this.disk.write({ ...effect, type: 'append' });
      } else this.disk.write(effect);
    }
  }

  crash(): void {
    this.disk.crash(this.rng, this.history);
    this.open();
  }
}

/** Runs a script with a crash at one of its writes and one at its end; a complaint, or undefined. */
function complaint(script: readonly Op[], crashAt: number, seed: number, flaw: Flaw) {
  const bench = new Bench(seed, crashAt, flaw);
  try {
    const surely = (act: () => void) => {
      try {
        act();
      } catch (error) {
        if (!(error instanceof Crash)) throw error;
        bench.crash();
      }
    };
    surely(() => bench.open());
    for (const op of script) surely(() => bench.do(op));
    surely(() => bench.crash());
    return { writes: bench.writes };
  } catch (error) {
    return { complaint: (error as Error).message, writes: bench.writes };
  }
}

function everyCrash(script: readonly Op[], seed: number, flaw: Flaw = {}): string | undefined {
  for (let crashAt = 0; ; crashAt++) {
    const run = complaint(script, crashAt, seed, flaw);
    if (run.complaint !== undefined) return `crash at write ${crashAt}: ${run.complaint}`;
    if (run.writes <= crashAt) return undefined;
  }
}

const ops = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.constant<Op>('append') },
    { weight: 3, arbitrary: fc.constant<Op>('flush') },
    { weight: 3, arbitrary: fc.constant<Op>('answer') },
    { weight: 1, arbitrary: fc.constant<Op>('snapshot') },
    { weight: 1, arbitrary: fc.constant<Op>('replace') },
  ),
  { maxLength: 30 },
);

describe('a log', () => {
  it('keeps what counted through a crash at every write', () => {
    const law = fc.property(ops, fc.nat(), (script, seed) => {
      expect(everyCrash(script, seed)).toBeUndefined();
    });
    fc.assert(law, { numRuns: 150 * seeds });
  });

  const flaws: readonly [string, Flaw][] = [
    ['records that count before they are synced', { countsEarly: true }],
    ['a torn tail that stays', { keepsTornTail: true }],
    ['a file replaced in pieces', { replacesInPieces: true }],
    ['a disk that lies', { diskLies: true }],
  ];
  it.each(flaws)('the checker sees %s', (_name, flaw) => {
    const law = fc.property(ops, fc.nat(), (script, seed) => {
      return everyCrash(script, seed, flaw) === undefined;
    });
    expect(fc.check(law, { numRuns: 2000, seed: 1 }).failed).toBe(true);
  });

  it('writes one frame at a time, with all that waits', () => {
    const opened = openLog('f', undefined);
    if (!opened.ok) throw new Error('an empty log opens');
    const { log } = opened.value;
    append(log, 1, encode([1]));
    expect(flush(log), 'the sync of the opening is under way').toEqual([]);
    const first = synced(log, 0);
    expect(first.map(({ type }) => type)).toEqual(['append', 'sync']);
    append(log, 1, encode([2]));
    append(log, 2, encode([3]));
    expect(flush(log)).toEqual([]);
    expect(log.durable).toBe(0);
    const second = synced(log, 1);
    const written = second[0] as { bytes: Uint8Array };
    expect(written.bytes).toEqual(
      groupFrame([
        { number: 2, epoch: 1, payload: encode([2]) },
        { number: 3, epoch: 2, payload: encode([3]) },
      ]),
    );
    expect([log.durable, synced(log, 2), log.durable]).toEqual([1, [], 3]);
    expect(() => synced(log, 2)).toThrow(/sync that it asked for/);
  });

  it('asks for a snapshot when the tail outweighs the last one', () => {
    const opened = openLog('f', undefined);
    if (!opened.ok) throw new Error('an empty log opens');
    const { log } = opened.value;
    synced(log, 0);
    append(log, 1, new Uint8Array(100));
    flush(log);
    expect([wantsSnapshot(log, 50), wantsSnapshot(log, 500)]).toEqual([true, false]);
    synced(log, 1);
    putSnapshot(log, 1, new Uint8Array(300));
    flush(log);
    synced(log, 2);
    append(log, 1, new Uint8Array(200));
    flush(log);
    expect(wantsSnapshot(log, 50)).toBe(false);
  });
});

describe('damage', () => {
  const record = (number: number) => ({ number, epoch: 1, payload: encode([number]) });
  const frames = [
    snapshotFrame(record(3)),
    groupFrame([record(4), record(5)]),
    groupFrame([record(6)]),
  ];
  const file = Uint8Array.from(frames.flatMap((frame) => [...frame]));
  const ends = frames.map((_, at) =>
    frames.slice(0, at + 1).reduce((sum, { length }) => sum + length, 0),
  );

  it('one flipped bit anywhere but in the last frame is refused, there it is a torn tail', () => {
    for (let at = 0; at < file.length; at++) {
      const bytes = file.slice();
      bytes[at] = (bytes[at] as number) ^ (1 << (at % 8));
      const read = readFrames(bytes);
      if (at < (ends[1] as number)) expect(read.ok, `byte ${at}`).toBe(false);
      else expect(read.ok && read.value.wholeBytes, `byte ${at}`).toBe(ends[1]);
    }
  });

  it('a file cut off anywhere gives the whole frames in front', () => {
    for (let length = 0; length <= file.length; length++) {
      const read = readFrames(file.slice(0, length));
      const whole = Math.max(0, ...ends.filter((end) => end <= length));
      expect(read.ok && read.value.wholeBytes).toBe(whole);
    }
  });

  it('numbers with a gap are refused', () => {
    const gap = Uint8Array.from([...groupFrame([record(1)]), ...groupFrame([record(3)])]);
    expect(readFrames(gap)).toMatchObject({ ok: false, error: { reason: 'record 3 after 1' } });
  });

  it('knows the check value of CRC-32C', () => {
    expect(crc32c(new TextEncoder().encode('123456789'))).toBe(0xe3069283);
  });
});
