// The lexicon: every kind of token, and the words that are keywords. How text becomes tokens is
// scan.ts; what `<`, `>` and the soft keywords mean where they stand is classify.ts.
import { createToken, type IToken, type TokenType } from 'chevrotain';

const token = (name: string, ...categories: TokenType[]): TokenType =>
  createToken({ name, categories });

/** Anything that stands for itself. */
export const Literal = token('Literal');
export const Int = token('Int', Literal);
export const Real = token('Real', Literal);
export const Text = token('Text', Literal);
export const Truth = token('Truth', Literal);
/** A capitalised bare word: a symbol of the language. */
export const Word = token('Word', Literal);
/** Stands where a mistake was, so that reading can go on behind it. */
export const Hole = token('Hole', Literal);

export const Name = token('Name');
export const Wildcard = token('Wildcard');
/** `?w` */
export const Rest = token('Rest');

/** A literal or a name that is an operand by itself: nothing is applied to it. */
export const Atom = token('Atom');
/** A literal alone between its commas: the only thing of which there are ever very many. */
export const Lone = token('Lone');

/** What atoms.ts makes of a token, so that the grammar can take the short way. */
export interface Shades {
  readonly atom: TokenType;
  readonly lone: TokenType;
}

export const SHADES: ReadonlyMap<TokenType, Shades> = new Map(
  [Int, Real, Text, Truth, Word, Hole].map((type): [TokenType, Shades] => {
    const atom = token(`Atom${type.name}`, type, Literal, Atom);
    return [type, { atom, lone: token(`Lone${type.name}`, type, Literal, Atom, Lone) }];
  }),
);
export const AtomName = token('AtomName', Name, Atom);
/** Many molecules of plain data with commas between them: see scan-run.ts. */
export const Run = token('Run', Literal, Lone);

export const Let = token('let');
export const In = token('in');
export const Replace = token('replace');
export const ReplaceOne = token('replace-one');
export const By = token('by');
export const If = token('if');
export const Then = token('then');
export const Else = token('else');
export const With = token('with');
export const Inject = token('inject');
export const Whenever = token('whenever');
export const Nothing = token('nothing');
export const Import = token('import');
export const None = token('none');
export const All = token('all');
export const Under = token('under');

// Soft keywords: names everywhere else.
export const Type = token('type');
export const Test = token('test');
export const Pure = token('pure');
export const Effect = token('effect');
export const From = token('from');
export const Outcomes = token('outcomes');
export const Rec = token('rec');
export const As = token('as');

export const ParenOpen = token('(');
export const ParenClose = token(')');
export const ListOpen = token('[');
export const ListClose = token(']');
export const BraceOpen = token('{');
export const BraceClose = token('}');
/** `<` or `⟨` where it opens a solution, `>` or `⟩` where it closes one. */
export const SolutionOpen = token('<');
export const SolutionClose = token('>');
export const Comma = token(',');
export const Dot = token('.');
export const Dots = token('..');
export const TypeMark = token('::');
export const Equals = token('=');
export const Caret = token('^');
export const Pipe = token('|');
export const Not = token('!');

/** Whatever stands between two operands; how tightly it binds is settled when the tree is built. */
export const Operator = token('Operator');
export const Colon = token(':', Operator);
export const Or = token('||', Operator);
export const And = token('&&', Operator);
export const Equal = token('==', Operator);
export const Unequal = token('!=', Operator);
export const Less = token('less', Operator);
export const LessEqual = token('<=', Operator);
export const Greater = token('greater', Operator);
export const GreaterEqual = token('>=', Operator);
export const Plus = token('+', Operator);
export const Minus = token('-', Operator);
export const Times = token('*', Operator);
export const Divide = token('/', Operator);
export const Remainder = token('%', Operator);

/** Words that can never be names. */
export const KEYWORDS: ReadonlyMap<string, TokenType> = new Map([
  ...[Let, In, Replace, By, If, Then, Else, With, Inject, Whenever, Nothing].map(byName),
  ...[Import, None, All, Under].map(byName),
  ['true', Truth],
  ['false', Truth],
  ['inf', Real],
  ['nan', Real],
]);

export const ALL_TOKENS: TokenType[] = [
  ...[Literal, Int, Real, Text, Truth, Word, Hole, Name, Wildcard, Rest, Atom, Lone, AtomName, Run],
  ...[...SHADES.values()].flatMap(({ atom, lone }) => [atom, lone]),
  ...[Let, In, Replace, ReplaceOne, By, If, Then, Else, With, Inject, Whenever, Nothing],
  ...[Import, None, All, Under, Type, Test, Pure, Effect, From, Outcomes, Rec, As],
  ...[ParenOpen, ParenClose, ListOpen, ListClose, BraceOpen, BraceClose],
  ...[SolutionOpen, SolutionClose, Comma, Dot, Dots, TypeMark, Equals, Caret, Pipe, Not],
  ...[Operator, Colon, Or, And, Equal, Unequal, Less, LessEqual, Greater, GreaterEqual],
  ...[Plus, Minus, Times, Divide, Remainder],
];

/** A token; `endOffset` is inclusive, as chevrotain has it. */
export interface Token extends IToken {
  endOffset: number;
}

export function makeToken(type: TokenType, image: string, startOffset: number): Token {
  return {
    image,
    startOffset,
    endOffset: startOffset + image.length - 1,
    tokenTypeIdx: type.tokenTypeIdx as number,
    tokenType: type,
  };
}

/** Gives a token another type, in place. */
export function retype(target: Token, type: TokenType): void {
  target.tokenType = type;
  target.tokenTypeIdx = type.tokenTypeIdx as number;
}

export function isLiteral(type: TokenType): boolean {
  return type.CATEGORIES?.includes(Literal) === true;
}

export function isOperator(type: TokenType): boolean {
  return type.CATEGORIES?.includes(Operator) === true;
}

/** Whether an operand can end with a token of this type, so that an operator may follow. */
export function endsOperand(type: TokenType): boolean {
  return OPERAND_ENDS.has(type) || isLiteral(type);
}

/** Whether an operand can start with a token of this type; `<` and `⟨` included, keywords not. */
export function startsOperand(type: TokenType): boolean {
  return OPERAND_STARTS.has(type) || isLiteral(type);
}

const OPERAND_ENDS = new Set([
  ...[Name, Wildcard, Rest, ParenClose, ListClose, BraceClose, SolutionClose],
]);

const OPERAND_STARTS = new Set([Name, ParenOpen, SolutionOpen, ListOpen, BraceOpen, Minus, Not]);

function byName(type: TokenType): [string, TokenType] {
  return [type.name, type];
}
