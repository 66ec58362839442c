// Makes docs/lab.md and docs/lab/*.svg: runs every experiment at the size of the gallery, two at a time, each in a process of its own.
// `npm run lab:docs -- --rows DIR` keeps what was measured in DIR, and takes from there what is there already: texts and
// pictures can then be changed without measuring again. `-- --only NAME` makes the section of one experiment, and
// leaves the others as they stand.
import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadDraw } from '../src/cli/lab-svg.ts';
import { figure, valueText } from '../src/cli/lab-text.ts';
import {
  defaultsOf,
  type Experiment,
  experiments,
  type Picture,
  type Row,
  type Table,
  type Values,
} from '../src/lab/index.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const pictures = path.join(root, 'docs/lab');
const page = path.join(root, 'docs/lab.md');

interface Measured {
  readonly parameters: Values;
  readonly rows: readonly Row[];
}

async function main(): Promise<void> {
  const kept = optionOf('--rows');
  const only = optionOf('--only');
  const chosen = experiments.filter(({ name }) => only === undefined || name === only);
  if (chosen.length === 0) throw new Error(`there is no experiment ${only}`);
  const folder = kept ?? mkdtempSync(path.join(tmpdir(), 'hocl-lab-'));
  mkdirSync(folder, { recursive: true });
  // The long ones first, so that neither process waits for the other.
  const longFirst = ['tokens', 'balance', 'capture', 'capture-rules'];
  const rank = ({ name }: Experiment): number =>
    (longFirst.indexOf(name) + longFirst.length + 1) % (longFirst.length + 1);
  const waiting = [...chosen].sort((a, b) => rank(a) - rank(b));
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await measure(next, folder);
  };
  await Promise.all([worker(), worker()]);
  await writeGallery(folder, chosen);
  if (kept === undefined) rmSync(folder, { recursive: true });
}

function optionOf(name: string): string | undefined {
  const at = process.argv.indexOf(name);
  return at < 0 ? undefined : process.argv[at + 1];
}

function fileOf(folder: string, { name }: Experiment): string {
  return path.join(folder, `${name}.json`);
}

/** What a reader would call to see the same. */
function callOf({ name, gallery }: Experiment): readonly string[] {
  const set = Object.entries(gallery?.set ?? {}).flatMap(([key, value]) => [
    '--set',
    `${key}=${valueText(value)}`,
  ]);
  const runs = gallery?.runs === undefined ? [] : ['--runs', String(gallery.runs)];
  return ['lab', name, ...runs, ...set];
}

async function measure(experiment: Experiment, folder: string): Promise<void> {
  const file = fileOf(folder, experiment);
  if (existsSync(file)) return;
  const started = performance.now();
  // Messages under way are many and live for a while: with more room for what is new, hardly any is copied.
  const args = [
    ...['--max-semi-space-size=64', '--import', 'tsx'],
    ...['src/cli/main.ts', ...callOf(experiment), '--json'],
  ];
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  if (code !== 0) throw new Error(`hocl ${callOf(experiment).join(' ')} ended with ${code}`);
  writeFileSync(file, Buffer.concat(chunks));
  console.log(`${experiment.name}: ${Math.round((performance.now() - started) / 1000)} s`);
}

async function writeGallery(folder: string, chosen: readonly Experiment[]): Promise<void> {
  const draw = await loadDraw(root);
  const standing = standingSections(chosen);
  mkdirSync(pictures, { recursive: true });
  for (const name of readdirSync(pictures)) {
    const isKept = [...standing.values()].some((section) => section.includes(`(lab/${name})`));
    if (name.endsWith('.svg') && !isKept) rmSync(path.join(pictures, name));
  }
  const sections: string[] = [];
  for (const experiment of experiments) {
    const stands = standing.get(experiment.name);
    if (stands !== undefined) {
      sections.push(stands);
      continue;
    }
    const measured = JSON.parse(readFileSync(fileOf(folder, experiment), 'utf8')) as Measured;
    const values = { ...defaultsOf(experiment.parameters), ...measured.parameters };
    const drawn = experiment.pictures(measured.rows, values);
    for (const picture of drawn) {
      writeFileSync(path.join(pictures, `${picture.name}.svg`), await draw(picture));
    }
    sections.push(sectionOf(experiment, values, drawn, experiment.tables(measured.rows, values)));
  }
  writeFileSync(page, `${head}\n${sections.join('\n')}`);
}

/** The sections of the page that are not made now, by the names of their experiments. */
function standingSections(chosen: readonly Experiment[]): ReadonlyMap<string, string> {
  if (chosen.length === experiments.length) return new Map();
  const sections = readFileSync(page, 'utf8')
    .split(/^(?=## )/m)
    .slice(1);
  const all = experiments.map(({ name }) => {
    const found = sections.find((section) => section.startsWith(`## ${name}: `));
    if (found === undefined) throw new Error(`docs/lab.md has no section ${name}: make all of it`);
    // Sections are joined by the end of a line, which the split leaves at the end of all but the last.
    return [name, `${found.trimEnd()}\n\n`] as const;
  });
  return new Map(all.filter(([name]) => chosen.every((one) => one.name !== name)));
}

const head = `<!-- Made by npm run lab:docs; change the experiments in src/lab instead. -->
# The lab

Every experiment of the papers that hocl is built on, run by the machines that hocl uses. *Paper* is what a paper prints, *measured* is its form of the protocol
run here, *ours* is what hocl ships, in the same setting. Figures and tables without numbers (drawings of networks, algorithms) have no row.

\`npm run lab:docs\` makes this page anew, in a quarter of an hour on two cores; \`hocl lab NAME\` runs one experiment with parameters of your own ([commands](commands.md)).
`;

function sectionOf(
  experiment: Experiment,
  values: Values,
  drawn: readonly Picture[],
  tables: readonly Table[],
): string {
  const { name, title, paper, claim, seen } = experiment;
  return [
    `## ${name}: ${title}`,
    `*${paper}.* ${claim} **Seen:** ${seen}`,
    `\`hocl ${callOf(experiment).join(' ')}\``,
    ...drawn.map((picture) => `![${picture.title}](lab/${picture.name}.svg)`),
    ...tables.map(tableOf),
    parametersOf(experiment, values),
    '',
  ].join('\n\n');
}

function tableOf({ title, lines }: Table): string {
  const notes: string[] = [];
  const body = lines.map(({ where, what, unit, paper, measured, ours, note }) => {
    if (note !== undefined && !notes.includes(note)) notes.push(note);
    const mark = note === undefined ? '' : ` [${notes.indexOf(note) + 1}]`;
    const full = `${what}${unit === '' ? '' : ` (${unit})`}${mark}`;
    return rowOf([where, full, figure(paper), figure(measured), figure(ours)]);
  });
  const titles = ['where', 'what', 'paper', 'measured', 'ours'];
  const below = notes.map((note, i) => `[${i + 1}] ${note}`);
  const table = [rowOf(titles), rowOf(titles.map(() => '---')), ...body].join('\n');
  return [`### ${title}`, table, ...below].join('\n\n');
}

function parametersOf({ parameters }: Experiment, values: Values): string {
  const body = parameters.map(({ name, value, unit, meaning, source }) =>
    rowOf([`\`${name}\``, valueText(values[name] ?? value), unit, meaning, source]),
  );
  const titles = ['parameter', 'value', 'unit', 'meaning', 'source'];
  const table = [rowOf(titles), rowOf(titles.map(() => '---')), ...body].join('\n');
  return `<details><summary>Parameters</summary>\n\n${table}\n\n</details>`;
}

function rowOf(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

await main();
