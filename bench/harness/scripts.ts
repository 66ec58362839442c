// Jobs for the engines that are told by a script: CLIPS and Maude.
import { writeFileSync } from 'node:fs';
import type { Job, Times } from '../drivers/job.ts';
import type { Program } from './program.ts';

/** Reads each kind as one line, asserts fact by fact with a run after each, and writes what is left. */
export function clipsScript(
  job: Job,
  program: Program,
  answer: readonly (readonly [string, number])[],
): string {
  const kinds = Object.entries(program.input);
  const read = kinds.map(([kind]) => `  (bind ?${kind} (explode$ (readline facts)))`);
  const feed = kinds.map(([kind, arity]) => {
    const args = Array.from({ length: arity }, (_, i) => `(nth$ (+ ?i ${i + 1}) ?${kind})`);
    return [
      `  (bind ?i 0)`,
      `  (while (< ?i (length$ ?${kind})) do`,
      `    (assert (${kind} ${args.join(' ')}))`,
      `    (run)`,
      `    (bind ?i (+ ?i ${arity})))`,
    ].join('\n');
  });
  const write = answer.map(
    ([kind]) =>
      `(do-for-all-facts ((?f ${kind})) TRUE (printout answer "${kind} " (implode$ ?f:implied) crlf))`,
  );
  return [
    '(set-fact-duplication TRUE)',
    '(deffunction bench ()',
    '  (bind ?t0 (time))',
    `  (load* "${job.rules}")`,
    '  (bind ?t1 (time))',
    `  (open "${job.facts}" facts "r")`,
    ...read,
    '  (close facts)',
    '  (bind ?t2 (time))',
    ...feed,
    '  (bind ?t3 (time))',
    '  (printout t "{\\"compileMs\\":" (* 1000 (- ?t1 ?t0)) ",\\"inputMs\\":" (* 1000 (- ?t2 ?t1))',
    '    ",\\"runsMs\\":[" (* 1000 (- ?t3 ?t2)) "]}" crlf))',
    '(bench)',
    `(open "${job.answer}" answer "w")`,
    ...write,
    '(close answer)',
    '(exit)',
    '',
  ].join('\n');
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
