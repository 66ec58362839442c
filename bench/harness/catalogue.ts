// All programs, in the order of the table, and what a programmer would write by hand for each.
import { apsp as apspByHand } from '../programs/apsp/hand.ts';
import { apsp } from '../programs/apsp/program.ts';
import { closure as closureByHand } from '../programs/closure/hand.ts';
import { closure } from '../programs/closure/program.ts';
import { fibonacci as fibonacciByHand } from '../programs/fibonacci/hand.ts';
import { fibonacci } from '../programs/fibonacci/program.ts';
import { gcd as gcdByHand } from '../programs/gcd/hand.ts';
import { gcd } from '../programs/gcd/program.ts';
import { max as maxByHand } from '../programs/max/hand.ts';
import { max } from '../programs/max/program.ts';
import { nested as nestedByHand } from '../programs/nested/hand.ts';
import { nested } from '../programs/nested/program.ts';
import { never2 as never2ByHand } from '../programs/never2/hand.ts';
import { never2 } from '../programs/never2/program.ts';
import { never2key as never2keyByHand } from '../programs/never2key/hand.ts';
import { never2key } from '../programs/never2key/program.ts';
import { never3 as never3ByHand } from '../programs/never3/hand.ts';
import { never3 } from '../programs/never3/program.ts';
import { never3key as never3keyByHand } from '../programs/never3key/hand.ts';
import { never3key } from '../programs/never3key/program.ts';
import { philosophers as philosophersByHand } from '../programs/philosophers/hand.ts';
import { philosophers } from '../programs/philosophers/program.ts';
import { primes as primesByHand } from '../programs/primes/hand.ts';
import { primes } from '../programs/primes/program.ts';
import { rules as rulesByHand } from '../programs/rules/hand.ts';
import { rules } from '../programs/rules/program.ts';
import { sort as sortByHand } from '../programs/sort/hand.ts';
import { sort } from '../programs/sort/program.ts';
import { sum as sumByHand } from '../programs/sum/hand.ts';
import { sum } from '../programs/sum/program.ts';
import { wordcount as wordcountByHand } from '../programs/wordcount/hand.ts';
import { wordcount } from '../programs/wordcount/program.ts';
import type { ByHand, Program } from './program.ts';

export const programs: readonly Program[] = [
  max,
  sum,
  gcd,
  primes,
  wordcount,
  sort,
  apsp,
  closure,
  fibonacci,
  philosophers,
  never2,
  never2key,
  never3,
  never3key,
  nested,
  rules,
];

/** Their inputs and outputs differ; whoever runs one only hands them through. */
export const byHand: Readonly<Record<string, ByHand<never, never>>> = {
  max: maxByHand,
  sum: sumByHand,
  gcd: gcdByHand,
  primes: primesByHand,
  wordcount: wordcountByHand,
  sort: sortByHand,
  apsp: apspByHand,
  closure: closureByHand,
  fibonacci: fibonacciByHand,
  philosophers: philosophersByHand,
  never2: never2ByHand,
  never2key: never2keyByHand,
  never3: never3ByHand,
  never3key: never3keyByHand,
  nested: nestedByHand,
  rules: rulesByHand,
} as unknown as Record<string, ByHand<never, never>>;

export function programNamed(name: string): Program {
  const found = programs.find((program) => program.name === name);
  if (found === undefined) throw new Error(`there is no program named ${name}`);
  return found;
}
