// Options as they come from a program, which may be anything, and how a sentence speaks of them.

export type Given = Readonly<Record<string, unknown>>;

/** A value as a sentence can hold it. */
export function text(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'string') return `"${value}"`;
  if (typeof value !== 'object' || value === null) return String(value);
  return JSON.stringify(value);
}
