// The explanation of a rule as text: how it is searched for in words, below the picture of it (explain-picture.ts).
// What is said is decided in runtime/explain.ts.
import type {
  CostClass,
  ExplainedIndex,
  ExplainedPlan,
  ExplainedSlot,
  ExplainedStep,
  Explanation,
  GeneralReason,
  Hint,
} from '../runtime/index.ts';
import { DIM, patternOf, pictureOf, type Style } from './explain-picture.ts';
import { counted } from './quantities.ts';

export interface TextOptions {
  readonly width: number;
  readonly colour: boolean;
}

const BOLD = '1';
const CYAN = '36';

export function explanationText(rule: Explanation, { width, colour }: TextOptions): string {
  const style: Style = (code, text) => (colour ? `\u001b[${code}m${text}\u001b[0m` : text);
  const { file, line, column } = rule.place;
  const inside = rule.producedBy === null ? '' : `, produced by ${nameOf(rule.producedBy.name)}`;
  const title = [
    style(BOLD, nameOf(rule.name)),
    style(DIM, ` (${file}:${line}:${column}${inside})`),
    `: ${style(colourOf(rule.cost), rule.cost)}`,
  ].join('');
  const text = rule.text.split('\n').map((one) => `  ${one}`);
  const pictures = distinct(rule.plans.map((plan) => pictureOf(plan, rule, width, style)));
  const facts = factsOf(rule).flatMap(([name, sentences]) => {
    const label = style(DIM, `${name}:`.padEnd(LABEL));
    const lines = sentences.flatMap((sentence) => wrap(sentence, width - LABEL - 2));
    return lines.map((one, i) => `  ${i === 0 ? label : ' '.repeat(LABEL)}${one}`);
  });
  const hints = rule.hints.flatMap((hint) => hintLines(hint, width, style));
  const blocks = [[title, ...text], pictures, [...facts, ...hints]];
  return blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n');
}

/** `4 rules: 1 one pass, 2 per key, 1 all pairs`. */
export function summaryText(rules: readonly Explanation[]): string {
  if (rules.length === 0) return 'it has no rules';
  const counts = new Map<string, number>();
  for (const { cost } of rules) counts.set(cost, (counts.get(cost) ?? 0) + 1);
  const parts = [...counts]
    .sort(([a], [b]) => costRank(a) - costRank(b))
    .map(([cost, count]) => `${count} ${cost}`);
  return `${counted(rules.length, 'rule')}: ${parts.join(', ')}`;
}

const LABEL = 'indexes: '.length;

function costRank(cost: string): number {
  const rank = ['at once', 'one pass', 'per key', 'per range', 'all pairs', 'all triples'].indexOf(
    cost,
  );
  return rank < 0 ? Number.MAX_SAFE_INTEGER : rank;
}

function nameOf(name: string | null): string {
  return name ?? 'a rule without a name';
}

function colourOf(cost: CostClass): string {
  switch (cost) {
    case 'at once':
    case 'one pass':
    case 'per key':
    case 'per range':
      return '32';
    case 'all pairs':
      return '33';
    default:
      return '31';
  }
}

type Fact = readonly [name: string, sentences: readonly string[]];

function factsOf(rule: Explanation): Fact[] {
  const facts: Fact[] = [
    ['slots', slotLines(rule.slots)],
    ['indexes', [rule.indexes.map(indexText).join(', ')].filter((text) => text !== '')],
    [
      'search',
      rule.slots.length < 2 ? [] : distinct(rule.plans.map((plan) => searchSentence(plan, rule))),
    ],
    ['cost', [costSentence(rule)]],
    ['matcher', matcherSentences(rule.general)],
  ];
  return facts.filter(([, sentences]) => sentences.length > 0);
}

const FATES = {
  catalyst: 'a catalyst',
  consumed: 'consumed',
  returns: 'comes back unchanged: it stays where it is',
} as const;

function slotLines(slots: readonly ExplainedSlot[]): string[] {
  const patterns = slots.map(({ pattern }) => code(pattern));
  const width = Math.max(0, ...patterns.map((text) => text.length).filter((n) => n <= 30));
  return slots.map(({ class: of, fate }, i) => {
    return `${patterns[i]?.padEnd(width)}  class ${code(of)}, ${FATES[fate]}`;
  });
}

function code(text: string): string {
  return `\`${text}\``;
}

/** The class with a star for each field of the key: `COUNT:*:_`. */
function indexText({ class: of, fields, ordered }: ExplainedIndex): string {
  const order = ordered ? ' in order' : '';
  if (fields.length === 0) return `${code(of)} by value${order}`;
  const items = of.split(':').map((item, i) => (fields.includes(i) ? '*' : item));
  return `${code(items.join(':'))}${order}`;
}

