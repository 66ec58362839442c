// The syntax tree: plain data with spans, what build-ast makes and what check, print and load read.
// It knows nothing of molecules or of running. Before it in the walk: build-ast.ts; after it: check.ts.

/** A text with the name it goes by in messages: a path, or `<repl>`. */
export interface Source {
  readonly name: string;
  readonly text: string;
}

/** A stretch of a source, as UTF-16 offsets; `end` is exclusive. */
export interface Span {
  readonly source: Source;
  readonly start: number;
  readonly end: number;
}

/** One file. A file without a body is a library of rules that others import. */
export interface Program {
  readonly kind: 'program';
  readonly span: Span;
  /** Declarations in the order in which they stand: imports, types, lets, tests. */
  readonly declarations: readonly Declaration[];
  /** The solution that reacts, or null in a library. */
  readonly body: Expr | null;
}

export type Declaration = Import | TypeDeclaration | Let | Test;

export interface Import {
  readonly kind: 'import';
  readonly span: Span;
  /** `rules`: import "./x.hocl"; `pure`, `effect`: host functions; `library`: a module `hocl:...`. */
  readonly what: 'rules' | 'pure' | 'effect' | 'library';
  readonly names: readonly ImportedName[];
  readonly from: string;
  readonly fromSpan: Span;
}

export interface ImportedName {
  readonly name: string;
  /** The name it goes by here: `near as close` gives alias `close`; the same as `name` otherwise. */
  readonly alias: string;
  readonly span: Span;
}

export interface TypeDeclaration {
  readonly kind: 'type';
  readonly span: Span;
  readonly name: string;
  readonly nameSpan: Span;
  readonly type: TypeExpr;
}

/** `let name = value in`, at the top of a program. */
export interface Let {
  readonly kind: 'let';
  readonly span: Span;
  /** `let rec` is an alias of `let`; kept so that the printer gives back what was written. */
  readonly recursive: boolean;
  readonly name: string;
  readonly nameSpan: Span;
  readonly value: Expr;
  /** The text of the `///` lines before it, without the slashes; '' when there are none. */
  readonly doc: string;
}

export interface Test {
  readonly kind: 'test';
  readonly span: Span;
  readonly name: string;
  readonly solution: Expr;
  readonly outcomes: readonly Expr[];
}

export type BasicTypeName =
  | 'int'
  | 'real'
  | 'number'
  | 'bool'
  | 'string'
  | 'symbol'
  | 'tuple'
  | 'list'
  | 'record'
  | 'solution'
  | 'rule'
  | 'any';

export type TypeExpr =
  /** A basic type, or the name of a `type` declaration. */
  | { readonly kind: 'type-name'; readonly span: Span; readonly name: string }
  | { readonly kind: 'type-tuple'; readonly span: Span; readonly items: readonly TypeExpr[] }
  /** A symbol, number, string or bool that stands for itself. */
  | { readonly kind: 'type-literal'; readonly span: Span; readonly value: Literal }
  | { readonly kind: 'type-union'; readonly span: Span; readonly options: readonly TypeExpr[] };

export type Literal =
  /** Held as a bigint whatever its size: the tree is about text, not about speed. */
  | { readonly kind: 'int'; readonly span: Span; readonly value: bigint }
  /** Infinity is written `inf`, NaN `nan`. */
  | { readonly kind: 'real'; readonly span: Span; readonly value: number }
  | { readonly kind: 'bool'; readonly span: Span; readonly value: boolean }
  | { readonly kind: 'string'; readonly span: Span; readonly value: string }
  | { readonly kind: 'symbol'; readonly span: Span; readonly name: string };

export type BinaryOperator =
  | '||'
  | '&&'
  | '=='
  | '!='
  | '<'
  | '<='
  | '>'
  | '>='
  | '+'
  | '-'
  | '*'
  | '/'
  | '%';

