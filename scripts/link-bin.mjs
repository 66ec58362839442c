// Links node_modules/.bin/hocl to the built command, as npm does for a dependency but not for the package
// itself: the quick way to call hocl in a clone. (`npx hocl` works without it, and slower: npx links the
// clone into its own cache.) Windows needs a script of its own there, so it is left out: use
// `npx hocl` or `node dist/cli/main.js`.
import { existsSync, lstatSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { root } from './bundle.mjs';

const modules = path.join(root, 'node_modules');
const link = path.join(modules, '.bin/hocl');
const target = path.join(root, 'dist/cli/main.js');

if (process.platform !== 'win32' && existsSync(modules) && existsSync(target)) {
  mkdirSync(path.dirname(link), { recursive: true });
  if (lstatSync(link, { throwIfNoEntry: false })) rmSync(link);
  symlinkSync(path.relative(path.dirname(link), target), link);
}
