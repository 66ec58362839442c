// A data directory and the disk in it: what was synced is there again, and what cannot be is said in a sentence.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { DiskEffect } from '../../../src/base/index.ts';
import { diskProblem } from '../../../src/dht/net/disk.ts';
import { DirectoryDisk, openDataDirectory } from '../../../src/dht/net/index.ts';
import { makeZombie } from '../../zombie.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'hocl-disk-'));
afterAll(() => rmSync(folder, { recursive: true }));
let directories = 0;
const freshPlace = () => path.join(folder, `d${++directories}`);

const bytes = (text: string) => new TextEncoder().encode(text);

async function opened(place: string) {
  const data = await openDataDirectory(place, '1.2.3');
  if (!data.ok) throw new Error(data.error);
  return data.value;
}

/** The files of a directory, as a machine would find them. */
async function found(place: string): Promise<Record<string, string>> {
  const { files, release } = await opened(place);
  release();
  return Object.fromEntries(
    [...files].map(([name, text]) => [name, new TextDecoder().decode(text)]),
  );
}

/** Carries effects out on a directory, and gives the answers. */
async function carryOut(place: string, effects: readonly DiskEffect[]) {
  const data = await opened(place);
  const marks: number[] = [];
  const failures: string[] = [];
  const disk = new DirectoryDisk(data.folder, data.files, {
    synced: (mark) => void marks.push(mark),
    failed: (reason) => void failures.push(reason.replace(folder, 'DIR')),
  });
  for (const effect of effects) disk.take(effect);
  const syncs = effects.filter(({ type }) => type === 'sync').length;
  await vi.waitFor(() => expect(marks.length === syncs || failures.length > 0).toBe(true), 5000);
  await disk.close();
  data.release();
  return { marks, failures };
}

describe('a disk', () => {
  it('has again what was appended, replaced and removed', async () => {
    const place = freshPlace();
    const first: readonly DiskEffect[] = [
      { type: 'append', file: 'a/0', bytes: bytes('one ') },
      { type: 'append', file: 'b', bytes: bytes('gone') },
      { type: 'sync', mark: 7 },
      { type: 'append', file: 'a/0', bytes: bytes('two ') },
      { type: 'replace', file: 'b', bytes: bytes('new ') },
      { type: 'append', file: 'b', bytes: bytes('and more') },
      { type: 'replace', file: '../c', bytes: bytes('strange name') },
      { type: 'append', file: 'd', bytes: bytes('old') },
      { type: 'remove', file: 'd' },
      { type: 'append', file: 'e', bytes: bytes('old') },
      { type: 'remove', file: 'e' },
      { type: 'append', file: 'e', bytes: bytes('young') },
      { type: 'sync', mark: 8 },
    ];
    expect(await carryOut(place, first)).toEqual({ marks: [7, 8], failures: [] });
    expect(await found(place)).toEqual({
      ...{ 'a/0': 'one two ', b: 'new and more', '../c': 'strange name', e: 'young' },
    });
    const second: readonly DiskEffect[] = [
      { type: 'append', file: 'a/0', bytes: bytes('three') },
      { type: 'remove', file: 'e' },
      { type: 'sync', mark: 1 },
    ];
    await carryOut(place, second);
    expect(await found(place)).toEqual({
      ...{ 'a/0': 'one two three', b: 'new and more', '../c': 'strange name' },
    });
  });

  it('keeps more files than it keeps open', async () => {
    const place = freshPlace();
    const effects: DiskEffect[] = [];
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < 300; i++) {
        effects.push({ type: 'append', file: `f${i}`, bytes: bytes(`${round}`) });
      }
      effects.push({ type: 'sync', mark: round });
    }
    expect((await carryOut(place, effects)).marks).toEqual([0, 1, 2]);
    const files = await found(place);
    expect(Object.keys(files)).toHaveLength(300);
    expect(new Set(Object.values(files))).toEqual(new Set(['012']));
  });

  it('drops a replacement that a crash left half done', async () => {
    const place = freshPlace();
    await carryOut(place, [
      { type: 'append', file: 'a', bytes: bytes('whole') },
      { type: 'sync', mark: 1 },
    ]);
    writeFileSync(path.join(place, 'files', 'a.draft'), 'half');
    expect(await found(place)).toEqual({ a: 'whole' });
    expect(readdirSync(path.join(place, 'files'))).toEqual(['a']);
  });

  it.runIf(process.platform === 'linux')('says that it is full, and answers no more', async () => {
    const place = freshPlace();
    const data = await opened(place);
    data.release();
    symlinkSync('/dev/full', path.join(data.folder, 'a'));
    const failures: string[] = [];
    const marks: number[] = [];
    const disk = new DirectoryDisk(data.folder, new Map(), {
      synced: (mark) => void marks.push(mark),
      failed: (reason) => void failures.push(reason.replace(folder, 'DIR')),
    });
    disk.take({ type: 'append', file: 'a', bytes: bytes('x') });
    disk.take({ type: 'sync', mark: 1 });
    await vi.waitFor(() => expect(failures).toHaveLength(1));
    disk.take({ type: 'sync', mark: 2 });
    await disk.close();
    expect({ marks, failures }).toEqual({
      marks: [],
      failures: [`DIR/d${directories}/files: the disk is full`],
    });
  });
});

