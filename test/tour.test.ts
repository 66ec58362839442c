// The walk of docs/tour.md, stage by stage, on examples/max.hocl. Each stage gives the text of one block of the
// page; `npx vitest run test/tour.test.ts -u` writes them anew.
import { readFileSync } from 'node:fs';
import type { CstElement, CstNode } from 'chevrotain';
import { expect, it } from 'vitest';
import { createRng } from '../src/base/index.ts';
import type { Envelope } from '../src/dht/flask/messages.ts';
import { planOf } from '../src/dht/flask/plan.ts';
import { compile } from '../src/index.ts';
import { classify } from '../src/lang/classify.ts';
import { Grammar } from '../src/lang/grammar.ts';
import {
  check,
  type Expr,
  parse,
  presentRules,
  print,
  type Source,
  stripSpans,
  type Unit,
} from '../src/lang/index.ts';
import { scan } from '../src/lang/scan.ts';
import type { Token } from '../src/lang/tokens.ts';
import { standardFunctions } from '../src/lib/index.ts';
import { contentOf, freeze } from '../src/runtime/content.ts';
import {
  Engine,
  type Event,
  load,
  type RuleMolecule,
  type SolutionMolecule,
  show,
} from '../src/runtime/index.ts';
import type { Occurrence } from '../src/runtime/live.ts';
import { allMatches } from '../src/runtime/match-naive.ts';
import { Soup } from '../src/runtime/soup.ts';
import { spread } from './dht/flask/flasks.ts';

const page = new URL('../docs/tour.md', import.meta.url);
const example = new URL('../examples/max.hocl', import.meta.url);
const source: Source = { name: 'examples/max.hocl', text: readFileSync(example, 'utf8') };
const seed = 1;

const { program, diagnostics } = parse(source);
const unit: Unit = {
  main: program,
  files: [program],
  functions: new Map(
    [...standardFunctions].map(([name, { signature }]) => [name, { signature, origin: null }]),
  ),
};
const loaded = load(unit, { functions: standardFunctions, onGuardError: () => {} });
const start = loaded.start;
if (start === null) throw new Error('max.hocl has a solution');
const rule = start.items.find((item) => typeof item === 'object') as RuleMolecule;

/** The same program over three flasks: what they said to each other. */
const said: string[] = [];
await spread(await compile(source.text, { name: source.name }), {
  flasks: 3,
  seed,
  onMessage: (from, to, message) => {
    if (from.includes('/') && to.includes('/')) said.push(saidText(from, to, message as Envelope));
  },
});

const stages: Readonly<Record<string, () => string>> = {
  text: () => ruleText(),
  tokens: () => tokensOf(ruleText()),
  grammar: () => outline(readRule()).join('\n'),
  ast: () => json(stripSpans(ruleNode()), 100),
  check: () => `diagnostics: ${check(unit).length + diagnostics.length}\npresent: ${present()}`,
  print: () => print(parse({ name: 'rule', text: ruleText() }).program).trimEnd(),
  molecule: () => show(start, { rules: true }),
  template: () => templateText(),
  soup: () => contentText(),
  naive: () => naiveText(fill()),
  search: () => searchText(),
  react: () => reactText(),
  events: () => eventsText(),
  plan: () => planText(),
  flasks: () => said.join('\n'),
};

it('every block of the tour is what the code gives', async () => {
  const text = readFileSync(page, 'utf8');
  const shown = new Set<string>();
  const fresh = text.replace(/^```text tour=(\w+)\n.*?^```$/gms, (_, name: string) => {
    shown.add(name);
    const stage = stages[name];
    if (stage === undefined) throw new Error(`there is no stage ${name}`);
    return `\`\`\`text tour=${name}\n${stage()}\n\`\`\``;
  });
  expect([...shown]).toEqual(Object.keys(stages));
  await expect(fresh).toMatchFileSnapshot('../docs/tour.md');
});

it('the walk ends where the example says', () => {
  const engine = begin();
  while (engine.step()) {}
  const expected = new URL('../examples/max.expected', import.meta.url);
  expect(show(engine.value)).toBe(readFileSync(expected, 'utf8').trim());
});

it('every file that the tour names is there', () => {
  const names = readFileSync(page, 'utf8').match(/\b(?:src|examples|test)\/[\w./-]*\w\/?/g) ?? [];
  expect(names.length).toBeGreaterThan(15);
  for (const name of names)
    expect(() => readFileSync(new URL(`../${name}`, import.meta.url))).not.toThrow();
});

function ruleText(): string {
  return source.text.match(/^let max = .*$/m)?.[0] ?? '';
}

function tokensOf(text: string): string {
  return classified(text)
    .map(({ tokenType, image }) =>
      tokenType.name === image ? image : `${tokenType.name} ${image}`,
    )
    .join('\n');
}

function classified(text: string): Token[] {
  const { tokens } = scan({ name: 'rule', text });
  classify(tokens);
  return tokens;
}

function readRule(): CstNode {
  const root = new Grammar({ validate: true }).read(classified(ruleText()));
  return root?.children['letDeclaration']?.[0] as CstNode;
}

