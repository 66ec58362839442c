// A solution in the hands of a host program: more molecules, effects, budgets, and the four ways to end.
import { describe, expect, it } from 'vitest';
import {
  compile,
  explore,
  list,
  type Molecule,
  run,
  Solution,
  show,
  symbol,
  tuple,
} from '../../src/index.ts';

const MAX = 'replace x::int, y::int by x if x >= y';

describe('a solution', () => {
  it('goes on when more is put into it after it was inert', async () => {
    const solution = new Solution(await compile(`<4, 9, 2, ${MAX}>`));
    expect(await solution.run()).toMatchObject({ status: 'inert', text: '<9>' });
    solution.inject(11, 3);
    solution.add('7, 5 + 1');
    expect(await solution.run()).toMatchObject({ status: 'inert', text: '<11>' });
  });

  it('takes host values as molecules', async () => {
    const solution = new Solution(await compile('<>'));
    solution.inject(1, 2.5, 'a', [1, 'b'], { n: 1 }, symbol('A'), tuple([symbol('B'), 2]));
    expect(solution.text).toBe('<1, 2.5, "a", A, B:2, [1, "b"], {n: 1}>');
    expect(() => solution.inject(() => 1)).toThrow(TypeError);
  });

  it('refuses molecules that are wrong, and stays as it was', async () => {
    const solution = new Solution(await compile('<1>'));
    expect(() => solution.add('unknown')).toThrow('`unknown` is not bound here');
    expect(solution.text).toBe('<1>');
  });

  it('is the same for the same program and input, without a seed', async () => {
    const program = await compile('<1..9, replace x::int, y::int by x - y>');
    const [first, second] = [await run(program), await run(program)];
    expect(second.text).toBe(first.text);
    expect(second.seed).toBe(first.seed);
    expect(new Solution(program, { molecules: [10] }).seed).not.toBe(first.seed);
  });
});

describe('the ways to end', () => {
  const ENDLESS = '<1, replace x::int by x + 1 if x > 0>';

  it('stops after so many reactions, and not when exactly so many were needed', async () => {
    expect(await run(ENDLESS, { maxReactions: 10 })).toMatchObject({
      status: 'stopped',
      reason: 'reactions',
      reactions: 10,
      text: '<11>',
    });
    const three = await run(`<1, 2, 3, 4, ${MAX}>`, { maxReactions: 3 });
    expect(three).toMatchObject({ status: 'inert', text: '<4>' });
  });

  it('stops when time is up, when memory is short, and when it is told to', async () => {
    expect(await run(ENDLESS, { timeoutMs: 30 })).toMatchObject({ reason: 'timeout' });
    expect(await run(ENDLESS, { memoryLimit: 1 })).toMatchObject({ reason: 'memory' });
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 200);
    const stopped = await run(ENDLESS, { signal: controller.signal });
    expect(stopped).toMatchObject({ status: 'stopped', reason: 'interrupted' });
  });

  it('refuses a reaction whose products do not fit, and leaves its reactants', async () => {
    const solution = new Solution(await compile('<A, replace A by B^2_000>'));
    solution.engine.soup.capacity = 1_000;
    expect(await solution.run()).toMatchObject({
      status: 'stopped',
      reason: 'memory',
      text: '<A>',
    });
  });

  it('is faulted with a FAULT left, wherever it lies', async () => {
    const result = await run('<BOX:<1, 0, replace x::int, y::int by x / 0>>');
    expect(result.status).toBe('faulted');
    expect(result.faults).toMatchObject([{ message: 'division by zero' }]);
    expect(result.faults[0]?.path).toHaveLength(1);
  });

  it('reports a guard that fails once for its place, and takes it as false', async () => {
    const result = await run('<0, 0, 0, replace x::int by nothing if 1 / x == 1>');
    expect(result).toMatchObject({ status: 'inert', text: '<0, 0, 0>' });
    expect(result.guardErrors.map((error) => error.message)).toEqual(['division by zero']);
  });

  it('is open as long as its input is', async () => {
    const controller = new AbortController();
    const program = await compile(`<${MAX}>`);
    const result = await run(program, { input: numbers(controller), signal: controller.signal });
    expect(result).toMatchObject({ status: 'open', text: '<9>' });
    const closed = await run(program, { input: numbers(null) });
    expect(closed).toMatchObject({ status: 'inert', text: '<9>' });
  });
});