it('what a system says of a disk is a sentence, also where a process may write no more to a file', () => {
  const said = (code: string) => diskProblem('d', Object.assign(new Error('x'), { code }));
  expect(said('EFBIG')).toBe('d: a file there may not grow any more (ulimit -f says how far)');
  expect(said('ENOSPC')).toBe('d: the disk is full');
  expect(said('EIO')).toBe('d: the disk failed (EIO)');
});

describe('a data directory', () => {
  it('belongs to one node for good, and to its user alone', async () => {
    const place = freshPlace();
    const first = await opened(place);
    first.release();
    const second = await opened(place);
    second.release();
    expect(second.node).toBe(first.node);
    expect(first.node).toMatch(/^n-[0-9a-f]{12}$/);
    expect(statSync(place).mode & 0o777).toBe(0o700);
    expect((await opened(freshPlace())).node).not.toBe(first.node);
  });

  it('is refused with the reason', async () => {
    const why = async (place: string) => {
      const data = await openDataDirectory(place, '1.2.3');
      return data.ok ? 'opened' : data.error.replace(folder, 'DIR');
    };
    const other = freshPlace();
    mkdirSync(other);
    writeFileSync(path.join(other, 'letter.txt'), 'dear');
    expect(await why(other)).toBe(
      `DIR/d${directories} is not empty, and not a data directory of hocl`,
    );
    expect(await why('')).toBe('--data takes the name of a directory, and this one is empty');
    const later = freshPlace();
    (await opened(later)).release();
    const header = path.join(later, 'hocl.json');
    writeFileSync(header, readFileSync(header, 'utf8').replace('"format":1', '"format":2'));
    expect(await why(later)).toBe(
      `DIR/d${directories} is of format 2 (made by hocl 1.2.3), and this hocl reads format 1`,
    );
    writeFileSync(header, '{');
    expect(await why(later)).toBe(
      `DIR/d${directories} is not a data directory of hocl, or is damaged`,
    );
    writeFileSync(path.join(folder, 'file'), '');
    expect(await why(path.join(folder, 'file'))).toBe('DIR/file: that is not a directory');
    // Where there is a /proc, it takes no folders and says of each that it is missing.
    if (existsSync('/proc/self')) {
      expect(await why('/proc/hocl')).toBe('/proc/hocl: no files can be made there');
    }
  });

  it('is locked by a process that lives, and not by one that died', async () => {
    const place = freshPlace();
    const data = await opened(place);
    data.release();
    const lock = path.join(place, 'lock');
    // The parent of this process lives for as long as the test does.
    const stat = readFileSync(`/proc/${process.ppid}/stat`, 'utf8');
    const begun = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    writeFileSync(lock, `${process.ppid} ${begun}`);
    expect(await openDataDirectory(place, '1')).toEqual({
      ok: false,
      error: `${place} is in use by another process (${process.ppid})`,
    });
    // The same number, but of a process that began at another moment.
    writeFileSync(lock, `${process.ppid} 1`);
    (await opened(place)).release();
    writeFileSync(lock, '999999999 5');
    (await opened(place)).release();
    expect(readdirSync(place).sort()).toEqual(['files', 'hocl.json']);
  });

  it.runIf(process.platform === 'linux')('is not locked by a process that was killed', async () => {
    const place = freshPlace();
    (await opened(place)).release();
    const { pid, begun, release } = await makeZombie();
    writeFileSync(path.join(place, 'lock'), `${pid} ${begun}`);
    (await opened(place)).release();
    release();
  });
});
