// What stands after `under`: only permits of coordination schemes, only where an effect can use them, and of schemes that
// somebody creates. Before it: calls.ts, for all that holds of any call.
import type { Element, Expr, Rule } from '../ast.ts';
import type { Diagnostic } from '../diagnostic.ts';
import { unplain } from '../plain.ts';
import { functionOf, type Unit } from '../unit.ts';
import { finding } from './report.ts';
import { didYouMean } from './suggest.ts';
import { walkUnit } from './walk.ts';

export function checkPermits(rule: Rule, unit: Unit): readonly Diagnostic[] {
  const [first] = rule.permits;
  if (first === undefined) return [];
  const found = rule.permits.flatMap((permit) => notPermit(permit, unit));
  if (!elementsCall(rule.products, unit)) {
    found.push(
      finding(
        'HOCL152',
        first.span,
        'this permit is never used: the products of the rule call no effect',
        'a permit is taken for the effects of a reaction and given back after them; call an effect in the product, or remove `under`',
      ),
    );
  }
  return found;
}

function notPermit(permit: Expr, unit: Unit): Diagnostic[] {
  const known = permit.kind === 'call' ? functionOf(unit, permit) : null;
  // What is unknown is reported as that.
  if (permit.kind === 'call' && (known === null || known.signature.permit === true)) return [];
  const module = permit.kind === 'call' ? permit.module : null;
  const message =
    module === null || permit.kind !== 'call'
      ? 'what stands after `under` is not a permit of a coordination scheme'
      : `\`${module}.${permit.name}\` gives no permit`;
  const offered = [...unit.functions].filter(
    ([name, { signature }]) =>
      signature.permit === true && (module === null || name.startsWith(`${module}.`)),
  );
  const hint =
    offered.length > 0
      ? `a permit is given by ${offered.map(([name]) => `\`${name}(...)\``).join(' or ')}`
      : 'permits are given by `tokens.use`, `groups.enter`, `pools.take` and `balance.task`; import their modules, as in `import { tokens } from "hocl:tokens"`';
  return [finding('HOCL151', permit.span, message, hint)];
}

/** Whether molecules in the making call an effect; a rule among them has its own effects and permits. */
function elementsCall(elements: readonly Element[], unit: Unit): boolean {
  return unplain(elements).some((element) => elementCalls(element, unit));
}

function elementCalls(element: Element, unit: Unit): boolean {
  switch (element.kind) {
    case 'molecule':
      return exprCalls(element.value, unit);
    case 'range':
      return exprCalls(element.from, unit) || exprCalls(element.to, unit);
    case 'let':
      return exprCalls(element.value, unit) || elementsCall(element.rest, unit);
  }
}

function exprCalls(expr: Expr, unit: Unit): boolean {
  const any = (parts: readonly Expr[]): boolean => parts.some((part) => exprCalls(part, unit));
  switch (expr.kind) {
    case 'call': {
      const known = functionOf(unit, expr);
      return known === null || known.signature.effect || any(expr.args);
    }
    case 'tuple':
    case 'list':
      return any(expr.items);
    case 'record':
      return any(expr.fields.map(({ value }) => value));
    case 'solution':
      return elementsCall(expr.elements, unit);
    case 'binary':
      return any([expr.left, expr.right]);
    case 'unary':
      return exprCalls(expr.operand, unit);
    case 'project':
    case 'field':
      return exprCalls(expr.target, unit);
    case 'index':
      return any([expr.target, expr.index]);
    case 'let-in':
      return any([expr.value, expr.body]);
    case 'if':
      return (
        exprCalls(expr.condition, unit) ||
        elementsCall(expr.consequent, unit) ||
        elementsCall(expr.alternative, unit)
      );
    case 'then':
      return any([expr.first, expr.second]);
    default:
      return false;
  }
}

/** The functions whose first argument is the name of a scheme. */
const NAMED = [
  ...['tokens.use', 'tokens.resize', 'groups.enter'],
  ...['tokens.status', 'groups.status', 'pools.status'],
];

/**
 * A program that creates schemes of a module, all by names that it spells out, and uses one by another name has misspelt it. A
 * program that creates none is given them by others.
 */
export function checkCreated(unit: Unit): readonly Diagnostic[] {
  const created = new Map<string, Set<string> | 'unknown'>();
  const used: { readonly module: string; readonly name: string; readonly at: Expr }[] = [];
  walkUnit(unit, {
    expr(expr) {
      if (expr.kind !== 'call') return;
      const full = functionOf(unit, expr)?.signature.name ?? '';
      const [module = '', name] = full.split('.');
      const [first] = expr.args;
      const text = first?.kind === 'string' ? first.value : null;
      if (name === 'create' && module !== 'balance') {
        const known = created.get(module) ?? new Set();
        created.set(module, text === null || known === 'unknown' ? 'unknown' : known.add(text));
      } else if (NAMED.includes(full) && first !== undefined && text !== null) {
        used.push({ module, name: text, at: first });
      }
    },
  });
  return used.flatMap(({ module, name, at }) => {
    const known = created.get(module);
    if (known === undefined || known === 'unknown' || known.has(name)) return [];
    const message = `no \`${module}.create\` of this program creates "${name}"`;
    const hint =
      didYouMean(name, known) ?? `it creates ${[...known].map((one) => `"${one}"`).join(', ')}`;
    return [finding('HOCL153', at.span, message, hint)];
  });
}
