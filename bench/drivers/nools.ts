// nools: rules in its own language, compiled once; each fact is asserted and matched before the next comes, as one
// match over all facts at the end builds all pairs first.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { programNamed } from '../harness/catalogue.ts';
import type { Fact, Value } from '../harness/program.ts';
import { readFacts, readJob, repeat, tell, timed, writeAnswer } from './job.ts';

interface Stored {
  x: Value;
  y: Value;
  z: Value;
}

type Kind = new (...args: Value[]) => Stored;

interface Session {
  assert(fact: Stored): void;
  match(): PromiseLike<void>;
  getFacts(kind: Kind): Stored[];
  dispose(): void;
}

interface Flow {
  getSession(): Session;
}

interface Nools {
  compile(source: string, options: object): Flow;
}

const job = readJob();
const nools = createRequire(process.argv[3] as string)('nools') as Nools;
const program = programNamed(job.program);

let made = 0;
/** Facts need an identity of their own: a pattern may meet the same fact twice. */
function kind(): Kind {
  return class {
    readonly id = ++made;
    x: Value;
    y: Value;
    z: Value;
    constructor(x: Value, y: Value = 0, z: Value = 0) {
      this.x = x;
      this.y = y;
      this.z = z;
    }
  };
}

const rules = readFileSync(job.rules, 'utf8');
const inRules = [...rules.matchAll(/new (\w+)\(/g)].map(([, name]) => name as string);
const kinds: Record<string, Kind> = {};
for (const name of [...Object.keys({ ...program.input, ...program.answer }), ...inRules]) {
  kinds[name] ??= kind();
}

const [flow, compileMs] = await timed(() =>
  nools.compile(rules, { name: job.program, define: kinds }),
);
const [facts, inputMs] = await timed(() => readFacts(job));

const runsMs = await repeat(job, async () => {
  const session = flow.getSession();
  const started = performance.now();
  for (const [name, ...args] of facts) {
    session.assert(new (kinds[name] as Kind)(...args));
    await session.match();
  }
  const ms = performance.now() - started;
  const left = () =>
    Object.entries(program.answer).flatMap(([name, arity]) =>
      session
        .getFacts(kinds[name] as Kind)
        .map(({ x, y, z }): Fact => [name, ...[x, y, z].slice(0, arity)]),
    );
  writeAnswer(job, left);
  session.dispose();
  return ms;
});
tell({ compileMs, inputMs, runsMs });
