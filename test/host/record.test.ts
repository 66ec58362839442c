// Journals that were torn or damaged, and who may go on with them.
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  createJournal,
  RECORD_VERSION,
  type RunHeader,
  readRun,
  releaseJournal,
  reopenJournal,
} from '../../src/host/index.ts';
import { makeZombie } from '../zombie.ts';

const HEADER: RunHeader = {
  type: 'begin',
  version: RECORD_VERSION,
  run: 'test',
  directory: '.',
  files: [{ name: 'a.hocl', text: '<1>' }],
  input: [],
  seed: 1,
};

let directory: string;
let file: string;

beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'hocl-journal-'));
  file = path.join(directory, 'journal.jsonl');
  const recorder = createJournal(directory, HEADER);
  recorder.write({ type: 'inert', in: 's1' });
  recorder.write({ type: 'stage', in: 's2' });
  recorder.close();
  releaseJournal(directory);
});

afterEach(() => rmSync(directory, { recursive: true, force: true }));

describe('a journal', () => {
  it('comes back as it was written', () => {
    const { header, events } = readRun(directory);
    expect(header).toEqual(HEADER);
    expect(events).toEqual([
      { type: 'inert', in: 's1' },
      { type: 'stage', in: 's2' },
    ]);
  });

  it('loses only its end when it was torn at any byte of it', () => {
    const whole = readFileSync(file);
    const second = whole.indexOf('"stage"');
    for (let length = second; length < whole.length; length++) {
      writeFileSync(file, whole.subarray(0, length));
      const { run, recorder } = reopenJournal(directory);
      expect(run.events).toEqual([{ type: 'inert', in: 's1' }]);
      recorder.write({ type: 'inert', in: 's9' });
      recorder.close();
      expect(readRun(directory).events).toHaveLength(2);
    }
  });

  it('is refused when a line before the end is damaged', () => {
    const text = readFileSync(file, 'utf8').replace('"s1"', '"s7"');
    writeFileSync(file, text);
    appendFileSync(file, '');
    expect(() => readRun(directory)).toThrow(':2 is damaged');
  });

  it('is not written over, and is held by one process at a time', () => {
    expect(() => createJournal(directory, HEADER)).toThrow('--resume');
    writeFileSync(path.join(directory, 'lock'), '1');
    expect(() => reopenJournal(directory)).toThrow('in use by process 1');
    // The process that held it has died: numbers this large are never given out.
    writeFileSync(path.join(directory, 'lock'), '999999999');
    reopenJournal(directory).recorder.close();
  });

  it.runIf(process.platform === 'linux')('is not held by a process that was killed', async () => {
    const { pid, begun, release } = await makeZombie();
    for (const mark of [`${pid}`, `${pid} ${begun}`]) {
      writeFileSync(path.join(directory, 'lock'), mark);
      reopenJournal(directory).recorder.close();
    }
    release();
    // Nor by another one that has got the number since.
    writeFileSync(path.join(directory, 'lock'), `${process.ppid} 1`);
    reopenJournal(directory).recorder.close();
  });

  it('of another version is refused', () => {
    writeFileSync(path.join(directory, 'trace'), `${JSON.stringify({ ...HEADER, version: 99 })}\n`);
    expect(() => readRun(path.join(directory, 'trace'))).toThrow('version 99');
  });
});
