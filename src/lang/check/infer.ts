// Kinds: what every expression can be, and where no value at all could be right. An expression is judged
// once; what is wrong is anything afterwards, so that one mistake is one message.
import type { Element, Expr, Pattern, Rule } from '../ast.ts';
import type { Diagnostic } from '../diagnostic.ts';
import { isPlain } from '../plain.ts';
import { functionOf, type Unit } from '../unit.ts';
import type { Binding } from './binding.ts';
import { inferBinary, inferUnary } from './operators.ts';
import { inferField, inferIndex, inferProject } from './parts.ts';
import { finding } from './report.ts';
import type { Names } from './resolve.ts';
import {
  ANY,
  BOOL,
  DATA,
  describeKinds,
  INT,
  kindsOf,
  literalShape,
  meet,
  overlaps,
  RULE,
  type Shape,
  SOLUTION,
  shapeOf,
  tupleShape,
  union,
} from './shape.ts';
import { shapeOfType, type Types, typesByName } from './types.ts';
import { walkUnit } from './walk.ts';

export interface Kinds {
  /** What an expression of the unit can be. */
  readonly ofExpr: (expr: Expr) => Shape;
  /** What a pattern takes. */
  readonly ofPattern: (pattern: Pattern) => Shape;
  readonly found: readonly Diagnostic[];
}

export function inferKinds(unit: Unit, names: Names): Kinds {
  const inference = new Inference(unit, names);
  walkUnit(unit, {
    expr(expr) {
      inference.expr(expr);
      if (expr.kind === 'rule') inference.rule(expr);
    },
    element: (element) => inference.element(element),
  });
  for (const binding of names.bindings) inference.binding(binding);
  return {
    ofExpr: (expr) => inference.expr(expr),
    ofPattern: (pattern) => inference.pattern(pattern),
    found: inference.found,
  };
}

class Inference {
  readonly found: Diagnostic[] = [];
  private readonly unit: Unit;
  private readonly names: Names;
  private readonly types: Types;
  private readonly known = new Map<Expr, Shape>();
  private readonly bindings = new Map<Binding, Shape>();

  constructor(unit: Unit, names: Names) {
    this.unit = unit;
    this.names = names;
    this.types = typesByName(unit);
  }

  expr(expr: Expr): Shape {
    // Remembering the shape of plain data would cost more than finding it again.
    if (isPlain(expr)) return this.judge(expr);
    const known = this.known.get(expr);
    if (known !== undefined) return known;
    // A rule may be reached again from inside itself; by then it is a rule, whatever it does.
    this.known.set(expr, ANY);
    const shape = this.judge(expr);
    this.known.set(expr, shape);
    return shape;
  }

  private judge(expr: Expr): Shape {
    const report = (problem: Diagnostic): Shape => {
      this.found.push(problem);
      return ANY;
    };
    switch (expr.kind) {
      case 'int':
      case 'real':
      case 'bool':
      case 'string':
      case 'symbol':
        return literalShape(expr) ?? ANY;
      case 'name': {
        const binding = this.names.ofName.get(expr);
        return binding === undefined ? ANY : this.binding(binding);
      }
      case 'tuple':
        return tupleShape(expr.items.map((item) => this.expr(item)));
      case 'list':
      case 'record':
      case 'solution':
        return shapeOf([expr.kind]);
      case 'rule':
        return [{ kind: 'rule', name: expr.name }];
      case 'call':
        return this.call(expr);
      case 'binary':
        return inferBinary(expr, this.expr(expr.left), this.expr(expr.right), report);
      case 'unary':
        return literalShape(expr) ?? inferUnary(expr, this.expr(expr.operand), report);
      case 'project':
        return inferProject(expr, this.expr(expr.target), report);
      case 'field':
        return inferField(expr, this.expr(expr.target), report);
      case 'index':
        return inferIndex(expr, this.expr(expr.target), this.expr(expr.index), report);
      case 'let-in':
        return this.expr(expr.body);
      case 'if':
        this.condition(expr.condition);
        return union([expr.consequent, expr.alternative].map((branch) => this.branch(branch)));
      case 'none':
        return BOOL;
      case 'all':
        this.condition(expr.condition);
        return BOOL;
      case 'then':
        return SOLUTION;
    }
  }

  /** The kinds of a branch that is one molecule; of any other branch nothing is said here. */
  private branch(elements: readonly Element[]): Shape {
    const [only] = elements;
    if (only === undefined || elements.length > 1) return ANY;
    if (only.kind === 'let') return this.branch(only.rest);
    return only.kind === 'molecule' ? this.expr(only.value) : INT;
  }

  rule(rule: Rule): void {
    if (rule.guard !== null) this.condition(rule.guard);
  }

  private condition(expr: Expr): void {
    const shape = this.expr(expr);
    if (overlaps(shape, BOOL)) return;
    this.found.push(
      finding(
        'HOCL124',
        expr.span,
        `a condition is true or false, and this is ${describeKinds(kindsOf(shape))}`,
        'compare it with something, as in `x > 0` or `x == 0`',
      ),
    );
  }

