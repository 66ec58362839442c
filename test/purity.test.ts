// Does the lint of pure folders bite? Each line is a fault planted, in memory, in a file of the heart
// and in a file of an edge: the first must be refused, the second is none of its business.
import { beforeAll, describe, expect, it } from 'vitest';
import { ESLint } from '../tools/eslint.mjs';

const faults = [
  'export const t = new Date();',
  'export const t = performance.now();',
  'export const r = Math.random();',
  'setTimeout(() => {}, 1);',
  'export const e = process.env;',
  "console.log('a');",
  'export async function f() {}',
  'export const f = async () => {};',
  "export const c = (a: string) => a.localeCompare('b');",
];

describe('a pure folder refuses', () => {
  let eslint: ESLint;
  beforeAll(() => {
    // Only the rules of purity: they need no types, so nothing has to be compiled for this.
    eslint = new ESLint({
      ruleFilter: ({ ruleId }) => ruleId.startsWith('no-restricted'),
      overrideConfig: { languageOptions: { parserOptions: { projectService: false } } },
    });
  });

  it.each(faults)('%s', async (text) => {
    expect(await complaints(eslint, text, 'src/base/planted.ts')).toHaveLength(1);
    expect(await complaints(eslint, text, 'src/runtime/load/planted.ts')).toHaveLength(1);
    expect(await complaints(eslint, text, 'src/dht/net/planted.ts')).toEqual([]);
    expect(await complaints(eslint, text, 'src/cli/planted.ts')).toEqual([]);
  });
});

/** The messages about a text; each of them must say what to do instead. */
async function complaints(eslint: ESLint, text: string, filePath: string): Promise<string[]> {
  const [result] = await eslint.lintText(text, { filePath });
  const messages = (result?.messages ?? []).map(({ message }) => message);
  for (const message of messages) expect(message).toMatch(/: \w/);
  return messages;
}
