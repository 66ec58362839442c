// What stands after `under`: a call of a coordination scheme whose arguments are evaluated when the reaction commits, and which
// is then a request beside the effects of the reaction. Nothing is entered here: whoever runs the effects does that.
import { assert } from '../../base/index.ts';
import type { Expr, Rule } from '../../lang/index.ts';
import type { PermitCode } from '../rule.ts';
import { compilePermit } from './call.ts';
import type { LoadContext } from './context.ts';
import type { Scope } from './scope.ts';

export function compilePermits(rule: Rule, scope: Scope, context: LoadContext): PermitCode[] {
  return rule.permits.map((permit: Expr) => {
    assert(permit.kind === 'call', 'check lets only calls stand after under');
    return compilePermit(permit, scope, context);
  });
}
