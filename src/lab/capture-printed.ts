// The capture as it is printed (Algorithms 1 and 3 of paper 1, sections 3.3 to 3.5 for modes, sleep and rules), run in lockstep. It is
// a subject of experiments and nothing else: what flasks do is in src/dht/capture. Holders are in capture-shelf.ts, and
// what was settled there is needed for it to end at all; the rest of what the paper leaves open is settled here, each at its place.
import { createRng, type Rng } from '../base/index.ts';
import {
  chooseMode,
  hearRate,
  newRecord,
  ownRate,
  type RuleRecord,
  type SwitchOptions,
  successRate,
} from '../dht/index.ts';
import {
  Lockstep,
  type PrintedKind,
  type PrintedMessage,
  type ServingOrder,
} from './capture-messages.ts';
import { combinations, type LabProgram, startCounts } from './capture-programs.ts';
import { Shelf } from './capture-shelf.ts';

export interface PrintedOptions {
  readonly program: LabProgram;
  readonly nodes: number;
  readonly molecules: number;
  readonly policy: SwitchOptions;
  /** Section 3.4: a, delta and its epsilon, in steps. */
  readonly dormant:
    | { readonly aborts: number; readonly steps: number; readonly spread: number }
    | undefined;
  /** Whether nodes change their rule (section 3.5.3); rule keepers never do. */
  readonly changesRules: boolean;
  readonly favoursOptimists: boolean;
  readonly order: ServingOrder;
  readonly maxSteps: number;
}

/** One step, as the figures of the paper show it. */
export interface PrintedStep {
  readonly molecules: readonly number[];
  readonly optimists: number;
  readonly pessimists: number;
  readonly dormant: number;
  readonly switches: number;
  readonly useful: number;
  readonly messages: number;
  readonly nodesOn: readonly number[];
}

export interface PrintedResult {
  /** The step of the last reaction; undefined if reactions were left when the time was up. */
  readonly steps: number | undefined;
  readonly reactions: number;
  readonly messages: number;
  readonly series: readonly PrintedStep[];
}

interface Node {
  readonly index: number;
  readonly isKeeper: boolean;
  readonly records: readonly RuleRecord[];
  rule: number;
  mode: 'optimistic' | 'pessimistic';
  phase: 'none' | 'query' | 'commitment' | 'fetch';
  attempt: number;
  combination: readonly number[];
  answers: number;
  reactions: number;
  hasFailed: boolean;
  abortsInRow: number;
  sleepsUntil: number;
  /** Messages of the attempt, by the step in which they were sent. */
  readonly sentAt: Map<number, number>;
}

export class PrintedRun {
  readonly #options: PrintedOptions;
  readonly #rng: Rng;
  readonly #net: Lockstep;
  readonly #shelf: Shelf;
  readonly #nodes: readonly Node[];
  /** What is left of each type, counted at reactions and not when holders hear of them. */
  readonly #live: number[];
  readonly #useful: number[] = [];
  readonly #sent: number[] = [];
  #now = 0;
  #switches = 0;
  #reactions = 0;
  #lastReaction = 0;

