// The commands: what each is called, what it takes, what it says. Those that look into the solution without
// changing it are inspect.ts; the words of `:help` are help.ts.
import { nearest } from '../lang/index.ts';
import { NOTHING_DECLARED } from './declared.ts';
import { findCommand, helpText } from './help.ts';
import {
  listDeclared,
  listRules,
  programOf,
  removeMolecule,
  showSolution,
  typeOf,
  why,
  whyNot,
} from './inspect.ts';
import { Reactor } from './reactor.ts';
import { error, note, type Reply, result } from './reply.ts';
import { counted, mayReact, observe, reply, type State, solutionLine, startRun } from './state.ts';

type Command = (state: State, argument: string) => Reply;

const COMMANDS: Readonly<Record<string, Command>> = {
  step: (state, argument) =>
    withCount(state, argument, 1, (steps) => startRun(state, steps, steps, true)),
  run: (state, argument) =>
    withCount(state, argument, state.budget, (steps) => {
      state.held = false;
      return startRun(state, steps, 0, true);
    }),
  back,
  why,
  whynot: whyNot,
  rules: listRules,
  solution: showSolution,
  lets: listDeclared,
  type: typeOf,
  remove: removeMolecule,
  trace: (state, argument) =>
    withSwitch(state, 'trace', argument, state.trace, (on) => {
      state.trace = on;
    }),
  auto: (state, argument) =>
    withSwitch(state, 'auto', argument, state.auto, (on) => {
      state.auto = on;
      state.held = false;
    }),
  seed,
  load: (state, argument) => {
    if (argument === '') return reply(state, error('`:load FILE` needs the name of a file'));
    return { lines: [], ask: { type: 'load', path: unquoted(argument) } };
  },
  save: (state, argument) => save(state, argument, false),
  'save!': (state, argument) => save(state, argument, true),
  reset,
  help: (state, argument) => reply(state, ...helpText(state, argument)),
  quit: () => ({ lines: [], ask: { type: 'quit' } }),
};

/** Runs a line that begins with a colon. */
export function runCommand(state: State, line: string): Reply {
  const [, name = '', argument = ''] = /^\s*:\s*(\S*)\s*([\s\S]*?)\s*$/.exec(line) ?? [];
  const found = findCommand(name, Object.keys(COMMANDS));
  const run = found === null ? undefined : COMMANDS[found];
  if (run !== undefined) return run(state, argument);
  if (name === '') return reply(state, ...helpText(state, ''));
  const near = nearest(name, Object.keys(COMMANDS));
  const hint = near === null ? '`:help` lists the commands' : `did you mean \`:${near}\`?`;
  return reply(state, error(`there is no command \`:${name}\`; ${hint}`));
}

function back(state: State, argument: string): Reply {
  return withCount(state, argument, 1, (steps) => {
    const taken = state.reactor.back(steps);
    if (!taken.ok) return reply(state, error(`this cannot be taken back: ${taken.error}`));
    const { reactions, inputs } = taken.value;
    if (reactions + inputs.length === 0) return reply(state, note('there is nothing to take back'));
    observe(state);
    const first = inputs.at(-1);
    if (first !== undefined) state.declared = first.before;
    state.held = true;
    const parts = [
      reactions > 0 ? counted(reactions, 'reaction') : '',
      inputs.length > 0 ? counted(inputs.length, 'input') : '',
    ].filter((part) => part !== '');
    const again = mayReact(state) ? '; it waits for `:run`, `:step` or a new input' : '';
    return reply(state, note(`took back ${parts.join(' and ')}${again}`), solutionLine(state, 0));
  });
}

function seed(state: State, argument: string): Reply {
  if (argument === '') return reply(state, result(`the seed is ${state.seed}`));
  const value = Number(argument);
  if (!Number.isSafeInteger(value) || value < 0) {
    return reply(state, error('a seed is a whole number, 0 or more: `:seed 42`'));
  }
  state.seed = value;
  state.reactor.reseed(value);
  return reply(state, note(`chance follows seed ${value} from now on`));
}

function save(state: State, argument: string, overwrite: boolean): Reply {
  if (argument === '') return reply(state, error('`:save FILE` needs the name of a file'));
  const path = unquoted(argument);
  const program = programOf(state, path);
  if (!program.ok) return reply(state, error(program.error));
  const { lines } = reply(state, ...program.value.remarks.map(note));
  return { lines, ask: { type: 'save', path, text: program.value.text, overwrite } };
}

function reset(state: State): Reply {
  state.declared = NOTHING_DECLARED;
  state.reactor = new Reactor(state.seed, state.capacity);
  state.held = false;
  state.run = null;
  state.guards.clear();
  observe(state);
  return reply(state, note('all is gone: the solution, its rules and its lets'));
}

function withCount(
  state: State,
  argument: string,
  unless: number,
  run: (count: number) => Reply,
): Reply {
  if (argument === '') return run(unless);
  const count = Number(argument);
  if (Number.isSafeInteger(count) && count > 0) return run(count);
  return reply(state, error(`a number of reactions is wanted here, not \`${argument}\``));
}

function withSwitch(
  state: State,
  name: string,
  argument: string,
  now: boolean,
  set: (on: boolean) => void,
): Reply {
  if (argument !== '' && argument !== 'on' && argument !== 'off') {
    return reply(state, error(`\`:${name} on\` or \`:${name} off\`, not \`${argument}\``));
  }
  if (argument !== '') set(argument === 'on');
  const word = (argument === '' ? now : argument === 'on') ? 'on' : 'off';
  return reply(state, note(`${name} is ${word}`));
}

function unquoted(argument: string): string {
  const [, inner] = /^"(.*)"$/.exec(argument) ?? [];
  return inner ?? argument;
}
