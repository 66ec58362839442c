// What a session says and what it asks for. A session does nothing itself: files, effects and time belong to
// the edge that drives it, which carries out what is asked and comes back with what came of it.
import type { Diagnostic, KnownFunction, Program, Source } from '../lang/index.ts';
import type { FunctionCode } from '../runtime/index.ts';

export interface Line {
  /** Results are what was asked for; notes go beside them; after an error nothing has changed. */
  readonly kind: 'result' | 'note' | 'error';
  readonly text: string;
}

export interface Reply {
  readonly lines: readonly Line[];
  readonly ask: Ask | null;
}

export type Ask =
  /** Read what this text imports, and nothing else of it: answer with `gathered`. */
  | { readonly type: 'gather'; readonly source: Source }
  /** Read this program with its imports: answer with `gathered`, or with `refused`. */
  | { readonly type: 'load'; readonly path: string }
  /** Write a file: answer with `saved` or `refused`. */
  | {
      readonly type: 'save';
      readonly path: string;
      readonly text: string;
      readonly overwrite: boolean;
    }
  /** Call `advance` until it is done. */
  | { readonly type: 'run' }
  | { readonly type: 'quit' };

/** A text with all that it imports, as the host gathers it. */
export interface GatheredText {
  readonly main: Program;
  /** Imported files, those that others import before them. */
  readonly files: readonly Program[];
  readonly known: ReadonlyMap<string, KnownFunction>;
  readonly functions: ReadonlyMap<string, FunctionCode>;
  readonly diagnostics: readonly Diagnostic[];
}

export type Progress =
  | { readonly type: 'more' }
  /** Nothing can react before an effect has answered. */
  | { readonly type: 'waiting' }
  | { readonly type: 'done'; readonly reply: Reply };

export function result(text: string): Line {
  return { kind: 'result', text };
}

export function note(text: string): Line {
  return { kind: 'note', text };
}

export function error(text: string): Line {
  return { kind: 'error', text };
}
