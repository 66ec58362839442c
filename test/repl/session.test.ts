// Whole sessions as transcripts: what is typed, and what is said. A case is a file in transcripts/; write its
// inputs, generate the rest with `vitest run test/repl -u`, and read what came of it.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { play } from './transcript.ts';

const folder = fileURLToPath(new URL('transcripts/', import.meta.url));
const names = readdirSync(folder).filter((name) => name.endsWith('.txt'));

describe('a session', () => {
  it('has transcripts', () => {
    expect(names.length).toBeGreaterThan(5);
  });

  it.each(names)('%s', async (name) => {
    const file = path.join(folder, name);
    await expect(await play(readFileSync(file, 'utf8'))).toMatchFileSnapshot(file);
  });
});