  constructor(options: PrintedOptions, seed: number) {
    const { program, nodes, molecules } = options;
    const rng = createRng(seed);
    this.#options = options;
    this.#rng = rng.split('choices');
    this.#net = new Lockstep(nodes, rng.split('order'), options.order);
    this.#shelf = new Shelf(program.types, options.favoursOptimists);
    this.#live = [...startCounts(program, molecules)];
    const spread = rng.split('spread');
    for (const [type, count] of this.#live.entries()) {
      for (let i = 0; i < count; i++) this.#shelf.add(type, spread.below(nodes));
    }
    const { rules } = program;
    // Each rule has a keeper (section 3.5.2); who it is does not matter in a world without distances.
    this.#nodes = Array.from({ length: nodes }, (_, index) => ({
      ...{ index, isKeeper: rules.length > 1 && index < rules.length },
      records: rules.map(() => newRecord()),
      rule: index < rules.length ? index : this.#rng.below(rules.length),
      ...{ mode: 'optimistic', phase: 'none', attempt: 0, combination: [], answers: 0 },
      ...{ reactions: 0, hasFailed: false, abortsInRow: 0, sleepsUntil: 0, sentAt: new Map() },
    }));
  }

  run(): PrintedResult {
    const series: PrintedStep[] = [];
    for (; this.#now <= this.#options.maxSteps; this.#now++) {
      this.#net.advance();
      this.#switches = 0;
      for (const node of this.#nodes) {
        for (const message of this.#net.inbox(node.index)) this.#hear(node, message);
      }
      if (this.#isInert()) break;
      for (const node of this.#nodes) {
        if (node.phase === 'none' && node.sleepsUntil <= this.#now) this.#begin(node);
      }
      series.push(this.#look());
    }
    return {
      steps: this.#isInert() ? this.#lastReaction : undefined,
      reactions: this.#reactions,
      messages: this.#net.messages,
      series: series.map((step, at) => ({
        ...step,
        useful: this.#useful[at] ?? 0,
        messages: this.#sent[at] ?? 0,
      })),
    };
  }

  #isInert(): boolean {
    return this.#options.program.rules.every((rule) => combinations(rule, this.#live) === 0);
  }

  /** A new attempt, in the step in which the one before it has ended: only so 9000 messages go out in 12 steps. */
  #begin(node: Node): void {
    const { rules } = this.#options.program;
    for (let tries = 0; tries <= rules.length; tries++) {
      const mayChange = node.hasFailed;
      // Before the change: who sleeps after it wakes up to try the new rule, and does not change again first.
      node.hasFailed = false;
      if (mayChange && this.#changesRule(node) && node.sleepsUntil > this.#now) return;
      const found = this.#shelf.discover(rules[node.rule]?.inputs ?? [], this.#rng);
      if (found !== undefined) {
        this.#ask(node, found);
        return;
      }
      // Nothing to be found says more than all rates: it counts as no success at all, and others' news are old.
      const record = recordOf(node);
      record.own = Array<number>(this.#options.policy.ownSize).fill(0);
      record.others = [];
      node.hasFailed = true;
    }
  }

  #ask(node: Node, found: readonly number[]): void {
    const mode = chooseMode(recordOf(node), found.length, this.#options.policy);
    if (mode !== node.mode) this.#switches++;
    if (mode === 'optimistic') node.abortsInRow = 0;
    node.mode = mode;
    node.attempt++;
    node.combination = found;
    node.sentAt.clear();
    this.#enter(node, mode === 'optimistic' ? 'fetch' : 'query');
  }

  /** Asks all holders for the next phase. */
  #enter(node: Node, phase: 'query' | 'commitment' | 'fetch'): void {
    node.phase = phase;
    node.answers = 0;
    const kind = phase === 'query' ? 'QUERY' : phase === 'commitment' ? 'COMMITMENT' : 'FETCH';
    this.#toHolders(node, kind);
  }

  #toHolders(node: Node, kind: PrintedKind): void {
    for (const molecule of node.combination) {
      this.#send(node, this.#shelf.holderOf(molecule), kind, molecule, node.attempt);
      this.#count(node, 1);
    }
  }

  #send(node: Node, to: number, kind: PrintedKind, molecule: number, attempt: number): void {
    const { index: from, rule, mode, reactions } = node;
    const isPessimist = mode === 'pessimistic';
    const rate = ownRate(recordOf(node), this.#options.policy);
    this.#net.send(to, { kind, from, molecule, attempt, rule, rate, isPessimist, reactions });
    this.#sent[this.#now] = (this.#sent[this.#now] ?? 0) + 1;
  }

  #hear(node: Node, message: PrintedMessage): void {
    const { kind, from, molecule, attempt, rule, rate } = message;
    if (kind === 'PRODUCT') {
      this.#shelf.add(molecule, node.index);
      return;
    }
    const record = node.records[rule];
    if (record !== undefined) hearRate(record, rate, this.#options.policy);
    const answer = this.#shelf.serve(message);
    if (answer !== undefined) {
      this.#send(node, from, answer, molecule, attempt);
      const asker = this.#nodes[from];
      if (asker?.attempt === attempt) this.#count(asker, 1);
    } else if (attempt === node.attempt && node.phase !== 'none') this.#answered(node, kind);
  }

  #answered(node: Node, kind: PrintedKind): void {
    if (kind === 'RESP_TAKEN' || kind === 'RESP_REMOVED') {
      this.#toHolders(node, 'GIVE_UP');
      this.#end(node, false);
    } else if (kind === 'RESP_OK' || kind === 'RESP_MOLECULE') {
      node.answers++;
      if (node.answers < node.combination.length) return;
      if (node.phase === 'query') this.#enter(node, 'commitment');
      else if (node.phase === 'commitment') this.#enter(node, 'fetch');
      else this.#react(node);
    }
  }

  #react(node: Node): void {
    const rule = this.#options.program.rules[node.rule];
    if (node.mode === 'optimistic') this.#toHolders(node, 'REACTION');
    for (const type of rule?.inputs ?? []) this.#live[type] = (this.#live[type] ?? 0) - 1;
    for (const type of rule?.outputs ?? []) {
      this.#live[type] = (this.#live[type] ?? 0) + 1;
      this.#send(node, this.#rng.below(this.#nodes.length), 'PRODUCT', type, node.attempt);
      this.#count(node, 1);
    }
    for (const [step, count] of node.sentAt) {
      this.#useful[step] = (this.#useful[step] ?? 0) + count;
    }
    node.reactions++;
    this.#reactions++;
    this.#lastReaction = this.#now;
    this.#end(node, true);
  }

  #end(node: Node, isSuccess: boolean): void {
    const { policy, dormant } = this.#options;
    node.phase = 'none';
    node.hasFailed = !isSuccess;
    const { own } = recordOf(node);
    own.push(isSuccess ? 1 : 0);
    if (own.length > policy.ownSize) own.shift();
    if (isSuccess || node.mode === 'optimistic') node.abortsInRow = 0;
    else node.abortsInRow++;
    // After a nap one more failure is enough, since the count stands.
    if (dormant !== undefined && node.abortsInRow >= dormant.aborts) this.#sleep(node);
  }

  #sleep(node: Node): void {
    const { dormant } = this.#options;
    if (dormant === undefined) return;
    const { steps, spread } = dormant;
    node.sleepsUntil = this.#now + steps - spread + this.#rng.below(2 * spread + 1);
  }

  /** The three conditions of section 3.5.3. A rule that was never tried has the rate 1; equals are drawn from. */
  #changesRule(node: Node): boolean {
    const { program, changesRules, policy, dormant } = this.#options;
    if (node.isKeeper || !changesRules || node.records.length < 2) return false;
    const arity = (rule: number): number => program.rules[rule]?.inputs.length ?? 1;
    if (chooseMode(recordOf(node), arity(node.rule), policy) === 'optimistic') return false;
    const rates = node.records.map((record) => successRate(record, policy));
    const own = rates[node.rule] ?? 0;
    const others = rates.filter((_, rule) => rule !== node.rule);
    if (others.some((rate) => rate < own)) return false;
    const best = Math.max(...others);
    const candidates = [...rates.keys()].filter(
      (rule) => rule !== node.rule && rates[rule] === best,
    );
    node.rule = candidates[this.#rng.below(candidates.length)] ?? node.rule;
    const record = recordOf(node);
    if (chooseMode(record, arity(node.rule), policy) === 'optimistic') {
      record.own = [];
      record.others = [];
    } else {
      this.#sleep(node);
      // As any other dormant node it sleeps again if it fails when it wakes up (section 3.4).
      node.abortsInRow = Math.max(node.abortsInRow, dormant?.aborts ?? 0);
    }
    return true;
  }

  #count(node: Node, messages: number): void {
    node.sentAt.set(this.#now, (node.sentAt.get(this.#now) ?? 0) + messages);
  }

  #look(): PrintedStep {
    const nodesOn = this.#options.program.rules.map(() => 0);
    const seen = { optimists: 0, pessimists: 0, dormant: 0 };
    for (const { rule, mode, phase, sleepsUntil } of this.#nodes) {
      nodesOn[rule] = (nodesOn[rule] ?? 0) + 1;
      if (phase === 'none' && sleepsUntil > this.#now) seen.dormant++;
      else if (mode === 'optimistic') seen.optimists++;
      else seen.pessimists++;
    }
    const molecules = [...this.#live];
    return { ...seen, molecules, switches: this.#switches, useful: 0, messages: 0, nodesOn };
  }
}

function recordOf({ records, rule }: Node): RuleRecord {
  return records[rule] as RuleRecord;
}
