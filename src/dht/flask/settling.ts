// What a flask does when nothing reacts in it any more: what belongs elsewhere leaves, what is left over is advertised, and
// the keepers here suggest what they have found. Before it in the walk: flask.ts; after it: roaming.ts.
import { type StoreClass, takeMisplaced } from '../../runtime/index.ts';
import { type FlaskState, type Running, say, stir } from './flask-state.ts';
import { suggest } from './keeping.ts';
import { belongsFrom } from './plan.ts';
import { move } from './reporting.ts';
import { advertise } from './roaming.ts';

/** Nothing reacts here: what belongs elsewhere leaves, what is left over is advertised, keepers suggest. */
export function settle(state: FlaskState, running: Running): void {
  const { program, engine, spec, converged } = running;
  const { plan } = program;
  if (spec.flasks === 1) return;
  running.restless = 0;
  if (!converged && meetsUnplanned(running)) {
    converge(state, running);
    return;
  }
  const planned = converged ? { ...plan, single: true } : plan;
  const belongs = (of: StoreClass) => belongsFrom(planned, of, state.index, spec.flasks);
  const leaving = takeMisplaced(engine, belongs, converged);
  for (const [flask, { molecules, ids }] of leaving) move(state, running, flask, molecules, ids);
  if (converged || plan.single) return;
  advertise(state, running);
  if (suggest(state, running)) stir(running);
}

/** From now on everything meets at flask 0: right for every program, and no faster than one machine. */
export function converge(state: FlaskState, { spec }: Running): void {
  for (let flask = 0; flask < spec.flasks; flask++) say(state, flask, { type: 'converge' });
}

/** What came in may react, however little is left of it afterwards: it does not count against the flask that it did. */
export function expectTurns(running: Running, molecules: number): void {
  running.restless -= ENOUGH_TURNS * molecules;
}

/**
 * A flask that goes on for ever would keep what others wait for. Whoever makes many more reactions than it has molecules, or
 * was given since nothing was left to do, may be such a one.
 */
export function findsNoEnd({
  restless,
  engine,
  program,
  converged,
  spec,
  started,
}: Running): boolean {
  if (converged || !started || spec.flasks === 1 || program.plan.groups.length === 0) return false;
  return restless > Math.max(ENOUGH_REACTIONS, ENOUGH_TURNS * engine.soup.size);
}

const ENOUGH_REACTIONS = 10_000;
const ENOUGH_TURNS = 64;

/** Whether a rule is here that the plan knows nothing of. */
function meetsUnplanned({ engine, program }: Running): boolean {
  const { possible } = program.plan.rules;
  for (const { body } of engine.soup.root.rules.values()) {
    const isRule = typeof body === 'object' && body.kind === 'rule';
    if (isRule && !possible.has(body.template)) return true;
  }
  return false;
}
