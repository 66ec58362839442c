// Expressions as JavaScript text, to be put into generated functions. The closures of load/expression.ts say what an
// expression means; the code gives the same value, or fails with the same words at the same place.
// No text of the program gets into the code: names are numbered, all else is data that the code refers to.
// Not for a product that calls effects: code never asks whether an answer is still to come.
import { unreachable } from '../../base/index.ts';
import type { Element, Expr, Kind, Span } from '../../lang/index.ts';
import { checkedCall } from '../load/call.ts';
import type { LoadContext } from '../load/context.ts';
import { asBool } from '../load/evaluation.ts';
import { literalValue } from '../load/literal.ts';
import { Scope } from '../load/scope.ts';
import type { Molecule } from '../molecule.ts';
import { compoundPiece, recordPiece } from './expression-compound.ts';
import {
  arithmeticPiece,
  comparison,
  equality,
  isArithmetic,
  negation,
} from './expression-operator.ts';
import { fieldPiece, indexPiece, itemPiece } from './expression-part.ts';
import {
  callCode,
  commas,
  knownPiece,
  madePiece,
  named,
  type Piece,
  type Range,
} from './expression-piece.ts';

export interface ExprCode {
  /** A JavaScript expression. */
  readonly code: string;
  /** The one kind that its value has, if that is certain. */
  readonly kind: Kind | null;
  /** Where it is an int that is held as a number, between which bounds. */
  readonly range?: Range;
}

export interface ExprSetting {
  /**
   * How a name of the rule reads in the code; null when it cannot be read there, as a rest cannot. A name that the
   * rule does not bind is undefined: it is one of the program's, and must not be confused with a rest that hides one.
   */
  readonly variable: (name: string) => ExprCode | null | undefined;
  /** Registers data or a function, and gives the identifier under which the code reads it. */
  readonly constant: (value: unknown) => string;
  /** A new local name; whoever takes the code declares it with `let`. */
  readonly local: () => string;
  /** Lets and functions of the program. */
  readonly context: LoadContext;
}

/** The expression as code, or null where it must be left to its closure. */
export function expressionCode(expr: Expr, setting: ExprSetting): ExprCode | null {
  const piece = pieceOf(expr, outermost(setting));
  return piece && { code: piece.code(setting), kind: piece.kind };
}

/** A condition as code that gives true or false; what is no bool fails as asBool does. */
export function conditionCode(expr: Expr, setting: ExprSetting): ExprCode | null {
  const piece = conditionOf(expr, outermost(setting));
  return piece && { code: piece.code(setting), kind: 'bool' };
}

/** Where a part of an expression stands. */
interface Place {
  readonly setting: ExprSetting;
  /** Names that lets inside of the expression bind. */
  readonly names: ReadonlyMap<string, Piece>;
  /** What a failure that does not know its place is blamed on: the innermost arithmetic around. */
  readonly blamed: Span | null;
  readonly depth: number;
}

/** Code that nests deeper may be more than a JavaScript parser takes. */
const MAX_NESTING = 100;

function outermost(setting: ExprSetting): Place {
  return { setting, names: new Map(), blamed: null, depth: 0 };
}

function pieceOf(expr: Expr, outer: Place): Piece | null {
  if (outer.depth >= MAX_NESTING) return null;
  const place = { ...outer, depth: outer.depth + 1 };
  const { setting } = place;
  switch (expr.kind) {
    case 'int':
    case 'real':
    case 'bool':
    case 'string':
    case 'symbol':
      return knownPiece(literalValue(expr));
    case 'name':
      return namePiece(expr, place);
    case 'tuple':
    case 'list': {
      const items = piecesOf(expr.items, place);
      return items && compoundPiece(expr.kind, items, place.blamed, setting);
    }
    case 'record': {
      const keys = expr.fields.map(({ key }) => key);
      const values = piecesOf(
        expr.fields.map(({ value }) => value),
        place,
      );
      return values && recordPiece(keys, values, place.blamed, setting);
    }
    case 'call': {
      const run = checkedCall(expr, setting.context);
      const args = run && piecesOf(expr.args, place);
      return args && madePiece(`${setting.constant(run)}([${commas(args, setting)}])`, null);
    }
    case 'binary':
      return binaryPiece(expr, place);
    case 'unary': {
      if (expr.operator === '!') return negated(conditionOf(expr.operand, place), place);
      const operand = pieceOf(expr.operand, { ...place, blamed: expr.span });
      return operand && negation(operand, expr.span, setting);
    }
    case 'project': {
      const target = pieceOf(expr.target, place);
      return target && itemPiece(target, expr.index, expr.span, setting);
    }
    case 'field': {
      const target = pieceOf(expr.target, place);
      return target && fieldPiece(target, expr.name, expr.span, setting);
    }
    case 'index': {
      const target = pieceOf(expr.target, place);
      const index = pieceOf(expr.index, place);
      return target && index && indexPiece([target, index], expr.span, setting);
    }
    case 'let-in':
      return letPiece(expr, place, (inner) => pieceOf(expr.body, inner));
    case 'if':
      return ifPiece(expr, place);
    case 'solution':
    case 'rule':
    case 'none':
    case 'all':
    case 'then':
      return null;
    default:
      return unreachable(expr);
  }
}

