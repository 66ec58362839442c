// What a flask shows of itself: its molecules after the end, page by page, and how it stands.
import { moleculesToBytes } from '../../runtime/index.ts';
import { successRate } from '../capture/policy.ts';
import type { Endpoint } from '../flask-id.ts';
import { type FlaskState, type Running, tellClient } from './flask-state.ts';
import { MOST_IN_A_MESSAGE } from './messages.ts';
import { figuresOf } from './reporting.ts';

export function readPage(state: FlaskState, running: Running, to: Endpoint, from: number): void {
  const { engine, program } = running;
  running.content ??= engine.value.items.filter(
    (item) =>
      state.index === 0 ||
      typeof item !== 'object' ||
      item.kind !== 'rule' ||
      program.plan.rules.located.has(item.template),
  );
  const page = running.content.slice(from, from + MOST_IN_A_MESSAGE);
  const next = from + MOST_IN_A_MESSAGE < running.content.length ? from + MOST_IN_A_MESSAGE : null;
  const bytes = moleculesToBytes(page, program.templates);
  tellClient(state, to, { type: 'page', flask: state.index, from, bytes, next });
}

export function statusOf(running: Running): unknown {
  const { engine, ended, hungry, roaming, program } = running;
  const { records, policy } = roaming.capture;
  return {
    // Every flask has the rules of the outermost solution: they would count once for each.
    molecules: engine.soup.size - engine.soup.root.rules.size,
    ended,
    hungry,
    ...figuresOf(running),
    rules: [...records].map(([rule, record]) => ({
      rule: program.templates.all[Number(rule)]?.name ?? rule,
      mode: record.skipsLeft > 0 ? 'dormant' : record.mode,
      rate: successRate(record, policy),
    })),
  };
}
