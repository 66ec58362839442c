// Numbers as people give them to options: counts, durations, sizes, seeds. What cannot be read is a sentence.
import { CallError } from './exit-code.ts';

/** A whole number of at least `least`; `_` and `,` may group its digits. */
export function readCount(option: string, text: string, least = 1): number {
  const digits = text.replace(/(?<=\d)[_,](?=\d)/g, '');
  const value = /^\d+(e\d{1,2})?$/.test(digits) ? Number(digits) : Number.NaN;
  if (!Number.isSafeInteger(value) || value < least) {
    throw new CallError(`${option} takes a whole number of at least ${least}, not ${quote(text)}`);
  }
  return value;
}

const MILLISECONDS: ReadonlyMap<string, number> = new Map([
  ['ms', 1],
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
]);

/** `500ms`, `30s`, `1.5m`, `2h`; a bare number is seconds. In milliseconds. */
export function readDuration(option: string, text: string): number {
  const [, number = '', unit = ''] = /^(\d+(?:\.\d+)?)\s*([a-z]*)$/i.exec(text.trim()) ?? [];
  const factor = MILLISECONDS.get(unit === '' ? 's' : unit.toLowerCase());
  if (number === '' || factor === undefined || Number(number) === 0) {
    throw new CallError(`${option} takes a time such as 500ms, 30s or 2m, not ${quote(text)}`);
  }
  return Number(number) * factor;
}

const BYTES: ReadonlyMap<string, number> = new Map([
  ['', 1],
  ['k', 2 ** 10],
  ['m', 2 ** 20],
  ['g', 2 ** 30],
  ['t', 2 ** 40],
]);

/** `512m`, `2g`, `1.5GB`, `2GiB`; a bare number is bytes. */
export function readSize(option: string, text: string): number {
  const [, number = '', unit = ''] =
    /^(\d+(?:\.\d+)?)\s*([kmgt]?)(?:i?b)?$/i.exec(text.trim()) ?? [];
  const bytes = Number(number) * (BYTES.get(unit.toLowerCase()) ?? Number.NaN);
  if (number === '' || !(bytes >= 1)) {
    throw new CallError(`${option} takes a size such as 512m or 2g, not ${quote(text)}`);
  }
  return Math.floor(bytes);
}

export function readSeed(option: string, text: string): number | 'random' {
  if (text === 'random') return 'random';
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(value)) {
    throw new CallError(
      `${option} takes a whole number from 0 to ${Number.MAX_SAFE_INTEGER}, or random, not ${quote(text)}`,
    );
  }
  return value;
}

/** 1234567 as `1,234,567`. */
export function grouped(value: number): string {
  return String(Math.round(value)).replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}

/** `1 reaction`, `2 reactions`. */
export function counted(value: number, noun: string): string {
  return `${grouped(value)} ${noun}${value === 1 ? '' : 's'}`;
}

function quote(text: string): string {
  const shown = text.length > 60 ? `${text.slice(0, 59)}…` : text;
  return `'${shown}'`;
}
