// Holds the layers: runs dependency-cruiser with .dependency-cruiser.cjs and demands that it has read
// every file under src. Without that demand the gate can pass by reading nothing, which it does when
// the installed TypeScript has no API it knows.
import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { cruise, extractTypeScriptConfig } from '../tools/dependency-cruiser.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The complaints about the src folder below `base`, and how many files were read. */
export async function checkLayers(base = root) {
  const { forbidden, options } = createRequire(import.meta.url)('../.dependency-cruiser.cjs');
  const { enhancedResolveOptions, ...cruiseOptions } = options;
  const { output } = await cruise(
    ['src'],
    { ...cruiseOptions, baseDir: base, validate: true, ruleSet: { forbidden } },
    enhancedResolveOptions,
    { tsConfig: extractTypeScriptConfig(path.join(root, 'tsconfig.json')) },
  );
  const read = new Set(output.modules.map((module) => module.source));
  const onDisk = sourceFiles(base);
  const complaints = output.summary.violations.map(({ rule, from, to, cycle, via }) => {
    const way = (cycle ?? via ?? []).map((step) => step.name ?? step);
    return `${rule.name}: ${[from, ...(way.length > 0 ? way : [to])].join(' -> ')}`;
  });
  for (const file of onDisk.filter((name) => !read.has(name))) {
    complaints.push(`unread: ${file} was not seen by dependency-cruiser`);
  }
  if (onDisk.length === 0) complaints.push('unread: there is no src to read');
  return { complaints, files: onDisk.length, rules: forbidden };
}

function sourceFiles(base) {
  const folder = path.join(base, 'src');
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
    .map((name) => `src/${name.split(path.sep).join('/')}`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { complaints, files, rules } = await checkLayers();
  for (const complaint of complaints) {
    const comment = rules.find((rule) => complaint.startsWith(`${rule.name}:`))?.comment;
    console.error(comment ? `${complaint}\n    ${comment}` : complaint);
  }
  console.log(`layers: ${files} files read, ${complaints.length} complaints`);
  if (complaints.length > 0) process.exitCode = 1;
}
