// A program that a flask can run: loaded, its rules numbered, its molecules planned for. Flasks of one node share it.
import { fail, ok, type Result } from '../../base/index.ts';
import type { Unit } from '../../lang/index.ts';
import {
  EvaluationError,
  type FunctionCode,
  type GuardError,
  load,
  type Molecule,
  RuleCache,
  type RuleMolecule,
  type RuleTemplate,
  type SolutionMolecule,
  Templates,
} from '../../runtime/index.ts';
import { type Plan, planOf } from './plan.ts';

/** What the edge makes of the texts of a spec: checked, with the functions that are installed there. */
export interface ProgramOfSpec {
  readonly unit: Unit;
  readonly functions: ReadonlyMap<string, FunctionCode>;
}

export interface ReadyProgram {
  readonly templates: Templates;
  readonly plan: Plan;
  /** The outermost solution of each stage. */
  readonly stages: readonly SolutionMolecule[];
  readonly cache: RuleCache;
  /** Told of guards that could not be evaluated; whoever is at work listens. */
  onGuardError: (error: GuardError) => void;
}

export function readyProgram(
  { unit, functions }: ProgramOfSpec,
  options: { readonly roams: boolean },
): Result<ReadyProgram, string> {
  const templates: RuleTemplate[] = [];
  const tell: { guard: (error: GuardError) => void } = { guard: () => {} };
  try {
    const { start } = load(unit, {
      functions,
      onGuardError: (error) => tell.guard(error),
      onRule: (template) => templates.push(template),
    });
    if (start === null) return fail('the program has no solution to run: it ends in no <...>');
    return ok({
      templates: new Templates(templates),
      plan: planOf(templates, start, options),
      stages: stagesOf(start),
      cache: new RuleCache(),
      get onGuardError() {
        return tell.guard;
      },
      set onGuardError(listener) {
        tell.guard = listener;
      },
    });
  } catch (error) {
    if (error instanceof EvaluationError) return fail(error.message);
    throw error;
  }
}

function stagesOf(start: SolutionMolecule): SolutionMolecule[] {
  return start.next === null ? [start] : [start, ...stagesOf(start.next)];
}

/** The rules of a stage that every flask has. */
export function sharedRules(program: ReadyProgram, stage: number): RuleMolecule[] {
  const items = program.stages[stage]?.items ?? [];
  return items.filter((item): item is RuleMolecule => isSharedRule(program, item));
}

/** What one flask owns of a stage at its beginning: data, and rules with a single owner. */
export function ownedMolecules(program: ReadyProgram, stage: number): Molecule[] {
  const items = program.stages[stage]?.items ?? [];
  return items.filter((item) => !isSharedRule(program, item));
}

export function isSharedRule({ plan }: ReadyProgram, item: Molecule): item is RuleMolecule {
  return typeof item === 'object' && item.kind === 'rule' && !plan.rules.located.has(item.template);
}
