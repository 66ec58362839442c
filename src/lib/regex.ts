// Functions with regular expressions, in the syntax of RE2: no look-around and no references back, and
// for that every match takes time linear in the text. The engine is handed in by an edge: loading it
// takes longer than most programs run, so it waits until a program asks.
import {
  checkStringLength,
  EvaluationError,
  list,
  type Molecule,
  symbol,
} from '../runtime/index.ts';
import { define, LIST, STRING } from './define.ts';

/** What we use of an engine; the class RE2JS of re2js has this shape. */
export interface RegexEngine {
  compile(pattern: string): Regex;
}

export interface Regex {
  test(text: string): boolean;
  matcher(text: string): RegexMatcher;
  split(text: string, limit: number): string[];
}

export interface RegexMatcher {
  find(): boolean;
  group(group?: number): string | null;
  groupCount(): number;
  replaceAll(replacement: string): string;
}

let loadEngine: (() => RegexEngine) | null = null;
let engine: RegexEngine | null = null;

/** Says where the engine comes from; it is fetched at the first pattern, once. */
export function provideRegexEngine(load: () => RegexEngine): void {
  loadEngine = load;
  engine = null;
  compiled.clear();
}

export const regexFunctions = [
  define(
    'matches',
    'whether some part of the text matches; anchor with ^ and $ for the whole',
    { text: STRING, pattern: STRING },
    ['bool'],
    ([text, pattern]) => regexOf(pattern as string).test(text as string),
  ),
  define(
    'find',
    'the first match and its groups as a list, NULL for a group that took no part; [] without a match',
    { text: STRING, pattern: STRING },
    LIST,
    ([text, pattern]) => {
      const matcher = regexOf(pattern as string).matcher(text as string);
      if (!matcher.find()) return list([]);
      const groups = Array.from({ length: matcher.groupCount() + 1 }, (_, i) => matcher.group(i));
      return list(groups.map((group): Molecule => group ?? symbol('NULL')));
    },
  ),
  define(
    'findAll',
    'the parts of the text that match, from left to right',
    { text: STRING, pattern: STRING },
    LIST,
    ([text, pattern]) => {
      const matcher = regexOf(pattern as string).matcher(text as string);
      const found: string[] = [];
      while (matcher.find()) found.push(matcher.group() ?? '');
      return list(found);
    },
  ),
  define(
    'replaceRegex',
    'the text with every match replaced; $1 is the first group, $& the match, $$ a dollar',
    { text: STRING, pattern: STRING, replacement: STRING },
    STRING,
    ([text, pattern, replacement]) =>
      replaceMatches(text as string, pattern as string, replacement as string),
  ),
  define(
    'splitRegex',
    'the pieces between matches',
    { text: STRING, pattern: STRING },
    LIST,
    ([text, pattern]) => list(regexOf(pattern as string).split(text as string, -1)),
  ),
];

const MAX_PATTERN = 10_000;
const MAX_COMPILED = 200;
const compiled = new Map<string, Regex>();

function regexOf(pattern: string): Regex {
  const known = compiled.get(pattern);
  if (known !== undefined) return known;
  const made = compile(pattern);
  // The oldest goes first: programs have few patterns, made-up ones must not pile up.
  if (compiled.size >= MAX_COMPILED) compiled.delete(compiled.keys().next().value as string);
  compiled.set(pattern, made);
  return made;
}

function compile(pattern: string): Regex {
  if (pattern.length > MAX_PATTERN) {
    throw new EvaluationError(`a regular expression has at most ${MAX_PATTERN} characters`);
  }
  if (engine === null) {
    if (loadEngine === null) throw new EvaluationError('no engine for regular expressions here');
    engine = loadEngine();
  }
  try {
    return engine.compile(pattern);
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    const plain = reason.replace(/^error parsing regexp: /, '');
    throw new EvaluationError(`bad regular expression: ${plain}`);
  }
}

/** The bound is checked before the text is made: each place may grow by what the groups can hold. */
function replaceMatches(text: string, pattern: string, replacement: string): string {
  const regex = regexOf(pattern);
  const references = replacement.split('$').length - 1;
  if ((text.length + 1) * (replacement.length + 1) + references * text.length > 2 ** 24) {
    checkStringLength(replacedLength(regex, text, replacement.length, references));
  }
  return regex.matcher(text).replaceAll(replacement);
}

function replacedLength(regex: Regex, text: string, fixed: number, references: number): number {
  const matcher = regex.matcher(text);
  let length = text.length;
  while (matcher.find()) length += fixed + references * (matcher.group() ?? '').length;
  return length;
}
