// Why the grammar stopped, in the language's own words. What a small edit would mend is found by
// repairs.ts first; here is what remains.
import type { TokenType } from 'chevrotain';
import type { Source, Span } from './ast.ts';
import type { Diagnostic } from './diagnostic.ts';
import { problem, spanOf } from './problem.ts';
import * as t from './tokens.ts';

/** Where the grammar stopped. */
export interface Stop {
  readonly source: Source;
  readonly tokens: readonly t.Token[];
  /** The index of the token that does not fit; the number of tokens at the end of the text. */
  readonly at: number;
  /** The name of the one token that could stand there, or '' if there were several. */
  readonly expected: string;
  /** The rules of the grammar that were being read, outermost first. */
  readonly rules: readonly string[];
}

export function explain(stop: Stop): Diagnostic {
  const token = stop.tokens[stop.at];
  const previous = stop.tokens[stop.at - 1];
  // Behind the value of a let much could have been meant; a word that is at home elsewhere tells.
  const strayed = inRule(stop, 'letDeclaration') ? explainMisplaced(stop, token, previous) : null;
  return (
    strayed ??
    explainExpected(stop, token) ??
    explainMisplaced(stop, token, previous) ??
    explainOperand(stop, token, previous) ??
    problem(
      'HOCL019',
      placeOf(stop),
      token === undefined ? 'the text ends too early' : `${nameOf(token)} cannot stand here`,
      hintFor(token),
    )
  );
}

/** The token that does not fit; at the end of the text, the place behind the last token. */
export function placeOf(stop: Stop): Span {
  const token = stop.tokens[stop.at];
  if (token !== undefined) return spanOf(stop.source, token.startOffset, token.endOffset + 1);
  const end = (stop.tokens.at(-1)?.endOffset ?? -1) + 1;
  return spanOf(stop.source, end, end);
}

export function nameOf(token: t.Token | undefined): string {
  if (token === undefined) return 'the end of the text';
  if (token.tokenType === t.Text) return 'this string';
  const image = token.image.length > 30 ? `${token.image.slice(0, 30)}…` : token.image;
  return `\`${image}\``;
}

function inRule(stop: Stop, name: string): boolean {
  return stop.rules.at(-1) === name;
}

/** One certain token was wanted. */
function explainExpected(stop: Stop, token: t.Token | undefined): Diagnostic | null {
  const where = placeOf(stop);
  const found = nameOf(token);
  switch (stop.expected) {
    case 'by': {
      const hint = 'a rule is written `replace P by M`; `by nothing` if nothing is produced';
      return problem(
        'HOCL013',
        where,
        `\`by\` is missing in this rule, before ${found}`,
        hint,
        opener(stop, [t.Replace, t.ReplaceOne]),
      );
    }
    case 'else': {
      const hint = 'write `else` and what is given otherwise, or `else nothing`';
      return problem(
        'HOCL014',
        where,
        `\`else\` is missing before ${found}`,
        hint,
        opener(stop, [t.If]),
      );
    }
    case 'then': {
      const hint =
        'a condition in a product is `if c then a else b`; a guard stands behind the products';
      return problem(
        'HOCL014',
        where,
        `\`then\` is missing before ${found}`,
        hint,
        opener(stop, [t.If]),
      );
    }
    case 'in':
      return explainIn(stop, where, found);
    case 'Name':
      return explainName(stop, token, where, found);
    case '=':
      return explainEquals(token, where, found);
    case 'inject': {
      const hint = 'it is written `whenever C inject M`, or `with X inject M`';
      return problem('HOCL013', where, `\`inject\` is missing before ${found}`, hint);
    }
    case 'outcomes': {
      const hint = 'a test is written `test "name" { <1, 2> outcomes <3> }`';
      return problem('HOCL023', where, `\`outcomes\` is missing before ${found}`, hint);
    }
    case 'Text': {
      const hint =
        'an import is written `import "./rules.hocl"` or `import pure { f } from "./f.ts"`';
      return problem(
        'HOCL040',
        where,
        `a file or a module is named by a string, and ${found} is none`,
        hint,
      );
    }
    case 'from': {
      const hint = 'an import is written `import pure { f } from "./f.ts"`';
      return problem('HOCL040', where, `\`from\` is missing before ${found}`, hint);
    }
    case ':':
      return explainColon(stop, where, found);
    default:
      return null;
  }
}

