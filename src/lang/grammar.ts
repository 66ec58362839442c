// The grammar, without actions. Patterns and products share one syntax of expressions (a cover):
// what may stand where is settled when the tree is built. Operators come as a flat chain, so that
// a molecule of a long list costs one token and not a ladder of rules.
// Before it: brackets.ts; after it: build-ast.ts.
import type { CstNode, IToken } from 'chevrotain';
import { type GrammarRule, LeafGrammar } from './grammar-leaves.ts';
import * as t from './tokens.ts';

/** Rules, conditions and lets inside each other, without a bracket between, go no deeper. */
export const MAX_NESTING = 250;

/** Thrown out of the parser when something is nested deeper than the stack may bear. */
export class TooDeep extends Error {
  readonly token: IToken;

  constructor(token: IToken) {
    super('nested too deeply');
    this.token = token;
  }
}

const GREEDY = new Set([t.Replace, t.ReplaceOne, t.With, t.Whenever, t.If, t.Let]);
const LIST_ENDS = new Set([t.Comma, t.SolutionClose, t.ListClose, t.ParenClose]);

export class Grammar extends LeafGrammar {
  private nesting = 0;

  constructor(options: { readonly validate: boolean }) {
    super(options);
    this.performSelfAnalysis();
  }

  /** Reads a whole program, or what was typed at a prompt: both are declarations and molecules. */
  read(tokens: IToken[]): CstNode | undefined {
    this.nesting = 0;
    this.input = tokens;
    return this.program() as CstNode | undefined;
  }

  private readonly program: GrammarRule = this.RULE('program', () => {
    this.MANY(() => {
      // One token decides, so that a mistake behind `let` is reported there and not at the `let`.
      this.OR({
        MAX_LOOKAHEAD: 1,
        IGNORE_AMBIGUITIES: true,
        DEF: [
          { ALT: () => this.SUBRULE(this.letDeclaration) },
          { ALT: () => this.SUBRULE(this.importDeclaration) },
          { ALT: () => this.SUBRULE(this.typeDeclaration) },
          { ALT: () => this.SUBRULE(this.testDeclaration) },
          { ALT: () => this.SUBRULE(this.elements) },
        ],
      });
    });
  });

  private readonly letDeclaration: GrammarRule = this.RULE('letDeclaration', () => {
    this.SUBRULE(this.letHead);
    this.OPTION(() => this.CONSUME(t.In));
  });

  private readonly letHead: GrammarRule = this.RULE('letHead', () => {
    this.CONSUME(t.Let);
    this.OPTION(() => this.CONSUME(t.Rec));
    this.CONSUME(t.Name);
    this.CONSUME(t.Equals);
    this.SUBRULE(this.staged);
  });

  private readonly typeDeclaration: GrammarRule = this.RULE('typeDeclaration', () => {
    this.CONSUME(t.Type);
    this.CONSUME(t.Name);
    this.CONSUME(t.Equals);
    this.SUBRULE(this.typeUnion);
  });

  private readonly testDeclaration: GrammarRule = this.RULE('testDeclaration', () => {
    this.CONSUME(t.Test);
    this.CONSUME(t.Text);
    this.CONSUME(t.BraceOpen);
    this.SUBRULE(this.staged);
    this.CONSUME(t.Outcomes);
    this.SUBRULE2(this.staged, { LABEL: 'outcome' });
    this.MANY(() => {
      this.CONSUME(t.Pipe);
      this.SUBRULE3(this.staged, { LABEL: 'outcome' });
    });
    this.CONSUME(t.BraceClose);
  });

  /** A list of molecules. Two commas in a row are refused later, with a better message. */
  private readonly elements: GrammarRule = this.RULE('elements', () => {
    this.OR([
      {
        GATE: () => this.isLone(),
        ALT: () => this.CONSUME(t.Literal, { LABEL: 'lone' }),
        IGNORE_AMBIGUITIES: true,
      },
      { ALT: () => this.SUBRULE(this.element) },
    ]);
    this.MANY(() => {
      this.CONSUME(t.Comma);
      this.OPTION(() => {
        this.OR2([
          {
            GATE: () => this.isLone(),
            ALT: () => this.CONSUME2(t.Literal, { LABEL: 'lone' }),
            IGNORE_AMBIGUITIES: true,
          },
          { ALT: () => this.SUBRULE2(this.element) },
        ]);
      });
    });
  });

  /** A literal alone between its commas: the only element of which there are ever very many. */
  private isLone(): boolean {
    return t.isLiteral(this.LA(1).tokenType) && LIST_ENDS.has(this.LA(2).tokenType);
  }

