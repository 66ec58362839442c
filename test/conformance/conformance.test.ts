// The canonical programs of Gamma and HOCL, and tests of the language itself: programs/NAME.hocl beside
// programs/NAME.json, which states the set of all outcomes (worked out by hand or by an independent search,
// never by this engine) or names a property.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import {
  endingOf,
  expectEndings,
  expectReadsBack,
  outcomesOf,
  read,
  readReprinted,
  sortedTexts,
} from './harness.ts';

interface Case {
  /** The row of the table of canonical programs that it stands for, or null. */
  readonly row: string | null;
  readonly about: string;
  /** All outcomes, as printed; or else the name of a property of each outcome. */
  readonly outcomes?: readonly string[];
  readonly property?: keyof typeof properties;
  /** Whether every order is tried, and the outcomes found are exactly those stated. */
  readonly explore: boolean;
  readonly seeds: number;
  readonly status?: string;
  readonly maxStates?: number;
  /** False where the engine is known to make the same choice under every seed. */
  readonly varied?: boolean;
}

/** What can be said of every outcome where the text itself is not settled. */
const properties = {
  /** The words of the message are the evaluator's; everything around them is law. */
  fault: (text: string) => /^<FAULT:"divide":"[^"]+":<X:0>, Y:2>$/.test(text),
};

const folder = join(dirname(fileURLToPath(import.meta.url)), 'programs');
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.hocl'))
  .map((file) => file.slice(0, -'.hocl'.length));

describe.each(names)('%s', (name) => {
  const path = join(folder, `${name}.hocl`);
  const given = JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')) as Case;
  const { outcomes, property, seeds, status = 'inert', maxStates = 10_000 } = given;

  if (property !== undefined) {
    test(`${given.about}: ${property}`, async () => {
      const program = await read(path);
      for (let seed = 1; seed <= seeds; seed++) {
        const ending = await endingOf(program, seed);
        expect(ending.status).toBe(status);
        expect(properties[property](ending.text), `${ending.text} with seed ${seed}`).toBe(true);
      }
    });
    return;
  }

  const stated = outcomes ?? [];

  test(`${given.about}: ${seeds} seeds`, async () => {
    const met = await expectEndings(await read(path), seeds, stated, status);
    if (stated.length > 1 && given.varied !== false) {
      expect(met.size, 'different seeds end differently').toBeGreaterThan(1);
    }
  });

  // Some have too many orders to try; then a smaller program of the same kind is among these.
  if (given.explore) {
    test(`${given.about}: every order`, async () => {
      expect(await outcomesOf(await read(path), maxStates)).toEqual(sortedTexts(stated));
    });
  }

  test('means the same when printed and read again', async () => {
    await expectEndings(await readReprinted(path), 3, stated, status);
  });

  test('has outcomes that read back', async () => {
    for (const text of stated) await expectReadsBack(text);
  });
});

test('the rows of the table are all here', () => {
  const rows = new Set(
    names.map((name) => JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')).row),
  );
  const canonical = '1 2 3 4 5 6 6b 7 8 9 11 12 15 16 17 22 24 25 27 28 29 30 31 32 33 34 35'.split(
    ' ',
  );
  expect(canonical.filter((row) => !rows.has(row))).toEqual([]);
});