function explainIn(stop: Stop, where: Span, found: string): Diagnostic {
  if (inRule(stop, 'absence') || inRule(stop, 'universal')) {
    const hint = 'write `none p in w`, or `all x in w: condition`';
    return problem('HOCL012', where, `\`in\` is missing before ${found}`, hint);
  }
  const hint = 'write `let x = value in` and then what uses it';
  return problem(
    'HOCL012',
    where,
    `\`in\` is missing before ${found}`,
    hint,
    opener(stop, [t.Let]),
  );
}

function explainName(
  stop: Stop,
  token: t.Token | undefined,
  where: Span,
  found: string,
): Diagnostic {
  if (token !== undefined && t.KEYWORDS.has(token.image)) {
    const hint = `choose another name, such as \`${token.image}_\``;
    return problem('HOCL017', where, `${found} is a keyword and cannot be a name`, hint);
  }
  if (token?.tokenType === t.Word) {
    const lower = token.image.slice(0, 1).toLowerCase() + token.image.slice(1);
    const hint = `write \`${lower}\`: a word with a capital is a symbol, which stands for itself`;
    return problem(
      'HOCL023',
      where,
      `a name starts with a small letter, and ${found} does not`,
      hint,
    );
  }
  if (inRule(stop, 'absence') || inRule(stop, 'universal')) {
    const hint = 'behind `in` stands the name of a rest: `none x in w`, `all x in w: x > 0`';
    return problem('HOCL023', where, `a name is missing before ${found}`, hint);
  }
  return problem('HOCL023', where, `a name is missing before ${found}`, null);
}

function explainEquals(token: t.Token | undefined, where: Span, found: string): Diagnostic {
  if (token?.tokenType === t.ParenOpen) {
    const hint =
      'write it in a TypeScript file and use `import pure { f } from "./f.ts"`, or make it a rule';
    return problem('HOCL023', where, 'a function cannot be defined by `let`', hint);
  }
  return problem(
    'HOCL023',
    where,
    `\`=\` is missing before ${found}`,
    'write `let name = value in`',
  );
}

function explainColon(stop: Stop, where: Span, found: string): Diagnostic {
  if (inRule(stop, 'universal')) {
    const hint = 'write `all x in w: condition`';
    return problem('HOCL023', where, `\`:\` is missing before ${found}`, hint);
  }
  return problem(
    'HOCL023',
    where,
    `\`:\` is missing before ${found}`,
    'a record is written `{name: "x", n: 3}`',
  );
}

/** Tokens that are at home elsewhere: what is said of them, and whether only behind an operand. */
const MISPLACED = new Map<
  TokenType | undefined,
  readonly [string, string, string | null, 'behind'?]
>([
  [t.Pipe, ['HOCL008', '`|` has no meaning here', 'write `||` for "or"']],
  [
    t.Caret,
    [
      'HOCL038',
      'a multiplicity stands only in a list of molecules',
      'powers are written `pow(x, y)`',
    ],
  ],
  [
    t.Dots,
    [
      'HOCL038',
      'a range stands only in a list of molecules',
      'a list of numbers is `range(1, 10)`',
    ],
  ],
  [
    t.Nothing,
    [
      'HOCL042',
      '`nothing` stands only behind `by`, `inject`, `then` and `else`',
      'an empty solution is written `<>`',
    ],
  ],
  [
    t.If,
    [
      'HOCL019',
      'a guard belongs to a rule, and here is none',
      'a choice is written `if c then a else b`',
      'behind',
    ],
  ],
  [
    t.Then,
    [
      'HOCL019',
      '`then` cannot stand behind a guard',
      'an `if` behind a product is the guard: write `,` before it, or put it in parentheses',
    ],
  ],
  [t.Under, ['HOCL019', '`under` stands at the end of a rule, behind its guard', null]],
  [
    t.Else,
    ['HOCL019', 'this `else` belongs to no `if`', 'a choice is written `if c then a else b`'],
  ],
  [
    t.In,
    ['HOCL019', 'this `in` belongs to no `let`', 'a name is bound by `let x = ... in`', 'behind'],
  ],
  [
    t.By,
    [
      'HOCL019',
      'this `by` belongs to no `replace`',
      'a rule is written `replace P by M`',
      'behind',
    ],
  ],
]);

