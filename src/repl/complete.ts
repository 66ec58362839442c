// What could stand where the cursor is: commands, rules, lets, functions, symbols that have been seen.
import type { Molecule } from '../runtime/index.ts';
import { letsIn, typesIn } from './declared.ts';
import { COMMAND_HELP, findCommand, TOPICS } from './help.ts';
import { presentRules } from './inspect.ts';
import type { State } from './state.ts';

export interface Completion {
  /** What is to be replaced: the end of the line. */
  readonly word: string;
  readonly candidates: readonly string[];
  /** The word is the beginning of a path, which only the edge can complete. */
  readonly path: boolean;
}

const KEYWORDS = (
  'replace replace-one by if with inject whenever nothing under let rec in then else none all type ' +
  'import pure effect from true false int real number bool string symbol tuple list record solution'
).split(' ');

/** Symbols are looked for in so many molecules of the solution. */
const LOOKED_AT = 5000;

export function complete(state: State, line: string): Completion {
  const [, command, space, argument = ''] = /^\s*:(\S*)(\s*)([\s\S]*)$/.exec(line) ?? [];
  if (command !== undefined && space === '') {
    return among(
      `:${command}`,
      Object.keys(COMMAND_HELP).map((name) => `:${name} `),
    );
  }
  const [word = ''] = /[\p{L}_][\p{L}\p{N}_-]*$/u.exec(line) ?? [];
  switch (command === undefined ? null : findCommand(command, Object.keys(COMMAND_HELP))) {
    case 'load':
    case 'save':
      return { word: argument, candidates: [], path: true };
    case 'trace':
    case 'auto':
      return among(word, ['on', 'off']);
    case 'help':
      return among(word, [
        ...Object.keys(TOPICS),
        'functions',
        ...Object.keys(COMMAND_HELP),
        ...state.declared.known.keys(),
      ]);
    case 'whynot':
      return among(word, ruleNames(state));
    default:
      return among(word, word === '' ? [] : names(state));
  }
}

function among(word: string, all: Iterable<string>): Completion {
  const candidates = [...new Set(all)].filter((each) => each.startsWith(word)).sort();
  return { word, candidates, path: false };
}

function names(state: State): string[] {
  const { declared } = state;
  return [
    ...KEYWORDS,
    ...letsIn(declared).map(({ name }) => name),
    ...typesIn(declared).map(({ name }) => name),
    ...ruleNames(state),
    ...[...declared.known.keys()].map((name) => `${name}(`),
    ...symbols(state),
  ];
}

function ruleNames(state: State): string[] {
  return presentRules(state).flatMap(({ body }) => {
    const name = typeof body === 'object' && body.kind === 'rule' ? body.name : null;
    return name === null ? [] : [name];
  });
}

function symbols(state: State): string[] {
  const found = new Set<string>();
  for (const { label } of state.reactor.inputs) {
    for (const [word] of label.matchAll(/\b\p{Lu}[\p{L}\p{N}_]*/gu)) found.add(word);
  }
  let left = LOOKED_AT;
  const visit = (molecule: Molecule): void => {
    if (typeof molecule !== 'object' || left-- <= 0) return;
    if (molecule.kind === 'symbol') found.add(molecule.name);
    else if ('items' in molecule) molecule.items.forEach(visit);
    else if (molecule.kind === 'record') molecule.values.forEach(visit);
  };
  visit(state.reactor.engine.value);
  return [...found];
}
