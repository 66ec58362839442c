// A syntax tree as one short line, for tables: `(+ 1 (* 2 3))`.
import type {
  Declaration,
  Element,
  Expr,
  Pattern,
  Program,
  Rule,
  TypeExpr,
} from '../../src/lang/index.ts';
import { parse, print } from '../../src/lang/index.ts';

/** The shape of the one expression in a text that has no mistakes. */
export function shapeOf(text: string): string {
  const { program, diagnostics } = parse({ name: 'test', text });
  if (diagnostics.length > 0) return diagnostics.map((d) => `${d.code} ${d.message}`).join('; ');
  return program.body === null ? print(program) : shape(program.body);
}

export function shapeOfProgram(program: Program): string {
  const parts = program.declarations.map(declarationShape);
  return [...parts, program.body === null ? '-' : shape(program.body)].join(' ');
}

function declarationShape(declaration: Declaration): string {
  switch (declaration.kind) {
    case 'let':
      return `(let ${declaration.name} ${shape(declaration.value)})`;
    case 'type':
      return `(type ${declaration.name} ${typeShape(declaration.type)})`;
    case 'test':
      return `(test ${[declaration.solution, ...declaration.outcomes].map(shape).join(' ')})`;
    case 'import': {
      const names = declaration.names.map((n) => `${n.name}>${n.alias}`);
      return `(import ${[declaration.what, ...names, declaration.from].join(' ')})`;
    }
  }
}

export function shape(expr: Expr): string {
  switch (expr.kind) {
    case 'int':
      return String(expr.value);
    case 'real':
      return `r${expr.value}`;
    case 'bool':
      return String(expr.value);
    case 'string':
      return JSON.stringify(expr.value);
    case 'symbol':
    case 'name':
      return expr.name;
    case 'tuple':
      return list('tuple', expr.items.map(shape));
    case 'list':
      return list('list', expr.items.map(shape));
    case 'record':
      return list(
        'record',
        expr.fields.map((field) => `${field.key}=${shape(field.value)}`),
      );
    case 'solution':
      return list('<>', expr.elements.map(elementShape));
    case 'rule':
      return ruleShape(expr);
    case 'call':
      return list(
        `${expr.module === null ? '' : `${expr.module}.`}${expr.name}()`,
        expr.args.map(shape),
      );
    case 'binary':
      return list(expr.operator, [shape(expr.left), shape(expr.right)]);
    case 'unary':
      return list(`${expr.operator}_`, [shape(expr.operand)]);
    case 'project':
      return list(`.${expr.index}`, [shape(expr.target)]);
    case 'field':
      return list(`.${expr.name}`, [shape(expr.target)]);
    case 'index':
      return list('[]', [shape(expr.target), shape(expr.index)]);
    case 'let-in':
      return list(`let ${expr.name}`, [shape(expr.value), shape(expr.body)]);
    case 'if':
      return list('if', [shape(expr.condition), branch(expr.consequent), branch(expr.alternative)]);
    case 'none':
      return list('none', [patternShape(expr.pattern), expr.rest]);
    case 'all':
      return list('all', [expr.variable, expr.rest, shape(expr.condition)]);
    case 'then':
      return list('then', [shape(expr.first), shape(expr.second)]);
  }
}

function list(head: string, parts: readonly string[]): string {
  return `(${[head, ...parts].join(' ')})`;
}

function branch(elements: readonly Element[]): string {
  return elements.length === 1
    ? elementShape(elements[0] as Element)
    : `[${elements.map(elementShape).join(' ')}]`;
}

function elementShape(element: Element): string {
  if (element.kind === 'let') {
    return list(`let ${element.name}`, [shape(element.value), ...element.rest.map(elementShape)]);
  }
  const core =
    element.kind === 'range'
      ? list('..', [shape(element.from), shape(element.to)])
      : shape(element.value);
  return element.multiplicity === null ? core : list('^', [core, shape(element.multiplicity)]);
}

function ruleShape(rule: Rule): string {
  const parts = [
    ...(rule.catalysts.length > 0 ? [`with[${rule.catalysts.map(patternShape).join(' ')}]`] : []),
    ...(rule.reactants.length > 0 ? [`take[${rule.reactants.map(patternShape).join(' ')}]`] : []),
    ...(rule.rest === null ? [] : [`?${rule.rest.name}`]),
    `give[${rule.products.map(elementShape).join(' ')}]`,
    ...(rule.guard === null ? [] : [`if ${shape(rule.guard)}`]),
    ...(rule.permits.length === 0 ? [] : [`under[${rule.permits.map(shape).join(' ')}]`]),
  ];
  return list(rule.name === null ? rule.form : `${rule.name}=${rule.form}`, parts);
}

function patternShape(pattern: Pattern): string {
  switch (pattern.kind) {
    case 'variable':
      return pattern.type === null ? pattern.name : `${pattern.name}::${typeShape(pattern.type)}`;
    case 'wildcard':
      return pattern.type === null ? '_' : `_::${typeShape(pattern.type)}`;
    case 'literal':
      return `'${shape(pattern.value)}`;
    case 'tuple-pattern':
      return list(':', pattern.items.map(patternShape));
    case 'solution-pattern':
      return list('<>', [
        ...pattern.items.map(patternShape),
        ...(pattern.rest === null ? [] : [`?${pattern.rest.name}`]),
      ]);
    case 'rule-pattern':
      return `${pattern.ruleName}=${pattern.variable}`;
    case 'expression':
      return `=${shape(pattern.value)}`;
  }
}

export function typeShape(type: TypeExpr): string {
  switch (type.kind) {
    case 'type-name':
      return type.name;
    case 'type-literal':
      return `'${shape(type.value)}`;
    case 'type-tuple':
      return list(':', type.items.map(typeShape));
    case 'type-union':
      return list('|', type.options.map(typeShape));
  }
}
