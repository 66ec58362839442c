// Every example under every treatment: many seeds, every order where there are few enough, printed and read
// again. To add one, drop NAME.hocl and NAME.expected in examples: one line a right answer.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import {
  expectEndings,
  expectReadsBack,
  outcomesOf,
  read,
  readReprinted,
  sortedTexts,
  testBlocksOf,
} from '../conformance/harness.ts';

const SEEDS = 50;
/** An example with more states than this is judged by its seeds alone. */
const MAX_STATES = 500;

const folder = join(dirname(fileURLToPath(import.meta.url)), '../../examples');
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.hocl'))
  .map((file) => file.slice(0, -'.hocl'.length));

describe.each(names)('%s', (name) => {
  const path = join(folder, `${name}.hocl`);
  const outcomes = expectedOf(name);

  test('opens with a comment and has no warning', async () => {
    expect(readFileSync(path, 'utf8')).toMatch(/^\/\/ [A-Z]/);
    const { diagnostics } = await read(path);
    expect(diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([]);
  });

  test(`ends as expected under ${SEEDS} seeds`, async () => {
    await expectEndings(await read(path), SEEDS, outcomes);
  });

  test('has exactly the expected outcomes, where they can be counted', async () => {
    const found = await outcomesOf(await read(path), MAX_STATES);
    if (found !== null) expect(found).toEqual(sortedTexts(outcomes));
  });

  test('keeps what its own tests say', async () => {
    const program = await read(path);
    for (const block of testBlocksOf(program)) {
      const found = await outcomesOf(program, 10 * MAX_STATES, block.start);
      expect(found, block.name).toEqual(block.outcomes);
    }
  });

  test('means the same when printed and read again', async () => {
    await expectEndings(await readReprinted(path), 5, outcomes);
  });

  test('has outcomes that read back', async () => {
    for (const text of outcomes) await expectReadsBack(text);
  });
});

test('every expectation belongs to an example', () => {
  const expectations = readdirSync(folder).filter((file) => file.endsWith('.expected'));
  expect(expectations.sort()).toEqual(names.map((name) => `${name}.expected`).sort());
});

function expectedOf(name: string): string[] {
  const path = join(folder, `${name}.expected`);
  return existsSync(path) ? readFileSync(path, 'utf8').trimEnd().split('\n') : [];
}