/** Batches of numbers; with a controller it never ends, but interrupts the run once it has sent them. */
async function* numbers(controller: AbortController | null) {
  yield [3, 9];
  yield [4];
  if (controller === null) return;
  setTimeout(() => controller.abort(), 200);
  await new Promise(() => {});
}

describe('effects', () => {
  it('run beside each other, up to a limit, each under a key of its own', async () => {
    const keys = new Set<string>();
    let running = 0;
    let most = 0;
    const work = async (n: number, { key }: { key: string }) => {
      keys.add(key);
      running++;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 5));
      running--;
      return n * 10;
    };
    const program = await compile('<1..6, replace n::int by DONE:work(n)>', {
      functions: { effect: { work } },
    });
    const result = await run(program, { effects: 3 });
    expect(result.text).toBe('<DONE:10, DONE:20, DONE:30, DONE:40, DONE:50, DONE:60>');
    expect(most).toBe(3);
    expect(keys.size).toBe(6);
  });

  it('put ERROR where they failed, and what needs no answer comes at once', async () => {
    const fail = () => {
      throw new Error('no route');
    };
    const program = await compile('<A, replace A by SENT, GOT:fail(1)>', {
      functions: { effect: { fail } },
    });
    const solution = new Solution(program);
    while (solution.step()) {}
    expect(solution.text).toBe('<SENT>');
    expect((await solution.run()).text).toBe('<SENT, GOT:(ERROR:"no route")>');
  });

  it('may need the answers of others, and decide what is done next', async () => {
    const asked: string[] = [];
    const ask = (what: string) => {
      asked.push(what);
      return what === 'a' ? 'b' : what.toUpperCase();
    };
    const text = '<GO, replace GO by PAIR:ask(ask("a")):(if ask("c") == "C" then 1 else ask("d"))>';
    const program = await compile(text, { functions: { effect: { ask } } });
    expect((await run(program)).text).toBe('<PAIR:"B":1>');
    expect(asked.sort()).toEqual(['a', 'b', 'c']);
  });

  it('are explored with one run for each distinct call', async () => {
    let calls = 0;
    const half = (n: number) => {
      calls++;
      return Math.floor(n / 2);
    };
    const text = '<A, A, B, (replace x::symbol by half(4)), replace x::int, y::int by x - y>';
    const program = await compile(text, { functions: { effect: { half } } });
    const { outcomes, complete } = await explore(program);
    expect(complete).toBe(true);
    expect(outcomes.map((one) => show(one.solution))).toContain('<2>');
    expect(calls).toBe(1);
  });
});

describe('molecules that nest too deep', () => {
  it.each(['<1, replace x by <x>>', '<1, replace x by A:x>', '<1, replace x by [x]>'])(
    'stop %s, and what is there can be looked at',
    async (text) => {
      const result = await run(text);
      expect(result).toMatchObject({ status: 'stopped', reason: 'depth' });
      expect(result.text).toContain('FAULT:"rule":"values nest at most 1000 deep"');
    },
  );
});

describe('molecules that hold others twice', () => {
  it.each([
    ['[1]', 'replace A, k::list by [k, k]', 24],
    ['B:1', 'replace A, B:k by B:(k:k)', 23],
    ['{a: 1}', 'replace A, k::record by {a: k, b: k}', 24],
  ])('double until they are too large to be held: %s, %s', async (first, rule, reactions) => {
    for (const codegen of [true, false]) {
      const program = await compile(`<A^30, ${first}, ${rule}>`);
      const solution = new Solution(program, { codegen });
      // Not `run`: its result has the solution as text, and that is long.
      solution.begin();
      while (solution.step()) {}
      const [fault] = solution.value.items.flatMap(messageOf);
      expect(fault).toBe(
        'what nests 8 deep and has more than 4194304 atoms cannot be put into another value',
      );
      expect(solution.engine.reactions).toBe(reactions);
    }
  });

  it('may be as large as memory allows where they are flat', async () => {
    const half = list(Array.from({ length: 3_000_000 }, () => 1));
    const solution = new Solution(await compile('<replace x::list, y::list by A:[x]:[y]>'), {
      molecules: [half, half],
    });
    solution.begin();
    expect(solution.step()).toBe(true);
    expect(solution.value.items.flatMap(messageOf)).toEqual([]);
  });
});

/** The message of a FAULT. */
function messageOf(molecule: Molecule): Molecule[] {
  const isFault = typeof molecule === 'object' && molecule.kind === 'tuple';
  return isFault && molecule.items.length === 4 ? [molecule.items[2] as Molecule] : [];
}
