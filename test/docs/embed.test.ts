// The example of an embedding program, run as its reader would run it, and seen by the compiler.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';
import { root } from './fences.ts';
import { typeErrors } from './try-typescript.ts';

const example = path.join(root, 'examples/embed/parcels.ts');

it('parcels.ts delivers everything, with two vans', () => {
  const tsx = path.join(root, 'node_modules/tsx/dist/cli.mjs');
  const { stdout, stderr } = spawnSync(process.execPath, [tsx, example], { encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(stdout.trimEnd().split('\n')).toEqual([
    'inert <VAN, VAN, DELIVERED:"a", DELIVERED:"b", DELIVERED:"c", DELIVERED:"d">',
    'arrive 4, retry 1, send 5',
    'attempts at b: 2, never more than 2 vans on the road',
  ]);
});

it('parcels.ts passes the compiler', () => {
  expect(typeErrors([example])).toEqual([]);
});
