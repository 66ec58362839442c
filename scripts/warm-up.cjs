// node warm-up.cjs FILE COMMAND...: runs the built command once, and writes into FILE what V8 has compiled until its
// end. Running it says which functions a start needs: V8 compiles a function when it is first called.
// compile-ahead.mjs calls this, in a process of its own; src/cli/compiled.ts has the layout of FILE.
const { readdirSync, renameSync, rmSync, writeFileSync } = require('node:fs');
const path = require('node:path');

const [node, , file, ...words] = process.argv;
const cli = path.dirname(file);

// Node loads the first file, and the one that imports modules of the user's; all others are scripts.
const names = readdirSync(cli).filter((name) => /^(?!main\.|import-module\.).*\.js$/.test(name));

// The command takes up what it finds in FILE: at first nothing for each of its scripts.
write(new Map(names.map((name) => [name, Buffer.alloc(0)])));
process.argv = [node, path.join(cli, 'main.js'), ...words];
const { scripts } = require(path.join(cli, 'main.js'));

process.once('exit', (status) => {
  const code = (name) => scripts.get(name)?.createCachedData() ?? Buffer.alloc(0);
  if (status === 0) write(new Map(names.map((name) => [name, code(name)])));
  else rmSync(file);
});

function write(codes) {
  const sizes = [...codes].map(([name, { length }]) => [name, length]);
  const parts = [Buffer.from(`${JSON.stringify(sizes)}\0`), ...codes.values()].map(aligned);
  const draft = `${file}.${process.pid}.tmp`;
  writeFileSync(draft, Buffer.concat(parts));
  renameSync(draft, file);
}

function aligned(part) {
  return Buffer.concat([part, Buffer.alloc(-part.length & 7)]);
}
