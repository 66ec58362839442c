// The codes of check, 100 to 199: how grave each is and what it means. A code is never reused
// for another meaning; messages may improve. The codes of reading text are in ../codes.ts.

export interface CodeEntry {
  readonly severity: 'error' | 'warning';
  /** What the code says of a program, in one sentence. */
  readonly title: string;
}

const error = (title: string): CodeEntry => ({ severity: 'error', title });
const warning = (title: string): CodeEntry => ({ severity: 'warning', title });

export type CheckCode = keyof typeof ENTRIES;

const ENTRIES = {
  // Names.
  HOCL101: error('A name stands for nothing here.'),
  HOCL102: error('A function is called that does not exist.'),
  HOCL103: error('A type is named that does not exist.'),
  HOCL104: error('A module of the standard library is named that does not exist.'),
  HOCL105: error('Two lets of one name stand at the top level.'),
  HOCL106: error('Two types have one name, or a type has the name of a basic type.'),
  HOCL107: error('A rule binds one name in two ways that exclude each other.'),
  HOCL108: error('An expression in a pattern uses a variable that no pattern binds.'),
  HOCL109: error('A type is made of itself.'),
  HOCL118: error('An import does not say whether its functions are pure or effects.'),
  HOCL110: warning('A variable of a pattern is never used.'),
  HOCL111: warning('A let is never used.'),
  HOCL112: warning('A type is never used.'),
  HOCL113: warning('An import is never used.'),
  HOCL114: warning('A name hides another one.'),
  HOCL115: warning('A variable of a pattern has the name of a let.'),
  HOCL116: warning('A typed variable of a produced rule tests what the producing rule has bound.'),
  HOCL117: warning('A pattern takes a rule by a name that no rule has.'),
  // Kinds.
  HOCL120: error('A function is called with the wrong number of arguments.'),
  HOCL121: error('An argument is of a kind that the function does not take.'),
  HOCL122: error('An operand is of a kind that the operator does not take.'),
  HOCL123: error('Two values are compared that have no order.'),
  HOCL124: error('A condition is not a bool.'),
  HOCL125: error('A part is asked of a value that has no such parts.'),
  HOCL126: error('A tuple is asked for an item that it does not have.'),
  HOCL127: error('An end of a range is not an int.'),
  HOCL128: error('A multiplicity is not an int, or is negative.'),
  HOCL129: error('A variable has types that exclude one another.'),
  HOCL130: warning('Two values are compared that are never equal.'),
  // Rests.
  HOCL140: error('A rest of the outermost solution is not given back as it was.'),
  HOCL141: error('A rest stands in a tuple.'),
  HOCL142: error('A rest is used where one molecule is needed.'),
  HOCL143: error('`none` or `all` asks about something that is not a rest.'),
  // Effects and permits.
  HOCL150: error('An effect is called outside of a product.'),
  HOCL151: error('What stands after `under` is not a permit.'),
  HOCL152: error('A rule has a permit and no effect that could use it.'),
  HOCL153: warning('A coordination scheme is used by a name that the program never creates.'),
  // The program as a whole.
  HOCL160: error('There is nothing to run.'),
  HOCL161: error('What should run is not a solution.'),
  HOCL162: error('A stage of `then` is not a solution.'),
  HOCL163: error('A rule is in no stage of `then`.'),
  HOCL164: error('A branch of an `if` is not exactly one molecule.'),
  HOCL165: warning('A record has one key twice.'),
  // What will happen.
  HOCL170: warning('A rule can never fire.'),
  HOCL171: warning('A rule is never in a solution.'),
  HOCL172: warning('A rule makes more and more without end.'),
  HOCL173: warning('A rule fires without end.'),
} as const satisfies Readonly<Record<string, CodeEntry>>;

export const CHECK_CODES: Readonly<Record<CheckCode, CodeEntry>> = ENTRIES;