function piecesOf(exprs: readonly Expr[], place: Place): readonly Piece[] | null {
  const pieces: Piece[] = [];
  for (const expr of exprs) {
    const piece = pieceOf(expr, place);
    if (piece === null) return null;
    pieces.push(piece);
  }
  return pieces;
}

function conditionOf(expr: Expr, place: Place): Piece | null {
  const { setting } = place;
  const piece = pieceOf(expr, place);
  if (piece === null || piece.kind === 'bool') return piece;
  const fail = (value: Molecule): boolean => asBool(value, expr.span);
  if (piece.kind !== null) return madePiece(callCode(fail, [piece], setting), 'bool');
  const { before, names } = named([piece], setting);
  const [a] = names as [string];
  const code = `(${before}typeof ${a} === 'boolean' ? ${a} : ${setting.constant(fail)}(${a}))`;
  return madePiece(code, 'bool');
}

function negated(condition: Piece | null, { setting }: Place): Piece | null {
  if (condition === null) return null;
  if (condition.known !== undefined) return knownPiece(condition.known === false);
  return madePiece(`!${condition.code(setting)}`, 'bool');
}

function namePiece(expr: Extract<Expr, { kind: 'name' }>, place: Place): Piece | null {
  const { name } = expr;
  const { setting, names } = place;
  const inner = names.get(name);
  if (inner !== undefined) return inner;
  const variable = setting.variable(name);
  if (variable === null) return null;
  if (variable !== undefined) return givenPiece(variable);
  const { context } = setting;
  const isRule = context.ruleNames.has(name);
  const known = (isRule ? context.rules : context.values).get(name);
  if (known !== undefined) return knownPiece(known);
  // A let that stands after the rule has its value by the time the rule reacts.
  const read = context.compileExpr(expr, new Scope(null, ''));
  return madePiece(`${setting.constant(() => read([], null))}()`, isRule ? 'rule' : null);
}

/** Code from outside: in parentheses unless it is a name. */
function givenPiece({ code, kind, range }: ExprCode): Piece {
  const piece = madePiece(code, kind, range);
  return piece.simple ? piece : madePiece(`(${code})`, kind, range);
}

function binaryPiece(expr: Extract<Expr, { kind: 'binary' }>, place: Place): Piece | null {
  const { operator, span } = expr;
  const { setting } = place;
  if (operator === '&&' || operator === '||') return logical(expr, operator, place);
  const within = isArithmetic(operator) ? { ...place, blamed: span } : place;
  const left = pieceOf(expr.left, within);
  const right = pieceOf(expr.right, within);
  if (left === null || right === null) return null;
  if (isArithmetic(operator)) return arithmeticPiece(operator, [left, right], span, setting);
  if (operator === '==' || operator === '!=') return equality(operator, [left, right], setting);
  return comparison(operator, [left, right], span, setting);
}

function logical(
  expr: Extract<Expr, { kind: 'binary' }>,
  operator: '&&' | '||',
  place: Place,
): Piece | null {
  const left = conditionOf(expr.left, place);
  const right = conditionOf(expr.right, place);
  if (left === null || right === null) return null;
  if (left.known !== undefined) return left.known === (operator === '&&') ? right : left;
  return madePiece(
    `(${left.code(place.setting)} ${operator} ${right.code(place.setting)})`,
    'bool',
  );
}

function ifPiece(expr: Extract<Expr, { kind: 'if' }>, place: Place): Piece | null {
  const { setting } = place;
  const condition = conditionOf(expr.condition, place);
  const consequent = onlyPiece(expr.consequent, place);
  const alternative = onlyPiece(expr.alternative, place);
  if (condition === null || consequent === null || alternative === null) return null;
  if (condition.known !== undefined) return condition.known === true ? consequent : alternative;
  const kind = consequent.kind === alternative.kind ? consequent.kind : null;
  const branches = `${consequent.code(setting)} : ${alternative.code(setting)}`;
  return madePiece(`(${condition.code(setting)} ? ${branches})`, kind);
}

/** A branch that puts out exactly one molecule, as its text shows; others are left to the closure. */
function onlyPiece(elements: readonly Element[], place: Place): Piece | null {
  const [only] = elements;
  if (elements.length !== 1 || only === undefined || only.kind === 'range') return null;
  if (only.kind === 'let') return letPiece(only, place, (inner) => onlyPiece(only.rest, inner));
  return only.multiplicity === null ? pieceOf(only.value, place) : null;
}

function letPiece(
  { name, value }: { readonly name: string; readonly value: Expr },
  place: Place,
  body: (inner: Place) => Piece | null,
): Piece | null {
  const { setting } = place;
  const bound = pieceOf(value, place);
  if (bound === null) return null;
  const within = (piece: Piece): Place => {
    return { ...place, names: new Map([...place.names, [name, piece]]), depth: place.depth + 1 };
  };
  if (bound.simple) return body(within(bound));
  const local = setting.local();
  const inner = body(within(madePiece(local, bound.kind, bound.range)));
  if (inner === null) return null;
  const code = `(${local} = ${bound.code(setting)}, ${inner.code(setting)})`;
  return madePiece(code, inner.kind, inner.range);
}
