// The engines: how to find out that one is there, and the command that runs a job in it. Those in JavaScript are
// drivers of their own (drivers/); for CLIPS and Maude the job is written out as a script.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Job, Times } from '../drivers/job.ts';
import type { EngineName, Fact, Program } from './program.ts';
import { clipsFacts, clipsScript, maudeScript, readMaude } from './scripts.ts';

export const bench = fileURLToPath(new URL('..', import.meta.url));

export interface Command {
  readonly file: string;
  readonly args: readonly string[];
}

export interface EngineDriver {
  readonly name: EngineName;
  /** Whether it is one of those that a user would pick instead. */
  readonly isPeer: boolean;
  /** The ending of its rule files; what is compiled in has none. */
  readonly ending: string | null;
  readonly isInstalled: () => boolean;
  /** Whether one process makes all repetitions, to be warm; otherwise each has its own. */
  readonly isWarm: boolean;
  /** How it wants the facts. */
  readonly facts: (facts: readonly Fact[], program: Program) => string;
  readonly command: (job: Job, jobFile: string, program: Program, drivers: string) => Command;
  /** The times out of what it printed. */
  readonly times: (stdout: string, job: Job) => Times;
}

const asJson = (facts: readonly Fact[]): string => JSON.stringify(facts);
const lastLine = (stdout: string): Times =>
  JSON.parse(stdout.trim().split('\n').at(-1) as string) as Times;

function inJavaScript(name: EngineName, ending: string | null, npm: string | null): EngineDriver {
  return {
    name,
    isPeer: npm !== null,
    ending,
    isInstalled: () => npm === null || existsSync(path.join(bench, 'node_modules', npm)),
    isWarm: true,
    facts: asJson,
    command: (_job, jobFile, _program, drivers) => ({
      file: process.execPath,
      args: [
        '--max-old-space-size=4096',
        '--stack-size=4000',
        path.join(drivers, `${name}.mjs`),
        jobFile,
        path.join(bench, 'package.json'),
      ],
    }),
    times: lastLine,
  };
}

const swi: EngineDriver = {
  name: 'swi-chr',
  isPeer: true,
  ending: 'pl',
  isInstalled: () => isOnPath('swipl'),
  isWarm: false,
  facts: (facts) => facts.map(([name, ...args]) => `${name}(${args.join(',')}).\n`).join(''),
  command: (job, _jobFile, program) => ({
    file: 'swipl',
    args: [
      '-O',
      '-q',
      '--stack-limit=8g',
      '-g',
      'main',
      '-t',
      'halt',
      path.join(bench, 'drivers', 'swi.pl'),
      '--',
      job.rules,
      job.facts,
      job.answer,
      ...answerKinds(job, program).map(([name, arity]) => `${name}/${arity}`),
    ],
  }),
  times: lastLine,
};

const clips: EngineDriver = {
  name: 'clips',
  isPeer: true,
  ending: 'clp',
  isInstalled: () => isOnPath('clips'),
  isWarm: false,
  facts: clipsFacts,
  command(job, jobFile, program) {
    const script = `${jobFile}.clp`;
    writeFileSync(script, clipsScript(job, program, answerKinds(job, program)));
    return { file: 'clips', args: ['-f2', script] };
  },
  times: lastLine,
};

const maude: EngineDriver = {
  name: 'maude',
  isPeer: true,
  ending: 'maude',
  isInstalled: () => isOnPath('maude'),
  isWarm: false,
  facts: () => '',
  command(job, jobFile) {
    const script = `${jobFile}.maude`;
    const prelude = readFileSync(path.join(bench, 'drivers', 'prelude.maude'), 'utf8');
    writeFileSync(script, maudeScript(prelude, readFileSync(job.rules, 'utf8'), job.size));
    return { file: 'maude', args: ['-no-banner', '-no-advise', '-no-wrap', '-batch', script] };
  },
  times: (stdout, job) => readMaude(stdout, job.answer),
};

export const engines: readonly EngineDriver[] = [
  inJavaScript('hand', null, null),
  inJavaScript('hocl', 'hocl', null),
  inJavaScript('naive', 'hocl', null),
  swi,
  clips,
  maude,
  inJavaScript('chrjs', 'chr', 'chr'),
  inJavaScript('nools', 'nools', 'nools'),
];

/** The kinds of the answer that the rules of an engine speak of. */
function answerKinds(job: Job, program: Program): [string, number][] {
  const rules = readFileSync(job.rules, 'utf8');
  return Object.entries(program.answer).filter(([name]) =>
    new RegExp(`\\b${name}\\(|\\(${name} `).test(rules),
  );
}

function isOnPath(command: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${command}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
