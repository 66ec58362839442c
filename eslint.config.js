// The rules that need types, and the purity of the heart. Layout and the rest of linting are Biome's.
import { tseslint } from './tools/eslint.mjs';

const pureFolders = [
  'src/base/**/*.ts',
  'src/lang/**/*.ts',
  'src/runtime/**/*.ts',
  'src/coordination/**/*.ts',
  'src/lib/**/*.ts',
  'src/dht/**/*.ts',
  'src/sim/**/*.ts',
  'src/lab/**/*.ts',
  'src/repl/**/*.ts',
];

const clock = 'Pure code reads no clock, or a run would not replay: take `now` as a value.';
const timer = 'Pure code sets no timer: return a timer effect and let a driver carry it out.';
const chance = 'Pure code draws no chance of its own, or a seed would not replay: take an Rng.';
const outside = 'Pure code does not see the process: an edge (host, cli) reads it and hands it in.';
const print = 'Pure code prints nothing: return a value or an event, and let an edge show it.';
const network = 'Pure code reaches no network: return an effect and let a driver carry it out.';
const locale = 'Order and text must not depend on the machine: compare with < or a total order.';
const sync = 'Pure code is synchronous, so that a step is one step: return an effect instead.';

const globals = (message, ...names) => names.map((name) => ({ name, message }));
const syntax = (message, ...selectors) => selectors.map((selector) => ({ selector, message }));

export default tseslint.config(
  {
    ignores: ['dist/', 'examples/', 'coverage/', 'node_modules/', '**/*.d.mts', 'vitest.config.ts'],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.ts'],
    languageOptions: {
      parser: tseslint.parser,
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    plugins: { '@typescript-eslint': tseslint.plugin },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unsafe-argument': 'error',
      '@typescript-eslint/no-unsafe-assignment': 'error',
      '@typescript-eslint/no-unsafe-call': 'error',
      '@typescript-eslint/no-unsafe-member-access': 'error',
      '@typescript-eslint/no-unsafe-return': 'error',
      '@typescript-eslint/only-throw-error': 'error',
    },
  },
  {
    files: pureFolders,
    ignores: ['src/dht/net/**'],
    rules: {
      'no-restricted-globals': [
        'error',
        ...globals(clock, 'Date', 'performance'),
        ...globals(timer, 'setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask'),
        ...globals(chance, 'crypto'),
        ...globals(outside, 'process', 'globalThis', 'Buffer'),
        ...globals(print, 'console'),
        ...globals(network, 'fetch', 'WebSocket'),
        ...globals(locale, 'Intl'),
      ],
      'no-restricted-syntax': [
        'error',
        ...syntax(chance, 'MemberExpression[object.name="Math"][property.name="random"]'),
        ...syntax(
          sync,
          'AwaitExpression',
          ':function[async=true]',
          'ForOfStatement[await=true]',
          'ImportExpression',
        ),
        ...syntax(locale, 'MemberExpression[property.name=/^(localeCompare|toLocale.*)$/]'),
      ],
    },
  },
  {
    // Tests look at what JSON, spawned commands and planted faults bring.
    files: ['test/**/*.ts', 'bench/**/*.ts'],
    rules: {
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
);
