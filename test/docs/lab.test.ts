// The gallery cannot be measured anew for every change; what can be held is that it is the gallery of these experiments: their words, their
// parameters, a table for each of their titles, and their pictures.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { experiments } from '../../src/lab/index.ts';
import { root } from './fences.ts';

const page = readFileSync(path.join(root, 'docs/lab.md'), 'utf8');

describe('docs/lab.md', () => {
  it.each(experiments)('shows $name', ({ name, title, claim, seen, parameters, gallery }) => {
    const start = page.indexOf(`## ${name}: ${title}\n`);
    expect(start, 'npm run lab:docs makes it').toBeGreaterThan(0);
    const section = page.slice(start, page.indexOf('\n## ', start + 1));
    for (const text of [claim, seen]) expect(section).toContain(text);
    for (const parameter of parameters) expect(section).toContain(`| \`${parameter.name}\` |`);
    for (const key of Object.keys(gallery?.set ?? {})) expect(section).toContain(` --set ${key}=`);
    expect(section).toMatch(/\n!\[[^\]]+\]\(lab\/[\w-]+\.svg\)\n/);
    expect(section).not.toMatch(/NaN|undefined|\[object/);
  });

  it('has each picture that it shows, and no other', () => {
    const shown = [...page.matchAll(/\(lab\/([\w-]+\.svg)\)/g)].map(([, file = '']) => file);
    for (const file of shown) expect(existsSync(path.join(root, 'docs/lab', file))).toBe(true);
    expect(readdirSync(path.join(root, 'docs/lab')).sort()).toEqual([...shown].sort());
    for (const file of shown) {
      const svg = readFileSync(path.join(root, 'docs/lab', file), 'utf8');
      expect(svg, file).not.toMatch(/NaN|undefined/);
    }
  });
});
