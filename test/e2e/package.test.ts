// The package as others get it: the files `npm pack` would send, laid out as npm would install them,
// without the packages that are only needed to build. The command runs, the library imports, and its
// types satisfy a strict consumer.
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

describe('the installed package', () => {
  let home = '';
  let names: string[] = [];

  beforeAll(() => {
    home = mkdtempSync(path.join(tmpdir(), 'hocl-package-'));
    execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: root });
    names = packedFiles();
    for (const name of names) {
      const target = path.join(home, 'node_modules/hocl', name);
      mkdirSync(path.dirname(target), { recursive: true });
      cpSync(path.join(root, name), target);
    }
    // The one package that is installed along, and what it needs.
    for (const name of ['tsx', 'esbuild']) {
      symlinkSync(path.join(root, 'node_modules', name), path.join(home, 'node_modules', name));
    }
    writeFileSync(path.join(home, 'package.json'), '{ "type": "module" }');
  });

  afterAll(() => {
    if (home) rmSync(home, { recursive: true });
  });

  it('holds what is needed and nothing of the workshop', () => {
    expect(names).toEqual(
      expect.arrayContaining([
        'LICENSE',
        'dist/THIRD-PARTY.txt',
        'dist/cli/main.js',
        'dist/index.js',
        'dist/types/index.d.ts',
        'package.json',
      ]),
    );
    expect(names.filter((name) => /^(src|test|scripts|node_modules)\//.test(name))).toEqual([]);
    // What was compiled ahead is good for one Node on one machine.
    expect(names.filter((name) => name.endsWith('.compiled'))).toEqual([]);
  });

  it('runs a program', () => {
    writeFileSync(
      path.join(home, 'sum.hocl'),
      'let sum = replace x::int, y::int by x + y in <1, 2, 3>',
    );
    const command = path.join(home, 'node_modules/hocl/dist/cli/main.js');
    const output = execFileSync(command, ['run', 'sum.hocl'], { cwd: home, encoding: 'utf8' });
    expect(output.trim()).toBe('<6>');
  });

  it('imports, and its types stand alone', () => {
    writeFileSync(
      path.join(home, 'use.mjs'),
      "import * as hocl from 'hocl'; console.log(Object.keys(hocl).length > 0);",
    );
    expect(node(home, 'use.mjs').trim()).toBe('true');
    writeFileSync(
      path.join(home, 'use.ts'),
      [
        "import * as hocl from 'hocl';",
        "import * as coordination from 'hocl/coordination';",
        'type IsAny<T> = 0 extends 1 & T ? true : false;',
        'type Members<M> = { [K in keyof M]: IsAny<M[K]> }[keyof M];',
        '// One member whose type got lost on the way would make this an error.',
        'export const none: Members<typeof hocl> = false;',
        'export const neither: Members<typeof coordination> = false;',
      ].join('\n'),
    );
    writeFileSync(
      path.join(home, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: {
          strict: true,
          target: 'es2023',
          module: 'nodenext',
          noEmit: true,
          skipLibCheck: false,
          types: [],
        },
        files: ['use.ts'],
      }),
    );
    expect(node(home, path.join(root, 'node_modules/typescript/bin/tsc'), '-p', '.')).toBe('');
  });

  it('coordinates, with rules and without, and lets the process end', () => {
    writeFileSync(
      path.join(home, 'coordinate.mjs'),
      [
        "import { compile, run } from 'hocl';",
        "import { coordination, pools, tokens } from 'hocl/coordination';",
        "await pools.create('desk', { capacity: 1 });",
        "await tokens.create('hub', { rate: 100 });",
        "await tokens.use('hub');",
        'const text = `import { pools } from "hocl:pools"',
        'let go = replace JOB:j by DONE:work(j) under pools.take(["desk"]) in <JOB:1, JOB:2>`;',
        'const program = await compile(text, { functions: { effect: { work: (j) => j } } });',
        'console.log((await run(program, { coordination })).text);',
      ].join('\n'),
    );
    expect(node(home, 'coordinate.mjs').trim()).toBe('<DONE:1, DONE:2>');
  });

  it('carries the terms of every package it carries', () => {
    const chunks = path.join(home, 'node_modules/hocl/dist/chunks');
    expect(readdirSync(chunks).length).toBeGreaterThan(0);
    const terms = node(
      home,
      '-p',
      "require('fs').readFileSync('node_modules/hocl/dist/THIRD-PARTY.txt', 'utf8')",
    );
    for (const name of ['chevrotain', 'commander', 'lodash-es'])
      expect(terms).toContain(`\n${name} `);
  });
});

function packedFiles(): string[] {
  const listing = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    shell: process.platform === 'win32',
  });
  const packed = JSON.parse(listing) as unknown;
  // Later npm names the package where earlier npm gives a list.
  const [first] = Object.values(packed as Record<string, { files: { path: string }[] }>);
  return (first?.files ?? []).map((file) => file.path);
}

function node(cwd: string, ...args: string[]): string {
  try {
    return execFileSync(process.execPath, args, { cwd, encoding: 'utf8' });
  } catch (error) {
    return (error as { stdout: string }).stdout || String(error);
  }
}