/** The names of the nodes, indented; what has one thing in it stands on the line of that thing. */
function outline(node: CstElement, depth = 0): string[] {
  const indent = '  '.repeat(depth);
  if ('image' in node) return [`${indent}${node.image}`];
  const below = Object.values(node.children).flat();
  const [only] = below;
  if (below.length === 1 && only !== undefined) {
    const [first = '', ...others] = outline(only, depth);
    return [`${indent}${node.name} ${first.trim()}`, ...others];
  }
  return [`${indent}${node.name}`, ...below.flatMap((child) => outline(child, depth + 1))];
}

function ruleNode(): Expr {
  for (const one of program.declarations) if (one.kind === 'let') return one.value;
  throw new Error('max.hocl binds a rule');
}

function present(): string {
  return presentRules(unit)
    .map(({ name }) => name)
    .join(', ');
}

function templateText(): string {
  const { template } = rule;
  const plans = template.plans.map(({ steps, checks }, i) => {
    const parts = steps.map(({ slot, pattern, wants }, at) => {
      const tests = (checks[at + 1] ?? []).map(({ span }) =>
        source.text.slice(span.start, span.end),
      );
      const then = tests.length === 0 ? '' : `, then test ${tests.join(', ')}`;
      return `  slot ${slot}: ${pattern.kind}, wants ${wants.kind}${then}`;
    });
    return [`plan ${i}`, ...parts].join('\n');
  });
  const facts = {
    name: template.name,
    oneShot: template.oneShot,
    slotCount: template.slotCount,
    places: template.places,
  };
  return [json(facts, 100), ...plans].join('\n');
}

function fill(): Soup {
  const soup = new Soup();
  if (start !== null) soup.fill(start);
  return soup;
}

function contentText(): string {
  const { soup } = begin();
  return contentOf(soup.root)
    .map((one) => `${showOccurrence(one)}, row ${one.row} of ${one.store?.of.kind}`)
    .join('\n');
}

function ruleIn(soup: Soup): Occurrence {
  return [...soup.root.rules.values()][0] as Occurrence;
}

function naiveText(soup: Soup): string {
  const matches = [...allMatches(ruleIn(soup))].map(({ slots }) =>
    slots.map(showOccurrence).join(', '),
  );
  return [...matches, `${matches.length} matches`].join('\n');
}

function searchText(): string {
  const engine = begin();
  while (engine.step()) {}
  return engine.statistics
    .map(({ name, fired, tried }) => `${name}: fired ${fired} times, tried ${tried} molecules`)
    .join('\n');
}

function reactText(): string {
  const engine = begin();
  const before = contentOf(engine.soup.root);
  engine.step();
  const after = contentOf(engine.soup.root);
  const isIn = (all: readonly Occurrence[], { id }: Occurrence) => all.some((one) => one.id === id);
  const consumed = before.filter((one) => !isIn(after, one));
  const produced = after.filter((one) => !isIn(before, one));
  return [
    `consumed ${consumed.map(showOccurrence).join(', ')}`,
    `produced ${produced.map(showOccurrence).join(', ')}`,
    `left ${after.map(showOccurrence).join(', ')}`,
  ].join('\n');
}

function begin(observer: (event: Event) => void = () => {}): Engine {
  const engine = new Engine(createRng(seed));
  engine.observe(observer);
  if (start !== null) engine.fill(start);
  return engine;
}

function eventsText(): string {
  const events: Event[] = [];
  const engine = begin((event) => events.push(event));
  while (engine.step()) {}
  return events.map((event) => JSON.stringify(event)).join('\n');
}

function planText(): string {
  const { rules, groups } = planOf([rule.template], start as SolutionMolecule, { roams: true });
  const lines = groups.map(({ number, meeting, slots }) => {
    const wants = slots.map(
      ({ template, slot, wants }) => `${template.name}.${slot} ${wants.kind}`,
    );
    return `group ${number}: ${wants.join(', ')}: ${meeting}`;
  });
  const shared = [...rules.possible].filter((one) => !rules.located.has(one));
  return [`in every flask: ${shared.map(({ name }) => name).join(', ')}`, ...lines].join('\n');
}

function saidText(from: string, to: string, { message }: Envelope): string {
  const head = `${from} to ${to}: ${message.type}`;
  if (message.type === 'capture') return `${head} ${message.message.type}`;
  if (message.type === 'advert') return `${head} of ${message.ids.length}`;
  if (message.type === 'quiet') {
    return `${head}, sent ${message.tally.sent}, received ${message.tally.received}`;
  }
  if (message.type === 'wave-answer') return `${head}, ${message.quiet ? 'quiet' : 'busy'}`;
  return head;
}

function showOccurrence({ id, body }: Occurrence): string {
  return `m${id} = ${show(freeze(body))}`;
}

/** JSON in which what fits on a line is on one. */
function json(value: unknown, width: number, indent = ''): string {
  const flat = JSON.stringify(value, bigints);
  if (typeof value !== 'object' || value === null || indent.length + flat.length <= width)
    return flat;
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    return `[\n${value.map((item) => `${inner}${json(item, width, inner)}`).join(',\n')}\n${indent}]`;
  }
  const fields = Object.entries(value).map(
    ([key, item]) => `${inner}"${key}": ${json(item, width, inner)}`,
  );
  return `{\n${fields.join(',\n')}\n${indent}}`;
}

function bigints(_: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
