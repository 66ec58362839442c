// docs/functions.md is made from the signatures of the standard functions and from calls that are tried. It is
// written anew by `npx vitest run test/docs/functions.test.ts -u`.
import { expect, it } from 'vitest';
import type { KindSet, Signature } from '../../src/lang/index.ts';
import { aggregateFunctions } from '../../src/lib/aggregates.ts';
import type { LibraryFunction } from '../../src/lib/function.ts';
import { standardFunctions } from '../../src/lib/index.ts';
import { jsonFunctions } from '../../src/lib/json.ts';
import { listFunctions } from '../../src/lib/lists.ts';
import { moleculeFunctions } from '../../src/lib/molecules.ts';
import { numberFunctions } from '../../src/lib/numbers.ts';
import { recordFunctions } from '../../src/lib/records.ts';
import { regexFunctions } from '../../src/lib/regex.ts';
import { stringFunctions } from '../../src/lib/strings.ts';
import { functionExamples } from './function-examples.ts';
import { answerTo } from './try-hocl.ts';

const groups: readonly (readonly [string, string, readonly LibraryFunction[]])[] = [
  ['Numbers', 'Those that round give an int; `sqrt` and its like give a real.', numberFunctions],
  ['Text', 'Length and positions count code points, from 0.', stringFunctions],
  ['Lists', 'Positions count from 0.', listFunctions],
  ['Records', 'A record does not change: these give another one.', recordFunctions],
  [
    'Aggregates',
    'Of a list, or of the rest of a solution that a pattern opened.',
    aggregateFunctions,
  ],
  [
    'Regular expressions',
    'In the syntax of RE2: no look-around, no back-references, and time that grows with the text only.',
    regexFunctions,
  ],
  [
    'JSON',
    'Plain JSON. On the way out a tuple is an array and a symbol a string; `null` is `NULL`.',
    jsonFunctions,
  ],
  ['Any molecule', 'Whatever it is.', moleculeFunctions],
];

it('the page of functions is up to date', async () => {
  const sections: string[] = [];
  for (const [title, note, functions] of groups) {
    const rows: string[] = [];
    for (const each of functions) rows.push(await rowOf(each));
    sections.push(`## ${title}\n\n${note}\n\n${HEAD}\n${rows.join('\n')}\n`);
  }
  await expect(`${OPENING}\n${sections.join('\n')}`).toMatchFileSnapshot('../../docs/functions.md');
});

it('every function is on the page, with a call', () => {
  const listed = groups.flatMap(([, , functions]) =>
    functions.map(({ signature }) => signature.name),
  );
  expect(listed.sort()).toEqual([...standardFunctions.keys()].sort());
  expect(Object.keys(functionExamples).sort()).toEqual(listed);
});

const OPENING = `# Functions

Every function that a program may call without importing anything. This page is made from the code; the calls are
tried when it is made. A parameter with \`?\` may be left out, one with \`...\` may be repeated. An argument of a wrong
kind is an error: found before the run where that can be known, else a condition that is false, or a FAULT.
`;

const HEAD = '| function | gives | for example |\n| --- | --- | --- |';

async function rowOf({ signature }: LibraryFunction): Promise<string> {
  const call = functionExamples[signature.name] ?? '';
  const value = await answerTo(call);
  expect(value, call).not.toMatch(/^fails/);
  const cells = [code(`${headOf(signature)}`), signature.doc, `${code(call)} is ${code(value)}`];
  return `| ${cells.join(' | ')} |`;
}

/** `slice(items: list, from: int, to?: int) -> list` */
function headOf({ name, parameters, optional, variadic, result }: Signature): string {
  const least = parameters.length - optional;
  const shown = parameters.map((parameter, i) => {
    const repeated = variadic && i === parameters.length - 1 ? '...' : '';
    const mark = i >= least && repeated === '' ? '?' : '';
    return `${repeated}${parameter.name}${mark}: ${kinds(parameter.kinds)}`;
  });
  return `${name}(${shown.join(', ')}) -> ${kinds(result)}`;
}

function kinds(set: KindSet): string {
  if (set === 'any') return 'any';
  return set.join('/').replace('int/real', 'number');
}

/** Code in a cell of a table, where a bar must not end the cell. */
function code(text: string): string {
  return `\`${text.replaceAll('|', '\\|')}\``;
}
