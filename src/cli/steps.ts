// A run that exploring found, as lines: `rule: a, b -> c` for each step.
import { type ExploredStep, showShort } from '../runtime/index.ts';

const WIDTH = 60;

export function stepText({ name, took, put }: ExploredStep): string {
  const before = took.map((one) => showShort(one, WIDTH)).join(', ');
  const after = put.length === 0 ? 'nothing' : put.map((one) => showShort(one, WIDTH)).join(', ');
  return `${name}: ${before === '' ? '' : `${before} `}-> ${after}`;
}

/** How many steps two runs of one exploration share before they part. */
export function sharedSteps(a: readonly ExploredStep[], b: readonly ExploredStep[]): number {
  // Runs of one exploration share the very same steps as long as they share their way.
  let shared = 0;
  while (shared < Math.min(a.length, b.length) && a[shared] === b[shared]) shared++;
  return shared;
}
