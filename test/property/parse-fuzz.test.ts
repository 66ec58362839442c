// Whatever the bytes, parse answers; and what it says of a place lies within the text.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createRng, type Rng } from '../../src/base/index.ts';
import { format, isIncomplete, parse, print, renderDiagnostic } from '../../src/lang/index.ts';

const examples = join(import.meta.dirname, '../../examples');
const programs = readdirSync(examples)
  .filter((name) => name.endsWith('.hocl'))
  .map((name) => readFileSync(join(examples, name), 'utf8').replace(/^\/\/.*\n/gm, ''));

const WORDS =
  '< > ( ) [ ] { } , : :: let in replace replace-one by if then else with inject whenever none all nothing under import pure effect from test "x" { outcomes type rec as = == => -> .. ^ ?w _ " \\ // /* */ \u0000 \ud800 x A 1 -2.5 - ! . | || & ; \' é ⟨ ⟩ ω @ #'.split(
    ' ',
  );

function pick<T>(rng: Rng, items: readonly T[]): T {
  return items[rng.below(items.length)] as T;
}

function anyCharacters(rng: Rng): string {
  const limit = rng.below(2) === 0 ? 128 : 0x10000;
  return String.fromCharCode(...Array.from({ length: rng.below(80) }, () => rng.below(limit)));
}

function anyWords(rng: Rng): string {
  const separator = pick(rng, [' ', '', '\n']);
  return Array.from({ length: rng.below(40) }, () => pick(rng, WORDS)).join(separator);
}

function damaged(rng: Rng): string {
  let text = pick(rng, programs);
  for (let i = rng.below(4); i >= 0; i--) {
    const at = rng.below(text.length + 1);
    const hurt = [
      () => text.slice(0, at) + text.slice(at + 1 + rng.below(8)),
      () => text.slice(0, at) + pick(rng, WORDS) + text.slice(at),
      () => text.slice(0, at) + text.slice(at, at + rng.below(30)) + text.slice(at),
    ];
    text = pick(rng, hurt)();
  }
  return text;
}

function check(text: string): void {
  const source = { name: 'fuzz', text };
  const { program, diagnostics } = parse(source);
  for (const diagnostic of diagnostics) {
    const { start, end } = diagnostic.span;
    expect(start <= end && end <= text.length, text).toBe(true);
    expect(renderDiagnostic(diagnostic, { colour: false })).not.toBe('');
  }
  parse(source, { fragment: true });
  isIncomplete(text);
  if (diagnostics.length > 0) return;
  expect(parse({ name: 'printed', text: print(program) }).diagnostics, text).toEqual([]);
  const laidOut = format(source).text;
  expect(format({ name: 'laid out', text: laidOut }).text, text).toBe(laidOut);
}

const RUNS = 700;

it.each([
  ['any characters', anyCharacters],
  ['any words', anyWords],
  ['damaged programs', damaged],
])('%s', (name, make) => {
  const rng = createRng(2024).split(name);
  for (let i = 0; i < RUNS; i++) check(make(rng));
});
