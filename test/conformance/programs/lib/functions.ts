// Pure functions for 101-import-pure.hocl.

export function near(a: number, b: number): boolean {
  return Math.abs(a - b) <= 2;
}

export function middle(a: number, b: number): number {
  return Math.trunc((a + b) / 2);
}
