// argv -> command: the commands with their options, each of which is loaded only when it is asked for. What a
// command throws ends here, as a sentence and an exit code.
import { Command, CommanderError, Option } from 'commander';
import type { ClusterOptions } from './cluster-options.ts';
import { CallError, EXIT } from './exit-code.ts';
import { reportFailure } from './failure.ts';
import type { Io } from './io.ts';
import type { NodeCommandOptions } from './node.ts';
import { readCount, readDuration, readSeed, readSize } from './quantities.ts';
import type { RunOptions } from './run.ts';
import { version } from './version.ts';

type Act = (code: Promise<number>) => Promise<void>;

/** Carries out the call and gives its exit code; `argv` begins after the name of the program. */
export async function main(argv: readonly string[], io: Io): Promise<number> {
  let code: number = EXIT.ok;
  const program = commandLine(io, async (running) => {
    code = await running;
  });
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return reportCommander(error, argv, program, io);
    return reportFailure(error, io);
  }
}

function commandLine(io: Io, act: Act): Command {
  const program = new Command('hocl')
    .description(
      'A chemical programming language: molecules and rules that react until nothing can.',
    )
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .addHelpText('after', examples(GENERAL_EXAMPLES))
    .showSuggestionAfterError(true)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      // Its errors are said by reportCommander, in one sentence.
      writeErr: (text) => io.stderr.write(text),
      outputError: () => {},
      getOutHelpWidth: () => Math.min(io.stdout.columns, 100),
      getErrHelpWidth: () => Math.min(io.stderr.columns, 100),
    });
  addRun(program, io, act);
  addRepl(program, io, act);
  addCheck(program, io, act);
  addFmt(program, io, act);
  addTest(program, io, act);
  addExplore(program, io, act);
  addExplain(program, io, act);
  addReplay(program, io, act);
  addNode(program, io, act);
  addStatus(program, io, act);
  addLab(program, io, act);
  return program;
}

function addRun(program: Command, io: Io, act: Act): void {
  program
    .command('run')
    .summary('run a program until nothing can react, and print what is left')
    .description('Runs a program until it is inert, and prints the solution in canonical order.')
    .argument('[file]', 'the program; - reads it from standard input')
    .addOption(rules())
    .addOption(json())
    .addOption(option('--seed <n>', 'the order of reactions: a number, or random', readSeed))
    .addOption(option('--max-reactions <n>', 'stop after so many reactions', readCount))
    .addOption(option('--timeout <time>', 'stop after this time: 500ms, 30s, 2m', readDuration))
    .addOption(option('--max-memory <size>', 'stop at this much memory: 512m, 2g', readSize))
    .addOption(option('--effects <n>', 'run at most so many effects at once (8)', readCount))
    .option('--input <file>', 'molecules as JSON; - reads one value a line while it runs')
    .option('--stats', 'tell what each rule did and cost')
    .option('--trace <file>', 'record the run, for hocl replay')
    .option('--journal <dir>', 'keep the run safe on disk as it goes')
    .option('--resume <dir>', 'go on with the run of a journal')
    .addOption(option('--nodes <n>', 'run on so many nodes, started for this run', readCount))
    .option('--cluster <address>', 'run on a cluster: ws://HOST:PORT of one of its nodes')
    .addOption(option('--replicas <k>', 'how many nodes keep each part of it', readCount))
    .addOption(
      new Option('--capture <way>', 'how nodes take molecules from each other').choices([
        ...['adaptive', 'optimistic', 'pessimistic'],
      ]),
    )
    .addOption(secretFile())
    .option('--tls-cert <file>', 'a certificate, for a cluster that asks for one')
    .option('--tls-key <file>', 'the key of that certificate')
    .option('--tls-ca <file>', 'who signs the certificates of the cluster')
    .addHelpText('after', examples(RUN_EXAMPLES) + EXIT_CODES)
    .action((file: string | undefined, options: RunOptions & ClusterOptions) =>
      act(
        options.nodes === undefined
          ? import('./run.ts').then(({ runCommand }) => runCommand(file, options, io))
          : import('./run-nodes.ts').then(({ runOnNodes }) => runOnNodes(file, options, io)),
      ),
    );
}

function addRepl(program: Command, io: Io, act: Act): void {
  program
    .command('repl')
    .summary('a live solution: type molecules and rules, watch them react')
    .argument('[file]', 'a program to begin with')
    .addOption(option('--seed <n>', 'the order of reactions: a number, or random', readSeed))
    .action((load: string | undefined, options: object) =>
      act(
        import('./repl.ts').then(({ replCommand }) =>
          replCommand(load === undefined ? options : { ...options, load }, io),
        ),
      ),
    );
}

