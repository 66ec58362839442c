// Ten thousand texts through the whole of a short run: bytes of chance, words of the language in any order, and
// programs that were hurt. Whatever comes, only our own errors come out, and soon. FUZZ=100000 tries more.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { createRng, type Rng } from '../../src/base/index.ts';
import { compile, EvaluationError, ProgramError, run } from '../../src/index.ts';
import { format, renderDiagnostic } from '../../src/lang/index.ts';

const CASES = Number(process.env['FUZZ'] ?? 10_000);
const BATCH = 500;
/** More than this for one text is a hang; the machine may be busy with other things. */
const SLOW_MS = 5000;

const root = fileURLToPath(new URL('../..', import.meta.url));
const programs = ['examples', 'test/conformance/programs', 'test/errors'].flatMap((folder) =>
  readdirSync(path.join(root, folder))
    .filter((name) => name.endsWith('.hocl'))
    .map((name) => readFileSync(path.join(root, folder, name), 'utf8')),
);

const WORDS = (
  'replace replace-one by if with inject whenever nothing under let rec in then else none all type import pure ' +
  'effect from as test outcomes true false inf int real string rule any < > ( ) [ ] { } , : :: ; . .. ^ + - * / % ' +
  '= == != <= >= && || ! ? ?w w x y A B "s" "" 0 1 2.5 1e9 len( count( sum( // /* */ /// ω ⟨ ⟩ ≤ → \\ " \' @ \u{1f600}'
).split(' ');

type Make = (rng: Rng) => string;

const makers: readonly (readonly [name: string, make: Make])[] = [
  ['bytes', bytes],
  ['words', words],
  ['hurt programs', hurt],
  ['crossed programs', crossed],
];

describe('any text', () => {
  for (let batch = 0; batch * BATCH < CASES; batch++) {
    const [name, make] = makers[batch % makers.length] as (typeof makers)[number];
    it(`of ${name}, batch ${batch}`, async () => {
      const rng = createRng(batch);
      for (let i = 0; i < BATCH; i++) {
        const text = make(rng);
        const started = performance.now();
        const problem = await problemWith(text);
        const took = performance.now() - started;
        expect(problem, `${JSON.stringify(text)} (batch ${batch}, case ${i})`).toBeNull();
        expect(took, `milliseconds for ${JSON.stringify(text)}`).toBeLessThan(SLOW_MS);
      }
    });
  }
});

/** What came out that should not, or null. */
async function problemWith(text: string): Promise<string | null> {
  try {
    format({ name: 'fuzz.hocl', text });
    const program = await compile(text, { name: 'fuzz.hocl' });
    for (const one of program.diagnostics) renderDiagnostic(one, { colour: true });
    const result = await run(program, { maxReactions: 200, timeoutMs: 2000 });
    return result.text.startsWith('<') ? null : `it printed ${result.text}`;
  } catch (error) {
    if (error instanceof ProgramError) {
      return error.diagnostics.length > 0 && !/^\s+at /m.test(error.message)
        ? null
        : 'no diagnostic';
    }
    return error instanceof EvaluationError ? null : String((error as Error).stack ?? error);
  }
}

function bytes(rng: Rng): string {
  const length = rng.below(200);
  const all = Uint8Array.from({ length }, () => rng.below(256));
  return new TextDecoder().decode(all);
}

function words(rng: Rng): string {
  const length = rng.below(40);
  return Array.from({ length }, () => pick(rng, WORDS)).join(pick(rng, ['', ' ', ' ', '\n']));
}

/** A program with a few cuts, doublings, swaps and strange letters. */
function hurt(rng: Rng): string {
  let text = pick(rng, programs);
  for (let i = rng.below(4); i >= 0; i--) {
    const at = rng.below(text.length + 1);
    const end = Math.min(text.length, at + rng.below(12));
    const piece = text.slice(at, end);
    const insert = pick(rng, ['', piece + piece, pick(rng, WORDS), bytes(rng).slice(0, 3)]);
    text = text.slice(0, at) + insert + text.slice(end);
  }
  return text;
}

/** The beginning of one program and the end of another. */
function crossed(rng: Rng): string {
  const a = pick(rng, programs);
  const b = pick(rng, programs);
  return a.slice(0, rng.below(a.length + 1)) + b.slice(rng.below(b.length + 1));
}

function pick<T>(rng: Rng, from: readonly T[]): T {
  return from[rng.below(from.length)] as T;
}
