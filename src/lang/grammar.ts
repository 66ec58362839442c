// The grammar, without actions. Patterns and products share one syntax of expressions (a cover):
// what may stand where is settled when the tree is built. Operators come as a flat chain, so that
// a molecule of a long list costs one token and not a ladder of rules.
// Before it: brackets.ts; after it: build-ast.ts.
import { type CstNode, EMPTY_ALT, EOF, type IOrAlt } from 'chevrotain';
import { markAtoms } from './atoms.ts';
import { MAX_NESTING, TooDeep } from './depth.ts';
import { type GrammarRule, LeafGrammar } from './grammar-leaves.ts';
import * as t from './tokens.ts';

const LET_ENDS = new Set([t.Let, t.Import, t.Type, t.Test, EOF]);

type Alternatives = IOrAlt<unknown>[];

export class Grammar extends LeafGrammar {
  private nesting = 0;

  constructor(options: { readonly validate: boolean }) {
    super(options);
    this.performSelfAnalysis();
  }

  /** Reads a whole program, or what was typed at a prompt: both are declarations and molecules. */
  read(tokens: t.Token[]): CstNode | undefined {
    this.nesting = 0;
    markAtoms(tokens);
    this.input = tokens;
    return this.program() as CstNode | undefined;
  }

  private readonly program: GrammarRule = this.RULE('program', () => {
    // Two lists of molecules never stand side by side: a comma is missing, or a word is misspelt.
    let behindElements = false;
    this.MANY(() => {
      const declares = LET_ENDS.has(this.LA(1).tokenType);
      // One token decides, so that a mistake behind `let` is reported there and not at the `let`.
      this.OR({
        MAX_LOOKAHEAD: 1,
        IGNORE_AMBIGUITIES: true,
        DEF: [
          { ALT: () => this.SUBRULE(this.letDeclaration) },
          { ALT: () => this.SUBRULE(this.importDeclaration) },
          { ALT: () => this.SUBRULE(this.typeDeclaration) },
          { ALT: () => this.SUBRULE(this.testDeclaration) },
          { GATE: () => !behindElements, ALT: () => this.SUBRULE(this.elements) },
        ],
      });
      behindElements = !declares;
    });
  });

  private readonly letDeclaration: GrammarRule = this.RULE('letDeclaration', () => {
    this.SUBRULE(this.letHead);
    // Before another declaration and at the end nothing can be confused, so `in` may be left out.
    this.OR([
      { ALT: () => this.CONSUME(t.In) },
      { GATE: () => LET_ENDS.has(this.LA(1).tokenType), ALT: EMPTY_ALT() },
    ]);
  });

