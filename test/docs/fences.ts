// The fenced blocks of our pages, as data. What the words after the three backticks mean is written down in
// CONTRIBUTING.md; how each kind of block is tried is in the files beside this one.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Snippet {
  /** The page, from the root of the project. */
  readonly page: string;
  /** The line of its opening fence, for messages. */
  readonly line: number;
  readonly language: string;
  /** What follows the language: `bad`, `HOCL101`, `file=max.hocl`. */
  readonly words: readonly string[];
  readonly text: string;
  /** The `text` block right after it: what it prints, or ends in. */
  readonly output: string | null;
}

interface Fence {
  readonly line: number;
  readonly end: number;
  readonly words: readonly string[];
  readonly text: string;
}

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Every page that a reader may meet. */
export function pages(): string[] {
  const inRoot = readdirSync(root).filter((name) => name.endsWith('.md'));
  const below = ['docs', 'examples'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .map((name) => path.posix.join(folder, name.split(path.sep).join('/'))),
  );
  return [...inRoot, ...below].sort();
}

export function readPage(page: string): string {
  return readFileSync(path.join(root, page), 'utf8');
}

export function snippetsOf(page: string, text: string): Snippet[] {
  const fences = fencesOf(page, text);
  const lines = text.split('\n');
  return fences.flatMap((fence, i): Snippet[] => {
    const before = fences[i - 1];
    if (isOutput(fence) && before !== undefined && isNext(lines, before, fence)) return [];
    const after = fences[i + 1];
    const hasOutput = after !== undefined && isOutput(after) && isNext(lines, fence, after);
    const [language = '', ...words] = fence.words;
    const { line, text: body } = fence;
    return [{ page, line, language, words, text: body, output: hasOutput ? after.text : null }];
  });
}

/** `file=NAME` among the words of a block, or null. */
export function fileNameOf(snippet: Snippet): string | null {
  const word = snippet.words.find((one) => one.startsWith('file='));
  return word === undefined ? null : word.slice('file='.length);
}

function fencesOf(page: string, text: string): Fence[] {
  const fences: Fence[] = [];
  const lines = text.split('\n');
  for (let at = 0; at < lines.length; at++) {
    const opening = /^```(.*)$/.exec(lines[at] as string);
    if (opening === null) continue;
    const end = lines.indexOf('```', at + 1);
    if (end < 0) throw new Error(`${page}:${at + 1}: this block has no end`);
    const body = lines.slice(at + 1, end).join('\n');
    const words = (opening[1] as string).split(' ').filter((word) => word !== '');
    fences.push({ line: at + 1, end: end + 1, words, text: body });
    at = end;
  }
  return fences;
}

function isOutput(fence: Fence): boolean {
  return fence.words.length === 1 && fence.words[0] === 'text';
}

/** Whether nothing but white space stands between two blocks. */
function isNext(lines: readonly string[], first: Fence, second: Fence): boolean {
  return lines.slice(first.end, second.line - 1).every((line) => line.trim() === '');
}
