// hocl lab: the experiments of the papers, run by the real machines, with the papers' figures beside ours.
import {
  accessSync,
  closeSync,
  constants,
  openSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import {
  defaultsOf,
  type Experiment,
  experimentNamed,
  experiments,
  type Progress,
  readValue,
  runExperiment,
  tablesOf,
  type Value,
  type Values,
} from '../lab/index.ts';
import { nearest } from '../lang/index.ts';
import { CallError, EXIT } from './exit-code.ts';
import { hasColour, type Io, say } from './io.ts';
import { loadDraw } from './lab-svg.ts';
import { csvText, listText, parametersText, tableText, valueText } from './lab-text.ts';

export interface LabOptions {
  readonly runs?: number;
  readonly set?: readonly string[];
  readonly seed?: number | 'random';
  readonly json?: true;
  readonly csv?: string;
  readonly svg?: string;
  readonly parameters?: true;
}

export async function labCommand(
  name: string | undefined,
  options: LabOptions,
  io: Io,
): Promise<number> {
  if (name === undefined) {
    refuseWithoutName(options);
    io.stdout.write(
      options.json === true
        ? `${JSON.stringify(experiments.map(described))}\n`
        : listText(experiments),
    );
    return EXIT.ok;
  }
  const experiment = named(name);
  const parameters = settings(experiment, options.set ?? []);
  if (options.parameters === true) {
    const shown = experiment.parameters.map((one) => ({
      ...one,
      value: parameters[one.name] ?? one.value,
    }));
    io.stdout.write(
      options.json === true
        ? `${JSON.stringify({ ...described(experiment), parameters: shown })}\n`
        : parametersText(shown),
    );
    return EXIT.ok;
  }
  if (options.csv === '') throw new CallError('--csv takes the name of a file');
  if (options.svg !== undefined) refuseOtherPictures(options.svg);
  // Before anything runs: it would be a pity to learn at the end that nothing can be drawn.
  const draw = options.svg === undefined ? undefined : await loadDraw(process.cwd());
  for (const file of [options.csv, options.svg]) if (file !== undefined) mayWrite(file);
  const seed =
    options.seed === 'random' ? Math.floor(Math.random() * 2 ** 32) : (options.seed ?? 1);
  const runs = options.runs ?? 1;
  const told = progressOn(io, experiment.name);
  const rows = runExperiment(experiment, parameters, { seed, runs }, told.progress);
  told.erase();
  const tables = tablesOf(experiment, rows, parameters);
  if (options.json === true) {
    const { name: called, title, paper } = experiment;
    io.stdout.write(
      `${JSON.stringify({ name: called, title, paper, seed, runs, parameters, tables, rows })}\n`,
    );
  } else {
    const width = io.stdout.isTerminal ? io.stdout.columns : Number.POSITIVE_INFINITY;
    const bold = (text: string) => (hasColour(io, io.stdout) ? `\u001b[1m${text}\u001b[0m` : text);
    io.stdout.write(`${tables.map((table) => tableText(table, bold, width)).join('\n')}`);
    say(
      io,
      `seed ${seed}, ${runs === 1 ? '1 run' : `${runs} runs`}${changedText(experiment, parameters)}`,
    );
  }
  if (options.csv !== undefined) write(options.csv, csvText(rows), io);
  if (options.svg === undefined || draw === undefined) return EXIT.ok;
  const pictures = experiment.pictures(rows, parameters);
  for (const picture of pictures) {
    const file = pictures.length === 1 ? options.svg : withName(options.svg, picture.name);
    write(file, await draw(picture), io);
  }
  return EXIT.ok;
}

/** The list has nothing to run, to set or to write; who asks for that has forgotten the name. */
function refuseWithoutName({ runs, set, seed, csv, svg, parameters }: LabOptions): void {
  const given = Object.entries({ runs, set, seed, csv, svg, parameters });
  const first = given.find(([, value]) => value !== undefined)?.[0];
  if (first === undefined) return;
  throw new CallError(`--${first} needs the name of an experiment (hocl lab lists them)`);
}

function described({ name, title, paper, parameters }: Experiment) {
  return { name, title, paper, parameters };
}

function named(name: string): Experiment {
  const found = experimentNamed(name);
  if (found) return found;
  const names = experiments.map((experiment) => experiment.name);
  throw new CallError(
    `there is no experiment '${name}'${hint(name, names, 'hocl lab lists them')}`,
  );
}

/** The defaults, with what `--set key=value` says. */
function settings(experiment: Experiment, said: readonly string[]): Values {
  const values: Record<string, Value> = { ...defaultsOf(experiment.parameters) };
  for (const text of said) {
    const [key = '', ...rest] = text.split('=');
    const parameter = experiment.parameters.find(({ name }) => name === key);
    if (rest.length === 0) throw new CallError(`--set takes key=value, not '${text}'`);
    if (parameter === undefined) {
      const names = experiment.parameters.map(({ name }) => name);
      const list = `hocl lab ${experiment.name} --parameters lists them`;
      throw new CallError(`${experiment.name} has no parameter '${key}'${hint(key, names, list)}`);
    }
    const read = readValue(parameter, rest.join('='));
    if (!read.ok) throw new CallError(read.error);
    values[key] = read.value;
  }
  const conflict = experiment.conflict?.(values);
  if (conflict !== undefined) throw new CallError(conflict);
  return values;
}

function hint(name: string, names: readonly string[], otherwise: string): string {
  const near = nearest(name, names);
  return near === null ? ` (${otherwise})` : `; did you mean ${near}?`;
}

function changedText({ parameters }: Experiment, values: Values): string {
  const changed = parameters.filter(
    ({ name, value }) => valueText(values[name] ?? value) !== valueText(value),
  );
  return changed.map(({ name, value }) => `, ${name}=${valueText(values[name] ?? value)}`).join('');
}

/** out.svg for the picture `tokens-hops` is out-tokens-hops.svg, tokens.svg is tokens-hops.svg. */
function withName(file: string, name: string): string {
  const { dir, name: stem, ext } = path.parse(file);
  const rest = name.startsWith(`${stem}-`) ? name.slice(stem.length + 1) : name;
  return path.join(dir, `${stem}-${rest}${ext}`);
}

function refuseOtherPictures(file: string): void {
  if (file === '') throw new CallError('--svg takes the name of a file');
  const ending = path.extname(file);
  if (ending === '' || ending.toLowerCase() === '.svg') return;
  throw new CallError(`--svg writes SVG, not ${ending} (${file})`);
}

/** Whether it can be written. A new file is made and taken away again: not every folder that says so lets files be made. */
function mayWrite(file: string): void {
  try {
    const found = statSync(file, { throwIfNoEntry: false });
    if (found?.isDirectory()) throw new CallError(`cannot write ${file} (it is a directory)`);
    if (found !== undefined) accessSync(file, constants.W_OK);
    else {
      closeSync(openSync(file, 'wx'));
      unlinkSync(file);
    }
  } catch (error) {
    throw error instanceof CallError ? error : cannotWrite(file, error);
  }
}

function write(file: string, text: string, io: Io): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw cannotWrite(file, error);
  }
  say(io, `wrote ${file}`);
}

function cannotWrite(file: string, error: unknown): CallError {
  const why = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
  return new CallError(`cannot write ${file} (${why})`);
}

const ERASE = '\r\u001b[2K';

/** A line on a terminal. An experiment does not wait for anything, so that it has to be written in passing. */
function progressOn(io: Io, name: string): { readonly progress: Progress; erase(): void } {
  if (!io.stderr.isTerminal || io.env['TERM'] === 'dumb') return { progress: () => {}, erase() {} };
  let shownAt = Number.NEGATIVE_INFINITY;
  return {
    progress(done, of, what) {
      const now = performance.now();
      if (now - shownAt < 100) return;
      shownAt = now;
      const share = Math.floor((100 * done) / Math.max(1, of));
      const line = `${name}: ${share} %, ${what}`;
      io.stderr.write(`${ERASE}${line.slice(0, Math.max(10, io.stderr.columns - 1))}`);
    },
    erase: () => io.stderr.write(ERASE),
  };
}