  private readonly letHead: GrammarRule = this.RULE('letHead', () => {
    this.CONSUME(t.Let);
    this.OPTION(() => this.CONSUME(t.Rec));
    this.CONSUME(t.Name);
    this.CONSUME(t.Equals);
    this.SUBRULE(this.staged);
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

  // The alternatives of the busiest rules are made once: a new list of them for every molecule
  // would be most of the work of reading.
  private readonly firstElement: Alternatives = [
    { ALT: () => this.CONSUME(t.Lone, { LABEL: 'lone' }) },
    { ALT: () => this.SUBRULE(this.element) },
  ];
  private readonly nextElement: Alternatives = [
    { ALT: () => this.CONSUME2(t.Lone, { LABEL: 'lone' }) },
    { ALT: () => this.SUBRULE2(this.element) },
  ];
  private readonly maybeElement = (): void => {
    this.CONSUME(t.Comma);
    this.OPTION(() => {
      this.OR2({ MAX_LOOKAHEAD: 1, IGNORE_AMBIGUITIES: true, DEF: this.nextElement });
    });
  };

  /** A list of molecules. Two commas in a row are refused later, with a better message. */
  private readonly elements: GrammarRule = this.RULE('elements', () => {
    this.OR({ MAX_LOOKAHEAD: 1, IGNORE_AMBIGUITIES: true, DEF: this.firstElement });
    this.MANY(this.maybeElement);
  });

  private readonly stages: Alternatives = [
    { ALT: () => this.SUBRULE(this.rule) },
    { ALT: () => this.SUBRULE(this.conditional) },
    { ALT: () => this.SUBRULE(this.letIn) },
    {
      ALT: () => {
        this.SUBRULE(this.chain);
        this.MANY2(() => {
          this.CONSUME(t.Then);
          this.SUBRULE2(this.chain);
        });
      },
    },
  ];

  private readonly element: GrammarRule = this.RULE('element', () => {
    this.ACTION(() => this.enter());
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
    this.OR(this.stages);
    this.OPTION2(() => {
      this.CONSUME(t.Dots);
      this.SUBRULE3(this.chain, { LABEL: 'to' });
    });
    this.MANY3(() => {
      this.CONSUME(t.Caret);
      this.SUBRULE4(this.chain, { LABEL: 'multiplicity' });
    });
    this.ACTION(() => this.leave());
  });

  /** An expression, or several with `then` between them. */
  private readonly staged: GrammarRule = this.RULE('staged', () => {
    this.ACTION(() => this.enter());
    this.OR(this.stages);
    this.ACTION(() => this.leave());
  });

  private readonly expressionValue: Alternatives = [
    { ALT: () => this.SUBRULE(this.rule) },
    { ALT: () => this.SUBRULE(this.conditional) },
    { ALT: () => this.SUBRULE(this.letIn) },
    { ALT: () => this.SUBRULE(this.chain) },
  ];

  private readonly expression: GrammarRule = this.RULE('expression', () => {
    this.ACTION(() => this.enter());
    this.OR(this.expressionValue);
    this.ACTION(() => this.leave());
  });

  private leave(): void {
    this.nesting--;
  }

  private enter(): void {
    this.nesting++;
    if (this.nesting > MAX_NESTING) throw new TooDeep(this.LA(1) as t.Token);
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

  private readonly firstOperand: Alternatives = [
    { ALT: () => this.CONSUME(t.Atom, { LABEL: 'atom' }) },
    { ALT: () => this.SUBRULE(this.operand) },
  ];
  private readonly nextOperand: Alternatives = [
    { ALT: () => this.CONSUME2(t.Atom, { LABEL: 'atom' }) },
    { ALT: () => this.SUBRULE2(this.operand) },
  ];
  private readonly step = (): void => {
    this.CONSUME(t.Operator);
    this.OR2({ MAX_LOOKAHEAD: 1, IGNORE_AMBIGUITIES: true, DEF: this.nextOperand });
  };

  /** Operands and operators in the order in which they stand, `:` included. */
  private readonly chain: GrammarRule = this.RULE('chain', () => {
    this.OR({ MAX_LOOKAHEAD: 1, IGNORE_AMBIGUITIES: true, DEF: this.firstOperand });
    this.MANY(this.step);
  });

  private readonly prefixes: Alternatives = [
    { ALT: () => this.CONSUME(t.Minus, { LABEL: 'prefix' }) },
    { ALT: () => this.CONSUME(t.Not, { LABEL: 'prefix' }) },
  ];
  private readonly primaries: Alternatives = [
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
  ];

  private readonly operand: GrammarRule = this.RULE('operand', () => {
    this.MANY(() => this.OR(this.prefixes));
    this.OR2(this.primaries);
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

  private readonly firstItem: Alternatives = [
    { ALT: () => this.CONSUME(t.Lone, { LABEL: 'lone' }) },
    { ALT: () => this.SUBRULE(this.expression) },
  ];
  private readonly nextItem: Alternatives = [
    { ALT: () => this.CONSUME2(t.Lone, { LABEL: 'lone' }) },
    { ALT: () => this.SUBRULE2(this.expression) },
  ];
  private readonly maybeItem = (): void => {
    this.CONSUME(t.Comma);
    this.OPTION(() => {
      this.OR2({ MAX_LOOKAHEAD: 1, IGNORE_AMBIGUITIES: true, DEF: this.nextItem });
    });
  };

  /** What stands between the commas of a list or of a call: one expression each. */
  private readonly items: GrammarRule = this.RULE('items', () => {
    this.OR({ MAX_LOOKAHEAD: 1, IGNORE_AMBIGUITIES: true, DEF: this.firstItem });
    this.MANY(this.maybeItem);
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
