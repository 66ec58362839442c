// The search of a rule as a line of arrows, from the molecule whose turn it is to the products: `──[w]──▶` looks up by w,
// `──any──▶` takes the first, `──all──▶` tries each, and `if` is where a condition is tested.
import type { ExplainedPlan, ExplainedStep, Explanation } from '../runtime/index.ts';

/** Text in a colour of the terminal, or as it is. */
export type Style = (code: string, text: string) => string;

export const DIM = '2';

/** In a picture: the rule stands above it in full. */
const LONGEST_PRODUCTS = 60;
const LONGEST_CONDITION = 44;

/** `COUNT:w:m ──[w]──▶ COUNT:w:n ──▶ COUNT:w:m + n`, broken before an arrow where it is too long. */
export function pictureOf(
  plan: ExplainedPlan,
  rule: Explanation,
  width: number,
  style: Style,
): string {
  let tests = plan.before;
  const links: Link[] = [];
  for (const step of plan.steps) {
    const labels = [...conditionOf(tests), ...searchLabel(step)];
    const isStart = links.length === 0 && labels.length === 0;
    links.push({ arrow: isStart ? '' : arrowOf(labels), to: patternOf(rule, step.slot) });
    tests = step.tests;
  }
  links.push({ arrow: arrowOf(conditionOf(tests)), to: shortProducts(rule) });
  return drawn(links, width, style);
}

interface Link {
  /** Empty where the picture begins. */
  readonly arrow: string;
  readonly to: string;
}

function drawn(links: readonly Link[], width: number, style: Style): string {
  let text = '';
  let column = 0;
  const put = (shown: string, length: number, needs: number, indent: number): void => {
    if (text !== '' && column + 1 + needs > width) {
      text += '\n';
      column = 0;
    }
    const lead = column > 0 ? 1 : text === '' ? 2 : indent;
    text += `${' '.repeat(lead)}${shown}`;
    column += lead + length;
  };
  for (const { arrow, to } of links) {
    const both = arrow.length + 1 + to.length;
    // An arrow stays with what it points to, unless a line cannot hold both.
    const isTogether = 6 + both <= width;
    if (arrow !== '') put(style(DIM, arrow), arrow.length, isTogether ? both : arrow.length, 6);
    put(to, to.length, to.length, 8);
  }
  return text;
}

function arrowOf(labels: readonly string[]): string {
  return labels.length === 0 ? '──▶' : `──${labels.join(', ')}──▶`;
}

function conditionOf(tests: readonly string[]): string[] {
  return tests.length === 0 ? [] : [`if ${shortened(tests.join(' && '), LONGEST_CONDITION)}`];
}

function searchLabel({ how, keys }: ExplainedStep): string[] {
  const key = keys.length === 0 ? '' : `[${keys.map(({ value }) => value).join(', ')}]`;
  const isWhole = keys.some(({ field }) => field === null);
  switch (how) {
    case 'first':
      return [];
    case 'look-up':
      return [key];
    case 'any':
      return [key === '' || isWhole ? 'any' : `any ${key}`];
    case 'range':
      return ['range'];
    case 'scan':
      return [key === '' ? 'all' : `all ${key}`];
  }
}

function shortProducts({ products }: Explanation): string {
  const text = products.length === 0 ? 'nothing' : products.join(', ');
  return shortened(text, LONGEST_PRODUCTS);
}

function shortened(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest - 1).trimEnd()}…` : text;
}

export function patternOf({ slots }: Explanation, slot: number): string {
  return slots[slot]?.pattern ?? '';
}
