// Do the pages' tests bite? Each case is a page with one fault in it, which must be seen.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { snippetsOf } from './fences.ts';
import { brokenLinks, missingFiles } from './links.ts';
import { trySnippet } from './try-snippet.ts';
import { typeErrors } from './try-typescript.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'hocl-harness-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const good: Readonly<Record<string, string>> = {
  'a program': block('hocl', '<1>\n// ends in <1>'),
  'a bad program': block('hocl bad HOCL101', '<x>'),
  values: block('hocl values', '1 + 1   // 2'),
  'a command': block('sh', '$ echo a; echo b\n...\nb'),
  TypeScript: `${block('ts', 'console.log(1);')}\n${block('text', '1')}`,
};

const faulty: Readonly<Record<string, string>> = {
  'a program that says nothing': block('hocl', '<1>'),
  'a wrong outcome': block('hocl', '<1>\n// ends in <2>'),
  'an outcome that is left out': block(
    'hocl',
    'let meet = replace-one x, y by x:y in <A, B>\n// ends in <A:B>',
  ),
  'an outcome that is never reached': block('hocl', '<1>\n// ends in <1>\n// or <2>'),
  'a fault that is not announced': block(
    'hocl',
    'let f = replace A by 1 / 0 in <A>\n// ends in <A>',
  ),
  'a warning that is not announced': block('hocl', 'let f = replace A by B in <1>\n// ends in <1>'),
  'a program that ends after all': block('hocl', '<1>\n// never ends'),
  'another error': block('hocl bad HOCL102', '<x>'),
  'no error': block('hocl bad HOCL101', '<1>'),
  'another message': `${block('hocl bad HOCL101', '<x>')}\n${block('text', 'error: no')}`,
  'a wrong value': block('hocl values', '1 + 1   // 3'),
  'a command that prints something else': block('sh', '$ echo a\nb'),
  'no command': block('sh', 'echo a'),
  'TypeScript that prints something else': `${block('ts', 'console.log(1);')}\n${block('text', '2')}`,
  'TypeScript that says nothing': block('ts', 'console.log(1);'),
  'a file that nobody uses': block('hocl file=a.hocl', '<1>'),
  'a lone text': block('text', 'what is this?'),
  'an unknown language': block('java', 'class A {}'),
  'no language': block('', '<1>'),
};

describe('the tests of the pages', () => {
  it.each(Object.entries(good))('accept %s', async (_, page) => {
    await tryPage(page);
  });

  it.each(Object.entries(faulty))('refuse %s', async (_, page) => {
    await expect(tryPage(page)).rejects.toThrow();
  });

  it('refuse a block without an end', () => {
    expect(() => snippetsOf('a.md', '```hocl\n<1>')).toThrow('no end');
  });

  it('see links and names that lead nowhere', () => {
    const page =
      '# One two\n[a](#one-two) [b](#three) [c](README.md) [d](NONE.md) `drive.ts` `none.ts`';
    expect(brokenLinks('a.md', page)).toEqual(['#three', 'NONE.md']);
    expect(missingFiles(page)).toEqual(['none.ts']);
  });

  it('see what the compiler refuses', () => {
    const file = path.join(folder, 'wrong.ts');
    writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(
      file,
      "import { run } from 'hocl';\nconsole.log(await run('<1>'));\nawait run(1);\n",
    );
    expect(typeErrors([file])).toEqual([expect.stringContaining('wrong.ts:3')]);
    expect(typeErrors([path.join(folder, 'none.ts')])).toEqual(['none.ts: there is no such file']);
  });
});

async function tryPage(page: string): Promise<void> {
  const snippets = snippetsOf('a.md', page);
  expect(snippets.length).toBe(1);
  for (const snippet of snippets) await trySnippet(snippet, folder, snippets);
}

function block(words: string, text: string): string {
  return `\`\`\`${words}\n${text}\n\`\`\``;
}
