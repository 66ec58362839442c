// Programs with several kinds of mistakes: all that can be said at once is said at once, and no more.
import { describe, expect, it } from 'vitest';
import { compile, ProgramError } from '../../src/index.ts';

const CASES: readonly { about: string; text: string; codes: readonly string[] }[] = [
  {
    about: 'names are checked beside a syntax error elsewhere',
    text: 'let f = replace s::string by lenn(s) in\n<"a", 3',
    codes: ['HOCL102', 'HOCL010'],
  },
  {
    about: 'a declaration with a syntax error is not checked: what it misses may be lost in it',
    text: 'let f = replace [x] by x + y in\n<[1]>',
    codes: ['HOCL034'],
  },
  {
    about: 'a module that was not given, and none of its names as well',
    text: 'import pure { near } from "./geometry.ts"\n<near(1, 2)>',
    codes: ['HOCL202'],
  },
  {
    about: 'a rule file that was not given',
    text: 'import "./rules.hocl"\n<1>',
    codes: ['HOCL201'],
  },
];

describe('a wrong program', () => {
  it.each(CASES)('$about', async ({ text, codes }) => {
    expect(await codesOf(text)).toEqual(codes);
  });

  it('tells which functions a module has, when it lacks the one that is asked for', async () => {
    const text = 'import pure { nearr } from "geometry"\n<nearr(1, 2)>';
    const imports = { modules: { geometry: { near: () => true } } };
    await expect(compile(text, { imports })).rejects.toThrow('it exports near');
  });
});

async function codesOf(text: string): Promise<string[]> {
  try {
    await compile(text);
    return [];
  } catch (error) {
    if (error instanceof ProgramError) return error.diagnostics.map((one) => one.code);
    throw error;
  }
}