function addCheck(program: Command, io: Io, act: Act): void {
  program
    .command('check')
    .summary('say what is wrong or doubtful, without running')
    .argument('<files...>', 'programs; - is standard input')
    .addOption(json())
    .action((files: string[], options: object) =>
      act(import('./check.ts').then(({ checkCommand }) => checkCommand(files, options, io))),
    );
}

function addFmt(program: Command, io: Io, act: Act): void {
  program
    .command('fmt')
    .summary('lay programs out in the one layout there is')
    .argument('<files...>', 'programs, which are rewritten; - goes from standard input to output')
    .option('--check', 'change nothing; name the files that would change')
    .action((files: string[], options: object) =>
      act(import('./fmt.ts').then(({ fmtCommand }) => fmtCommand(files, options, io))),
    );
}

function addTest(program: Command, io: Io, act: Act): void {
  program
    .command('test')
    .summary('explore the test blocks of programs')
    .argument('<files...>', 'programs with test blocks')
    .addOption(json())
    .addOption(option('--max-states <n>', 'give a test up after so many states', readCount))
    .addHelpText('after', examples(TEST_EXAMPLES))
    .action((files: string[], options: object) =>
      act(import('./test.ts').then(({ testCommand }) => testCommand(files, options, io))),
    );
}

function addExplore(program: Command, io: Io, act: Act): void {
  program
    .command('explore')
    .summary('find every outcome that a program can have')
    .description('Tries every order of reactions, and prints each outcome that can be reached.')
    .argument('<file>', 'the program; - reads it from standard input')
    .addOption(rules())
    .addOption(json())
    .addOption(option('--max-states <n>', 'give up after so many states (100000)', readCount))
    .addOption(option('--timeout <time>', 'give up after this time: 500ms, 30s, 2m', readDuration))
    .option('--input <file>', 'molecules as JSON')
    .action((file: string, options: object) =>
      act(import('./explore.ts').then(({ exploreCommand }) => exploreCommand(file, options, io))),
    );
}

function addExplain(program: Command, io: Io, act: Act): void {
  program
    .command('explain')
    .summary('say how each rule is searched for, and what that costs')
    .description(
      'Shows the search of each rule: the classes and indexes it uses, the order, the cost, and what to write instead.',
    )
    .argument('<file>', 'the program; - reads it from standard input')
    .addOption(json())
    .action((file: string, options: object) =>
      act(import('./explain.ts').then(({ explainCommand }) => explainCommand(file, options, io))),
    );
}

function addReplay(program: Command, io: Io, act: Act): void {
  program
    .command('replay')
    .summary('repeat a recorded run, and verify it')
    .description('Repeats a recorded run, reaction by reaction, and verifies each of them.')
    .argument('<record>', 'a file written by --trace, or the directory of a journal')
    .addOption(rules())
    .addOption(json())
    .action((record: string, options: object) =>
      act(import('./replay.ts').then(({ replayCommand }) => replayCommand(record, options, io))),
    );
}

function addNode(program: Command, io: Io, act: Act): void {
  program
    .command('node')
    .summary('be one node of a cluster, until stopped')
    .description('Founds a cluster, or joins one, and serves it until it is stopped.')
    .requiredOption('--listen <host:port>', 'where it listens, such as 127.0.0.1:7000')
    .option('--join <address>', 'a node of the cluster: ws://HOST:PORT; without, it founds one')
    .option('--data <dir>', 'keep what it is trusted with there, and come back with it')
    .addOption(
      option(
        '--voters <n>',
        'of a new cluster: 1, 3 or 5 nodes decide who belongs to it',
        readCount,
      ),
    )
    .option('--modules <dir>', 'the modules that programs may use here')
    .option('--advertise <host:port>', 'where others reach it, if not where it listens')
    .addOption(secretFile())
    .option('--tls-cert <file>', 'its certificate')
    .option('--tls-key <file>', 'the key of its certificate')
    .option('--tls-ca <file>', 'who signs certificates of the cluster: both sides show one')
    .addOption(new Option('--of-run <dir>').hideHelp())
    .addOption(option('--members <n>', '', readCount).hideHelp())
    .addHelpText('after', examples(NODE_EXAMPLES))
    .action((options: object) =>
      act(
        import('./node.ts').then(({ nodeCommand }) =>
          nodeCommand(options as NodeCommandOptions, io),
        ),
      ),
    );
}

function addStatus(program: Command, io: Io, act: Act): void {
  program
    .command('status')
    .summary('say how a cluster is')
    .argument('<address>', 'one of its nodes: ws://HOST:PORT')
    .addOption(json())
    .addOption(secretFile())
    .option('--tls-cert <file>', 'a certificate, for a cluster that asks for one')
    .option('--tls-key <file>', 'the key of that certificate')
    .option('--tls-ca <file>', 'who signs the certificates of the cluster')
    .action((address: string, options: object) =>
      act(import('./status.ts').then(({ statusCommand }) => statusCommand(address, options, io))),
    );
}