  element(element: Element): void {
    if (element.kind === 'let') return;
    if (element.kind === 'range') {
      for (const end of [element.from, element.to]) {
        const shape = this.expr(end);
        if (overlaps(shape, INT)) continue;
        this.found.push(
          finding(
            'HOCL127',
            end.span,
            `a range goes from int to int, and this is ${describeKinds(kindsOf(shape))}`,
            'write `1..10`, or make it an int by `int(...)`',
          ),
        );
      }
    }
    if (element.multiplicity !== null) this.multiplicity(element.multiplicity);
  }

  private multiplicity(expr: Expr): void {
    const shape = this.expr(expr);
    if (!overlaps(shape, INT)) {
      this.found.push(
        finding(
          'HOCL128',
          expr.span,
          `a multiplicity is an int, and this is ${describeKinds(kindsOf(shape))}`,
          'write how many there are, as in `COIN^3`',
        ),
      );
    } else if (shape.every((form) => form.kind === 'int' && form.literal?.startsWith('-'))) {
      this.found.push(
        finding(
          'HOCL128',
          expr.span,
          'a molecule cannot be there a negative number of times',
          'negative multiplicities are reserved for a later version; 0 and more are allowed',
        ),
      );
    }
  }

  private call(call: Extract<Expr, { kind: 'call' }>): Shape {
    const known = functionOf(this.unit, call);
    if (known === null) return ANY;
    const { parameters, variadic, result, effect } = known.signature;
    call.args.forEach((arg, i) => {
      const parameter = parameters[variadic ? Math.min(i, parameters.length - 1) : i];
      if (parameter === undefined) return;
      const shape = this.argument(arg);
      if (overlaps(shape, shapeOf(parameter.kinds))) return;
      const wanted = parameter.kinds === 'any' ? 'anything' : describeKinds(parameter.kinds);
      this.found.push(
        finding(
          'HOCL121',
          arg.span,
          `\`${call.name}\` takes ${wanted} as ${parameter.name}, and this is ${describeKinds(kindsOf(shape))}`,
          known.signature.doc === '' ? null : `\`${call.name}\` gives ${known.signature.doc}`,
        ),
      );
    });
    // A failed effect leaves `ERROR:message` in its place.
    return effect ? union([shapeOf(result), FAILED]) : shapeOf(result);
  }

  /** A rest variable is passed as the list of its data. */
  private argument(arg: Expr): Shape {
    const binding = arg.kind === 'name' ? this.names.ofName.get(arg) : undefined;
    return binding?.kind === 'rest' ? shapeOf(['list']) : this.expr(arg);
  }

  binding(binding: Binding): Shape {
    const known = this.bindings.get(binding);
    if (known !== undefined) return known;
    this.bindings.set(binding, ANY);
    const shape = this.judgeBinding(binding);
    this.bindings.set(binding, shape);
    return shape;
  }

  private judgeBinding(binding: Binding): Shape {
    switch (binding.kind) {
      case 'rest':
        return ANY;
      case 'rule-variable':
        return RULE;
      case 'each':
        return DATA;
      case 'let':
      case 'local': {
        if (binding.value === null) return ANY;
        if (binding.value.kind === 'rule') return [{ kind: 'rule', name: binding.name }];
        return this.expr(binding.value);
      }
      case 'variable':
        return this.variable(binding);
    }
  }

  private variable(binding: Binding): Shape {
    const types = binding.types.map((type) => this.typed(type));
    const shape = types.reduce(meet, types[0] ?? DATA);
    if (shape.length > 0) return shape;
    const last = binding.types[binding.types.length - 1];
    this.found.push(
      finding(
        'HOCL129',
        last?.span ?? binding.span,
        `no molecule has all the types that are given to \`${binding.name}\``,
        'one variable stands for one value; take two names if two molecules are meant',
        [{ span: binding.span, message: 'also typed here' }],
      ),
    );
    return ANY;
  }

  private typed(type: NonNullable<Extract<Pattern, { kind: 'variable' }>['type']>): Shape {
    const shape = shapeOfType(type, this.types);
    // Only `::rule` itself takes rules; everything else takes data.
    return type.kind === 'type-name' && type.name === 'rule' ? RULE : meet(DATA, shape);
  }

  pattern(pattern: Pattern): Shape {
    switch (pattern.kind) {
      case 'variable': {
        const binding = this.names.ofPattern.get(pattern);
        return binding === undefined ? ANY : this.binding(binding);
      }
      case 'wildcard':
        return pattern.type === null ? DATA : this.typed(pattern.type);
      case 'literal':
      case 'expression':
        return this.expr(pattern.value);
      case 'tuple-pattern':
        return tupleShape(pattern.items.map((item) => this.pattern(item)));
      case 'solution-pattern':
        return SOLUTION;
      case 'rule-pattern':
        return [{ kind: 'rule', name: pattern.ruleName }];
    }
  }
}

const FAILED: Shape = [
  {
    kind: 'tuple',
    items: [[{ kind: 'symbol', literal: 'ERROR' }], [{ kind: 'string', literal: null }]],
  },
];
