// The leaves of the grammar: imports and types, which hold no expressions. The rest is grammar.ts.
import { type CstNode, CstParser, type ParserMethod } from 'chevrotain';
import { expectation } from './expectation.ts';
import { Lookahead } from './lookahead.ts';
import * as t from './tokens.ts';

/** How many tokens decide at a fork, at most. */
const MAX_LOOKAHEAD = 2;

export type GrammarRule = ParserMethod<[], CstNode>;

export class LeafGrammar extends CstParser {
  constructor(options: { readonly validate: boolean }) {
    super(t.ALL_TOKENS, {
      maxLookahead: MAX_LOOKAHEAD,
      lookaheadStrategy: new Lookahead({ maxLookahead: MAX_LOOKAHEAD }),
      nodeLocationTracking: 'onlyOffset',
      recoveryEnabled: false,
      skipValidations: !options.validate,
      errorMessageProvider: expectation,
    });
  }

  protected readonly importDeclaration: GrammarRule = this.RULE('importDeclaration', () => {
    this.CONSUME(t.Import);
    this.OPTION(() => {
      this.OPTION2(() =>
        this.OR([{ ALT: () => this.CONSUME(t.Pure) }, { ALT: () => this.CONSUME(t.Effect) }]),
      );
      this.CONSUME(t.BraceOpen);
      this.MANY(() => {
        this.SUBRULE(this.importedName);
        this.OPTION3(() => this.CONSUME(t.Comma));
      });
      this.CONSUME(t.BraceClose);
      this.CONSUME(t.From);
    });
    this.CONSUME(t.Text);
  });

  private readonly importedName: GrammarRule = this.RULE('importedName', () => {
    this.CONSUME(t.Name);
    this.OPTION(() => {
      this.CONSUME(t.As);
      this.CONSUME2(t.Name, { LABEL: 'alias' });
    });
  });

  protected readonly typeDeclaration: GrammarRule = this.RULE('typeDeclaration', () => {
    this.CONSUME(t.Type);
    this.CONSUME(t.Name);
    this.CONSUME(t.Equals);
    this.SUBRULE(this.typeUnion);
  });

  protected readonly typeUnion: GrammarRule = this.RULE('typeUnion', () => {
    this.SUBRULE(this.typeTuple);
    this.MANY(() => {
      this.CONSUME(t.Pipe);
      this.SUBRULE2(this.typeTuple);
    });
  });

  private readonly typeTuple: GrammarRule = this.RULE('typeTuple', () => {
    this.SUBRULE(this.typeAtom);
    this.MANY(() => {
      this.CONSUME(t.Colon);
      this.SUBRULE2(this.typeAtom);
    });
  });

  private readonly typeAtom: GrammarRule = this.RULE('typeAtom', () => {
    this.OR([
      { ALT: () => this.CONSUME(t.Name) },
      {
        ALT: () => {
          this.OPTION(() => this.CONSUME(t.Minus));
          this.CONSUME(t.Literal);
        },
      },
      {
        ALT: () => {
          this.CONSUME(t.ParenOpen);
          this.SUBRULE(this.typeUnion);
          this.CONSUME(t.ParenClose);
        },
      },
    ]);
  });

  protected readonly typeMark: GrammarRule = this.RULE('typeMark', () => {
    this.CONSUME(t.TypeMark);
    this.SUBRULE(this.typeAtom);
  });
}