function secretFile(): Option {
  return new Option('--secret-file <file>', 'the secret of the cluster');
}

function addLab(program: Command, io: Io, act: Act): void {
  const gather = (text: string, before: readonly string[] = []): readonly string[] => [
    ...before,
    text,
  ];
  program
    .command('lab')
    .summary("run the experiments of the papers, with the papers' figures beside ours")
    .description(
      'Runs an experiment of one of the papers and prints its figures: as the paper has them, measured, and ours.',
    )
    .argument('[experiment]', 'which one; without it they are listed')
    .addOption(option('--runs <n>', 'so many runs, each with a seed of its own (1)', readCount))
    .addOption(
      new Option('--set <key=value>', 'change a parameter; may be repeated').argParser(gather),
    )
    .addOption(option('--seed <n>', 'all chance of the run: a number, or random (1)', readSeed))
    .option('--parameters', 'list the parameters and run nothing')
    .addOption(json())
    .option('--csv <file>', 'write every measured row')
    .option('--svg <file>', 'draw it; several pictures have their names in the names of the files')
    .addHelpText('after', examples(LAB_EXAMPLES))
    .action((name: string | undefined, options: object) =>
      act(import('./lab.ts').then(({ labCommand }) => labCommand(name, options, io))),
    );
}

function option<T>(
  flags: string,
  description: string,
  read: (option: string, text: string) => T,
): Option {
  const [name = flags] = flags.split(' ');
  return new Option(flags, description).argParser((text: string) => read(name, text));
}

function rules(): Option {
  return new Option('--rules', 'show rules as well');
}

function json(): Option {
  return new Option('--json', 'print the result as JSON');
}

/** What commander has to say: help that was asked for, or a call that cannot be understood. */
function reportCommander(
  error: CommanderError,
  argv: readonly string[],
  program: Command,
  io: Io,
): number {
  if (error.exitCode === 0) return EXIT.ok;
  // `hocl` alone: the help has been printed to standard error.
  if (error.code === 'commander.help') return EXIT.call;
  const [first = ''] = argv;
  const isFile = error.code === 'commander.unknownCommand' && first.endsWith('.hocl');
  const said = error.message
    .replace(/^error: /, '')
    .replace(/\. Expected (.*)\.$/, ': expected $1')
    .replace(/\n\(Did you mean (.*?)\?\)$/s, '; did you mean $1?');
  const hint = isFile ? `; did you mean hocl run ${first}?` : '';
  const known = program.commands.find((command) => command.name() === first);
  const help = known === undefined ? 'hocl --help' : `hocl help ${first}`;
  const more = /\?$/.test(said + hint) ? '' : ` (${help} shows how)`;
  return reportFailure(new CallError(`${said}${hint}${more}`), io);
}

function examples(lines: readonly (readonly [call: string, meaning: string])[]): string {
  const width = Math.max(...lines.map(([call]) => call.length));
  const shown = lines.map(([call, meaning]) => `  ${call.padEnd(width)}  ${meaning}`);
  return `\nExamples:\n${shown.join('\n')}\n`;
}

const GENERAL_EXAMPLES = [
  ['hocl run examples/max.hocl', 'run a program'],
  ['hocl repl', 'try molecules and rules'],
  ['hocl explore examples/majority.hocl', 'every outcome it can have'],
  ['hocl help run', 'the options of a command'],
] as const;

const RUN_EXAMPLES = [
  ['hocl run examples/sieve.hocl --json', 'the result for another program'],
  ['hocl run examples/majority.hocl --seed random', 'another order of reactions each time'],
  ['hocl run flow.hocl --timeout 30s --journal job1', 'a long run that survives a crash'],
  ['hocl run --resume job1', 'go on after one'],
  ['hocl run examples/wordcount.hocl --nodes 3', 'on three nodes of this machine'],
] as const;

const NODE_EXAMPLES = [
  ['hocl node --listen 127.0.0.1:7000 --data d0', 'found a cluster'],
  ['hocl node --listen 127.0.0.1:7001 --data d1 --join ws://127.0.0.1:7000', 'join it'],
  ['hocl run examples/max.hocl --cluster ws://127.0.0.1:7000', 'run a program on it'],
] as const;

const TEST_EXAMPLES = [
  ['hocl test examples/wordcount.hocl', 'each test block, by all of its runs'],
] as const;

const LAB_EXAMPLES = [
  ['hocl lab', 'which experiments there are'],
  ['hocl lab groups --svg groups.svg', 'one of them, drawn'],
  ['hocl lab tokens --set managers=1000', 'another size'],
] as const;

const EXIT_CODES = `
Exit code: 0 inert, 1 the program is wrong, 2 the call is wrong, 3 stopped before the end, 4 faulted.
`;
