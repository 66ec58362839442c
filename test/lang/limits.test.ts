// Texts that are large or deep: read in good time, or refused with one message, never with a crash.
import { describe, expect, it } from 'vitest';
import { format, parse, print } from '../../src/lang/index.ts';

function read(text: string): { readonly messages: readonly string[]; readonly elements: number } {
  const { program, diagnostics } = parse({ name: 'test', text });
  const elements = program.body?.kind === 'solution' ? program.body.elements.length : 0;
  return { messages: diagnostics.map(({ code }) => code), elements };
}

describe('what is large', () => {
  const many = Array.from({ length: 50_000 }, (_, i) => i);
  it.each([
    ['numbers', `<${many.join(', ')}>`, 50_000],
    [
      'tuples',
      `<${many
        .slice(0, 10_000)
        .map((n) => `A:${n}`)
        .join(', ')}>`,
      10_000,
    ],
    ['a list', `<[${many.join(',')}]>`, 1],
    ['a tuple', `<${many.slice(0, 10_000).join(':')}>`, 1],
    ['a string', `<"${'\\n'.repeat(500_000)}">`, 1],
    ['an integer', `<${'7'.repeat(300_000)}>`, 1],
    ['operators', `<${Array(1000).fill('1').join('+')}>`, 1],
    ['brackets', `<${'['.repeat(199)}${']'.repeat(199)}>`, 1],
    ['choices', `<${'if a then b else '.repeat(200)}c>`, 1],
  ])('%s', (_name, text, elements) => {
    expect(read(text)).toEqual({ messages: [], elements });
  });

  it('is printed and laid out too', () => {
    const text = `<${many.join(', ')}>`;
    const { program } = parse({ name: 'test', text });
    const printed = print(program);
    expect(parse({ name: 'printed', text: printed }).diagnostics).toEqual([]);
    expect(format({ name: 'printed', text: printed }).text).toBe(printed);
  });
});

describe('what is too much', () => {
  const deep = 100_000;
  it.each([
    ['brackets', `${'['.repeat(deep)}${']'.repeat(deep)}`, ['HOCL020']],
    ['open brackets', '<'.repeat(deep), ['HOCL020']],
    ['operators', `<${Array(deep).fill('1').join('+')}>`, ['HOCL020']],
    ['prefixes', `<${'!'.repeat(deep)}x>`, ['HOCL020']],
    ['postfixes', `<x${'.0'.repeat(deep)}>`, ['HOCL020']],
    ['stages', `${'<1> then '.repeat(deep)}<1>`, ['HOCL020']],
    ['rules', `${'replace x by '.repeat(deep)}x`, ['HOCL020']],
    ['choices', `<${'if a then b else '.repeat(deep)}c>`, ['HOCL020']],
    ['lets', `<${'let a = 1 in '.repeat(deep)}a>`, ['HOCL020']],
    ['conditions', `replace x by x if ${'all y in w: '.repeat(deep)}y`, ['HOCL020']],
    ['digits', `<${'7'.repeat(1_000_001)}>`, ['HOCL006']],
  ])('%s', (_name, text, messages) => {
    expect(read(text).messages).toEqual(messages);
  });

  it('stops counting mistakes somewhere', () => {
    const { messages } = read(`<${Array(2000).fill('1 2').join(', ')}>`);
    expect(messages.length).toBeGreaterThan(5);
    expect(messages.length).toBeLessThanOrEqual(50);
  });
});
