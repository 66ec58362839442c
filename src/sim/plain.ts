// Plain data: what states and messages are made of. Copied, so that no two machines share a value, and
// written as text, so that states can be told apart and histories compared byte by byte. Not a
// format for the wire.
import { assert } from '../base/index.ts';

/** A copy that shares nothing with the value; anything that is not plain data is refused. */
export function copyPlain<T>(value: T): T {
  return copy(value) as T;
}

function copy(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) {
    assert(typeof value !== 'function' && typeof value !== 'symbol', 'not plain data', value);
    return value;
  }
  if (Array.isArray(value)) return value.map(copy);
  if (value instanceof Uint8Array) return value.slice();
  if (value instanceof Map) {
    return new Map([...value].map(([key, item]) => [copy(key), copy(item)] as const));
  }
  if (value instanceof Set) return new Set([...value].map(copy));
  const made: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(plainObject(value))) made[key] = copy(item);
  return made;
}

/**
 * One text for one value. The keys of objects are sorted, since nobody may depend on their order;
 * maps and sets keep theirs, since a machine that walks through one does what the order says.
 */
export function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) {
    if (typeof value === 'bigint') return `${value}n`;
    if (value === undefined) return 'undefined';
    if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
    assert(typeof value !== 'function' && typeof value !== 'symbol', 'not plain data', value);
    return JSON.stringify(value);
  }
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value instanceof Uint8Array) return `bytes(${value.join(',')})`;
  if (value instanceof Map) {
    return `map{${[...value].map(([key, item]) => `${canonical(key)}:${canonical(item)}`).join(',')}}`;
  }
  if (value instanceof Set) return `set{${[...value].map(canonical).join(',')}}`;
  const entries = Object.entries(plainObject(value)).filter(([, item]) => item !== undefined);
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(',')}}`;
}

function plainObject(value: object): object {
  const prototype: unknown = Object.getPrototypeOf(value);
  assert(prototype === Object.prototype || prototype === null, 'not plain data', value);
  return value;
}
