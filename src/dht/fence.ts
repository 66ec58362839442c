// The fence of a flask: what one node lets pass. A message that carries a lower epoch than the highest one seen comes
// from a host that has been replaced, and is refused; a higher one says that there is a newer view to fetch.
//
// What makes it safe: a new host was a replica before, and a record counts only when every replica has it. Once the
// new host refuses the old epoch, nothing more can count under it. So a node that takes over writes the new epoch
// into its log first, and a node that starts again begins with the epoch of its last record.
import type { FlaskId } from './flask-id.ts';

/** The highest epoch seen, by flask. */
export type Fences = Map<FlaskId, number>;

export type Admission = 'current' | 'stale' | 'ahead';

/** Judges a message; nothing changes. */
export function admission(fences: Fences, flask: FlaskId, epoch: number): Admission {
  const seen = fences.get(flask) ?? 0;
  if (epoch < seen) return 'stale';
  return epoch > seen ? 'ahead' : 'current';
}

/** A node has learned of an epoch, from a view or from its log; a fence never goes back. */
export function raise(fences: Fences, flask: FlaskId, epoch: number): void {
  fences.set(flask, Math.max(epoch, fences.get(flask) ?? 0));
}
