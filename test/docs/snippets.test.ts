// Every block of every page is tried. A block that does not say what comes of it fails, so that no page can
// promise what the language does not do.
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { fileNameOf, pages, readPage, root, type Snippet, snippetsOf } from './fences.ts';
import { brokenLinks, missingFiles } from './links.ts';
import { trySnippet } from './try-snippet.ts';
import { typeErrors } from './try-typescript.ts';

const base = mkdtempSync(path.join(tmpdir(), 'hocl-docs-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));

describe.each(pages())('%s', (page) => {
  const snippets = snippetsOf(page, readPage(page));
  const folder = path.join(base, page.replaceAll('/', '-'));
  prepare(folder, snippets);

  it('has only links that lead somewhere', () => {
    expect(brokenLinks(page, readPage(page))).toEqual([]);
  });

  if (isAboutCode(page)) {
    it('names only files that are there', () => {
      expect(missingFiles(readPage(page))).toEqual([]);
    });
  }

  for (const snippet of snippets) {
    const name = [snippet.language, ...snippet.words].join(' ');
    it(`line ${snippet.line}: ${name}`, () => trySnippet(snippet, folder, snippets));
  }
});

describe('the TypeScript of all pages', () => {
  it('passes the compiler', () => {
    const files = pages().flatMap((page) =>
      snippetsOf(page, readPage(page))
        .filter(({ language }) => language === 'ts')
        .map((snippet) => {
          const folder = path.join(base, page.replaceAll('/', '-'));
          const file = path.join(folder, fileNameOf(snippet) ?? `typed-${snippet.line}.ts`);
          writeFileSync(file, `${snippet.text}\n`);
          return file;
        }),
    );
    expect(typeErrors(files)).toEqual([]);
  });
});

/** Pages for those who change hocl; others name files of their readers. */
function isAboutCode(page: string): boolean {
  return (
    ['ARCHITECTURE.md', 'CONTRIBUTING.md', 'docs/tour.md'].includes(page) || page.includes('adr/')
  );
}

/** A folder for the page: the examples, and the files that its blocks name. */
function prepare(folder: string, snippets: readonly Snippet[]): void {
  mkdirSync(folder, { recursive: true });
  symlinkSync(path.join(root, 'examples'), path.join(folder, 'examples'));
  cpSync(path.join(root, 'package.json'), path.join(folder, 'package.json'));
  for (const snippet of snippets) {
    const name = fileNameOf(snippet);
    if (name !== null) writeFileSync(path.join(folder, name), `${snippet.text}\n`);
  }
}
