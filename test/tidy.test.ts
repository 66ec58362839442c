// House rules that no other tool holds, one function each. A rule returns complaints, one line a fault;
// the table at the end runs them over the tree, and each rule is shown a fault it must see.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

interface TextFile {
  /** From the root of the project, with forward slashes. */
  readonly name: string;
  readonly text: string;
}

type Rule = (files: readonly TextFile[]) => string[];

const root = fileURLToPath(new URL('..', import.meta.url));
const longestFile = 400;

const noLongFile: Rule = (files) =>
  sources(files)
    .filter(({ name }) => !isGenerated(name))
    .map(({ name, text }) => ({ name, lines: text.trimEnd().split('\n').length }))
    .filter(({ lines }) => lines > longestFile)
    .map(({ name, lines }) => `${name}: ${lines} lines, at most ${longestFile}`);

const everySourceOpensWithComment: Rule = (files) =>
  sources(files)
    .filter(({ text }) => !/^(#!.*\n)?\s*(\/\/|\/\*)/.test(text))
    .map(({ name }) => `${name}: opens without saying what it is`);

const noLeftover: Rule = (files) =>
  grep(files, /\b(TODO|FIXME|XXX|HACK)\b/, 'is a leftover: do it, or write it down elsewhere');

const noTestLeftOut: Rule = (files) =>
  grep(
    files.filter(({ name }) => name.startsWith('test/')),
    /\b(it|test|describe)\.(only|skip|todo|fails)\b/,
    'leaves tests out',
  );

const noMachinePath: Rule = (files) =>
  grep(
    files,
    /(?<![\w.~:/-])\/(home|Users|root|work|mnt)\/\w|\.\.\/shared\b|\bfile:\/\/\/\w/,
    'names a place on one machine',
  );

const everyExampleSaysItsResult: Rule = (files) => {
  const names = new Set(files.map(({ name }) => name));
  return [...names]
    .filter((name) => /^examples\/[^/]+\.hocl$/.test(name))
    .filter((name) => !names.has(name.replace(/\.hocl$/, '.expected')))
    .map((name) => `${name}: no .expected beside it`);
};

const everyExpectationHasItsExample: Rule = (files) => {
  const names = new Set(files.map(({ name }) => name));
  return [...names]
    .filter((name) => /^examples\/[^/]+\.expected$/.test(name))
    .filter((name) => !names.has(name.replace(/\.expected$/, '.hocl')))
    .map((name) => `${name}: no .hocl beside it`);
};

/** Later TypeScript makes dependency-cruiser read nothing; later packages ask for a later Node. */
const packageIsPinned: Rule = (files) => {
  const manifest = files.find(({ name }) => name === 'package.json');
  if (!manifest) return [];
  const { engines, devDependencies } = JSON.parse(manifest.text) as {
    engines?: { node?: string };
    devDependencies?: Record<string, string>;
  };
  const complaints: string[] = [];
  if (engines?.node !== '>=20') complaints.push('package.json: engines.node is not >=20');
  if (!devDependencies?.['typescript']?.startsWith('~6.0')) {
    complaints.push('package.json: typescript is not pinned to ~6.0');
  }
  return complaints;
};

const oneVersion: Rule = (files) => {
  const manifest = files.find(({ name }) => name === 'package.json');
  if (!manifest) return [];
  const { version } = JSON.parse(manifest.text) as { version: string };
  return sources(files).flatMap(({ name, text }) => {
    const said = /\bversion\s*=\s*'(\d+\.\d+\.\d+[^']*)'/i.exec(text)?.[1];
    return said === undefined || said === version
      ? []
      : [`${name}: version ${said}, but package.json says ${version}`];
  });
};

const lockNamesNoHost: Rule = (files) =>
  grep(
    files.filter(({ name }) => /(^|\/)(package-lock\.json|\.npmrc)$/.test(name)),
    /"resolved"|^\s*registry\s*=|_auth/,
    'ties the install to one registry',
  );

