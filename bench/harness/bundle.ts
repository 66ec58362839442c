// The drivers as plain JavaScript, as they would be after a build.
import path from 'node:path';
import { build } from 'esbuild';
import { bench } from './engines.ts';

export async function bundleDrivers(folder: string, names: readonly string[]): Promise<void> {
  await build({
    entryPoints: names.map((name) => path.join(bench, 'drivers', `${name}.ts`)),
    absWorkingDir: path.dirname(path.resolve(bench)),
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: ['tsx', 'tsx/*'],
    logLevel: 'error',
  });
}
