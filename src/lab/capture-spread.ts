// The experiments of paper 1 with the machines of src/dht/spread: every molecule has one owner, whoever owns a whole combination
// lets it react, and what moves is work. Run in lockstep as the printed protocol: what is sent in one step is heard in the next. How
// long a reaction takes, for which nothing is sent, is a parameter (docs/adr/0073-a-reaction-at-home.md).
import { createRng, type Rng } from '../base/index.ts';
import {
  earn,
  encourage,
  flaskAbove,
  hearSpread,
  heightAt,
  isWorthSpreading,
  lookForWork,
  newSpread,
  report,
  type Spread,
  type SpreadEffect,
  type SpreadMessage,
  serveThieves,
  stolen,
  usualSpread,
} from '../dht/index.ts';
import { combinations, type LabProgram, type LabRule, startCounts } from './capture-programs.ts';

export interface SpreadRunOptions {
  readonly program: LabProgram;
  readonly nodes: number;
  readonly molecules: number;
  /** A reaction at home takes so many steps, in which its node begins no other; 1 at least. */
  readonly homeSteps: number;
  /** The number of nodes that own something at the start; all of them, unless said. */
  readonly owners?: number;
  /** Whether thieves are told who owns something, as free of charge as the paper's requesters are, or have to ask around. */
  readonly discovery: 'free' | 'none';
  /** When thieves may steal; as we ship it, unless said. */
  readonly steals?: Steals;
  readonly maxSteps: number;
}

export type Steals = typeof usualSpread;

export interface SpreadResult {
  readonly steps: number | undefined;
  readonly reactions: number;
  readonly messages: number;
  /** Molecules that changed their owner. */
  readonly shipped: number;
  /** What is left of each type after each step. */
  readonly series: readonly { readonly molecules: readonly number[]; readonly messages: number }[];
}

interface Node {
  readonly index: number;
  readonly counts: number[];
  readonly spread: Spread;
  /** The rule that is reacting, and when it is done; undefined: nothing is. */
  busy: { readonly rule: LabRule; readonly until: number } | undefined;
  readonly height: number;
  inbox: Arrival[];
}

type Arrival =
  | { readonly type: 'message'; readonly from: number; readonly message: SpreadMessage }
  | { readonly type: 'molecules'; readonly counts: readonly number[]; readonly isLoot: boolean };

export class SpreadRun {
  readonly #options: SpreadRunOptions;
  readonly #rng: Rng;
  readonly #isWorthIt: boolean;
  readonly #nodes: readonly Node[];
  readonly #live: number[];
  /** Types of which left-overs may leave before everything is quiet: one rule consumes them and none makes more. */
  readonly #settled: readonly number[];
  #outbox: { readonly to: number; readonly arrival: Arrival }[] = [];
  /** How many molecules the nodes up to each one own, and in which step that was. */
  readonly #sums: number[] = [];
  #summedAt = -1;
  #now = 0;
  #messages = 0;
  #shipped = 0;
  #reactions = 0;
  #lastReaction = 0;

