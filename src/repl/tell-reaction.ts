// One event as one readable line, for `:trace` and `:step`: `max: 5, 3 -> 5`.
import {
  type Chronicle,
  type Event,
  isRule,
  type Molecule,
  type Put,
  type Step,
  showShort,
} from '../runtime/index.ts';
import type { Paint } from './paint.ts';

const WIDTH = 60;

/** The line of an event that has just been recorded, or null when it is not worth one. */
export function tellEvent(event: Event, chronicle: Chronicle, paint: Paint): string | null {
  switch (event.type) {
    case 'reaction': {
      const step = chronicle.steps[event.n - 1];
      return step === undefined ? null : tellStep(step, chronicle, paint);
    }
    case 'answer': {
      if (event.put.length === 0) return null;
      const reaction = /^r(\d+)/.exec(event.key)?.[1] ?? '?';
      const arrow = paint.dim(`answer to reaction ${reaction} ->`);
      return `${arrow} ${shownPut(event.put, chronicle)}`;
    }
    case 'stage':
      return `${indent(Number(event.in.slice(1)), chronicle)}${paint.dim('the next stage begins')}`;
    case 'inject':
    case 'effect':
    case 'inert':
    case 'end':
      return null;
  }
}

function tellStep(step: Step, chronicle: Chronicle, paint: Paint): string {
  const { lives } = chronicle;
  const rule = lives.get(step.rule)?.born;
  const slots = rule !== undefined && isRule(rule) ? rule.template.slotCount : step.took.length;
  const shown = (id: number): string => {
    const life = lives.get(id);
    return life === undefined ? '?' : showShort(life.value, WIDTH, { rules: true });
  };
  const read = step.took.slice(0, step.catalysts).map(shown);
  const taken = step.took.slice(step.catalysts, slots).map(shown);
  const made = step.put.map((id) => {
    const life = lives.get(id);
    return life === undefined ? '?' : showShort(life.born, WIDTH, { rules: true });
  });
  const from = [read.length > 0 ? `with ${read.join(', ')}` : '', taken.join(', ')]
    .filter((part) => part !== '')
    .join('; ');
  const name = paint.cyan(ruleLabel(rule, step.name));
  const arrow = paint.dim('->');
  const to = made.length > 0 ? made.join(', ') : awaits(rule) ? '(awaits an answer)' : 'nothing';
  return `${indent(step.home, chronicle)}${name}: ${from === '' ? '' : `${from} `}${arrow} ${to}`;
}

/** The name of a rule, or the beginning of its text. */
export function ruleLabel(rule: Molecule | undefined, name: string | null): string {
  if (name !== null) return name;
  if (rule === undefined || !isRule(rule)) return 'a rule';
  return shorten(ruleText(rule.key), 40);
}

/** The text of a rule on one line. */
export function ruleText(key: string): string {
  return key.replace(/\s+/g, ' ').trim();
}

export function shorten(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, width - 1)}…`;
}

/** A reaction that put nothing out at once although its rule has products is waiting for effects. */
function awaits(rule: Molecule | undefined): boolean {
  return rule !== undefined && isRule(rule) && rule.template.products.length > 0;
}

function shownPut(put: readonly Put[], chronicle: Chronicle): string {
  return put
    .map(({ id }) => chronicle.lives.get(Number(id.slice(1)))?.born)
    .map((value) => (value === undefined ? '?' : showShort(value, WIDTH, { rules: true })))
    .join(', ');
}

/** Two columns for each solution around. */
function indent(solution: number, chronicle: Chronicle): string {
  return '  '.repeat(chronicle.depthOf(solution));
}