export type Expr =
  | Literal
  /** A variable, a let, a rule by its name, or all that a rest variable took. */
  | { readonly kind: 'name'; readonly span: Span; readonly name: string }
  /** Flat: two items or more. `(a:b):c` is a tuple whose first item is a tuple. */
  | { readonly kind: 'tuple'; readonly span: Span; readonly items: readonly Expr[] }
  | { readonly kind: 'list'; readonly span: Span; readonly items: readonly Expr[] }
  | { readonly kind: 'record'; readonly span: Span; readonly fields: readonly RecordField[] }
  | { readonly kind: 'solution'; readonly span: Span; readonly elements: readonly Element[] }
  | Rule
  | Call
  | {
      readonly kind: 'binary';
      readonly span: Span;
      readonly operator: BinaryOperator;
      readonly left: Expr;
      readonly right: Expr;
    }
  | {
      readonly kind: 'unary';
      readonly span: Span;
      readonly operator: '-' | '!';
      readonly operand: Expr;
    }
  /** `t.0` */
  | { readonly kind: 'project'; readonly span: Span; readonly target: Expr; readonly index: number }
  /** `r.name` */
  | { readonly kind: 'field'; readonly span: Span; readonly target: Expr; readonly name: string }
  /** `l[i]` */
  | { readonly kind: 'index'; readonly span: Span; readonly target: Expr; readonly index: Expr }
  /** `let x = e in body`, inside an expression. In a list of molecules it is an Element instead. */
  | {
      readonly kind: 'let-in';
      readonly span: Span;
      readonly name: string;
      readonly nameSpan: Span;
      readonly recursive: boolean;
      readonly value: Expr;
      readonly body: Expr;
    }
  /** A branch holds any number of molecules where a list of molecules stands, exactly one elsewhere. */
  | {
      readonly kind: 'if';
      readonly span: Span;
      readonly condition: Expr;
      readonly consequent: readonly Element[];
      readonly alternative: readonly Element[];
    }
  /** `none p in w` */
  | {
      readonly kind: 'none';
      readonly span: Span;
      readonly pattern: Pattern;
      readonly rest: string;
      readonly restSpan: Span;
    }
  /** `all x in w: condition` */
  | {
      readonly kind: 'all';
      readonly span: Span;
      readonly variable: string;
      readonly variableSpan: Span;
      readonly rest: string;
      readonly restSpan: Span;
      readonly condition: Expr;
    }
  /** `A then B`; left-associative. */
  | { readonly kind: 'then'; readonly span: Span; readonly first: Expr; readonly second: Expr };

/** `f(a, b)`, or `module.f(a, b)` for a function of a library module. */
export interface Call {
  readonly kind: 'call';
  readonly span: Span;
  /** null unless the name is qualified, as in `tokens.use("hub")`. */
  readonly module: string | null;
  readonly name: string;
  readonly nameSpan: Span;
  readonly args: readonly Expr[];
}

export interface RecordField {
  readonly key: string;
  readonly span: Span;
  readonly value: Expr;
}

/** What stands between the commas of a list of molecules. */
export type Element =
  | {
      readonly kind: 'molecule';
      readonly span: Span;
      readonly value: Expr;
      /** `COIN^3` */
      readonly multiplicity: Expr | null;
    }
  /** `2..30`, both ends in. */
  | {
      readonly kind: 'range';
      readonly span: Span;
      readonly from: Expr;
      readonly to: Expr;
      readonly multiplicity: Expr | null;
    }
  /** `let x = e in ...`: reaches over the rest of the list, which it holds. */
  | {
      readonly kind: 'let';
      readonly span: Span;
      readonly recursive: boolean;
      readonly name: string;
      readonly nameSpan: Span;
      readonly value: Expr;
      readonly rest: readonly Element[];
    };

export type RuleForm =
  /** `replace P by M`, with or without `with C` */
  | 'replace'
  /** `replace-one P by M`, with or without `with C` */
  | 'replace-one'
  /** `with X inject M`: one-shot */
  | 'inject'
  /** `whenever C inject M` */
  | 'whenever';

export interface Rule {
  readonly kind: 'rule';
  readonly span: Span;
  /** The name given in place, `n = replace ...`; a let gives its name when the program is loaded. */
  readonly name: string | null;
  readonly form: RuleForm;
  /** What is read and stays: the patterns after `with` or `whenever`. */
  readonly catalysts: readonly Pattern[];
  /** What is consumed. */
  readonly reactants: readonly Pattern[];
  /** A `?w` at the outermost level of the reactants; legal only as a frame. */
  readonly rest: RestPattern | null;
  /** Empty for `by nothing`. */
  readonly products: readonly Element[];
  readonly guard: Expr | null;
  /** The permits after `under`; empty when there is none. */
  readonly permits: readonly Expr[];
}

export type Pattern =
  | {
      readonly kind: 'variable';
      readonly span: Span;
      readonly name: string;
      readonly type: TypeExpr | null;
    }
  | { readonly kind: 'wildcard'; readonly span: Span; readonly type: TypeExpr | null }
  /** A literal, `inf`, a negative number, or a list or record made of literals. */
  | { readonly kind: 'literal'; readonly span: Span; readonly value: Expr }
  | { readonly kind: 'tuple-pattern'; readonly span: Span; readonly items: readonly Pattern[] }
  | {
      readonly kind: 'solution-pattern';
      readonly span: Span;
      readonly items: readonly Pattern[];
      readonly rest: RestPattern | null;
    }
  /** `sieve = r`: takes a rule by its name. */
  | {
      readonly kind: 'rule-pattern';
      readonly span: Span;
      readonly ruleName: string;
      readonly variable: string;
      readonly variableSpan: Span;
    }
  /** An expression over variables bound elsewhere: an equality. `(n)` is one too. */
  | { readonly kind: 'expression'; readonly span: Span; readonly value: Expr };

export interface RestPattern {
  readonly name: string;
  readonly span: Span;
}
