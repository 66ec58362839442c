// What can be said of a program before it runs. Each concern is one file of this folder; here they are
// called in turn and their findings put in order.
import type { Span } from '../ast.ts';
import { type Diagnostic, isError } from '../diagnostic.ts';
import type { Unit } from '../unit.ts';
import { checkCalls } from './calls.ts';
import type { CheckCode } from './codes.ts';
import { checkDeadRules } from './dead.ts';
import { checkGrowth } from './growth.ts';
import { checkImports } from './imports.ts';
import { inferKinds } from './infer.ts';
import { checkNames } from './names.ts';
import { inOrder } from './report.ts';
import { resolve } from './resolve.ts';
import { checkRests } from './rests.ts';
import { checkStructure } from './structure.ts';
import { checkTypes } from './types.ts';

export { missingBody } from './structure.ts';

const UNKNOWN_RULE: CheckCode = 'HOCL117';

/** Every mistake and every oddity of the unit, by place. A program with errors must not be loaded. */
export function check(unit: Unit): Diagnostic[] {
  const names = resolve(unit);
  const kinds = inferKinds(unit, names);
  const found = [
    ...checkNames(unit, names),
    ...checkTypes(unit),
    ...checkImports(unit, names),
    ...checkCalls(unit, names),
    ...kinds.found,
    ...checkRests(unit, names),
    ...checkStructure(unit, names, kinds),
  ];
  // What a program will do is told only of one that can run: a slip would look like a dead rule too.
  if (!found.some(isError)) {
    found.push(...checkGrowth(unit, names, kinds));
    if (!found.some(({ code }) => code === UNKNOWN_RULE)) {
      found.push(...checkDeadRules(unit, names, kinds));
    }
  }
  const sources = unit.files.map((file) => file.span.source);
  return [...inOrder(found, (span: Span) => sources.indexOf(span.source))];
}
