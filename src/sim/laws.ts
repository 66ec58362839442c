// Draws from the laws that the papers name, for the loads of simulated experiments.
import type { Rng } from '../base/index.ts';

/** Above 0 and at most 1. */
export function uniform(rng: Rng): number {
  return (rng.below(0x1_0000_0000) + 1) / 0x1_0000_0000;
}

export function exponential(rng: Rng, mean: number): number {
  return -mean * Math.log(uniform(rng));
}

export function normal(rng: Rng, mean: number, sd: number): number {
  return mean + sd * Math.sqrt(-2 * Math.log(uniform(rng))) * Math.cos(2 * Math.PI * uniform(rng));
}
