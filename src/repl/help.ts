// The words of `:help`: each command in one line, and a page for each topic.
import { signatureText } from './describe.ts';
import { error, type Line, result } from './reply.ts';
import type { State } from './state.ts';

interface CommandHelp {
  readonly usage: string;
  readonly does: string;
  /** What else may be typed for it. */
  readonly short?: readonly string[];
  readonly more?: readonly string[];
}

export const COMMAND_HELP: Readonly<Record<string, CommandHelp>> = {
  step: { usage: ':step [N]', does: 'makes one reaction, or N, and tells each', short: ['s'] },
  run: { usage: ':run [N]', does: 'reacts until nothing can, or N times', short: ['r'] },
  back: {
    usage: ':back [N]',
    does: 'takes back the last reaction, or the last N',
    short: ['b', 'undo'],
    more: [
      'Where no reaction came after an input, the input is taken back. Effects are not run again.',
      'After it the solution does not react by itself before `:run`, `:step` or a new input.',
    ],
  },
  why: {
    usage: ':why MOLECULE',
    does: 'tells where a molecule or a rule came from',
    short: ['w'],
    more: [
      'Each line under another is what it was made of. It also tells of molecules that are gone.',
      '`:why --all MOLECULE` tells long stories to their end.',
    ],
  },
  whynot: {
    usage: ':whynot RULE',
    does: 'tells why a rule does not react: its nearest miss',
    short: ['wn'],
    more: ['A rule without a name goes by the number that `:rules` gives it, or by its text.'],
  },
  rules: { usage: ':rules', does: 'lists the rules, and how often each has fired' },
  solution: {
    usage: ':solution [--rules]',
    does: 'shows the whole solution, with its rules if asked',
    short: ['sol'],
  },
  lets: { usage: ':lets', does: 'lists the lets, types and imports' },
  type: {
    usage: ':type EXPR',
    does: 'the value of an expression, or what a function takes',
    short: ['t'],
  },
  remove: { usage: ':remove MOLECULE', does: 'takes a molecule, or the rules of a name, out' },
  trace: { usage: ':trace on|off', does: 'tells every reaction on a line of its own' },
  auto: { usage: ':auto on|off', does: 'whether an input reacts at once' },
  seed: { usage: ':seed [N]', does: 'chance follows this seed from now on' },
  load: { usage: ':load FILE', does: 'adds the lets and the molecules of a program', short: ['l'] },
  save: {
    usage: ':save FILE',
    does: 'writes a program that begins with this solution',
    more: ['`:save! FILE` overwrites a file that exists.'],
  },
  reset: { usage: ':reset', does: 'begins again with nothing' },
  help: { usage: ':help [TOPIC]', does: 'this list, or a page', short: ['h', '?'] },
  quit: { usage: ':quit', does: 'leaves (Ctrl-D does, too)', short: ['q', 'exit'] },
};

export const TOPICS: Readonly<Record<string, readonly string[]>> = {
  molecules: [
    '42  2.5  true  "text"        numbers, bools, strings',
    'READY                        a symbol: a capitalised word',
    'A:1:"x"                      a tuple',
    '[1, 2]  {name: "x"}          a list, a record',
    '<1, 2, add>                  a solution inside this one',
    '2..30  COIN^3                a range, three of the same',
    'Several stand with commas between: 1, 2, A:3',
  ],
  rules: [
    'replace x, y by x + y                  takes two, puts one; as often as it can',
    'replace x, y by x if x >= y            under a condition',
    'replace-one A by B                     once',
    'with C:n replace x by x + n            C:n is read and stays',
    'whenever x::int inject SEEN:x          once for each combination',
    'add = replace x, y by x + y            a rule with a name',
    'let add = replace x, y by x + y        the same; later inputs know the name',
  ],
  patterns: [
    'x              any molecule that is not a rule',
    'x::int         of a type: int real number bool string symbol tuple list record solution',
    'A:x:_          a tuple; _ takes anything',
    '<x, ?w>        an inert solution; ?w takes the rest',
    'add = r        the rule named add',
    'x, x           two that are the same',
  ],
  keys: [
    'Tab completes names and commands; Up and Down go through the history.',
    'A line that is not complete is continued; an empty line or Ctrl-C gives it up.',
    'Ctrl-C stops what reacts; Ctrl-D leaves.',
  ],
};

/** The command that a name stands for: itself, a short form, or the only one that begins with it. */
export function findCommand(name: string, commands: readonly string[]): string | null {
  if (commands.includes(name)) return name;
  const short = commands.find((each) => COMMAND_HELP[each]?.short?.includes(name));
  if (short !== undefined) return short;
  const begun = name === '' ? [] : commands.filter((each) => each.startsWith(name));
  return begun.length === 1 ? (begun[0] ?? null) : null;
}

export function helpText(state: State, argument: string): Line[] {
  const topic = argument.replace(/^:/, '');
  if (topic === '') return overview(state);
  const page = TOPICS[topic];
  if (page !== undefined) return page.map(result);
  if (topic === 'functions') return functionList(state);
  const command = findCommand(topic, Object.keys(COMMAND_HELP));
  const help = command === null ? undefined : COMMAND_HELP[command];
  if (help !== undefined) {
    const short = (help.short ?? []).map((each) => `:${each}`).join(', ');
    const also = short === '' ? '' : state.paint.dim(`  (also ${short})`);
    return [`${help.usage}  ${help.does}${also}`, ...(help.more ?? [])].map(result);
  }
  const known = state.declared.known.get(topic);
  if (known !== undefined) return [signatureText(known.signature), known.signature.doc].map(result);
  const topics = [...Object.keys(TOPICS), 'functions'].join(', ');
  return [error(`there is no help on \`${topic}\`; there is on ${topics}, and on each command`)];
}

function overview(state: State): Line[] {
  const { paint } = state;
  const rows = Object.values(COMMAND_HELP);
  const width = Math.max(...rows.map(({ usage }) => usage.length));
  return [
    'Type molecules (1, 2, A:3), rules (replace x, y by x + y) or lets (let n = 5): they react at once.',
    '',
    ...rows.map(({ usage, does }) => `  ${paint.cyan(usage.padEnd(width))}  ${does}`),
    '',
    `Topics of \`:help\`: ${[...Object.keys(TOPICS), 'functions'].join(', ')}, a command, a function.`,
  ].map(result);
}

function functionList(state: State): Line[] {
  const names = [...state.declared.known.keys()].sort();
  const lines: string[] = [];
  let line = '';
  for (const name of names) {
    if (line.length + name.length > 76) {
      lines.push(line.trimEnd());
      line = '';
    }
    line += `${name} `;
  }
  return [...lines, line.trimEnd(), '', '`:help NAME` tells what one takes and gives.'].map(result);
}
