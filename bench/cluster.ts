// `npm run bench:cluster`: one program on one machine and on a cluster of processes of this machine, in one run, as ratios of
// wall-clock time, with and without what starting takes; captures between nodes; then messages for each reaction as flasks grow in number, without processes. Build first.
//   --size N       molecules of the large cases (1000000)     --repeats N   runs of each; the fastest counts (3)
//   --nodes a,b    how many nodes (2,4)                       --only a,b    cases whose name holds one of these words
//   --growth       only the messages for each reaction
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readOptions } from '../scripts/options.mts';
import { isFlask } from '../src/dht/index.ts';
import { compile } from '../src/index.ts';
import { labPrograms, SpreadRun } from '../src/lab/index.ts';
import { spread } from '../test/dht/flask/flasks.ts';
import { captures } from './captures.ts';
import { StandingNodes } from './standing-nodes.ts';

const { values: options } = readOptions({
  options: {
    size: { type: 'string', default: '1000000' },
    repeats: { type: 'string', default: '3' },
    nodes: { type: 'string', default: '2,4' },
    only: { type: 'string', default: '' },
    growth: { type: 'boolean', default: false },
  },
});

interface Case {
  readonly name: string;
  readonly program: string;
  readonly molecules: (n: number) => unknown;
  readonly size: number;
}

const size = Number(options.size);
const SUM = 'let add = replace x::int, y::int by x + y in <>';
const WORDS = `let one = replace w::string by W:w:1 in
let add = replace W:w:a, W:w:b by W:w:(a + b) in <>`;
/** A reaction that takes some 50 microseconds: what a cluster is for. */
const COSTLY = `import pure { ponder } from "./ponder.mjs"
let work = replace N:x by R:ponder(x) in
let add = replace R:x, R:y by R:(x + y) in <>`;
const PONDER = `export function ponder(x) {
  let y = x;
  for (let i = 0; i < 12000; i++) y = (y * 1103515245 + 12345) & 0x7fffffff;
  return y % 1000;
}
`;

const cases: readonly Case[] = [
  { name: 'sum', program: SUM, molecules: (n) => (n * 7919) % 1000, size },
  { name: 'wordcount', program: WORDS, molecules: (n) => `w${(n * 7919) % 10_007}`, size },
  {
    name: 'costly',
    program: COSTLY,
    molecules: (n) => ({ tuple: [{ sym: 'N' }, n] }),
    size: Math.ceil(size / 20),
  },
];

const main = path.resolve(import.meta.dirname, '../dist/cli/main.js');
const folder = mkdtempSync(path.join(tmpdir(), 'hocl-bench-'));
const words = options.only.split(',');
/** How many flasks there are as they grow in number. */
const sizes = [4, 8, 16, 32, 64];

try {
  if (!options.growth) {
    await compareWithOne();
    await captureApart();
  }
  await growth();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** What takes part in a comparison: one machine, nodes that a run brings along, or nodes that stay. */
interface Way {
  readonly name: string;
  readonly words: readonly string[];
}

interface Run {
  readonly seconds: number;
  readonly reactions: number;
  readonly messages: number;
}

/**
 * Whole commands, and the same without what the command takes for a program of two ints, on both sides: what starting costs does not grow
 * with the work. Nodes that stay are two processes that were started before, and keep no copies either.
 */
async function compareWithOne(): Promise<void> {
  writeFileSync(path.join(folder, 'ponder.mjs'), PONDER);
  const two = path.join(folder, 'two.hocl');
  writeFileSync(two, 'let add = replace x::int, y::int by x + y in <1, 2>');
  const standing = await StandingNodes.start(folder);
  try {
    const spread = options.nodes.split(',').map((nodes): Way => {
      return { name: nodes, words: ['--nodes', nodes] };
    });
    const stays = { name: '2 stay', words: ['--cluster', standing.address, '--replicas', '1'] };
    const ways: Way[] = [{ name: 'one', words: [] }, ...spread, stays];
    const starts = fastestOf(ways, (way) => ['run', two, ...way.words]);
    console.log(
      'case        molecules   nodes   seconds   to one   of it start   without   to one   messages a reaction',
    );
    for (const one of cases.filter(({ name }) => words.some((word) => name.includes(word)))) {
      const program = path.join(folder, `${one.name}.hocl`);
      const input = path.join(folder, `${one.name}.json`);
      writeFileSync(program, one.program);
      const molecules = Array.from({ length: one.size }, (_, n) => one.molecules(n));
      writeFileSync(input, JSON.stringify(molecules));
      const runs = fastestOf(ways, (way) => ['run', program, '--input', input, ...way.words]);
      for (const [i, way] of ways.entries()) tell(one, way, i, runs, starts);
    }
  } finally {
    standing.stop();
  }
}

function tell(
  { name, size: count }: Case,
  way: Way,
  i: number,
  runs: readonly Run[],
  starts: readonly Run[],
): void {
  const [run, start] = [runs[i] as Run, starts[i] as Run];
  const without = (at: number) => (runs[at] as Run).seconds - (starts[at] as Run).seconds;
  const cells = [
    name.padEnd(12),
    String(count).padStart(8),
    way.name.padStart(8),
    run.seconds.toFixed(2).padStart(10),
    (run.seconds / (runs[0] as Run).seconds).toFixed(2).padStart(9),
    start.seconds.toFixed(2).padStart(14),
    without(i).toFixed(2).padStart(10),
    (without(i) / without(0)).toFixed(2).padStart(9),
    i === 0 ? '' : (run.messages / run.reactions).toFixed(5).padStart(22),
  ];
  console.log(cells.join(''));
}

/** Of each way the fastest run. They take turns, so that what else the machine does meets all of them. */
function fastestOf(ways: readonly Way[], command: (way: Way) => readonly string[]): Run[] {
  const best: Run[] = [];
  for (let i = 0; i < Number(options.repeats); i++) {
    for (const [at, way] of ways.entries()) {
      const run = runOnce([...command(way), '--json']);
      const known = best[at];
      if (known === undefined || run.seconds < known.seconds) best[at] = run;
    }
  }
  return best;
}

function runOnce(args: readonly string[]): Run {
  const started = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], {
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  });
  const seconds = (performance.now() - started) / 1000;
  if (status !== 0) throw new Error(`it failed: ${stderr}`);
  const { reactions, messages = 0 } = JSON.parse(stdout) as Run;
  return { seconds, reactions, messages };
}

