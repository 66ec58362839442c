// Wrong programs and what is said of them: NAME.hocl beside NAME.txt. To add a case, drop the program here,
// run `UPDATE_GOLDENS=1 npx vitest run test/errors`, and read the text as its writer would.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { check, missingBody } from '../../src/lang/check/check.ts';
import { type Diagnostic, isError } from '../../src/lang/index.ts';
import { renderDiagnostic } from '../../src/lang/render.ts';
import { unitOf } from '../lang/unit-of.ts';

const here = import.meta.dirname;
const lang = join(here, '../../src/lang');
const programs = readdirSync(here).filter((name) => name.endsWith('.hocl'));

/** What a user would be told who wants to run the file: first what cannot be read, then the rest. */
function diagnosticsOf(path: string, name: string): readonly Diagnostic[] {
  const { unit, problems } = unitOf({ name, text: readFileSync(path, 'utf8') }, here);
  if (problems.some(isError)) return problems;
  const missing = missingBody(unit);
  return [...problems, ...check(unit), ...(missing === null ? [] : [missing])];
}

describe('wrong programs', () => {
  it.each(programs)('%s', (name) => {
    const rendered = diagnosticsOf(join(here, name), name)
      .map((diagnostic) => `${renderDiagnostic(diagnostic, { colour: false })}\n`)
      .join('\n');
    const golden = join(here, name.replace(/\.hocl$/, '.txt'));
    if (process.env['UPDATE_GOLDENS'] === '1') writeFileSync(golden, rendered);
    expect(existsSync(golden), `${golden} is missing: run with UPDATE_GOLDENS=1`).toBe(true);
    expect(rendered).toBe(readFileSync(golden, 'utf8'));
    expect(rendered, 'a program of this folder has something wrong with it').not.toBe('');
  });

  it('show every code at least once', () => {
    const shown = new Set(
      programs.flatMap((name) => diagnosticsOf(join(here, name), name).map(({ code }) => code)),
    );
    const files = readdirSync(lang, { recursive: true, encoding: 'utf8' });
    const codes = files
      .filter((name) => name.endsWith('.ts'))
      .flatMap((name) => readFileSync(join(lang, name), 'utf8').match(/HOCL\d{3}(?=[':])/g) ?? []);
    const missing = [...new Set(codes)].filter((code) => !shown.has(code));
    expect(missing.sort()).toEqual([]);
  });
});

describe('examples', () => {
  const folder = join(here, '../../examples');
  const examples = readdirSync(folder).filter((name) => name.endsWith('.hocl'));

  it.each(examples)('nothing is to be said of %s', (name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    const { unit, problems } = unitOf({ name, text }, folder);
    const found = [...problems, ...check(unit)];
    expect(found.map((one) => renderDiagnostic(one, { colour: false }))).toEqual([]);
  });
});
