// One file loaded, phase by phase: milliseconds of each by the clock and of the processor, and what the heap holds in the end. Nothing reacts here.
//   node loading.js input FILE.json     what --input names      node loading.js program FILE.hocl     a program text
import { compile, readText, Solution } from '../../src/host/index.ts';
import { check, parse, type Unit } from '../../src/lang/index.ts';
import { load, readInput } from '../../src/runtime/index.ts';

const [, , what, file] = process.argv;
const phases: Record<string, number> = {};
const cpu: Record<string, number> = {};
const kept: unknown[] = [];
const text = await timed('read', async () => {
  const read = await readText(file ?? '');
  if (!read.ok) throw new Error(read.error);
  return read.value;
});

if (what === 'input') {
  const empty = await compile('<>');
  const molecules = await timed('parse', () => {
    const read = readInput(text);
    if (!read.ok) throw new Error(`${read.error.offset}: ${read.error.message}`);
    return read.value;
  });
  // The solution is not filled: what is measured is the seed, which is made of all molecules.
  await timed('seed', () => new Solution(empty, { molecules }).seed);
} else {
  const { program, diagnostics } = await timed('parse', () => parse({ name: file ?? '', text }));
  const unit: Unit = { main: program, files: [program], functions: new Map() };
  const found = await timed('check', () => check(unit));
  if (diagnostics.length + found.length > 0) throw new Error('the program is not right');
  await timed('load', () => load(unit, { functions: new Map(), onGuardError: () => {} }));
}

const peakMb = process.resourceUsage().maxRSS / 1024;
globalThis.gc?.();
const { heapUsed, external } = process.memoryUsage();
const heapMb = (heapUsed + external) / 2 ** 20;
process.stdout.write(JSON.stringify({ phases, cpu, heapMb, peakMb, kept: kept.length }));

async function timed<T>(phase: string, work: () => T | Promise<T>): Promise<T> {
  const started = performance.now();
  const used = process.cpuUsage();
  const result = await work();
  phases[phase] = performance.now() - started;
  const { user, system } = process.cpuUsage(used);
  cpu[phase] = (user + system) / 1000;
  kept.push(result);
  return result;
}
