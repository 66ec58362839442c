// The variables and the solutions of patterns, in the order in which they are written.
import type { Pattern } from '../../lang/index.ts';

/** Every variable, once; rests are not among them. */
export function variablesOf(patterns: readonly Pattern[]): string[] {
  const names = new Set<string>();
  eachPattern(patterns, (pattern) => {
    if (pattern.kind === 'variable') names.add(pattern.name);
    if (pattern.kind === 'rule-pattern' && pattern.variable !== '_') names.add(pattern.variable);
  });
  return [...names];
}

/** Every rest variable of an opened solution. */
export function restsOf(patterns: readonly Pattern[]): string[] {
  const names: string[] = [];
  eachPattern(patterns, (pattern) => {
    if (pattern.kind === 'solution-pattern' && pattern.rest !== null) names.push(pattern.rest.name);
  });
  return names;
}

/** Gives each solution pattern its number. */
export function numberSolutions(
  patterns: readonly Pattern[],
  isFrame: (rest: string) => boolean,
): Map<Pattern, { index: number; frame: boolean }> {
  const numbers = new Map<Pattern, { index: number; frame: boolean }>();
  eachPattern(patterns, (pattern) => {
    if (pattern.kind !== 'solution-pattern') return;
    const frame = pattern.rest !== null && isFrame(pattern.rest.name);
    numbers.set(pattern, { index: numbers.size, frame });
  });
  return numbers;
}

function eachPattern(patterns: readonly Pattern[], visit: (pattern: Pattern) => void): void {
  for (const pattern of patterns) {
    visit(pattern);
    if (pattern.kind === 'tuple-pattern' || pattern.kind === 'solution-pattern') {
      eachPattern(pattern.items, visit);
    }
  }
}
