// "Did you mean ...": the nearest of the names that could have been meant.
import { distance } from 'fastest-levenshtein';

/** The candidate nearest to `name`, if it is near enough to be a slip of the hand. */
export function nearest(name: string, candidates: Iterable<string>): string | null {
  const limit = name.length <= 2 ? 1 : name.length <= 5 ? 2 : 3;
  let best: string | null = null;
  let bestDistance = limit + 1;
  for (const candidate of [...candidates].sort()) {
    if (candidate === name) continue;
    const sameLetters = candidate.toLowerCase() === name.toLowerCase();
    const away = sameLetters ? 0 : distance(name, candidate);
    // A word that shares no letter with the other is a different word, however short.
    if (away < bestDistance && away < Math.max(name.length, candidate.length)) {
      best = candidate;
      bestDistance = away;
    }
  }
  return best ?? longer(name, candidates);
}

/** `integer` for `int`, `str` for `string`: one begins with the other. */
function longer(name: string, candidates: Iterable<string>): string | null {
  const related = (a: string, b: string): boolean => b.length >= 3 && a.startsWith(b);
  const found = [...candidates].filter((other) => related(name, other) || related(other, name));
  return found.length === 1 ? (found[0] ?? null) : null;
}

export function didYouMean(name: string, candidates: Iterable<string>): string | null {
  const found = nearest(name, candidates);
  return found === null ? null : `did you mean \`${found}\`?`;
}
