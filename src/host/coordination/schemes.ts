// The coordination of one solution: given by whoever embeds it, or of its own. Its machines are loaded when a program first
// uses them.
import { randomUUID } from 'node:crypto';
import type { Schemes } from '../effect-runner.ts';
import type { Coordination } from './coordination.ts';
import type { SchemeCalls } from './scheme-calls.ts';

/** `make` is called once, when something is first asked of a scheme; `maker` names whoever creates by it. */
export function schemesOver(
  make: () => Coordination | Promise<Coordination>,
  maker = `${randomUUID()}/`,
): Schemes {
  let coordination: Promise<Coordination> | null = null;
  let calls: Promise<SchemeCalls> | null = null;
  const schemes: Schemes = {
    elsewhere: () => null,
    coordination() {
      coordination ??= Promise.resolve(make());
      return coordination;
    },
    calls() {
      calls ??= Promise.all([import('./scheme-calls.ts'), schemes.coordination()]).then(
        ([{ SchemeCalls }, known]) => new SchemeCalls(known, maker),
      );
      return calls;
    },
  };
  return schemes;
}

/** Schemes of this process, for one solution alone. */
export function ownSchemes(): Schemes {
  return schemesOver(() => import('./one-process.ts').then(({ oneProcess }) => oneProcess()));
}
