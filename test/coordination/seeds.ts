// Which seeds a simulated suite runs: a few, unless SEEDS says how many; only one, if SEED says which.
export const minutes = 60_000;

export function seedsOr(usual: number): readonly number[] {
  const one = process.env['SEED'];
  if (one !== undefined) return [Number(one)];
  return Array.from({ length: Number(process.env['SEEDS'] ?? usual) }, (_, seed) => seed);
}

/** How to run one seed of a suite again. */
export function replayOf(suite: string, seed: number): string {
  return `SEED=${seed} npx vitest run test/coordination/${suite}`;
}