  private readonly element: GrammarRule = this.RULE('element', () => {
    this.MANY({
      MAX_LOOKAHEAD: 1,
      DEF: () => {
        this.SUBRULE(this.letHead);
        this.CONSUME(t.In);
      },
    });
    this.OPTION(() => {
      this.CONSUME(t.Name);
      this.CONSUME(t.Equals);
    });
    this.SUBRULE(this.staged);
    this.OPTION2(() => {
      this.CONSUME(t.Dots);
      this.SUBRULE(this.chain, { LABEL: 'to' });
    });
    this.MANY2(() => {
      this.CONSUME(t.Caret);
      this.SUBRULE2(this.chain, { LABEL: 'multiplicity' });
    });
  });

  private readonly staged: GrammarRule = this.RULE('staged', () => {
    const first = this.LA(1).tokenType;
    this.SUBRULE(this.expression);
    // Behind a rule or a choice `then` would be a slip: `by x if c then a else b`.
    this.MANY({
      GATE: () => !GREEDY.has(first),
      DEF: () => {
        this.CONSUME(t.Then);
        this.SUBRULE2(this.expression);
      },
    });
  });

  private readonly expression: GrammarRule = this.RULE('expression', () => {
    this.ACTION(() => this.enter());
    this.OR([
      { ALT: () => this.SUBRULE(this.rule) },
      { ALT: () => this.SUBRULE(this.conditional) },
      { ALT: () => this.SUBRULE(this.letIn) },
      { ALT: () => this.SUBRULE(this.chain) },
    ]);
    this.ACTION(() => {
      this.nesting--;
    });
  });

  private enter(): void {
    this.nesting++;
    if (this.nesting > MAX_NESTING) throw new TooDeep(this.LA(1));
  }

  private readonly letIn: GrammarRule = this.RULE('letIn', () => {
    this.SUBRULE(this.letHead);
    this.CONSUME(t.In);
    this.SUBRULE(this.expression);
  });

  private readonly conditional: GrammarRule = this.RULE('conditional', () => {
    this.CONSUME(t.If);
    this.SUBRULE(this.expression);
    this.CONSUME(t.Then);
    this.SUBRULE(this.branch);
    this.CONSUME(t.Else);
    this.SUBRULE2(this.branch);
  });

  private readonly branch: GrammarRule = this.RULE('branch', () => {
    this.OR([{ ALT: () => this.CONSUME(t.Nothing) }, { ALT: () => this.SUBRULE(this.expression) }]);
  });

  private readonly rule: GrammarRule = this.RULE('rule', () => {
    this.OR([
      {
        ALT: () => {
          this.CONSUME(t.With);
          this.SUBRULE(this.elements, { LABEL: 'catalysts' });
          this.OR2([
            { ALT: () => this.SUBRULE(this.replacement) },
            { ALT: () => this.SUBRULE(this.injection) },
          ]);
        },
      },
      { ALT: () => this.SUBRULE2(this.replacement) },
      {
        ALT: () => {
          this.CONSUME(t.Whenever);
          this.SUBRULE2(this.elements, { LABEL: 'catalysts' });
          this.SUBRULE2(this.injection);
        },
      },
    ]);
    this.OPTION(() => {
      this.CONSUME(t.If);
      this.SUBRULE(this.expression, { LABEL: 'guard' });
    });
    this.OPTION2(() => {
      this.CONSUME(t.Under);
      this.SUBRULE2(this.expression, { LABEL: 'permit' });
      this.MANY(() => {
        this.CONSUME(t.Comma);
        this.OPTION3(() => this.SUBRULE3(this.expression, { LABEL: 'permit' }));
      });
    });
  });

  private readonly replacement: GrammarRule = this.RULE('replacement', () => {
    this.OR([{ ALT: () => this.CONSUME(t.Replace) }, { ALT: () => this.CONSUME(t.ReplaceOne) }]);
    this.SUBRULE(this.elements, { LABEL: 'reactants' });
    this.CONSUME(t.By);
    this.SUBRULE(this.products);
  });

  private readonly injection: GrammarRule = this.RULE('injection', () => {
    this.CONSUME(t.Inject);
    this.SUBRULE(this.products);
  });

  private readonly products: GrammarRule = this.RULE('products', () => {
    this.OR([{ ALT: () => this.CONSUME(t.Nothing) }, { ALT: () => this.SUBRULE(this.elements) }]);
  });

  /** Operands and operators in the order in which they stand, `:` included. */
  private readonly chain: GrammarRule = this.RULE('chain', () => {
    this.SUBRULE(this.operand);
    this.MANY(() => {
      this.CONSUME(t.Operator);
      this.SUBRULE2(this.operand);
    });
  });