async function captureApart(): Promise<void> {
  if (!words.some((word) => 'captures'.includes(word))) return;
  console.log('\nnodes  replicas  captures  aborted  between nodes/s      median        99 %');
  for (const nodes of options.nodes.split(',').map(Number)) {
    // Few at a time tell how long one takes, many how many there are in a second.
    for (const replicas of [1, 2]) await captures(100, nodes, replicas);
    for (const replicas of [1, 2]) await captures(5_000, nodes, replicas);
  }
}

/**
 * Messages for each reaction at sixty molecules for each flask, all that flasks say to each other: moves, captures, thieves, and what
 * proves the end. With four flasks every fourth partner lies at home by chance, and moves share messages; with many, none does: so it
 * is told, too, how many molecules moved and how many messages there were for each of them. `to 4` compares with four flasks.
 */
async function growth(): Promise<void> {
  const programs: Readonly<Record<string, (count: number) => string>> = {
    'sum (unkeyed)': (count) => `let add = replace x::int, y::int by x + y in <1..${count}>`,
    'words (keyed)': (count) =>
      `let one = replace T:w by W:w:1 in let add = replace W:w:a, W:w:b by W:w:(a + b) in
       <${list(count, (n) => `T:${(n * 7919) % (count / 10)}`)}>`,
    'join (keyed)': (count) =>
      `let left = replace L:k by A:k in let right = replace R:k by B:k in let meet = replace A:k, B:k by C:k in
       <${list(count, (n) => `${n % 2 === 0 ? 'L' : 'R'}:${n >> 1}`)}>`,
    'search (captured)': (count) =>
      `let meet = replace LEFT:x, RIGHT:y by PAIR:x if x + y == ${count} in
       <${list(count, (n) => (n % 2 === 0 ? `LEFT:${n >> 1}` : `RIGHT:${count - (n >> 1)}`))}>`,
  };
  console.log(
    '\nprogram            flasks   reactions   messages   a reaction    to 4    moved   a move   captures',
  );
  growthInThePaper();
  for (const [name, text] of Object.entries(programs)) {
    let atFour = 0;
    for (const flasks of sizes) {
      let messages = 0;
      let moved = 0;
      const { figures } = await spread(await compile(text(60 * flasks)), {
        ...{ flasks, seed: 1, slice: 1000 },
        onMessage: (from, to, said) => {
          if (!isFlask(from) || !isFlask(to)) return;
          messages++;
          const { message } = said as { message: { type: string; bytes: Uint8Array } };
          if (message.type === 'move') moved += countIn(message.bytes);
        },
      });
      const { optimistic, pessimistic } = figures.captures;
      const { reactions } = figures;
      if (flasks === sizes[0]) atFour = messages / reactions;
      tellGrowth({ name, flasks, reactions, messages, moved, atFour }, optimistic + pessimistic);
    }
  }
}

/** The paper's first experiment with our machines, at sixty molecules a node that lie anywhere at first (src/lab/capture-spread.ts). */
function growthInThePaper(): void {
  let atFour = 0;
  for (const flasks of sizes) {
    const sum = { reactions: 0, messages: 0, moved: 0 };
    for (let seed = 1; seed <= 10; seed++) {
      const run = new SpreadRun(
        {
          ...{ program: labPrograms.single, nodes: flasks, molecules: 60 * flasks },
          ...{ homeSteps: 2, discovery: 'free', maxSteps: 2000 },
        },
        seed,
      ).run();
      sum.reactions += run.reactions;
      sum.messages += run.messages;
      sum.moved += run.shipped;
    }
    if (flasks === sizes[0]) atFour = sum.messages / sum.reactions;
    tellGrowth({ name: 'pairs (paper)', flasks, ...sum, atFour }, 0);
  }
}

interface Growth {
  readonly name: string;
  readonly flasks: number;
  readonly reactions: number;
  readonly messages: number;
  readonly moved: number;
  readonly atFour: number;
}

function tellGrowth(growth: Growth, captures: number): void {
  const { name, flasks, reactions, messages, moved, atFour } = growth;
  const each = messages / reactions;
  const cells = [
    name.padEnd(18),
    String(flasks).padStart(7),
    String(reactions).padStart(12),
    String(messages).padStart(11),
    each.toFixed(3).padStart(13),
    (each / atFour).toFixed(2).padStart(8),
    String(moved).padStart(9),
    (moved === 0 ? '' : (messages / moved).toFixed(2)).padStart(9),
    String(captures).padStart(11),
  ];
  console.log(cells.join(''));
}

/** Molecules as bytes begin with how many they are, seven bits in a byte, the lowest first. */
function countIn(bytes: Uint8Array): number {
  let count = 0;
  for (let i = 0; ; i++) {
    const byte = bytes[i] ?? 0;
    count += (byte & 127) * 128 ** i;
    if (byte < 128) return count;
  }
}

function list(count: number, make: (n: number) => string): string {
  return Array.from({ length: count }, (_, n) => make(n)).join(', ');
}
