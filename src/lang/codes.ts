// Every code a diagnostic can have, with a sentence: HOCL0xx is about reading text (here), HOCL1xx about
// what the text means (check/codes.ts). A code is never reused for another meaning.
import { CHECK_CODES, type CodeEntry } from './check/codes.ts';

const error = (title: string): CodeEntry => ({ severity: 'error', title });

/** What can be wrong with a text before it means anything. */
export const SYNTAX_CODES = {
  // Characters and words.
  HOCL001: error('A character has no meaning here.'),
  HOCL002: error('A string is never closed.'),
  HOCL003: error('An escape in a string has no meaning.'),
  HOCL004: error('A number is written wrongly.'),
  HOCL005: error('A comment is never closed.'),
  HOCL006: error('A number is too large.'),
  HOCL007: error('A string stands between single quotes.'),
  HOCL008: error('A sign or a word of another language stands for one of ours.'),
  HOCL009: error('`=` stands where `==` is meant.'),
  // Brackets, and words that belong together.
  HOCL010: error('A bracket is never closed.'),
  HOCL011: error('A bracket closes nothing.'),
  HOCL012: error('`in` is missing.'),
  HOCL013: error('`by` or `inject` is missing in a rule.'),
  HOCL014: error('`then` or `else` is missing in a choice.'),
  HOCL015: error('A molecule, an operand or a type is missing.'),
  HOCL016: error('A comma is missing between two molecules.'),
  HOCL017: error('A keyword stands where a name should.'),
  HOCL018: error('A keyword is misspelt.'),
  HOCL019: error('Something stands where it cannot.'),
  HOCL020: error('Something is nested too deeply.'),
  // Declarations and the body.
  HOCL021: error('A program has two bodies.'),
  HOCL022: error('Molecules stand outside of a solution.'),
  HOCL023: error('A part of a declaration or of an expression is missing.'),
  // Patterns and lists of molecules.
  HOCL030: error('Two rest variables stand at one level.'),
  HOCL031: error('A rest variable stands where it takes nothing.'),
  HOCL032: error('What belongs to patterns stands outside of one.'),
  HOCL033: error('Something that is no pattern stands in a pattern.'),
  HOCL034: error('A list or a record in a pattern is not made of literals.'),
  HOCL035: error('Something that is no rule is named in place.'),
  HOCL036: error('Several molecules stand where one is needed.'),
  HOCL037: error('Something that is no function is called.'),
  HOCL038: error('A range or a multiplicity stands outside of a list of molecules, or twice.'),
  HOCL039: error('Behind `name =` in a pattern stands no variable.'),
  HOCL040: error('An import is written wrongly.'),
  HOCL042: error('`nothing` stands where it cannot.'),
} as const satisfies Readonly<Record<string, CodeEntry>>;

export const CODES: Readonly<Record<string, CodeEntry>> = { ...SYNTAX_CODES, ...CHECK_CODES };