const readmeSaysHowToTest: Rule = (files) =>
  files
    .filter(({ name, text }) => name === 'README.md' && !text.includes('npm ci && npm test'))
    .map(({ name }) => `${name}: does not say npm ci && npm test`);

const rules: readonly { rule: Rule; title: string; fault: TextFile }[] = [
  {
    rule: noLongFile,
    title: 'no source file is too long',
    fault: { name: 'src/base/a.ts', text: '//\n'.repeat(longestFile + 1) },
  },
  {
    rule: everySourceOpensWithComment,
    title: 'every source file opens with a comment',
    fault: { name: 'src/base/a.ts', text: 'export const a = 1; // one' },
  },
  {
    rule: noLeftover,
    title: 'nothing is left for later',
    fault: { name: 'docs/a.md', text: `${'TO'}DO: write this` },
  },
  {
    rule: noTestLeftOut,
    title: 'no test is left out',
    fault: { name: 'test/a.test.ts', text: `it${'.'}only('a', () => {});` },
  },
  {
    rule: noMachinePath,
    title: 'no path of one machine is named',
    fault: { name: 'docs/a.md', text: `run \`${'/'}home/me/hocl\`` },
  },
  {
    rule: everyExampleSaysItsResult,
    title: 'every example says its result',
    fault: { name: 'examples/a.hocl', text: '<1>' },
  },
  {
    rule: everyExpectationHasItsExample,
    title: 'every expectation has its example',
    fault: { name: 'examples/a.expected', text: '<1>' },
  },
  {
    rule: packageIsPinned,
    title: 'Node and TypeScript are the ones we know to work',
    fault: { name: 'package.json', text: '{ "devDependencies": { "typescript": "^7.0.0" } }' },
  },
  {
    rule: oneVersion,
    title: 'the version is said once',
    fault: { name: 'src/cli/version.ts', text: "export const version = '0.0.0-none';" },
  },
  {
    rule: lockNamesNoHost,
    title: 'the lock file names no registry',
    fault: { name: 'package-lock.json', text: '"resolved": "https://registry.example/a.tgz"' },
  },
  {
    rule: readmeSaysHowToTest,
    title: 'the README says how to test',
    fault: { name: 'README.md', text: '# hocl' },
  },
];

describe('the house is tidy', () => {
  const tree = readTree();

  it('the tree was found', () => {
    expect(sources(tree).length).toBeGreaterThan(10);
  });

  it.each(rules)('$title', ({ rule, fault }) => {
    expect(rule(tree)).toEqual([]);
    const others = tree.filter(({ name }) => name !== fault.name);
    expect(rule([...others, fault]), 'the planted fault must be seen').not.toEqual([]);
  });
});

function sources(files: readonly TextFile[]): TextFile[] {
  return files.filter(({ name }) => name.startsWith('src/') && name.endsWith('.ts'));
}

function isGenerated(name: string): boolean {
  return /(^|[./])generated\.ts$/.test(name);
}

function grep(files: readonly TextFile[], pattern: RegExp, complaint: string): string[] {
  return files.flatMap(({ name, text }) =>
    text
      .split('\n')
      .map((line, index) => ({ found: pattern.exec(line)?.[0], line: index + 1 }))
      .filter(({ found }) => found !== undefined)
      .map(({ found, line }) => `${name}:${line}: ${found} ${complaint}`),
  );
}

/** Our own text: the files of the root and the folders that a clone holds; this file quotes faults. */
function readTree(): TextFile[] {
  const folders = ['src', 'test', 'scripts', 'bench', 'docs', 'examples', '.ci'];
  const own = path.relative(root, fileURLToPath(import.meta.url));
  const inFolders = folders
    .filter((folder) => existsSync(path.join(root, folder)))
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
        .filter((name) => !name.split(path.sep).includes('node_modules')),
    );
  const inRoot = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);
  return [...inRoot, ...inFolders]
    .filter((name) => name !== own && !/\.(png|jpg|ico|woff2?|gz|tgz)$/.test(name))
    .map((name) => ({
      name: name.split(path.sep).join('/'),
      text: readFileSync(path.join(root, name), 'utf8'),
    }));
}
