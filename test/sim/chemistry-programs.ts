// Small programs that between them use all ways in which molecules meet in a cluster.
import { compile, explore, type Program } from '../../src/index.ts';
import { show } from '../../src/runtime/index.ts';

interface Text {
  readonly text: string;
  readonly outcomes: readonly string[] | null;
  /** What comes in, as JSON. */
  readonly input?: string;
}

/** Each with how it may end, or null to ask every order. */
const texts: Readonly<Record<string, Text>> = {
  sum: {
    text: 'let add = replace x::int, y::int by x + y in <1..40>',
    outcomes: ['<820>'],
  },
  max: {
    text: 'let max = replace x::int, y::int by x if x >= y in <3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7>',
    outcomes: ['<9>'],
  },
  sieve: {
    text: 'let sieve = replace x::int, y::int by y if x % y == 0 in <2..30>',
    outcomes: ['<2, 3, 5, 7, 11, 13, 17, 19, 23, 29>'],
  },
  words: {
    text: `let one = replace w::string by W:w:1 in let add = replace W:w:a, W:w:b by W:w:(a + b) in
      <"a", "b", "a", "c", "b", "a", "d", "a", "c">`,
    outcomes: ['<W:"a":4, W:"b":2, W:"c":2, W:"d":1>'],
  },
  closure: {
    text: `let join = with E:x:y, E:y:z replace WISH:x:z by E:x:z in
      <E:1:2, E:2:3, E:3:4, E:4:5, WISH:1:3, WISH:2:4, WISH:3:5, WISH:1:4, WISH:5:1>`,
    outcomes: ['<E:1:2, E:1:3, E:1:4, E:2:3, E:2:4, E:3:4, E:3:5, E:4:5, WISH:5:1>'],
  },
  race: {
    text: 'let win = replace-one RUNNER:name by MEDAL:name in <RUNNER:"a", RUNNER:"b", RUNNER:"c">',
    outcomes: null,
  },
  stages: {
    text: `let double = replace x::int by D:2 * x in let add = replace D:x, D:y by D:(x + y) in
      <1..12, double> then <add>`,
    outcomes: ['<D:156>'],
  },
  nested: {
    text: `let add = replace x::int, y::int by x + y in let pour = replace BOX:<x::int, add = r> by SUM:x in
      let total = replace SUM:x, SUM:y by SUM:(x + y) in
      <BOX:<1, 2, 3, add>, BOX:<4, 5, add>, BOX:<6, add>, BOX:<7, 8, 9, 10, add>, pour, total>`,
    outcomes: ['<SUM:55>'],
  },
  effects: {
    text: `let ask = replace ORDER:n by PRICE:n:echo(n * 2) in let add = replace PRICE:_:p, PRICE:_:q by PRICE:0:(p + q) in
      <ORDER:1, ORDER:2, ORDER:3, ORDER:4, ORDER:5>`,
    outcomes: ['<PRICE:0:30>'],
  },
  pairs: {
    text: `let below = whenever N:x, N:y inject LESS:x:y if x < y in let tell = replace LESS:1:y by LOW:y in
      <N:1, N:2, N:3, N:4>`,
    outcomes: ['<LESS:2:3, LESS:2:4, LESS:3:4, LOW:2, LOW:3, LOW:4, N:1, N:2, N:3, N:4>'],
  },
  triples: {
    text: `let close = replace T:a:b, T:b:c, T:c:a by RING:(a + b + c) if a != b in
      <T:1:2, T:2:3, T:3:1, T:4:5, T:5:6, T:6:4, T:7:8, T:8:9, T:9:7, T:10:11, T:11:12>`,
    outcomes: ['<RING:6, RING:15, RING:24, T:10:11, T:11:12>'],
  },
  match: {
    text: `let meet = replace LEFT:x, RIGHT:y by PAIR:x if x + y == 20 in
      <LEFT:1, LEFT:3, LEFT:5, LEFT:7, LEFT:9, LEFT:11, LEFT:2, RIGHT:19, RIGHT:17, RIGHT:15, RIGHT:13, RIGHT:11, RIGHT:9, RIGHT:1>`,
    outcomes: ['<LEFT:2, PAIR:1, PAIR:3, PAIR:5, PAIR:7, PAIR:9, PAIR:11, RIGHT:1>'],
  },
  taken: {
    text: `let add = replace x::int, y::int by x + y in let end = replace-one (add = r), END by DONE in
      <1, 2, 4, END, add, end>`,
    outcomes: null,
  },
  inside: {
    text: `let max = replace x::int, y::int by x if x >= y in let open = replace BOX:<x::int, max = r> by OUT:x in
      let best = replace OUT:x, OUT:y by OUT:x if x >= y in
      <BOX:<3, 8, 5, max>, BOX:<2, 7, max>, BOX:<9, 1, 4, max>, open, best>`,
    outcomes: ['<OUT:9>'],
  },
  rules: {
    text: `let maker = replace MAKE:n by (replace-one x::int by x + n) in <MAKE:10, MAKE:100, 1>`,
    outcomes: ['<111>'],
  },
  'words that come in': {
    text: 'let one = replace w::string by W:w:1 in let add = replace W:w:a, W:w:b by W:w:(a + b) in <"a">',
    input: '["a", "b, c", "a", "\\"", "b, c", "a", "[", "a", "\\""]',
    outcomes: ['<W:"\\"":2, W:"[":1, W:"a":5, W:"b, c":2>'],
  },
  'keys that come in': {
    text: 'let meet = replace L:k:x, R:k:y by P:k:(x + y) in <L:1:1>',
    input: [
      ...[3, 1, 2].map((k) => `{"tuple": [{"sym": "R"}, ${k}, 10]}`),
      ...[2, 3].map((k) => `{"tuple": [{"sym": "L"}, ${k}, ${k}]}`),
    ].join('\n'),
    outcomes: ['<P:1:11, P:2:12, P:3:13>'],
  },
  'pairs that come in': {
    text: 'let below = whenever N:x, N:y inject LESS:x:y if x < y in <N:1>',
    input: '[{"tuple": [{"sym": "N"}, 2]}, {"tuple": [{"sym": "N"}, 3]}, [1, [2]]]',
    outcomes: ['<LESS:1:2, LESS:1:3, LESS:2:3, N:1, N:2, N:3, [1, [2]]>'],
  },
};

/** Those that have all of their molecules, and those that are given more. */
export const programNames = Object.keys(texts).filter((name) => !texts[name]?.input);
export const inputNames = Object.keys(texts).filter((name) => texts[name]?.input);

export interface NamedProgram {
  readonly program: Program;
  readonly outcomes: readonly string[];
  readonly input: string;
}

const known = new Map<string, Promise<NamedProgram>>();

export function programFor(name: string): Promise<NamedProgram> {
  const found = known.get(name) ?? read(name);
  known.set(name, found);
  return found;
}

async function read(name: string): Promise<NamedProgram> {
  const given = texts[name];
  if (given === undefined) throw new Error(`there is no program ${name}`);
  const program = await compile(given.text, {
    name: `${name}.hocl`,
    functions: { effect: { echo: (value: number) => value } },
  });
  const { input = '' } = given;
  if (given.outcomes !== null) return { program, input, outcomes: given.outcomes };
  const { outcomes } = await explore(program);
  return { program, input, outcomes: outcomes.map(({ solution }) => show(solution)) };
}
