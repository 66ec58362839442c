// A story as text: one line a molecule, each under the one that was made of it.
import {
  type Chronicle,
  type End,
  type Origin,
  type Step,
  type Story,
  same,
  showShort,
  type Telling,
} from '../runtime/index.ts';
import type { Paint } from './paint.ts';
import type { Input } from './reactor.ts';
import { ruleLabel, ruleText, shorten } from './tell-reaction.ts';

const WIDTH = 60;

interface Context {
  readonly chronicle: Chronicle;
  readonly inputs: readonly Input[];
  readonly paint: Paint;
}

export function tellStory(
  telling: Telling,
  chronicle: Chronicle,
  inputs: readonly Input[],
  paint: Paint,
): readonly string[] {
  const { story, end, copies } = telling;
  const context: Context = { chronicle, inputs, paint };
  const lines: string[] = [];
  let long = false;
  const tell = (one: Story, depth: number): void => {
    long ||= one.cut === 'long';
    lines.push(`${'  '.repeat(depth)}${lineOf(one, context)}`);
    for (const part of one.parts) tell(part, depth + 1);
  };
  tell(story, 0);
  if (copies > 1) lines.splice(1, 0, paint.dim(`  (one of ${copies} that are the same)`));
  if (end !== null) lines.splice(1, 0, `  ${tellEnd(end, context)}`);
  if (long) lines.push(paint.dim('(the story goes on: `:why --all` tells all of it)'));
  return lines;
}

function lineOf(story: Story, context: Context): string {
  const { paint } = context;
  const { molecule, born, role, origin, cut } = story;
  const name = showShort(molecule, WIDTH, { rules: true });
  const was = same(molecule, born) ? '' : paint.dim(` (put out as ${showShort(born, WIDTH)})`);
  const words = `${ROLES[role]}${paint.bold(name)}${was}`;
  if (cut === 'told') return `${words} ${paint.dim('(told above)')}`;
  if (cut === 'long') return `${words} ${paint.dim('...')}`;
  return `${words} ${paint.dim('<-')} ${tellOrigin(origin, story, context)}`;
}

const ROLES: Readonly<Record<Story['role'], string>> = {
  subject: '',
  reactant: '',
  catalyst: 'read: ',
  rule: 'by the rule ',
  before: 'inside it: ',
};

function tellOrigin(origin: Origin, story: Story, context: Context): string {
  const { paint, inputs } = context;
  switch (origin.type) {
    case 'input': {
      const label = inputs[origin.n - 1]?.label ?? 'put in';
      return paint.dim(shorten(ruleText(label), WIDTH));
    }
    case 'stage':
      return paint.dim('put in when its stage began');
    case 'reaction':
    case 'answer': {
      const { step } = origin;
      const effect =
        origin.type === 'reaction' ? '' : `, when ${origin.effect ?? 'its effect'} had answered`;
      const from = story.parts
        .filter(({ role }) => role === 'reactant' || role === 'catalyst')
        .map((part) => showShort(part.molecule, 30, { rules: true }));
      const source = from.length === 0 ? '' : `: ${shorten(from.join(', '), WIDTH)}`;
      return `${tellStep(step, context)}${source}${effect}`;
    }
  }
}

export function tellEnd(end: End, context: Pick<Context, 'chronicle' | 'paint'>): string {
  switch (end.type) {
    case 'reaction':
      return `it was consumed by ${tellStep(end.step, context)}`;
    case 'stage':
      return 'it was dropped when its stage was over';
    case 'removed':
      return 'it was taken out';
  }
}

function tellStep(step: Step, { chronicle, paint }: Pick<Context, 'chronicle' | 'paint'>): string {
  const rule = chronicle.lives.get(step.rule)?.born;
  return `reaction ${step.n}, ${paint.cyan(ruleLabel(rule, step.name))}`;
}
