// Traces, journals, resume and replay, through the command line.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { FILES } from './files.ts';
import { Folder } from './harness.ts';

const folder = new Folder(FILES);
afterAll(() => folder.remove());

const programs = ['sum', 'race', 'rules', 'effect', 'failing', 'pure', 'fault', 'guard'];

describe('a trace', () => {
  it.each(programs)('of %s replays to the same solution and exit code', async (name) => {
    const trace = folder.file(`${name}.trace`);
    const ran = await folder.call(`run DIR/${name}.hocl --trace ${trace} --seed 3 --rules`);
    const again = await folder.call(`replay ${trace} --rules`);
    expect(again).toMatchObject({ out: ran.out, code: ran.code });
    const end = readFileSync(trace, 'utf8').trimEnd().split('\n').at(-1);
    expect(JSON.parse(end ?? '')).toMatchObject({ type: 'end' });
  });

  it('is the same, byte for byte, for the same seed', async () => {
    const [first, second] = ['once.trace', 'twice.trace'].map((name) => folder.file(name));
    for (const trace of [first, second]) {
      await folder.call(`run DIR/endless.hocl --trace ${trace} --seed 3 --max-reactions 50`);
    }
    expect(readFileSync(second as string)).toEqual(readFileSync(first as string));
  });

  it('of a stopped run replays as stopped', async () => {
    await folder.call('run DIR/endless.hocl --trace DIR/stopped.trace --max-reactions 5');
    expect(await folder.call('replay DIR/stopped.trace --json')).toMatchObject({ code: 3 });
  });

  it('replays without the modules of its effects', async () => {
    const other = new Folder(FILES);
    await other.call('run DIR/effect.hocl --trace DIR/effect.trace');
    rmSync(other.file('effects.mjs'));
    expect(await other.call('replay DIR/effect.trace')).toMatchObject({ out: '<DID:2, DID:4>\n' });
    other.remove();
  });

  it('that departs from its program says where', async () => {
    const other = new Folder(FILES);
    await other.call('run DIR/pure.hocl --trace DIR/pure.trace');
    other.write('half.mjs', 'export const half = (x) => x / 4;');
    // The module is known to this process already: the change must come under another name.
    const trace = readFileSync(other.file('pure.trace'), 'utf8');
    other.write('quarter.mjs', 'export const half = (x) => x / 4;');
    writeFileSync(other.file('pure.trace'), trace.replace('./half.mjs', './quarter.mjs'));
    const { code, err } = await other.call('replay DIR/pure.trace');
    expect(code).toBe(4);
    expect(err).toContain('departs from its record at line 3 (reaction 1 by r)');
    other.remove();
  });

  it('that was cut off replays as far as it goes', async () => {
    const trace = readFileSync(folder.file('sum.trace'), 'utf8').split('\n');
    folder.write('cut.trace', `${trace.slice(0, 3).join('\n')}\n{"type":"rea`);
    const { code, out, err } = await folder.call('replay DIR/cut.trace');
    expect(code).toBe(3);
    expect(out).toMatch(/^<\d, \d>\n$/);
    expect(err).toContain('the record ends before its run did');
  });
});

describe('a journal', () => {
  it('ends with the run, and tells its result again', async () => {
    const ran = await folder.call('run DIR/effect.hocl --journal DIR/whole');
    expect(ran).toMatchObject({ code: 0, out: '<DID:2, DID:4>\n' });
    for (const args of ['run --resume DIR/whole', 'replay DIR/whole']) {
      expect(await folder.call(args)).toMatchObject({ code: 0, out: ran.out, err: '' });
    }
  });

  it('goes on from every line at which it may be cut, and from torn ones', async () => {
    const lines = readFileSync(folder.file('whole/journal.jsonl'), 'utf8').split('\n');
    for (let kept = 1; kept < lines.length; kept++) {
      const torn = lines[kept]?.slice(0, 7) ?? '';
      folder.write(`cut${kept}/journal.jsonl`, `${lines.slice(0, kept).join('\n')}\n${torn}`);
      for (const args of [`run --resume DIR/cut${kept}`, `replay DIR/cut${kept}`]) {
        const { code, out } = await folder.call(args);
        expect({ kept, code, out }).toEqual({ kept, code: 0, out: '<DID:2, DID:4>\n' });
      }
    }
  });

  it('of a stopped run goes on', async () => {
    const stopped = await folder.call('run DIR/race.hocl --journal DIR/half --max-reactions 1');
    expect(stopped.code).toBe(3);
    expect(await folder.call('run --resume DIR/half')).toMatchObject({ code: 0 });
    expect(await folder.call('replay DIR/half --json')).toMatchObject({ code: 0 });
  });

  it('takes more from a live input after a crash', async () => {
    await folder.call('run DIR/wait.hocl --input - --journal DIR/live', { stdin: '2\n3\n' });
    const file = folder.file('live/journal.jsonl');
    const lines = readFileSync(file, 'utf8').split('\n');
    const upTo = lines.findIndex((line) => line.includes('"end"'));
    writeFileSync(file, `${lines.slice(0, upTo).join('\n')}\n`);
    const more = await folder.call('run --resume DIR/live --input -', { stdin: '4\n' });
    expect(more).toMatchObject({ code: 0, out: '<10>\n' });
  });

  const refused: readonly [args: string, message: string][] = [
    ['run DIR/sum.hocl --journal DIR/whole', 'holds the journal of a run already'],
    ['run --resume DIR/nowhere', 'holds no run to go on with'],
    ['run --resume DIR/whole --seed 3', '--seed cannot be given with --resume'],
    ['run --resume DIR/whole --trace DIR/t', '--trace cannot be given with --resume'],
    ['run --resume DIR/whole --journal DIR/j', '--journal cannot be given with --resume'],
    ['run --resume DIR/whole --input DIR/input.json', '--input cannot be given with --resume'],
    ['run DIR/sum.hocl --resume DIR/whole', 'is not the program of the journal'],
  ];
  it.each(refused)('%s is refused', async (args, message) => {
    const { code, out, err } = await folder.call(args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(message);
  });

  it('that is in use or damaged is refused', async () => {
    folder.write('busy/journal.jsonl', readFileSync(folder.file('whole/journal.jsonl')));
    folder.write('busy/lock', '1');
    expect((await folder.call('run --resume DIR/busy')).err).toContain('in use by process 1');
    const text = readFileSync(folder.file('whole/journal.jsonl'), 'utf8');
    folder.write('damaged/journal.jsonl', text.replace('DO', 'DU'));
    const { code, err } = await folder.call('run --resume DIR/damaged');
    expect(code).toBe(2);
    expect(err).toContain('journal.jsonl:1 is damaged: its checksum does not fit');
  });

  it('that died in its first line may be begun again', async () => {
    folder.write('torn/journal.jsonl', '0123abcd {"type":"beg');
    expect(await folder.call('run --resume DIR/torn')).toMatchObject({ code: 2 });
    expect(await folder.call('run DIR/sum.hocl --journal DIR/torn')).toMatchObject({ code: 0 });
  });
});
