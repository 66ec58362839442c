// Does the layer gate bite? Each case is a small tree with one planted fault, given to the same check
// that `npm run layers` runs over src. The real tree is judged here too.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkLayers } from '../scripts/layers.mjs';

/** Path to text; a tree that keeps every rule, to which a case adds its fault. */
type Tree = Readonly<Record<string, string>>;

const clean: Tree = {
  'package.json': '{ "type": "module", "dependencies": { "ws": "8", "chevrotain": "11" } }',
  'node_modules/ws/package.json': '{ "name": "ws", "main": "index.js" }',
  'node_modules/ws/index.js': '',
  'node_modules/chevrotain/package.json': '{ "name": "chevrotain", "main": "index.js" }',
  'node_modules/chevrotain/index.js': '',
  'src/index.ts': "export { a } from './lang/index.ts';",
  'src/base/index.ts': 'export const one = 1;',
  'src/lang/index.ts': "export { a } from './a.ts';",
  'src/lang/a.ts':
    "import 'chevrotain'; import { one } from '../base/index.ts'; export const a = one;",
  'src/runtime/index.ts': "import { a } from '../lang/index.ts'; export const b = a;",
  'src/cli/main.ts': "import 'node:fs'; import { b } from '../runtime/index.ts'; b;",
};

const faults: readonly { fault: string; rule: string; tree: Tree }[] = [
  {
    fault: 'an arrow that points up',
    rule: 'layer-base',
    tree: { 'src/base/up.ts': "import { a } from '../lang/index.ts'; a;" },
  },
  {
    fault: 'an arrow that points up, for a type only',
    rule: 'layer-base',
    tree: { 'src/base/up.ts': "import type { A } from '../lang/index.ts'; export type B = A;" },
  },
  {
    fault: 'a way around an index',
    rule: 'layer-runtime',
    tree: { 'src/runtime/peek.ts': "import { a } from '../lang/a.ts'; a;" },
  },
  {
    fault: 'a public index that reaches in',
    rule: 'public-by-index',
    tree: { 'src/index.ts': "export { a } from './lang/a.ts';" },
  },
  {
    fault: 'an inside that uses the public index',
    rule: 'nobody-imports-the-public-index',
    tree: { 'src/cli/lazy.ts': "import { a } from '../index.ts'; a;" },
  },
  {
    fault: 'a cycle of values',
    rule: 'no-cycle',
    tree: {
      'src/lang/x.ts': "import { y } from './y.ts'; export const x = () => y;",
      'src/lang/y.ts': "import { x } from './x.ts'; export const y = () => x;",
    },
  },
  {
    fault: 'a Node module in a pure folder',
    rule: 'pure-lang',
    tree: { 'src/lang/file.ts': "import { readFileSync } from 'node:fs'; readFileSync;" },
  },
  {
    fault: 'sockets reached through another file',
    rule: 'pure-runtime',
    tree: {
      'src/runtime/far.ts': "import './near.ts';",
      'src/runtime/near.ts': "import 'ws';",
    },
  },
  {
    fault: 'a package nobody has decided on',
    rule: 'packages-runtime',
    tree: { 'src/runtime/parse.ts': "import 'chevrotain';" },
  },
  {
    fault: 'a folder without a place',
    rule: 'known-folder',
    tree: { 'src/utils/misc.ts': "import { one } from '../base/index.ts'; one;" },
  },
  {
    fault: 'a file it has not read',
    rule: 'unread',
    tree: { 'src/lang/node_modules/hidden.ts': 'export const hidden = 1;' },
  },
  {
    fault: 'an import that points nowhere',
    rule: 'resolvable',
    tree: { 'src/lang/lost.ts': "import './gone.ts';" },
  },
];

describe('the layer gate', () => {
  it('accepts a tree that keeps the rules, and types that point back', async () => {
    const typesOnly: Tree = {
      'src/lang/x.ts': "import type { Y } from './y.ts'; export interface X { y: Y }",
      'src/lang/y.ts': "import type { X } from './x.ts'; export interface Y { x: X }",
    };
    const { complaints, files } = await checkTree({ ...clean, ...typesOnly });
    expect(complaints).toEqual([]);
    expect(files).toBe(8);
  });

  it.each(faults)('refuses $fault', async ({ rule, tree }) => {
    const { complaints } = await checkTree({ ...clean, ...tree });
    expect(complaints.map((complaint) => complaint.split(':')[0])).toContain(rule);
  });

  it('refuses to pass by reading nothing', async () => {
    const { complaints } = await checkTree({ 'package.json': '{}', 'src/readme.md': '' });
    expect(complaints).toEqual(['unread: there is no src to read']);
  });

  it('accepts the tree of this project', async () => {
    const { complaints, files } = await checkLayers();
    expect(complaints).toEqual([]);
    expect(files).toBeGreaterThan(20);
  });
});

async function checkTree(tree: Tree): Promise<{ complaints: string[]; files: number }> {
  const base = mkdtempSync(path.join(tmpdir(), 'hocl-layers-'));
  try {
    for (const [name, text] of Object.entries(tree)) {
      const file = path.join(base, name);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
    return await checkLayers(base);
  } finally {
    rmSync(base, { recursive: true });
  }
}
