// Text with places where it may be broken into lines, and how it is laid out to a width. The printer
// says what belongs together; here is decided what fits. Nothing in here knows the language.

export type Doc =
  | string
  | { readonly kind: 'concat'; readonly parts: readonly Doc[] }
  | { readonly kind: 'indent'; readonly by: number; readonly content: Doc }
  /** A break: `flat` is what stands there when it is not taken. */
  | { readonly kind: 'line'; readonly flat: string }
  /** Its breaks are taken together, or not at all. */
  | { readonly kind: 'group'; readonly content: Doc; readonly broken: boolean }
  /** Contents and separators in turn: as many on a line as fit. */
  | { readonly kind: 'fill'; readonly parts: readonly Doc[] }
  /** Held back until the line ends, whatever else comes first: a comment behind code. */
  | { readonly kind: 'suffix'; readonly text: string; readonly own: boolean }
  /** A comment that has its line for itself, whatever stands before and behind it. */
  | { readonly kind: 'remark'; readonly text: string };

export const line: Doc = { kind: 'line', flat: ' ' };
export const softline: Doc = { kind: 'line', flat: '' };

export function concat(...parts: readonly Doc[]): Doc {
  return { kind: 'concat', parts };
}

export function indent(content: Doc, by = 2): Doc {
  return { kind: 'indent', by, content };
}

export function group(content: Doc): Doc {
  return { kind: 'group', content, broken: mustBreak(content) };
}

/** `own` asks for a line of its own, below the one on which it was held. */
export function suffix(text: string, own = false): Doc {
  return { kind: 'suffix', text, own };
}

export function remark(text: string): Doc {
  return { kind: 'remark', text };
}

/** The docs with `separator` between them. */
export function join(docs: readonly Doc[], separator: Doc): Doc {
  const parts: Doc[] = [];
  for (const [i, doc] of docs.entries()) {
    if (i > 0) parts.push(separator);
    parts.push(doc);
  }
  return { kind: 'concat', parts };
}

/** The docs with a comma behind each but the last, as many on a line as fit. */
export function fill(docs: readonly Doc[]): Doc {
  const parts: Doc[] = [];
  for (const [i, doc] of docs.entries()) {
    if (i > 0) parts.push(line);
    parts.push(i < docs.length - 1 ? concat(doc, ',') : doc);
  }
  return { kind: 'fill', parts };
}

/** Whether a held-back comment in it forces all groups around it apart. */
function mustBreak(doc: Doc): boolean {
  return hasHardLine(doc) || hasSuffix(doc);
}

function hasHardLine(doc: Doc): boolean {
  return holds(doc, (part) => part.kind === 'remark');
}

function hasSuffix(doc: Doc): boolean {
  return holds(doc, (part) => part.kind === 'suffix');
}

function holds(doc: Doc, wanted: (part: Exclude<Doc, string>) => boolean): boolean {
  if (typeof doc === 'string') return false;
  if (doc.kind === 'concat' || doc.kind === 'fill') {
    return doc.parts.some((part) => holds(part, wanted));
  }
  if (doc.kind === 'indent') return holds(doc.content, wanted);
  // A group that need not break holds neither: it was asked when it was made.
  if (doc.kind === 'group') return doc.broken && holds(doc.content, wanted);
  return wanted(doc);
}

interface Command {
  readonly indent: number;
  readonly flat: boolean;
  readonly doc: Doc;
  /** Of a fill: how many of its parts are laid already. */
  readonly from?: number;
}

interface Page {
  readonly width: number;
  readonly out: string[];
  /** Comments that wait for the end of the line. */
  readonly held: { readonly text: string; readonly own: boolean; readonly indent: number }[];
  readonly stack: Command[];
  column: number;
  /** Whether anything stands on the line already. */
  filled: boolean;
  /** Blanks owed at the start of a line; never written on a line that stays empty. */
  owed: number;
}

/** The text of a doc, with no line longer than `width` where that can be had. */
export function layout(doc: Doc, width: number): string {
  const page: Page = { width, out: [], held: [], stack: [], column: 0, filled: false, owed: 0 };
  page.stack.push({ indent: 0, flat: false, doc });
  for (let next = page.stack.pop(); next !== undefined; next = page.stack.pop()) lay(page, next);
  release(page);
  return page.out.join('');
}

