// A disk that keeps what was synced and, in a crash, plays every trick that a real one may play with the
// rest: loses it, keeps a beginning of it, tears the last write and leaves noise behind the tear.
import type { DiskEffect, DiskFiles, Rng } from '../base/index.ts';
import type { History } from './history.ts';

type Write = Exclude<DiskEffect, { type: 'sync' }>;

export class SimDisk {
  #durable = new Map<string, Uint8Array>();
  /** Asked for and not yet durable, oldest first. */
  #pending: Write[] = [];

  /** What a machine finds when it starts. */
  files(): DiskFiles {
    return new Map([...this.#durable].map(([name, bytes]) => [name, bytes.slice()]));
  }

  write(write: Write): void {
    this.#pending.push(write.type === 'remove' ? write : { ...write, bytes: write.bytes.slice() });
  }

  /** How many writes wait; what a sync that is asked for now will cover. */
  get pendingWrites(): number {
    return this.#pending.length;
  }

  /** The oldest `count` writes become durable. */
  settle(count: number): void {
    for (const write of this.#pending.splice(0, count)) this.#apply(write);
  }

  /** A crash: of each file the writes up to some point remain, and the last one perhaps in part. */
  crash(rng: Rng, history: History): void {
    const pending = this.#pending;
    this.#pending = [];
    for (const name of new Set(pending.map((write) => write.file))) {
      const writes = pending.filter((write) => write.file === name);
      const kept = rng.below(writes.length + 1);
      for (const write of writes.slice(0, kept)) this.#apply(write);
      const torn = writes[kept];
      if (torn === undefined) continue;
      history.fault('unsynced-lost');
      if (torn.type === 'append' && torn.bytes.length > 0 && rng.below(2) === 0) {
        history.fault('torn-write');
        this.#apply({ ...torn, bytes: tear(torn.bytes, rng) });
      }
    }
  }

  wipe(): void {
    this.#durable.clear();
    this.#pending = [];
  }

  /** Flips one bit of what is durable; false if there is nothing. */
  flipBit(rng: Rng): boolean {
    const files = [...this.#durable.values()].filter((bytes) => bytes.length > 0);
    const bytes = files[rng.below(Math.max(1, files.length))];
    if (bytes === undefined) return false;
    const place = rng.below(bytes.length);
    bytes[place] = (bytes[place] as number) ^ (1 << rng.below(8));
    return true;
  }

  #apply(write: Write): void {
    if (write.type === 'remove') {
      this.#durable.delete(write.file);
      return;
    }
    const before = write.type === 'append' ? this.#durable.get(write.file) : undefined;
    const after = new Uint8Array((before?.length ?? 0) + write.bytes.length);
    if (before) after.set(before);
    after.set(write.bytes, before?.length ?? 0);
    this.#durable.set(write.file, after);
  }
}

/** A beginning of the bytes, and behind it nothing, zeros or noise. */
function tear(bytes: Uint8Array, rng: Rng): Uint8Array {
  const at = rng.below(bytes.length);
  const behind = rng.below(3);
  if (behind === 0) return bytes.slice(0, at);
  const torn = bytes.slice();
  for (let i = at; i < torn.length; i++) torn[i] = behind === 1 ? 0 : rng.below(256);
  return torn;
}
