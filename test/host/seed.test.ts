import { describe, expect, it } from 'vitest';
import { compile } from '../../src/host/index.ts';
import { defaultSeed } from '../../src/host/seed.ts';
import { type Molecule, readInput } from '../../src/runtime/index.ts';

const { unit } = await compile('<1, 2, 3>');

function seedOf(json: string): number {
  const read = readInput(json);
  return defaultSeed(unit, read.ok ? read.value : []);
}

describe('the seed of a run that was given none', () => {
  it('is that of the text when there is no input', () => {
    expect(defaultSeed(unit, [])).toBe(3390882263);
  });

  it.each([
    '[1]',
    '[1, 2, 3]',
    '[{"tuple":[{"sym":"A"},1]}]',
    '["a", "b", true, 1.5, 12345678901234567890]',
    '[{"solution":[1,2,3],"then":[[4]]}, {"a":[1,2]}]',
  ])('is the same for %s twice', (json) => {
    expect(seedOf(json)).toBe(seedOf(json));
  });

  it('does not depend on the order in a solution, which has none', () => {
    expect(seedOf('[{"solution":[1,"a",3]}]')).toBe(seedOf('[{"solution":[3,1,"a"]}]'));
  });

  it('tells inputs apart', () => {
    const inputs = [
      ...[
        '[]',
        '[0]',
        '[0,0]',
        '[1]',
        '[-1]',
        '[4294967297]',
        '[1.0]',
        '["1"]',
        '[true]',
        '[false]',
      ],
      ...['["a","b"]', '["ab",""]', '["b","a"]', '[{"sym":"A"}]', '["A"]', '[[1,2]]', '[1,2]'],
      ...['[{"tuple":[1,2]}]', '[{"tuple":[2,1]}]', '[{"solution":[1,2]}]', '[{"solution":[1,1]}]'],
      ...['[{"solution":[1],"then":[[2]]}]', '[{"a":1}]', '[{"b":1}]', '[{"a":2}]'],
      ...['[12345678901234567890]', '["12345678901234567890"]', '[[[1],2]]', '[[1,[2]]]'],
    ];
    expect(new Set(inputs.map(seedOf)).size).toBe(inputs.length);
  });

  it('counts the rules of an input by their names', () => {
    const rule = (name: string) => ({ kind: 'rule', name, key: name }) as unknown as Molecule;
    expect(defaultSeed(unit, [rule('a')])).not.toBe(defaultSeed(unit, [rule('b')]));
  });
});
