// One block of a page, tried by what it is. A block that nobody knows how to try is refused.
import { expect } from 'vitest';
import { fileNameOf, type Snippet } from './fences.ts';
import { tryHocl } from './try-hocl.ts';
import { tryRepl } from './try-repl.ts';
import { tryShell } from './try-shell.ts';
import { tryTypeScript } from './try-typescript.ts';

/** `all` are the blocks of its page: one that is a file must be used by another. */
export async function trySnippet(
  snippet: Snippet,
  folder: string,
  all: readonly Snippet[],
): Promise<void> {
  const name = fileNameOf(snippet);
  if (name !== null) {
    const isUsed = all.some((other) => other !== snippet && other.text.includes(name));
    expect(isUsed, `some block uses ${name}`).toBe(true);
    return;
  }
  switch (snippet.language) {
    case 'hocl':
      return tryHocl(snippet, folder);
    case 'sh':
      return tryShell(snippet, folder);
    case 'repl':
      return tryRepl(snippet, folder);
    case 'ts':
      return tryTypeScript(snippet, folder);
    case 'text':
      // A drawing says so; any other text must follow the block that prints it.
      expect(snippet.words, 'the words after text').toEqual([
        expect.stringMatching(/^(drawing|tour=.+)$/),
      ]);
      return;
    default:
      throw new Error(`nobody knows how to try a block of ${snippet.language || 'no language'}`);
  }
}
