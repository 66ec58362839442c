import { describe, expect, it } from 'vitest';
import { standardFunctions } from '../../src/lib/index.ts';

/** What the language promises; more is welcome, less is not. */
const PROMISED = [
  'len abs min max sign floor ceil round sqrt pow int real string',
  'upper lower trim split join contains replaceAll startsWith endsWith substring matches chars',
  'head tail nth slice reverse sort concat range size',
  'keys values has get put parseJson toJson hash count sum',
].flatMap((line) => line.split(' '));

describe('the standard functions', () => {
  it.each(PROMISED)('%s is there', (name) => {
    expect(standardFunctions.has(name)).toBe(true);
  });

  it.each([...standardFunctions])('%s is described', (name, { signature }) => {
    expect(signature.name).toBe(name);
    expect(signature.doc).toMatch(/^[^A-Z].*[^.]$/);
    expect(signature.effect).toBe(false);
    expect(signature.optional).toBeLessThanOrEqual(signature.parameters.length);
    expect(signature.variadic && signature.parameters.length === 0).toBe(false);
  });
});
