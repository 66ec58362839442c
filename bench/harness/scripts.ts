// Jobs for the engines that are told by a script: CLIPS and Maude.
import { writeFileSync } from 'node:fs';
import type { Job, Times } from '../drivers/job.ts';
import type { Fact, Program, Value } from './program.ts';

/** Reads a line, asserts fact by fact with a run after each, and so on; writes what is left. */
export function clipsScript(
  job: Job,
  program: Program,
  answer: readonly (readonly [string, number])[],
): string {
  const feed = Object.entries(program.input).map(([kind, arity]) => {
    const args = Array.from({ length: arity }, (_, i) => `(nth$ (+ ?i ${i}) ?data)`);
    return [
      `  (if (eq (nth$ 1 ?data) ${kind}) then`,
      '    (while (<= ?i (length$ ?data)) do',
      `      (assert (${kind} ${args.join(' ')}))`,
      '      (run)',
      `      (bind ?i (+ ?i ${arity}))))`,
    ].join('\n');
  });
  const write = answer.map(
    ([kind]) =>
      `(do-for-all-facts ((?f ${kind})) TRUE (printout answer "${kind} " (implode$ ?f:implied) crlf))`,
  );
  return [
    '(set-fact-duplication TRUE)',
    '(deffunction feed (?data)',
    '  (bind ?i 2)',
    `${feed.join('\n')})`,
    '(deffunction bench ()',
    '  (bind ?t0 (time))',
    `  (load* "${job.rules}")`,
    '  (bind ?compile (- (time) ?t0))',
    '  (bind ?input 0.0)',
    '  (bind ?run 0.0)',
    `  (open "${job.facts}" facts "r")`,
    '  (bind ?line (readline facts))',
    '  (while (neq ?line EOF) do',
    '    (bind ?t1 (time))',
    '    (bind ?data (explode$ ?line))',
    '    (bind ?t2 (time))',
    '    (feed ?data)',
    '    (bind ?t3 (time))',
    '    (bind ?input (+ ?input (- ?t2 ?t1)))',
    '    (bind ?run (+ ?run (- ?t3 ?t2)))',
    '    (bind ?line (readline facts)))',
    '  (close facts)',
    '  (printout t "{\\"compileMs\\":" (* 1000 ?compile) ",\\"inputMs\\":" (* 1000 ?input)',
    '    ",\\"runsMs\\":[" (* 1000 ?run) "]}" crlf))',
    '(bench)',
    `(open "${job.answer}" answer "w")`,
    ...write,
    '(close answer)',
    '(exit)',
    '',
  ].join('\n');
}

/** Facts of one kind a line, and not too many: CLIPS takes a long line apart in quadratic time. */
export function clipsFacts(facts: readonly Fact[]): string {
  const lines: string[] = [];
  for (let at = 0; at < facts.length; ) {
    const kind = facts[at]?.[0];
    const values: Value[] = [];
    for (; facts[at]?.[0] === kind && at < facts.length && values.length < 500; at++) {
      values.push(...((facts[at] as Fact).slice(1) as Value[]));
    }
    lines.push(`${kind} ${values.join(' ')}\n`);
  }
  return lines.join('');
}

export function maudeScript(prelude: string, rules: string, size: number): string {
  return `${prelude}${rules}endfm\nset show stats on .\nset show timing on .\nred go(${size}) .\nred idle(${size}) .\nquit\n`;
}

/** Takes the bag and the two times out of what Maude printed: the run is what remains without the input. */
export function readMaude(stdout: string, answer: string): Times {
  const taken = [...stdout.matchAll(/\((\d+)ms real\)/g)].map(([, ms]) => Number(ms));
  const bag = /result \w+: ([\s\S]*?)\n(?:=+|reduce)/.exec(stdout)?.[1] ?? '';
  const facts = bag.matchAll(/([a-z]\w*)\(([^()]*)\)|\d+/g);
  const lines = [...facts].map(([all, name, args]) =>
    name === undefined ? `n ${all}\n` : `${name} ${(args as string).replaceAll(',', '')}\n`,
  );
  writeFileSync(answer, lines.join(''));
  const [go = 0, idle = 0] = taken;
  return { compileMs: 0, inputMs: idle, runsMs: [Math.max(go - idle, 0)] };
}
