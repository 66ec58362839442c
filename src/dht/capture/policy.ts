// When a flask changes from one sub-protocol to the other, and when it sleeps (sections 3.3.1 and 3.4 of the paper). Success is
// estimated for each rule from the flask's own last attempts and from what others say of theirs. There is no clock here: a
// dormant flask lets suggestions pass, and is woken early when molecules are born that the rule could use.
import { hashText } from '../../base/index.ts';
import type { FlaskId } from '../flask-id.ts';
import type { CaptureMode, RuleName } from './messages.ts';

export interface PolicyOptions {
  /** 'adaptive' chooses by success; the others always ask in one way. */
  readonly mode: CaptureMode | 'adaptive';
  /** The paper's s: optimistic exactly if sigma^r >= threshold, for a combination of r molecules. */
  readonly threshold: number;
  /** How many of its own attempts a flask remembers, and how many rates of others. The paper leaves both open. */
  readonly ownSize: number;
  readonly othersSize: number;
  /** The weight of the own rate in the mean; the rest is that of the others. */
  readonly ownWeight: number;
  /** Undefined: never. */
  readonly dormant: DormantOptions | undefined;
}

export interface DormantOptions {
  /** The paper's a: so many pessimistic attempts aborted in a row send a flask to sleep. */
  readonly aborts: number;
  /** The paper's delta: so many suggestions are let pass. */
  readonly skips: number;
  /** The paper's epsilon of delta: so many more or fewer, so that not all wake at once. */
  readonly skipsSpread: number;
}

/** The constants of section 4; the sizes of the lists are ours, since the paper names none. */
export const usualPolicy: PolicyOptions = {
  mode: 'adaptive',
  threshold: 0.7,
  ownSize: 50,
  othersSize: 20,
  ownWeight: 1 / 3,
  dormant: { aborts: 10, skips: 20, skipsSpread: 4 },
};

/** What a flask knows of one rule. Plain data. */
export interface RuleRecord {
  /** Its own last attempts, oldest first: 1 for a reaction, 0 for none. */
  own: number[];
  /** The last rates heard from others, oldest first. */
  others: number[];
  mode: CaptureMode;
  abortsInRow: number;
  /** So many suggestions are still let pass; 0: awake. */
  skipsLeft: number;
  /** How often it fell asleep: chance for the spread. */
  naps: number;
}

export type Records = Map<RuleName, RuleRecord>;

export function recordOf(records: Records, rule: RuleName): RuleRecord {
  const known = records.get(rule);
  if (known !== undefined) return known;
  const made = newRecord();
  records.set(rule, made);
  return made;
}

export function newRecord(): RuleRecord {
  return { own: [], others: [], mode: 'optimistic', abortsInRow: 0, skipsLeft: 0, naps: 0 };
}

/** What the choice between the sub-protocols needs to know. */
export type SwitchOptions = Omit<PolicyOptions, 'dormant'>;

/**
 * The flask's own rate, as it goes out with every message. Attempts that are not made yet count as successes: the list begins
 * full of hope, or the first abort alone would make a pessimist.
 */
export function ownRate({ own }: RuleRecord, { ownSize }: SwitchOptions): number {
  return (sum(own) + ownSize - own.length) / ownSize;
}

/** The paper's sigma. */
export function successRate(record: RuleRecord, options: SwitchOptions): number {
  const { others } = record;
  const { ownWeight } = options;
  const own = ownRate(record, options);
  if (others.length === 0) return own;
  return ownWeight * own + (1 - ownWeight) * (sum(others) / others.length);
}

export function hearRate(record: RuleRecord, rate: number, { othersSize }: SwitchOptions): void {
  remember(record.others, rate, othersSize);
}

/** How an attempt for `arity` molecules is to be made now. */
export function chooseMode(record: RuleRecord, arity: number, options: SwitchOptions): CaptureMode {
  if (options.mode !== 'adaptive') return options.mode;
  const sigma = successRate(record, options);
  // Multiplied by hand: a power may differ in its last bit between engines, and a replay must not.
  let all = 1;
  for (let i = 0; i < arity; i++) all *= sigma;
  return all >= options.threshold ? 'optimistic' : 'pessimistic';
}

/** Counts an attempt that has ended. True if the flask falls asleep for this rule. */
export function countOutcome(
  record: RuleRecord,
  self: FlaskId,
  mode: CaptureMode,
  isSuccess: boolean,
  { ownSize, dormant }: PolicyOptions,
): boolean {
  remember(record.own, isSuccess ? 1 : 0, ownSize);
  // After a nap the count stands at its limit, so that one more failure is enough to sleep again.
  if (isSuccess || mode === 'optimistic') record.abortsInRow = 0;
  else record.abortsInRow++;
  if (dormant === undefined || record.abortsInRow < dormant.aborts) return false;
  const { skips, skipsSpread } = dormant;
  record.naps++;
  const draw = hashText(`${self} ${record.naps}`) % (2 * skipsSpread + 1);
  record.skipsLeft = Math.max(0, skips - skipsSpread + draw);
  return true;
}

/** A suggestion comes: false if it is let pass. */
export function isAwake(record: RuleRecord): boolean {
  if (record.skipsLeft === 0) return true;
  record.skipsLeft--;
  return false;
}

function remember(list: number[], value: number, size: number): void {
  list.push(value);
  if (list.length > size) list.shift();
}

function sum(values: readonly number[]): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
