// How the built command starts: from code that was compiled ahead where there is some for this Node, and without it
// just as well. Nothing is timed here; what a start loads is counted, since that is what makes it slow.
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

let home = '';
let cli = '';
let compiled = '';

beforeAll(() => {
  home = mkdtempSync(path.join(tmpdir(), 'hocl-start-'));
  cli = path.join(home, 'cli');
  cpSync(path.join(root, 'dist/cli'), cli, { recursive: true });
  const files = readdirSync(cli).filter((name) => name.endsWith('.compiled'));
  expect(files, 'the build leaves code for the Node that runs it').toHaveLength(3);
  compiled = path.join(cli, files.find((name) => name.endsWith('.alone.compiled')) as string);
  writeFileSync(path.join(home, 'double.mjs'), 'export const double = (x) => 2 * x;\n');
  writeFileSync(
    path.join(home, 'double.hocl'),
    'import pure { double } from "./double.mjs"\nlet two = replace-one x::int by double(x) in <21>\n',
  );
});

afterAll(() => {
  rmSync(home, { recursive: true, force: true });
});

/** What a start loads: our files, whether V8 took the code of each, and the parts of Node. */
interface Loaded {
  readonly scripts: readonly [name: string, refused: boolean | null][];
  readonly parts: readonly string[];
}

function loadedBy(...words: string[]): Loaded {
  const main = JSON.stringify(path.join(cli, 'main.js'));
  const tell = `
    process.argv = [process.execPath, ${main}, ...${JSON.stringify(words)}];
    const { scripts } = require(${main});
    process.on('exit', () => {
      const told = [...scripts].map(([name, script]) => [name, script.cachedDataRejected]);
      require('node:fs').writeSync(2, '\\n' + JSON.stringify({ scripts: told, parts: process.moduleLoadList }));
    });`;
  // How the command ends is not asked for; what it loads is told on the other stream, behind whatever it says.
  const shell = `"${process.execPath}" -e "$TELL" 2>&1 >/dev/null </dev/null; true`;
  const env = { ...process.env, TELL: tell, NODE_OPTIONS: '' };
  const said = execFileSync('sh', ['-c', shell], { env, encoding: 'utf8' });
  return JSON.parse(said.slice(said.lastIndexOf('\n') + 1)) as Loaded;
}

function run(file: string): string {
  const main = path.join(cli, 'main.js');
  return execFileSync(process.execPath, [main, 'run', file], { encoding: 'utf8', cwd: home });
}

const example = path.join(root, 'examples/wordcount.hocl');

describe('a start of the built command', () => {
  // On a cluster: both end soon, since nobody is there and nobody can listen there.
  it.each([
    ['alone', ['run', example]],
    ['client', ['run', example, '--cluster', 'unix:/nobody']],
    ['node', ['node', '--listen', 'unix:/nowhere/at-all', '--of-run', '/nowhere']],
  ])('takes the code that was compiled ahead for its kind: %s', (kind, words) => {
    const { scripts } = loadedBy(...words);
    expect(scripts.length).toBeGreaterThan(kind === 'alone' ? 5 : 10);
    expect(scripts.filter(([, refused]) => refused === true)).toEqual([]);
    // Null where no code was offered: a small file that only some of the kind load.
    const without = scripts.filter(([, refused]) => refused === null).map(([name]) => name);
    const large = without.filter((name) => statSync(path.join(cli, name)).size > 20_000);
    expect(large).toEqual([]);
  });

  it('loads for a run what a run needs, and not more than it did', () => {
    const { scripts, parts } = loadedBy('run', example);
    const names = scripts.map(([name]) => name.replace(/-\w{8}\.js$/, ''));
    // Chunks of other commands, and of what few programs use.
    const absent = [
      'check',
      'explain',
      'explore',
      'fmt',
      'repl',
      'repl-terminal',
      'replay',
      'test',
    ];
    expect(names.filter((name) => absent.includes(name))).toEqual([]);
    const bytes = scripts.map(([name]) => statSync(path.join(cli, name)).size);
    // Look at what came in before you raise these: a part that only some runs need belongs behind an import().
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(1_310_000);
    expect(statSync(compiled).size).toBeLessThan(1_250_000);
    for (const part of ['readline', 'http', 'worker_threads', 'tls', 'zlib']) {
      expect(parts).not.toContain(`NativeModule ${part}`);
    }
  });

  it('loads little to print its version', () => {
    const { scripts } = loadedBy('--version');
    const bytes = scripts.map(([name]) => statSync(path.join(cli, name)).size);
    expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(250_000);
  });

  it("imports a user's module from code that was compiled ahead", () => {
    expect(run('double.hocl')).toBe('<42>\n');
  });

  describe('without code for its Node', () => {
    it.each([
      ['damaged code', () => damage(compiled)],
      ['a damaged list', () => writeFileSync(compiled, 'x')],
      ['none', () => rmSync(compiled)],
    ])('runs as well: %s', (_, spoil) => {
      spoil();
      expect(run(example)).toBe('<49, "a">\n');
      expect(run('double.hocl')).toBe('<42>\n');
    });
  });
});

/** As if another V8 had made it: the beginning of each code says who did. */
function damage(file: string): void {
  const bytes = readFileSync(file);
  bytes.fill(0, bytes.indexOf(0) + 1);
  writeFileSync(file, bytes);
}
