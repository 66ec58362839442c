// Two kinds of suites: `unit`, which is fast and pure, and `slow`, which starts processes, explores or
// generates. `npm test` runs both; `npm run check` runs the first.
import { defineConfig } from 'vitest/config';

const slow = [
  'conformance',
  'docs',
  'e2e',
  'fuzz',
  'golden',
  'paper',
  'property',
  'sim',
  'contract',
  'torture',
].map((folder) => `test/${folder}/**/*.test.ts`);

export default defineConfig({
  // Not in node_modules: what is newer there than npm's own list makes npx read every package anew.
  cacheDir: 'coverage/.vite',
  test: {
    globalSetup: ['scripts/bundle-for-tests.mjs'],
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/**/*.test.ts'],
          exclude: slow,
          setupFiles: ['test/chance.ts'],
          testTimeout: 20_000,
          // The heart keeps no state between calls, so files may share one worker: chevrotain is
          // then loaded once for each worker rather than once for each file.
          isolate: false,
        },
      },
      {
        test: {
          name: 'slow',
          include: slow,
          setupFiles: ['test/chance.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts'],
      exclude: ['src/**/generated.ts', 'src/**/*.generated.ts'],
      reporter: ['text-summary', 'json-summary', 'html'],
      reportsDirectory: 'coverage',
      reportOnFailure: true,
    },
  },
});
