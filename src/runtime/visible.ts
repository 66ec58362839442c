// What the patterns of a solution may take, sorted into buckets by shape. An occurrence is entered when its turn
// has come (scheduler.ts) and leaves when it is consumed; both cost the same however many there are.
import { enterIndexes, leaveIndexes } from './field-index.ts';
import type { Live, Occurrence } from './live.ts';
import { bucketKey, createBucket } from './shape.ts';

export function enterBucket(occurrence: Occurrence): void {
  if (occurrence.bucket !== null) return;
  const { home } = occurrence;
  const bucket = bucketFor(occurrence, home);
  occurrence.bucket = bucket;
  occurrence.position = bucket.items.length;
  bucket.items.push(occurrence);
  enterIndexes(bucket, occurrence);
}

export function leaveBucket(occurrence: Occurrence): void {
  const { bucket, position } = occurrence;
  if (bucket === null) return;
  leaveIndexes(bucket, occurrence);
  const last = bucket.items.pop() as Occurrence;
  if (last !== occurrence) {
    bucket.items[position] = last;
    last.position = position;
  }
  occurrence.bucket = null;
  occurrence.position = -1;
}

function bucketFor(occurrence: Occurrence, home: Live) {
  const key = bucketKey(occurrence.body);
  const known = home.buckets.get(key);
  if (known !== undefined) return known;
  const bucket = createBucket(occurrence.body);
  home.buckets.set(key, bucket);
  return bucket;
}