function searchSentence({ before, steps }: ExplainedPlan, rule: Explanation): string {
  const [first, ...others] = steps;
  const parts = others.map((step) => {
    const pattern = patternOf(rule, step.slot);
    return `${foundSentence(step, pattern)}${testSentence(step.tests, ', then ')}`;
  });
  const begin = [testSentence([...before, ...(first?.tests ?? [])], ''), ...parts].filter(Boolean);
  const then = begin.length === 0 ? 'it reacts' : begin.join('; ');
  return `${code(patternOf(rule, first?.slot ?? 0))} has its turn: ${then}`;
}

function foundSentence({ how, keys }: ExplainedStep, pattern: string): string {
  switch (how) {
    case 'look-up':
      return `${code(pattern)} is found by ${keys.map(({ value }) => code(value)).join(' and ')}`;
    case 'any':
      return `any ${code(pattern)} will do`;
    case 'range':
      return `each ${code(pattern)} within the bounds is tried`;
    default:
      return `each ${code(pattern)} is tried`;
  }
}

function testSentence(tests: readonly string[], lead: string): string {
  if (tests.length === 0) return '';
  return `${lead}${tests.map(code).join(' and ')} ${tests.length === 1 ? 'is' : 'are'} tested`;
}

function costSentence(rule: Explanation): string {
  const { cost, shortcut, plans, slots } = rule;
  const dear = plans.filter((plan) => plan.cost === cost);
  const only =
    dear.length === plans.length || shortcut !== null
      ? ''
      : `, when ${distinct(dear.map(({ first }) => code(patternOf(rule, first)))).join(' or ')} has its turn`;
  return `${cost}${only}: ${meaningOf(cost, shortcut, slots.length)}`;
}

function meaningOf(cost: CostClass, shortcut: Explanation['shortcut'], slots: number): string {
  if (shortcut === 'reduction') return 'any two of the class react, which is a reduction';
  if (shortcut === 'either way') {
    return 'the condition holds one way round or the other, so any two react';
  }
  switch (cost) {
    case 'at once':
      return 'it waits for no molecule';
    case 'one pass':
      return slots === 1 ? 'each molecule is looked at once' : 'the first partner found will do';
    case 'per key':
      return 'a molecule meets those that share its key, and no others';
    case 'per range':
      return 'a molecule meets those within its bounds, if they are few; otherwise it may be tried with each other one of a class';
    case 'all pairs':
      return 'a molecule may be tried with each other one of a class';
    default:
      return 'a molecule may be tried with each combination of others';
  }
}

function matcherSentences(reasons: readonly GeneralReason[]): string[] {
  if (reasons.length === 0) return [];
  const opened = reasons.filter((reason) => reason.why === 'opens');
  const others = reasons.filter((reason) => reason.why !== 'opens');
  const parts = [...(opened.length === 0 ? [] : [openedText(opened)]), ...others.map(otherText)];
  return [`the general one: ${parts.join('; ')}`];
}

type Opens = Extract<GeneralReason, { why: 'opens' }>;

function openedText(opened: readonly Opens[]): string {
  const patterns = opened.map(({ pattern }) => code(pattern)).join(' and ');
  const most = Math.max(...opened.map(({ molecules }) => molecules));
  const inside = most > 1 ? `, where every choice of ${most} molecules may be tried` : '';
  return `${patterns} ${opened.length === 1 ? 'opens a solution' : 'open solutions'}${inside}`;
}

function otherText(reason: Exclude<GeneralReason, Opens>): string {
  if (reason.why === 'effect') return `the products wait for the effect ${code(reason.name)}`;
  return `${code('whenever')} remembers what it has fired on`;
}

function hintLines({ about, why, instead }: Hint, width: number, style: Style): string[] {
  const sentences = [
    `${about.map(code).join(', ')}: ${why}`,
    ...(instead === null ? [] : [instead]),
  ];
  const lines = sentences.flatMap((sentence) => wrap(sentence, width - LABEL - 2));
  return lines.map((line, i) => {
    return `  ${i === 0 ? style(CYAN, 'hint:'.padEnd(LABEL)) : ' '.repeat(LABEL)}${line}`;
  });
}

/** Slots that are written alike are searched for alike. */
function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}

/** Lines of at most `width`, broken at spaces, but not inside of code; all but the first are indented. */
function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of wordsOf(text, width)) {
    if (line !== '' && line.length + word.length > width) {
      lines.push(line.trimEnd());
      line = `  ${word.trimStart()}`;
    } else {
      line += word;
    }
  }
  return [...lines, line];
}

/** Words with the spaces before them. Code is one word, unless it is longer than a line. */
function wordsOf(text: string, width: number): string[] {
  const words = text.match(/ *(?:`[^`]*`[^ `]*|[^ ]+)/g) ?? [];
  return words.flatMap((word) => (word.length < width ? [word] : (word.match(/ *[^ ]+/g) ?? [])));
}
