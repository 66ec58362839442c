// Which seeds a simulated suite runs: a few, unless SEEDS says how many, and those that once found something; only one, if SEED
// says which.
export const minutes = 60_000;

export function seedsOr(usual: number, known: readonly number[] = []): readonly number[] {
  const one = process.env['SEED'];
  if (one !== undefined) return [Number(one)];
  const count = Number(process.env['SEEDS'] ?? usual);
  const first = Array.from({ length: count }, (_, seed) => seed);
  return [...first, ...known.filter((seed) => seed >= count)];
}

/** How to run one seed of a suite again. */
export function replayOf(suite: string, seed: number): string {
  return `SEED=${seed} npx vitest run test/coordination/${suite}`;
}