  constructor(options: SpreadRunOptions, seed: number) {
    const { program, nodes, molecules } = options;
    const rng = createRng(seed);
    const multiples = multiplesOf(program);
    this.#isWorthIt = isWorthSpreading(molecules, nodes);
    const { steals = usualSpread } = options;
    const startTokens = this.#isWorthIt ? steals.startTokens : 0;
    this.#options = options;
    this.#rng = rng.split('choices');
    this.#live = [...startCounts(program, molecules)];
    this.#settled = multiples.map((multiple, type) =>
      program.rules.some(({ outputs }) => outputs.includes(type)) ? 0 : multiple,
    );
    this.#nodes = Array.from({ length: nodes }, (_, index) => ({
      ...{ index, counts: Array<number>(program.types).fill(0), busy: undefined, inbox: [] },
      spread: newSpread(index, nodes, { ...steals, startTokens, multiples }),
      height: heightAt(index, nodes, 0),
    }));
    const spread = rng.split('spread');
    for (const [type, count] of this.#live.entries()) {
      for (let i = 0; i < count; i++)
        bump(this.#node(spread.below(options.owners ?? nodes)).counts, type, 1);
    }
  }

  run(): SpreadResult {
    const series: { molecules: readonly number[]; messages: number }[] = [];
    if (this.#isWorthIt) {
      for (const node of this.#nodes) this.#carryOut(node, report(node.spread, [...node.counts]));
    }
    for (; this.#now <= this.#options.maxSteps && !this.#isOver(); this.#now++) {
      const sent = this.#messages;
      for (const node of this.#nodes) this.#hear(node);
      for (const node of this.#nodes) this.#work(node);
      this.#deliver();
      series.push({ molecules: [...this.#live], messages: this.#messages - sent });
    }
    const steps = this.#isOver() ? this.#lastReaction : undefined;
    const [reactions, messages, shipped] = [this.#reactions, this.#messages, this.#shipped];
    return { steps, reactions, messages, shipped, series };
  }

  #isOver(): boolean {
    const isInert = this.#options.program.rules.every(
      (rule) => combinations(rule, this.#live) === 0,
    );
    return isInert && this.#nodes.every(({ busy }) => busy === undefined);
  }

  #hear(node: Node): void {
    const { inbox, counts, spread } = node;
    node.inbox = [];
    for (const arrival of inbox) {
      if (arrival.type === 'message') {
        this.#carryOut(node, hearSpread(spread, arrival.from, arrival.message, counts));
      } else {
        for (const [type, count] of arrival.counts.entries()) bump(counts, type, count);
        if (arrival.isLoot) stolen(spread);
      }
    }
  }

  #work(node: Node): void {
    const { counts, spread } = node;
    if (node.busy !== undefined && node.busy.until <= this.#now) {
      for (const type of node.busy.rule.outputs) {
        bump(counts, type, 1);
        bump(this.#live, type, 1);
      }
      node.busy = undefined;
      this.#reactions++;
      this.#lastReaction = this.#now;
      earn(spread, 1);
    }
    if (node.busy === undefined) this.#react(node);
    if (this.#now > 0 && this.#now % encouragingSteps === 0) encourage(spread);
    this.#carryOut(node, serveThieves(spread, this.#load(node)));
    const load = this.#load(node);
    if (load < spread.options.prefetch && !spread.isStealing) {
      const found =
        this.#options.discovery === 'free' && spread.tokens > 0 ? this.#discover() : undefined;
      this.#carryOut(node, lookForWork(spread, load, found));
    }
    this.#gather(node);
  }

  /** Starts the last rule that can react: products come before what was there, as in the engine's own turns (src/runtime/scheduler.ts). */
  #react(node: Node): void {
    const { program, homeSteps } = this.#options;
    const rule = program.rules.findLast((one) => combinations(one, node.counts) > 0);
    if (rule === undefined) return;
    for (const type of rule.inputs) {
      bump(node.counts, type, -1);
      bump(this.#live, type, -1);
    }
    node.busy = { rule, until: this.#now + homeSteps };
  }

  #load({ counts }: Node): number {
    let load = 0;
    for (const rule of this.#options.program.rules) load += combinations(rule, counts);
    return load;
  }

  /** Sends left-overs up, leaves first. */
  #gather(node: Node): void {
    const { index, counts, height } = node;
    const above = flaskAbove(index, this.#nodes.length, 0);
    // The plan comes first: it leaves no odd ones over.
    if (above === undefined || this.#now < planSteps + height) return;
    const isIdle = node.busy === undefined && this.#load(node) === 0;
    const going = counts.map((count, type) => {
      const multiple = this.#settled[type] ?? 0;
      return multiple > 0 ? count % multiple : isIdle ? count : 0;
    });
    if (going.some((count) => count > 0)) this.#move(node, above, going, false);
  }

  #carryOut(node: Node, effects: readonly SpreadEffect[]): void {
    for (const effect of effects) {
      const { to } = effect;
      switch (effect.type) {
        case 'send': {
          this.#messages++;
          const { message } = effect;
          this.#outbox.push({ to, arrival: { type: 'message', from: node.index, message } });
          break;
        }
        case 'move':
          this.#move(node, to, this.#cut(node, effect.combinations), true);
          break;
        case 'move-class': {
          const going = node.counts.map(() => 0);
          going[effect.class] = Math.min(effect.count, node.counts[effect.class] ?? 0);
          if (going.some((count) => count > 0)) this.#move(node, to, going, false);
        }
      }
    }
  }

  /** The molecules of so many combinations, of the rules that could react most often. */
  #cut({ counts }: Node, times: number): readonly number[] {
    const left = [...counts];
    for (let i = 0; i < times; i++) {
      const able = this.#options.program.rules.map((rule) => combinations(rule, left));
      const most = Math.max(...able);
      const rule = this.#options.program.rules[able.indexOf(most)];
      if (most > 0) for (const type of rule?.inputs ?? []) bump(left, type, -1);
    }
    return counts.map((count, type) => count - (left[type] ?? 0));
  }

  #move(node: Node, to: number, counts: readonly number[], isLoot: boolean): void {
    for (const [type, count] of counts.entries()) {
      bump(node.counts, type, -count);
      this.#shipped += count;
    }
    this.#messages++;
    this.#outbox.push({ to, arrival: { type: 'molecules', counts, isLoot } });
  }

  #deliver(): void {
    const sent = this.#outbox;
    this.#outbox = [];
    for (const { to, arrival } of sent) this.#node(to).inbox.push(arrival);
  }

  /** The owner of a molecule, drawn from all there were when somebody first asked in this step. */
  #discover(): number | undefined {
    const sums = this.#sums;
    if (this.#summedAt !== this.#now) {
      let total = 0;
      for (const { index, counts } of this.#nodes) {
        for (const count of counts) total += count;
        sums[index] = total;
      }
      this.#summedAt = this.#now;
    }
    const total = sums[sums.length - 1] ?? 0;
    if (total === 0) return undefined;
    const drawn = this.#rng.below(total);
    let low = 0;
    for (let high = sums.length - 1; low < high; ) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? 0) > drawn) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  #node(index: number): Node {
    return this.#nodes[index] as Node;
  }
}

/** How often somebody would look whether all is over, and give the idle another try. */
const encouragingSteps = 40;

/** Report, plan, molecules: after so many steps the plan is carried out. */
const planSteps = 3;

/** How many of each type react together: of types that one rule consumes, and only with themselves. */
function multiplesOf({ rules, types }: LabProgram): readonly number[] {
  return Array.from({ length: types }, (_, type) => {
    const users = rules.filter(({ inputs }) => inputs.includes(type));
    const [only] = users;
    const isAlone = users.length === 1 && only?.inputs.every((input) => input === type);
    return isAlone ? (only?.inputs.length ?? 1) : 1;
  });
}

function bump(counts: number[], type: number, by: number): void {
  counts[type] = (counts[type] ?? 0) + by;
}
