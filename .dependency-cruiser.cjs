// Which way the arrows point, for dependency-cruiser. `npm run layers` runs it through
// scripts/layers.mjs, which also makes sure that every file was really read.
const { builtinModules } = require('node:module');

// A folder may import itself and what its line names, each by its index.ts, and these packages.
// Pure folders reach neither Node nor a package that does I/O, even through others.
const layers = {
  base: { pure: true, imports: [], packages: [] },
  lang: { pure: true, imports: ['base'], packages: ['chevrotain', 'fastest-levenshtein'] },
  runtime: { pure: true, imports: ['base', 'lang'], packages: [] },
  coordination: { pure: true, imports: ['base', 'runtime'], packages: [] },
  lib: {
    pure: true,
    imports: ['base', 'lang', 'runtime', 'coordination'],
    packages: ['re2js', 'fastest-levenshtein'],
  },
  repl: { pure: true, imports: ['base', 'lang', 'runtime', 'lib'], packages: [] },
  dht: { pure: true, imports: ['base', 'lang', 'runtime'], packages: [] },
  sim: {
    pure: true,
    imports: ['base', 'lang', 'runtime', 'coordination', 'lib', 'dht'],
    packages: [],
  },
  lab: {
    pure: true,
    imports: ['base', 'lang', 'runtime', 'coordination', 'lib', 'dht', 'sim'],
    packages: [],
  },
  'dht/net': { pure: false, imports: ['base', 'dht'], packages: ['ws'] },
  host: {
    pure: false,
    imports: ['base', 'lang', 'runtime', 'coordination', 'lib', 'dht', 'dht/net'],
    packages: ['tsx'],
  },
  web: {
    pure: false,
    imports: ['base', 'lang', 'runtime', 'coordination', 'lib', 'dht', 'dht/net', 'sim', 'host'],
    packages: ['ws'],
  },
  cli: {
    pure: false,
    imports: [
      ...['base', 'lang', 'runtime', 'coordination', 'lib', 'dht', 'dht/net', 'sim', 'host'],
      'web',
      'repl',
      'lab',
    ],
    packages: ['commander', 'fastest-levenshtein'],
  },
};

const names = Object.keys(layers);
const builtins = `^(node:)?(${builtinModules.map((name) => name.replaceAll('/', '[/]')).join('|')})$`;
const effectful = ['ws', 'commander', 'tsx', 'esbuild'];

/** The files of a folder; dht/net is a folder of its own. */
const filesOf = (name) => (name === 'dht' ? '^src/dht/(?!net/)' : `^src/${name}/`);
const packageOf = (name) => `(^|/)node_modules/${name}/`;

const forbidden = [
  {
    name: 'no-cycle',
    comment: 'Two files that need each other are one file, or miss a third. Types may point back.',
    severity: 'error',
    from: { path: '^src/' },
    to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
  },
  {
    name: 'known-folder',
    comment: 'A new folder needs a line in .dependency-cruiser.cjs: what it may import.',
    severity: 'error',
    from: { path: '^src/', pathNot: ['^src/index[.]ts$', ...names.map(filesOf)] },
    to: {},
  },
  {
    name: 'resolvable',
    comment: 'The import points nowhere.',
    severity: 'error',
    from: {},
    to: { couldNotResolve: true },
  },
  {
    name: 'public-by-index',
    comment: 'src/index.ts lists what the folders offer; it does not reach into them.',
    severity: 'error',
    from: { path: '^src/index[.]ts$' },
    to: { path: '^src/', pathNot: '^src/[^/]+/index[.]ts$' },
  },
  {
    name: 'nobody-imports-the-public-index',
    comment: 'src/index.ts is for users of the package; inside, import the folder itself.',
    severity: 'error',
    from: { path: '^src/' },
    to: { path: '^src/index[.]ts$' },
  },
  ...names.map((name) => ({
    name: `layer-${name}`,
    comment: `${name} imports ${layers[name].imports.join(', ') || 'nothing'}: each by its index.ts.`,
    severity: 'error',
    from: { path: filesOf(name) },
    to: {
      path: '^src/',
      pathNot: [
        filesOf(name),
        '^src/index[.]ts$',
        ...layers[name].imports.map((other) => `^src/${other}/index[.]ts$`),
      ],
    },
  })),
  ...names.map((name) => ({
    name: `packages-${name}`,
    comment: `${name} uses ${layers[name].packages.join(', ') || 'no package'}; more needs a decision page.`,
    severity: 'error',
    from: { path: filesOf(name) },
    to: { path: packageOf('[^/]+'), pathNot: layers[name].packages.map(packageOf) },
  })),
  ...names
    .filter((name) => layers[name].pure)
    .map((name) => ({
      name: `pure-${name}`,
      comment: `${name} is pure: files, sockets, clocks and chance are handed in by an edge.`,
      severity: 'error',
      from: { path: filesOf(name) },
      to: { path: [builtins, ...effectful.map(packageOf)], reachable: true },
    })),
];

module.exports = {
  forbidden,
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '[.]d[.]ts$' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.js', '.mjs', '.json'],
    },
  },
};
