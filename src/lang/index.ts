// What the other folders may use of lang.
export type * from './ast.ts';
export { type Diagnostic, isError, type RelatedPlace } from './diagnostic.ts';
export { KINDS, type Kind, type KindSet, type Parameter, type Signature } from './signature.ts';