function lay(page: Page, command: Command): void {
  const { indent: to, flat, doc } = command;
  const { stack } = page;
  if (typeof doc === 'string') write(page, doc);
  else if (doc.kind === 'concat') {
    for (let i = doc.parts.length - 1; i >= 0; i--) {
      stack.push({ indent: to, flat, doc: doc.parts[i] as Doc });
    }
  } else if (doc.kind === 'indent') stack.push({ indent: to + doc.by, flat, doc: doc.content });
  else if (doc.kind === 'line') {
    if (flat) write(page, doc.flat);
    else breakLine(page, to);
  } else if (doc.kind === 'group') {
    const fits = !doc.broken && (flat || fitsIn(doc.content, page.width - page.column, stack));
    stack.push({ indent: to, flat: fits, doc: doc.content });
  } else if (doc.kind === 'remark') {
    if (page.filled) breakLine(page, to);
    write(page, doc.text);
    breakLine(page, to);
  } else if (doc.kind === 'suffix') page.held.push({ ...doc, indent: to });
  else layFill(page, doc.parts, command);
}

function write(page: Page, text: string): void {
  if (text === '') return;
  if (page.owed > 0) page.out.push(' '.repeat(page.owed));
  page.owed = 0;
  page.filled = true;
  page.out.push(text);
  page.column += text.length;
}

function breakLine(page: Page, to: number): void {
  const last = page.out.at(-1);
  if (page.held.length === 0 && last?.endsWith(' ') === true && last.length < 20) {
    page.out[page.out.length - 1] = last.trimEnd();
  }
  release(page);
  page.out.push('\n');
  page.column = to;
  page.owed = to;
  page.filled = false;
}

/** Writes what was held back: the first behind the line, all others below it. */
function release(page: Page): void {
  for (const [i, { text, own, indent: to }] of page.held.splice(0).entries()) {
    page.out.push(i === 0 && !own ? ` ${text}` : `\n${' '.repeat(to)}${text}`);
  }
}

/** Lays one content and one separator of a fill, and puts the rest back. */
function layFill(page: Page, parts: readonly Doc[], command: Command): void {
  const { indent: to, flat, doc, from = 0 } = command;
  const { stack } = page;
  const room = page.width - page.column;
  const content = parts[from];
  const separator = parts[from + 1];
  const next = parts[from + 2];
  if (content === undefined) return;
  const lasts = separator === undefined || next === undefined;
  const alone = flat || (!hasHardLine(content) && fitsIn(content, room, lasts ? stack : []));
  if (!lasts) {
    const pair = concat(content, separator, next);
    const both =
      flat || (alone && !hasSuffix(content) && !hasHardLine(next) && fitsIn(pair, room, []));
    stack.push({ indent: to, flat, doc, from: from + 2 });
    stack.push({ indent: to, flat: both, doc: separator });
  }
  stack.push({ indent: to, flat: alone, doc: content });
}

/** Whether the content fits into `room` columns, up to the first break behind it that may be taken. */
function fitsIn(content: Doc, room: number, behind: readonly Command[]): boolean {
  let left = room;
  let index = behind.length;
  const stack: { flat: boolean; doc: Doc; from?: number }[] = [{ flat: true, doc: content }];
  while (left >= 0) {
    const command = stack.pop() ?? behind[--index];
    if (command === undefined) return true;
    const { flat, doc, from = 0 } = command;
    if (typeof doc === 'string') left -= doc.length;
    else if (doc.kind === 'concat' || doc.kind === 'fill') {
      // No more parts than there is room for need be looked at.
      const end = Math.min(doc.parts.length, from + 2 * left + 4);
      for (let i = end - 1; i >= from; i--) stack.push({ flat, doc: doc.parts[i] as Doc });
    } else if (doc.kind === 'indent') stack.push({ flat, doc: doc.content });
    else if (doc.kind === 'group') stack.push({ flat: flat && !doc.broken, doc: doc.content });
    else if (doc.kind === 'line') {
      if (!flat) return true;
      left -= doc.flat.length;
    } else if (doc.kind === 'remark') return true;
  }
  return false;
}
