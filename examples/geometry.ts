// Pure functions for convex-hull.hocl. A tuple of a program arrives as an object with its items.

interface Point {
  readonly kind: 'tuple';
  readonly items: readonly number[];
}

/** Whether p lies in the triangle a, b, c or on its border; nothing lies in a flat triangle. */
export function inside(p: Point, a: Point, b: Point, c: Point): boolean {
  if (turn(a, b, c) === 0) return false;
  const turns = [turn(a, b, p), turn(b, c, p), turn(c, a, p)];
  return turns.every((t) => t >= 0) || turns.every((t) => t <= 0);
}

/** Positive when the way from a over b to c turns left, negative when it turns right. */
function turn(a: Point, b: Point, c: Point): number {
  const [ax = 0, ay = 0] = a.items;
  const [bx = 0, by = 0] = b.items;
  const [cx = 0, cy = 0] = c.items;
  return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
}
