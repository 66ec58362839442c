// What the other folders may use of lang.
export type * from './ast.ts';
export { check, missingBody } from './check/check.ts';
export { isRuleLet, mentionedRules, presentRules } from './check/mentions.ts';
export { nearest } from './check/suggest.ts';
export { CODES } from './codes.ts';
export { type Diagnostic, isError, type RelatedPlace } from './diagnostic.ts';
export { type Formatted, format } from './format.ts';
export { isFrame } from './frames.ts';
export { isIncomplete, type Parsed, type ParseOptions, parse } from './parse.ts';
export { type Position, positionOf } from './position.ts';
export { print, printExpr, printPattern, printRule } from './print.ts';
export {
  type DiagnosticJson,
  diagnosticToJson,
  type RenderOptions,
  renderDiagnostic,
} from './render.ts';
export { KINDS, type Kind, type KindSet, type Parameter, type Signature } from './signature.ts';
export { stripSpans } from './strip-spans.ts';
export { type KnownFunction, letsOf, testsOf, typesOf, type Unit } from './unit.ts';