function explainMisplaced(
  stop: Stop,
  token: t.Token | undefined,
  previous: t.Token | undefined,
): Diagnostic | null {
  const [code, message, hint, behind] = MISPLACED.get(token?.tokenType) ?? [];
  if (code === undefined || message === undefined) return null;
  const follows = previous !== undefined && t.endsOperand(previous.tokenType);
  if (behind !== undefined && !follows) return null;
  if (token?.tokenType === t.If && isBehindPermit(stop)) {
    const order = 'write `by M if V under PERMIT`';
    return problem('HOCL019', placeOf(stop), 'the guard stands before `under`', order);
  }
  return problem(code, placeOf(stop), message, hint ?? null);
}

function isBehindPermit(stop: Stop): boolean {
  const rules = new Set<TokenType>([t.By, t.Inject, t.Let]);
  const before = stop.tokens.slice(0, stop.at);
  const last = before.findLast(({ tokenType }) => tokenType === t.Under || rules.has(tokenType));
  return last?.tokenType === t.Under;
}

const GROUPED = new Set<TokenType>([t.If, t.Let, t.Replace, t.ReplaceOne, t.With, t.Whenever]);

/** A molecule was wanted. */
function explainOperand(
  stop: Stop,
  token: t.Token | undefined,
  previous: t.Token | undefined,
): Diagnostic | null {
  const where = placeOf(stop);
  const found = nameOf(token);
  const operator =
    previous !== undefined && (t.isOperator(previous.tokenType) || previous.tokenType === t.Not);
  if (token !== undefined && operator && GROUPED.has(token.tokenType)) {
    return problem(
      'HOCL015',
      where,
      `${found} cannot follow ${nameOf(previous)}`,
      'put it in parentheses',
    );
  }
  const wanted = [
    ...['chain', 'staged', 'element', 'operand', 'expression', 'elements'],
    ...['products', 'branch', 'typeAtom', 'items', 'postfix'],
  ];
  if (!stop.rules.slice(-1).some((rule) => wanted.includes(rule))) return null;
  if (inRule(stop, 'postfix')) {
    const where = placeOf(stop);
    const hint = 'write `t.0` for an item of a tuple, `r.name` for a field of a record';
    return problem('HOCL015', where, `a number or a name is missing before ${found}`, hint);
  }
  const what = inRule(stop, 'typeAtom') ? 'a type' : operator ? 'an operand' : 'a molecule';
  const hint = operator
    ? `write what ${nameOf(previous)} applies to, or take it out`
    : inRule(stop, 'typeAtom')
      ? 'a type is written `int`, `int:string` or `A | B`'
      : (WANTED_BEHIND.get(previous?.tokenType) ?? null);
  if (previous !== undefined && t.endsOperand(previous.tokenType)) return null;
  return problem('HOCL015', where, `${what} is missing before ${found}`, hint);
}

/** What stands behind a word, for those who left it out. */
const WANTED_BEHIND = new Map<TokenType | undefined, string>([
  [t.Equals, 'write the value behind `=`'],
  [t.Replace, 'write what is replaced: `replace x::int, y::int by x + y`'],
  [t.ReplaceOne, 'write what is replaced: `replace-one x::int by x + 1`'],
  [t.By, 'write what is produced, or `by nothing`'],
  [t.Inject, 'write what is added'],
  [t.With, 'write what is read and stays: `with LIMIT:n replace x by nothing`'],
  [t.Whenever, 'write what is looked for: `whenever A:x inject B:x`'],
  [t.If, 'write the condition'],
  [t.Then, 'write what is given, or `nothing`'],
  [t.Else, 'write what is given otherwise, or `nothing`'],
  [t.Under, 'write the permit: `under tokens.use("hub")`'],
  [t.Comma, 'write a molecule, or take the comma out'],
  [t.ParenOpen, 'write what stands between the parentheses'],
  [t.SolutionOpen, 'an empty solution is written `<>`'],
]);

function hintFor(token: t.Token | undefined): string | null {
  switch (token?.tokenType) {
    case t.Equals:
      return 'equality is written `==`; a name is bound by `let x = ... in`';
    case t.Rest:
      return 'a rest variable stands between commas in a solution pattern: `<x, ?w>`';
    case t.TypeMark:
      return 'a type stands behind a variable of a pattern: `x::int`';
    default:
      return null;
  }
}

/** The keyword that opened what is not finished, as a related place. */
function opener(stop: Stop, types: readonly TokenType[]): { span: Span; message: string }[] {
  for (let i = stop.at - 1; i >= 0; i--) {
    const token = stop.tokens[i] as t.Token;
    if (!types.includes(token.tokenType)) continue;
    const span = spanOf(stop.source, token.startOffset, token.endOffset + 1);
    return [{ span, message: `\`${token.image}\` is here` }];
  }
  return [];
}
