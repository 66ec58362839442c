// Laws of check, over programs that are nearly right: known ones with words exchanged, doubled or dropped.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRng } from '../../src/base/index.ts';
import { check, type Diagnostic, isError, type Unit } from '../../src/lang/index.ts';
import { standardFunctions } from '../../src/lib/index.ts';
import { Engine, EvaluationError, load } from '../../src/runtime/index.ts';
import { unitOf } from '../lang/unit-of.ts';

const root = join(import.meta.dirname, '../..');
const texts = ['examples', 'test/conformance/programs', 'test/errors'].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => name.endsWith('.hocl'))
    .map((name) => readFileSync(join(root, folder, name), 'utf8'))
    // Files that import others are the business of the goldens.
    .filter((text) => !text.includes('import')),
);

const edit = fc.record({
  what: fc.constantFrom('exchange', 'double', 'drop'),
  at: fc.nat(),
  from: fc.nat(),
});

const nearlyRight = fc
  .tuple(fc.constantFrom(...texts), fc.array(edit, { maxLength: 3 }))
  .map(([text, edits]) => {
    const words = text.split(/(\s+|\w+|[^\w\s])/).filter((word) => word !== '');
    for (const { what, at, from } of edits) {
      const i = at % words.length;
      const other = words[from % words.length] ?? '';
      if (what === 'drop') words.splice(i, 1);
      else words.splice(i, what === 'exchange' ? 1 : 0, other);
    }
    return words.join('');
  });

/** The unit and what is said of it; null when it cannot be read. */
function judge(text: string): { unit: Unit; found: readonly Diagnostic[] } | null {
  const { unit, problems } = unitOf({ name: 'law.hocl', text });
  const foreign = unit.main.declarations.some(({ kind }) => kind === 'import');
  if (problems.some(isError) || foreign) return null;
  return { unit, found: check(unit) };
}

describe('check', () => {
  it('says things in order, at places that exist, and every time the same', () => {
    fc.assert(
      fc.property(nearlyRight, (text) => {
        const found = judge(text)?.found ?? [];
        const starts = found.map(({ span }) => span.start);
        expect(starts).toEqual([...starts].sort((a, b) => a - b));
        for (const { span, message, hint } of found) {
          expect(span.end).toBeGreaterThanOrEqual(span.start);
          expect(span.end).toBeLessThanOrEqual(text.length);
          expect(`${message}${hint ?? ''}`).not.toMatch(/undefined|null|\[object/);
        }
        expect(judge(text)?.found ?? []).toEqual(found);
      }),
      { numRuns: 400 },
    );
  });

  it('lets pass only what loads and runs, and calls no rule dead that fires', () => {
    fc.assert(
      fc.property(nearlyRight, fc.nat(1000), (text, seed) => {
        const judged = judge(text);
        if (judged === null || judged.found.some(isError)) return;
        const { unit, found } = judged;
        const fired = run(unit, seed);
        for (const { code, message } of found) {
          const name =
            code === 'HOCL170' ? /so `(\w+)` never fires$/.exec(message)?.[1] : undefined;
          if (name !== undefined) expect([...fired]).not.toContain(name);
        }
      }),
      { numRuns: 400 },
    );
  });
});

/** The names of the rules that fired in the first reactions of a run. */
function run(unit: Unit, seed: number): ReadonlySet<string | null> {
  const fired = new Set<string | null>();
  const engine = new Engine(createRng(seed));
  engine.observe((event) => {
    if (event.type === 'reaction') fired.add(event.name);
  });
  try {
    const loaded = load(unit, { functions: standardFunctions, onGuardError: () => undefined });
    if (loaded.start === null) return fired;
    engine.fill(loaded.start);
    for (let i = 0; i < 60 && engine.step(); i++);
  } catch (error) {
    // A let that divides by zero is no mistake that check could know of.
    if (!(error instanceof EvaluationError)) throw error;
  }
  return fired;
}
