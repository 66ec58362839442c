// No text of a program gets into generated code: names are numbered, and all else comes in as data.
import { describe, expect, it } from 'vitest';
import { compile, Solution } from '../../../src/index.ts';
import { generatedTexts } from '../../../src/runtime/compile/make-function.ts';

const PROGRAM = `
let weird_rule = with HEADSYMBOL:strange_key:other_part
  replace OTHERHEAD:strange_key:"quoted '); evil(); ('" by THIRDHEAD:strange_key:other_part + 123456, "text \`made\`"
  if other_part > 98765 && strange_key != "guard text" in
let adder = replace first_int::int, second_int::int by first_int + second_int in
<HEADSYMBOL:1:99999, OTHERHEAD:1:"quoted '); evil(); ('", 1..200>`;

describe('the text of turns', () => {
  it('holds nothing of the program', async () => {
    const before = new Set(generatedTexts());
    const result = await new Solution(await compile(PROGRAM), { seed: 1 }).run();
    expect(result.text).toContain('THIRDHEAD:1:223455');
    const made = generatedTexts().filter((text) => !before.has(text));
    expect(made.length).toBeGreaterThan(1);
    for (const text of made) {
      expect(text).not.toMatch(
        /HEAD|strange|other_part|first_int|second_int|weird|adder|quoted|evil|guard|123456|98765/,
      );
    }
  });

  it('is the same for programs that differ in words only', async () => {
    const text = (head: string, name: string) =>
      `let r = replace ${head}:${name}, ${head}:z by ${head}:${name} + z in <${head}:1, ${head}:2>`;
    await new Solution(await compile(text('ONE', 'a')), { seed: 1 }).run();
    const before = generatedTexts().length;
    await new Solution(await compile(text('ANOTHER', 'bee')), { seed: 1 }).run();
    expect(generatedTexts().length).toBe(before);
  });
});
