// The disk of a machine (base/machine.ts) as files of a directory, or as nothing at all. Effects are carried out in order, off
// the event loop; whatever is asked while a sync is under way shares the next one. When anything fails, nothing more
// is answered: a node whose disk has failed must not go on as if it had not.
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { DiskEffect, DiskFiles } from '../../base/index.ts';

export interface Disk {
  /** What it held when it was opened. */
  readonly files: DiskFiles;
  /** Takes an effect; syncs are answered through `synced`, in order. */
  take(effect: DiskEffect): void;
  /** Lets what is under way end, and takes no more. */
  close(): Promise<void>;
}

export interface DiskEvents {
  synced(mark: number): void;
  /** A sentence; the disk does nothing more. */
  failed(reason: string): void;
}

/** Keeps nothing, and says at once that it is kept: for nodes that come back as new ones. */
export function forgetfulDisk({ synced }: DiskEvents): Disk {
  return {
    files: new Map(),
    take(effect) {
      if (effect.type === 'sync') synced(effect.mark);
    },
    close: () => Promise.resolve(),
  };
}

/** How many files are kept open between writes. */
const mostOpen = 256;

export class DirectoryDisk implements Disk {
  readonly files: DiskFiles;
  readonly #folder: string;
  readonly #events: DiskEvents;
  readonly #handles = new Map<string, FileHandle>();
  readonly #known: Set<string>;
  #waiting: DiskEffect[] = [];
  #work: Promise<void> | undefined;
  /** Files and whether names in the folder changed since the last sync. */
  readonly #unsynced = new Set<string>();
  #namesChanged = false;
  #isOver = false;

  /** The folder belongs to this process (data-directory.ts) and holds `files`, by their real names. */
  constructor(folder: string, files: DiskFiles, events: DiskEvents) {
    this.#folder = folder;
    this.files = files;
    this.#known = new Set(files.keys());
    this.#events = events;
  }

  take(effect: DiskEffect): void {
    if (this.#isOver) return;
    this.#waiting.push(effect);
    if (effect.type === 'sync') this.#work ??= this.#run();
  }

  async close(): Promise<void> {
    await this.#work;
    this.#isOver = true;
    for (const handle of this.#handles.values()) await handle.close();
    this.#handles.clear();
  }

  async #run(): Promise<void> {
    try {
      while (!this.#isOver && this.#waiting.some(({ type }) => type === 'sync')) {
        const last = this.#waiting.findLastIndex(({ type }) => type === 'sync');
        const effects = this.#waiting.splice(0, last + 1);
        await this.#write(effects);
        await this.#sync();
        for (const effect of effects) if (effect.type === 'sync') this.#events.synced(effect.mark);
      }
    } catch (error) {
      this.#isOver = true;
      this.#events.failed(diskProblem(this.#folder, error));
    } finally {
      this.#work = undefined;
    }
  }

  /** Effects on one file are carried out in order; of those before its replacement only that one matters. */
  async #write(effects: readonly DiskEffect[]): Promise<void> {
    const byFile = new Map<string, DiskEffect[]>();
    for (const effect of effects) {
      if (effect.type === 'sync') continue;
      const before = byFile.get(effect.file);
      if (before === undefined || effect.type !== 'append') byFile.set(effect.file, [effect]);
      else before.push(effect);
    }
    for (const [file, wishes] of byFile) await this.#change(file, wishes);
  }

  async #change(file: string, wishes: readonly DiskEffect[]): Promise<void> {
    const [first, ...others] = wishes;
    if (first?.type === 'remove') {
      await this.#release(file);
      await rm(this.#place(file), { force: true });
      this.#known.delete(file);
      this.#unsynced.delete(file);
      this.#namesChanged = true;
    }
    const appended = (first?.type === 'append' ? wishes : others).flatMap((wish) =>
      wish.type === 'append' ? [wish.bytes] : [],
    );
    if (first?.type === 'replace') await this.#replace(file, [first.bytes, ...appended]);
    else if (appended.length > 0) await this.#append(file, appended);
  }

  async #append(file: string, pieces: readonly Uint8Array[]): Promise<void> {
    const handle = await this.#handle(file);
    await handle.appendFile(
      pieces.length === 1 ? (pieces[0] as Uint8Array) : Buffer.concat(pieces),
    );
    this.#unsynced.add(file);
  }

  /** Written beside the file, made durable, and put in its place: so it is there wholly or not at all. */
  async #replace(file: string, pieces: readonly Uint8Array[]): Promise<void> {
    await this.#release(file);
    const draft = `${this.#place(file)}${draftEnding}`;
    const handle = await open(draft, 'w', 0o600);
    try {
      await handle.writeFile(Buffer.concat(pieces));
      await handle.datasync();
    } finally {
      await handle.close();
    }
    await rename(draft, this.#place(file));
    this.#known.add(file);
    this.#unsynced.delete(file);
    this.#namesChanged = true;
  }

  async #sync(): Promise<void> {
    const files = [...this.#unsynced];
    this.#unsynced.clear();
    await Promise.all(files.map(async (file) => (await this.#handle(file)).datasync()));
    if (!this.#namesChanged) return;
    this.#namesChanged = false;
    await syncFolder(this.#folder);
  }

  async #handle(file: string): Promise<FileHandle> {
    const known = this.#handles.get(file);
    if (known !== undefined) {
      this.#handles.delete(file);
      this.#handles.set(file, known);
      return known;
    }
    if (this.#handles.size >= mostOpen) await this.#releaseOldest();
    const handle = await open(this.#place(file), 'a', 0o600);
    this.#handles.set(file, handle);
    if (!this.#known.has(file)) {
      this.#known.add(file);
      this.#namesChanged = true;
    }
    return handle;
  }

  async #releaseOldest(): Promise<void> {
    for (const file of this.#handles.keys()) {
      // What is not synced yet needs its handle.
      if (this.#unsynced.has(file)) continue;
      await this.#release(file);
      return;
    }
  }

  async #release(file: string): Promise<void> {
    await this.#handles.get(file)?.close();
    this.#handles.delete(file);
  }

  #place(file: string): string {
    return path.join(this.#folder, fileNameOf(file));
  }
}

export const draftEnding = '.draft';

/** Names of machines may hold anything; those of files are letters, digits and a few signs. */
export function fileNameOf(name: string): string {
  return encodeURIComponent(name).replaceAll('.', '%2E').replaceAll('*', '%2A');
}

export function nameOfFile(fileName: string): string {
  return decodeURIComponent(fileName);
}

export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** What an operating system says of a disk, in our words. */
export function diskProblem(place: string, error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return `${place}: the disk is full`;
    case 'EFBIG':
      return `${place}: a file there may not grow any more (ulimit -f says how far)`;
    case 'EACCES':
    case 'EPERM':
      return `${place}: this user may not write there`;
    case 'EROFS':
      return `${place}: no files can be made there`;
    case 'ENOTDIR':
      return `${place}: that is not a directory`;
    case 'ENOENT':
      return `${place}: it is not there any more`;
    case 'EMFILE':
    case 'ENFILE':
      return `${place}: too many files are open`;
    default:
      return `${place}: the disk failed (${code ?? message})`;
  }
}
