// Rules whose effects run under permits: entered after the reaction and before its effects, left after them whatever happens.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  createJournal,
  keepJournal,
  RECORD_VERSION,
  readRun,
  releaseJournal,
  repeatRun,
  resumeJournal,
} from '../../src/host/index.ts';
import { compile, type EffectContext, explore, run, Solution, show } from '../../src/index.ts';

const IMPORTS = `
import { tokens } from "hocl:tokens"
import { groups } from "hocl:groups"
import { pools } from "hocl:pools"
import { balance } from "hocl:balance"
`;

/** What effects of a run did, in order, and how many of them were under way together. */
class Log {
  readonly lines: string[] = [];
  most = 0;
  #inside = 0;

  readonly work = async (name: string, ms = 5, context?: EffectContext): Promise<string> => {
    this.most = Math.max(this.most, ++this.#inside);
    this.lines.push(`+${name}`);
    await new Promise((resolve) => setTimeout(resolve, ms));
    this.lines.push(`-${name}`);
    this.#inside--;
    if (name.startsWith('bad')) throw new Error('out of order');
    return `${name}${context === undefined ? '' : '!'}`;
  };
}

async function runWith(text: string, log: Log, options = {}) {
  const program = await compile(
    `${IMPORTS.split('\n')
      .filter((line) => text.includes(line.slice(9, 13)))
      .join('\n')}\n${text}`,
    {
      functions: { effect: { work: (name: string) => log.work(name) } },
    },
  );
  return run(program, { timeoutMs: 10_000, ...options });
}

const POOL = 'let open = replace-one START by POOL:pools.create("desk", {capacity: 1}) in';

describe('under', () => {
  it('lets one effect at a time use what there is one of', async () => {
    const log = new Log();
    const { text } = await runWith(
      `${POOL} let go = with POOL:p replace JOB:j by DONE:work(j) under pools.take([p]) in
       <START, JOB:"a", JOB:"b", JOB:"c", JOB:"d">`,
      log,
    );
    expect(text).toBe('<DONE:"a", DONE:"b", DONE:"c", DONE:"d", POOL:"desk">');
    expect(log.most).toBe(1);
  });

  it('holds one permit for all effects of a reaction, also for those that wait for others', async () => {
    const log = new Log();
    await runWith(
      `${POOL} let go = with POOL:p replace JOB:j by DONE:work(work(j)), BESIDE:work("x" + j) under pools.take([p]) in
       <START, JOB:"a", JOB:"b">`,
      log,
    );
    const owner = log.lines.map((line) => (line.includes('a') ? 'a' : 'b')).join('');
    expect(owner).toMatch(/^(a{6}b{6}|b{6}a{6})$/);
  });

  it('is left when an effect fails', async () => {
    const log = new Log();
    const { text } = await runWith(
      `${POOL} let go = with POOL:p replace JOB:j by DONE:j:work(j) under pools.take([p]) in
       <START, JOB:"bad", JOB:"good">`,
      log,
    );
    expect(text).toBe('<DONE:"bad":(ERROR:"out of order"), DONE:"good":"good", POOL:"desk">');
  });

  it('puts an ERROR where a scheme was never created, or can never give so much', async () => {
    const log = new Log();
    const { text, status } = await runWith(
      `${POOL} let a = replace A by A:work("a") under tokens.use("hub") in
       let b = replace B by B:work("b") under groups.enter("door", "in") in
       let c = with POOL:p replace C by C:work("c") under pools.take([p, p]) in
       let d = replace D by D:work("d") under balance.task(0.0 - 1.0) in
       <START, A, B, C, D>`,
      log,
    );
    expect(status).toBe('inert');
    expect(text).toContain(
      'A:(ERROR:"there are no tokens \\"hub\\": create them first, with tokens.create")',
    );
    expect(text).toContain(
      'B:(ERROR:"there are no groups \\"door\\": create them first, with groups.create")',
    );
    expect(text).toContain(
      'C:(ERROR:"the pool \\"desk\\" has 1, so 2 can never be taken at once")',
    );
    expect(text).toContain('D:(ERROR:"a task needs a cost above 0, not -1")');
    expect(log.lines).toEqual([]);
  });

  it('takes several all or none: what is refused leaves nothing behind', async () => {
    const log = new Log();
    const { text } = await runWith(
      `${POOL} let a = with POOL:p replace A by A:work("a") under pools.take([p]), tokens.use("hub") in
       let b = with POOL:p, A:_ replace B by B:work("b") under pools.take([p]) in
       <START, A, B>`,
      log,
    );
    expect(text).toContain('B:"b"');
    expect(log.lines).toEqual(['+b', '-b']);
  });

  it('waits for no circle, in whatever order clauses name what they need', async () => {
    const log = new Log();
    const { text } = await runWith(
      `let open = replace-one START by READY:[pools.create("a", {capacity: 1}), pools.create("b", {capacity: 1}),
         groups.create("g", {members: ["x", "y"], conflicts: "all"})] in
       let one = with READY:_ replace ONE:n by DONE:work(n) under pools.take(["a"]), groups.enter("g", "x"), pools.take(["b"]) in
       let two = with READY:_ replace TWO:n by DONE:work(n) under groups.enter("g", "y"), pools.take({b: 1}), pools.take({a: 1}) in
       <START, ONE:"1", ONE:"2", TWO:"3", TWO:"4">`,
      log,
    );
    expect(text).toContain('DONE:"1", DONE:"2", DONE:"3", DONE:"4"');
    expect(log.most).toBe(1);
  });

  it('refuses what nobody can have at once', async () => {
    const log = new Log();
    const { text } = await runWith(
      `let a = replace A by A:work("a") under groups.enter("g", "x"), groups.enter("g", "y") in
       let b = replace B by B:work("b") under balance.task(1), balance.task(2) in <A, B>`,
      log,
    );
    expect(text).toContain('one reaction cannot be in two groups of \\"g\\", \\"x\\" and \\"y\\"');
    expect(text).toContain('balance.task stands once after `under`');
  });

  it('faults where its arguments cannot be computed, and asks nothing where no effect is called', async () => {
    const log = new Log();
    const faulted = await runWith(
      'let a = replace A:n by A:work("a") under tokens.use(string(1 / n)) in <A:0>',
      log,
    );
    expect(faulted.status).toBe('faulted');
    const { text } = await runWith(
      'let a = replace A:n by (if n > 0 then B:work("b") else NO) under tokens.use("never") in <A:0>',
      log,
    );
    expect(text).toBe('<NO>');
  });

  it('counts only what runs: who waits for a permit keeps nobody else from running', async () => {
    const log = new Log();
    const { text } = await runWith(
      `${POOL} let hold = with POOL:p replace-one HOLD by HELD:pools.take([p]) in
       let wait = with HELD:_ replace JOB:j by DONE:work(j) under pools.take(["desk"]) in
       let other = with HELD:_ replace OTHER by FREED:work("other") in
       let free = replace FREED:_, HELD:h by RELEASED:pools.release(h) in
       <START, HOLD, JOB:"a", JOB:"b", OTHER>`,
      log,
      { effects: 1 },
    );
    expect(text).toBe('<DONE:"a", DONE:"b", POOL:"desk", RELEASED:true>');
    expect(log.lines[0]).toBe('+other');
  });

  it('tells an effect what it runs under', async () => {
    const program = await compile(
      `import { pools } from "hocl:pools"
       ${POOL} let go = with POOL:p replace JOB by UNIT:unit() under pools.take([p]) in <START, JOB>`,
      {
        functions: {
          effect: {
            unit: (context: EffectContext) =>
              context.permits.map((one) => one.scheme === 'pools' && one.units[0]?.pool),
          },
        },
      },
    );
    expect((await run(program)).text).toBe('<POOL:"desk", UNIT:["desk"]>');
  });

  it('keeps a rate', async () => {
    const times: number[] = [];
    const program = await compile(
      `import { tokens } from "hocl:tokens"
       let open = replace-one START by HUB:tokens.create("hub", {rate: 50}) in
       let go = with HUB:h replace N:n by SENT:n:stamp() under tokens.use(h) in <START, N:1, N:2, N:3, N:4, N:5, N:6, N:7, N:8, N:9, N:10>`,
      { functions: { effect: { stamp: () => void times.push(performance.now()) } } },
    );
    await run(program);
    expect(times).toHaveLength(10);
    // Ten uses at fifty a second need nine fiftieths, less what three tokens may give at once at the beginning and how late one may be.
    expect((times.at(-1) as number) - (times[0] as number)).toBeGreaterThan(60);
  });
});

describe('plain calls', () => {
  it('enter, answer a hold, and leave', async () => {
    const log = new Log();
    const { text } = await runWith(
      `let open = replace-one START by DOOR:groups.create("door", {members: [IN, OUT], conflicts: [[IN, OUT]]}) in
       let enter = with DOOR:d replace-one GO by HELD:groups.enter(d, IN) in
       let leave = replace HELD:h by LEFT:groups.leave(h) if has(h, "fence") in
       <START, GO>`,
      log,
    );
    expect(text).toBe('<DOOR:"door", LEFT:true>');
  });

  it('say what is wrong with them', async () => {
    const { text } = await runWith(
      `let a = replace-one A by A:pools.create("p", {capacity: 0}) in
       let b = replace-one B by B:groups.create("g", {members: ["x"], conflicts: [["x", "x"]]}) in
       let c = replace-one C by C:tokens.create("t", {rate: 0}) in
       let d = replace-one D by D:tokens.create("t", {rat: 1}) in
       let e = replace-one E by E:groups.leave({hold: "r9.0.0"}) in
       <A, B, C, D, E>`,
      new Log(),
    );
    expect(text).toContain(
      'A:(ERROR:"the capacity of the pool \\"p\\" must be a whole number from 1 to 100000, not 0")',
    );
    expect(text).toContain(
      'B:(ERROR:"the group \\"x\\" of \\"g\\" cannot be in conflict with itself")',
    );
    expect(text).toContain(
      'C:(ERROR:"the rate of \\"t\\" must be a number above 0, in uses a second, not 0")',
    );
    expect(text).toContain(
      'D:(ERROR:"tokens.create has no option \\"rat\\": it has rate, scheme, periodMs,',
    );
    expect(text).toContain('E:(ERROR:"groups.leave is given no hold, or one that has ended")');
  });
});

const STATUS = `
  let open = replace-one START by
    MADE:tokens.create("hub", {rate: 50}):groups.create("door", {members: ["east", "west"], conflicts: "all"}):pools.create("desk", {capacity: 3}):balance.create({workers: ["ash", "elm"]}) in
  let hold = with MADE:_:door:desk:_ replace-one HOLD by HELD:groups.enter(door, "east"):pools.take({desk: 2}):balance.task(10, {ash: 1}) in
  let see = with MADE:hub:door:desk:_, HELD:_:_:_ replace-one SEE by
    SEEN:tokens.status(hub):groups.status(door):pools.status(desk):balance.status() in
  let end = with MADE:_:_:_:_ replace SEEN:t:g:p:b, HELD:_:_:_ by T:t, G:g, P:p, B:b in
  let nowhere = replace-one NONE by NONE:pools.status(NOWHERE) in`;

describe('status', () => {
  it('gives a record of how a scheme stands, or why there is none', async () => {
    const { text } = await runWith(`${STATUS} <START, HOLD, SEE, NONE>`, new Log());
    expect(text).toContain('T:{rate: 50, scheme: "booked", waiting: 0}');
    expect(text).toContain('G:{inside: {east: 1, west: 0}, waiting: {east: 0, west: 0}}');
    expect(text).toContain('P:{capacity: 3, taken: 2, waiting: 0}');
    expect(text).toContain('B:{loads: {ash: 10, elm: 0}, waiting: 0}');
    expect(text).toContain(
      'NONE:(ERROR:"there is no pool \\"NOWHERE\\": create it first, with pools.create")',
    );
  });
});

describe('exploring', () => {
  it('knows what was created, and that nobody waits', async () => {
    const program = await compile(
      `import { tokens } from "hocl:tokens"
       import { pools } from "hocl:pools"
       let open = replace-one START by POOL:pools.create("desk", {capacity: 1}), HUB:tokens.create("hub", {rate: 5}) in
       let more = replace HUB:h by MORE:tokens.resize(h, 9) in
       let see = replace POOL:p, MORE:h by SEEN:pools.status(p):tokens.status(h):pools.status(NOWHERE) in <START>`,
    );
    const { outcomes } = await explore(program);
    const none = '(ERROR:"there is no pool \\"NOWHERE\\": create it first, with pools.create")';
    expect(outcomes.map(({ solution }) => show(solution))).toEqual([
      `<SEEN:{capacity: 1, taken: 0, waiting: 0}:{rate: 9, scheme: "booked", waiting: 0}:${none}>`,
    ]);
  });

  it('grants what can be granted, and finds every order of answers', async () => {
    const program = await compile(
      `import { pools } from "hocl:pools"
       let open = replace-one START by POOL:pools.create("desk", {capacity: 1}) in
       let go = with POOL:p replace JOB:j by WORKED:work(j) under pools.take([p]) in
       let first = replace-one WORKED:j by FIRST:j in
       let never = with POOL:p replace-one BIG by BIG:work("big") under pools.take([p, p]) in
       <START, JOB:"a", JOB:"b", BIG>`,
      { functions: { effect: { work: (name: string) => name } } },
    );
    const { outcomes, complete } = await explore(program);
    expect(complete).toBe(true);
    const big = 'BIG:(ERROR:"the pool \\"desk\\" has 1, so 2 can never be taken at once")';
    expect(outcomes.map(({ solution }) => show(solution)).sort()).toEqual([
      `<${big}, FIRST:"a", POOL:"desk", WORKED:"b">`,
      `<${big}, FIRST:"b", POOL:"desk", WORKED:"a">`,
    ]);
  });
});

describe('a journal', () => {
  it('brings back what was created and held, and enters again for what was not answered', async () => {
    const directory = mkdtempSync(path.join(tmpdir(), 'hocl-under-'));
    try {
      const file = path.join(directory, 'desk.hocl');
      writeFileSync(path.join(directory, 'work.ts'), 'export const work = (n: string) => n;\n');
      const text = `import { pools } from "hocl:pools"
import effect { work } from "./work.ts"
let open = replace-one START by POOL:pools.create("desk", {capacity: 2}) in
let hold = with POOL:p replace-one HOLD by HELD:pools.take([p]) in
let go = with HELD:_ replace JOB:j by DONE:work(j) under pools.take(["desk"]) in
let end = with DONE:_ replace HELD:h by FREE:pools.release(h) in
let both = with FREE:_ replace BOTH by BOTH:work("both") under pools.take(["desk", "desk"]) in
<START, HOLD, JOB:"a", BOTH>
`;
      writeFileSync(file, text);
      const journal = path.join(directory, 'journal');
      const header = {
        ...{ type: 'begin' as const, version: RECORD_VERSION, run: 'test', directory },
        ...{ files: [{ name: file, text }], input: [], seed: 1 },
      };
      // The first process dies while the job is at work: it has created and holds, and has not heard of the job.
      let begun: () => void = () => {};
      const atWork = new Promise<void>((resolve) => {
        begun = resolve;
      });
      const program = await compile(text, {
        name: file,
        imports: {
          modules: {
            './work.ts': {
              work: () => {
                begun();
                return new Promise(() => {});
              },
            },
          },
        },
      });
      const first = new Solution(program, { seed: 1 });
      const recorder = createJournal(journal, header);
      keepJournal(first, recorder);
      const stop = new AbortController();
      const running = first.run({ signal: stop.signal });
      await atWork;
      stop.abort();
      await running;
      recorder.close();
      releaseJournal(journal);

      const resumed = await resumeJournal(journal);
      const result = await resumed.solution.run({ timeoutMs: 10_000 });
      resumed.recorder.close();
      expect(result.text).toBe('<BOTH:"both", DONE:"a", FREE:true, POOL:"desk">');

      // A replay runs no effect and enters nothing.
      const again = repeatRun(resumed.program, readRun(journal));
      expect(again.solution.text).toBe(result.text);
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  });
});
