// Settings of tokens that contradict each other: each of them is allowed, but together nothing could be measured.
import type { Values } from './experiment.ts';
import { numberIn, numbersIn } from './settings.ts';
import { windowS } from './tokens-meter.ts';

/** How far usage varies from window to window takes two of them. */
const measuredSMin = 2 * windowS;

/** Where managers crash there are so many walking tokens. */
export const crashTokens = 800;

/** How many keepers simulate so many of the whole fleet; bookings take over from one another, so that one is too few. */
export function keepersIn(values: Values, ofAll: number): number {
  return Math.max(2, Math.round(ofAll * numberIn(values, 'share')));
}

export function tokensIn(values: Values, ofAll: number): number {
  return Math.max(1, Math.round(ofAll * numberIn(values, 'share')));
}

/** How long a booked slot must be known ahead, and how long a lease of bookings is: the usual ones of the scheme. */
const [leadS, bookLeaseS] = [0.2, 240];

export function tokensConflict(values: Values): string | undefined {
  const [share, rate] = [numberIn(values, 'share'), numberIn(values, 'rate')];
  const managers = Math.round(share * numberIn(values, 'managers'));
  const [lastsS, warmUpS] = [3600 * numberIn(values, 'hours'), numberIn(values, 'warmUpS')];
  if (lastsS - warmUpS < measuredSMin) {
    return `a run of ${Math.round(lastsS)} s (hours) must last at least ${measuredSMin} s longer than its warm-up of ${warmUpS} s (warmUpS)`;
  }
  const periodS = (count: number): number => count / (share * rate);
  const crowd = numbersIn(values, 'tokens').find((one) => tokensIn(values, one) > managers);
  if (crowd !== undefined) {
    return `tokens takes at most as many as there are managers, ${numberIn(values, 'managers')}, not ${crowd}`;
  }
  for (const keepers of numbersIn(values, 'keepers')) {
    const count = keepersIn(values, keepers);
    if (count > managers) {
      return `keepers takes at most as many as there are managers, ${numberIn(values, 'managers')}, not ${keepers}`;
    }
    if (2 * (periodS(count) + leadS) > bookLeaseS) {
      return `keepers=${keepers} with rate=${rate} and share=${share} gives each keeper a slot in ${Math.round(periodS(count))} s, which is too seldom for leases of ${bookLeaseS} s`;
    }
  }
  const leastLeaseS = 4 * periodS(tokensIn(values, crashTokens));
  const short = numbersIn(values, 'leasesS').find((leaseS) => leaseS < leastLeaseS);
  if (short === undefined) return undefined;
  return `leasesS takes at least ${Math.ceil(leastLeaseS)} s, four periods of the ${crashTokens} tokens, not ${short}`;
}
