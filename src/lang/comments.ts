// Where each comment belongs: to the part of the tree that stands behind it, or before it on its line.
// The tree itself knows no comments; the formatter takes them from here.
import type { Program, Source, Span } from './ast.ts';
import type { Anchor, Note, Notes } from './print-context.ts';
import type { Comment } from './scan.ts';

export interface Attached {
  /** The comments inside declarations and behind them on their lines. */
  readonly notes: ReadonlyMap<Anchor, Notes>;
  /** The comments between declarations, on lines of their own. */
  readonly loose: readonly LooseComment[];
}

export interface LooseComment {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Any part of the tree that has a place. */
interface Spanned {
  readonly span: Span;
}

export function attachComments(
  program: Program,
  source: Source,
  comments: readonly Comment[],
): Attached {
  const notes = new Map<Anchor, { before: Note[]; behind: Note[] }>();
  const loose: LooseComment[] = [];
  const childrenOf = createChildren();
  const notesOf = (node: Anchor): { before: Note[]; behind: Note[] } => {
    const found = notes.get(node) ?? { before: [], behind: [] };
    notes.set(node, found);
    return found;
  };
  for (const comment of comments) {
    const { enclosing, preceding, following } = findPlace(program, comment, childrenOf);
    const own = startsLine(source.text, comment.start);
    const note: Note = { text: textOf(source, comment), line: comment.kind !== 'block', own };
    const ends = endsLine(source.text, comment.end);
    if (enclosing === program && own && ends) {
      loose.push({ text: note.text, start: comment.start, end: comment.end });
    } else if (preceding !== null && !own && (note.line || touches(source, preceding, comment))) {
      notesOf(preceding).behind.push(note);
    } else if (following !== null) notesOf(following).before.push(note);
    else if (preceding !== null) notesOf(preceding).behind.push(note);
    else if (enclosing === program) {
      loose.push({ text: note.text, start: comment.start, end: comment.end });
    } else notesOf(enclosing).before.push(note);
  }
  return { notes, loose };
}

/** Whether nothing but blanks and comments stands between a part and a comment behind it. */
function touches(source: Source, part: Spanned, comment: Comment): boolean {
  const between = source.text.slice(part.span.end, comment.start);
  return between.replace(/\/\*[\s\S]*?\*\//g, '').trim() === '';
}

function textOf(source: Source, comment: Comment): string {
  return source.text.slice(comment.start, comment.end).replace(/\r\n?/g, '\n').trimEnd();
}

function startsLine(text: string, start: number): boolean {
  for (let i = start - 1; i >= 0; i--) {
    const character = text[i];
    if (character === '\n' || character === '\r') return true;
    if (character !== ' ' && character !== '\t' && character !== '\ufeff') return false;
  }
  return true;
}

function endsLine(text: string, end: number): boolean {
  for (let i = end; i < text.length; i++) {
    const character = text[i];
    if (character === '\n' || character === '\r') return true;
    if (character !== ' ' && character !== '\t') return false;
  }
  return true;
}

interface Place {
  readonly enclosing: Spanned;
  readonly preceding: Spanned | null;
  readonly following: Spanned | null;
}

type Children = (node: Spanned) => readonly Spanned[];

/** The innermost part around the comment, and its parts before and behind the comment. */
function findPlace(program: Program, comment: Comment, childrenOf: Children): Place {
  let enclosing: Spanned = program;
  for (;;) {
    const children = childrenOf(enclosing);
    const next = lastBefore(children, comment.start);
    const preceding = children[next] ?? null;
    if (preceding === null || preceding.span.end <= comment.start) {
      return { enclosing, preceding, following: children[next + 1] ?? null };
    }
    enclosing = preceding;
  }
}

/** The index of the last part that starts before the offset, or -1. */
function lastBefore(children: readonly Spanned[], offset: number): number {
  let low = -1;
  let high = children.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((children[middle] as Spanned).span.start < offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The parts of a node in the order in which they stand; what prints as one word has none. */
function createChildren(): Children {
  const known = new Map<Spanned, readonly Spanned[]>();
  return (node) => {
    const found = known.get(node);
    if (found !== undefined) return found;
    const children = isOneWord(node) ? [] : Object.values(node).flat().filter(isSpanned);
    children.sort((a, b) => a.span.start - b.span.start);
    known.set(node, children);
    return children;
  };
}

/** Types, and the variables that carry them, are printed without a place for comments inside. */
function isOneWord(node: Spanned): boolean {
  const kind = 'kind' in node ? String(node.kind) : '';
  return kind === 'type' || kind === 'variable' || kind === 'wildcard';
}

function isSpanned(value: unknown): value is Spanned {
  return typeof value === 'object' && value !== null && 'span' in value;
}