  private readonly operand: GrammarRule = this.RULE('operand', () => {
    this.MANY(() => {
      this.OR([
        { ALT: () => this.CONSUME(t.Minus, { LABEL: 'prefix' }) },
        { ALT: () => this.CONSUME(t.Not, { LABEL: 'prefix' }) },
      ]);
    });
    this.OR2([
      { ALT: () => this.CONSUME(t.Literal) },
      {
        ALT: () => {
          this.CONSUME(t.Name);
          this.OPTION(() => this.SUBRULE(this.typeMark));
        },
      },
      {
        ALT: () => {
          this.CONSUME(t.Wildcard);
          this.OPTION2(() => this.SUBRULE2(this.typeMark));
        },
      },
      { ALT: () => this.CONSUME(t.Rest) },
      {
        ALT: () => {
          this.CONSUME(t.ParenOpen);
          this.SUBRULE(this.elements);
          this.CONSUME(t.ParenClose);
        },
      },
      {
        ALT: () => {
          this.CONSUME(t.SolutionOpen);
          this.OPTION3(() => this.SUBRULE2(this.elements));
          this.CONSUME(t.SolutionClose);
        },
      },
      { ALT: () => this.SUBRULE(this.list) },
      { ALT: () => this.SUBRULE(this.record) },
      { ALT: () => this.SUBRULE(this.absence) },
      { ALT: () => this.SUBRULE(this.universal) },
    ]);
    this.MANY2(() => this.SUBRULE(this.postfix));
  });

  private readonly postfix: GrammarRule = this.RULE('postfix', () => {
    this.OR([
      {
        ALT: () => {
          this.CONSUME(t.Dot);
          this.OR2([{ ALT: () => this.CONSUME(t.Int) }, { ALT: () => this.CONSUME(t.Name) }]);
        },
      },
      {
        ALT: () => {
          this.CONSUME(t.ListOpen);
          this.SUBRULE(this.expression);
          this.CONSUME(t.ListClose);
        },
      },
      {
        ALT: () => {
          this.CONSUME(t.ParenOpen);
          this.OPTION(() => this.SUBRULE(this.items));
          this.CONSUME(t.ParenClose);
        },
      },
    ]);
  });

  private readonly list: GrammarRule = this.RULE('list', () => {
    this.CONSUME(t.ListOpen);
    this.OPTION(() => this.SUBRULE(this.items));
    this.CONSUME(t.ListClose);
  });

  /** What stands between the commas of a list or of a call: one expression each. */
  private readonly items: GrammarRule = this.RULE('items', () => {
    this.OR([
      {
        GATE: () => this.isLone(),
        ALT: () => this.CONSUME(t.Literal, { LABEL: 'lone' }),
        IGNORE_AMBIGUITIES: true,
      },
      { ALT: () => this.SUBRULE(this.expression) },
    ]);
    this.MANY(() => {
      this.CONSUME(t.Comma);
      this.OPTION(() => {
        this.OR2([
          {
            GATE: () => this.isLone(),
            ALT: () => this.CONSUME2(t.Literal, { LABEL: 'lone' }),
            IGNORE_AMBIGUITIES: true,
          },
          { ALT: () => this.SUBRULE2(this.expression) },
        ]);
      });
    });
  });

  private readonly record: GrammarRule = this.RULE('record', () => {
    this.CONSUME(t.BraceOpen);
    this.MANY(() => {
      this.SUBRULE(this.field);
      this.OPTION(() => this.CONSUME(t.Comma));
    });
    this.CONSUME(t.BraceClose);
  });

  private readonly field: GrammarRule = this.RULE('field', () => {
    this.OR([
      { ALT: () => this.CONSUME(t.Name, { LABEL: 'key' }) },
      { ALT: () => this.CONSUME(t.Word, { LABEL: 'key' }) },
      { ALT: () => this.CONSUME(t.Text, { LABEL: 'key' }) },
    ]);
    this.CONSUME(t.Colon);
    this.SUBRULE(this.expression);
  });

  private readonly absence: GrammarRule = this.RULE('absence', () => {
    this.CONSUME(t.None);
    this.OPTION(() => {
      this.CONSUME(t.Name, { LABEL: 'ruleName' });
      this.CONSUME(t.Equals);
    });
    this.SUBRULE(this.chain);
    this.CONSUME(t.In);
    this.CONSUME2(t.Name, { LABEL: 'rest' });
  });

  private readonly universal: GrammarRule = this.RULE('universal', () => {
    this.CONSUME(t.All);
    this.CONSUME(t.Name, { LABEL: 'variable' });
    this.CONSUME(t.In);
    this.CONSUME2(t.Name, { LABEL: 'rest' });
    this.CONSUME(t.Colon);
    this.SUBRULE(this.expression);
  });
}
