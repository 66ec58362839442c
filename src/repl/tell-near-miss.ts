// Why a rule does not react, as text: what each slot could take, and the nearest miss.
import type { Span } from '../lang/index.ts';
import {
  type Binding,
  type Closest,
  type NearMiss,
  type Refusal,
  type SlotReport,
  showShort,
} from '../runtime/index.ts';
import type { Paint } from './paint.ts';
import { ruleText } from './tell-reaction.ts';

export function tellNearMiss(miss: NearMiss, name: string, paint: Paint): readonly string[] {
  const { slots, closest, remembered, gaveUp, tried } = miss;
  const title = (text: string): string => `${paint.cyan(name)} ${text}`;
  const bound = gaveUp
    ? [paint.dim(`(given up after ${tried} tries: there may be a nearer miss)`)]
    : [];
  if (closest?.cause.type === 'match') {
    return [title(`can react: ${values(closest.bindings) || 'it needs nothing more'}`), ...bound];
  }
  const table = slots.flatMap((slot) => tellSlot(slot, paint));
  const empty = slots.find((slot) => slot.passing === 0);
  if (empty !== undefined) {
    const what = empty.fitting > 0 ? 'the condition refuses all that fits' : 'nothing fits';
    return [title(`cannot react: ${what} ${textOf(empty.span)}`), ...table, ...bound];
  }
  if (remembered > 0 && (closest === null || closest.filled < slots.length)) {
    const times = remembered === 1 ? 'the one combination' : `all ${remembered} combinations`;
    return [title(`has fired on ${times} that it matches: once for each`), ...bound];
  }
  const cause = closest === null ? [] : tellClosest(closest, slots, paint);
  const fired =
    remembered > 0 ? [paint.dim(`  it has fired on ${remembered} combinations already`)] : [];
  return [title('cannot react'), ...table, ...cause, ...fired, ...bound];
}

function tellSlot(slot: SlotReport, paint: Paint): string[] {
  const { fitting, passing, refused, waiting, nearest } = slot;
  const pattern = textOf(slot.span);
  const count =
    fitting === passing
      ? fits(fitting)
      : `${fits(fitting)}, ${passing === 0 ? 'and none passes' : `and ${passing} of them pass`} the condition`;
  const lines = [`  ${slot.role === 'catalyst' ? 'with ' : ''}${pattern}: ${count}`];
  if (refused !== null) lines.push(paint.dim(`    ${tellRefusal(refused)}`));
  for (const molecule of waiting.slice(0, 2)) {
    lines.push(paint.dim(`    ${showShort(molecule, 50)} is not inert yet`));
  }
  if (nearest !== null && waiting.length === 0) {
    lines.push(
      paint.dim(`    nearest: ${showShort(nearest.molecule, 50)} ${nearest.mismatch.reason}`),
    );
  }
  return lines;
}

function tellClosest(closest: Closest, slots: readonly SlotReport[], paint: Paint): string[] {
  const { filled, bindings, cause } = closest;
  const got = `nearest miss: ${filled} of ${slots.length} ${slots.length === 1 ? 'slot' : 'slots'} filled`;
  const held = values(bindings);
  const so = held === '' ? '' : paint.dim(` (${held})`);
  switch (cause.type) {
    case 'match':
      return [];
    case 'refused':
      return [`  ${got}`, `    ${tellRefusal(cause)}`];
    case 'slot':
      return [`  ${got}${so}`, `    nothing is ${cause.wanted}`];
    case 'taken': {
      const pattern = textOf((slots[cause.slot] as SlotReport).span);
      return [`  ${got}${so}`, `    what fits ${pattern} fills another slot already`];
    }
  }
}

function tellRefusal({ span, bindings, failure }: Refusal): string {
  const held = values(bindings);
  const verdict = failure === null ? 'is false' : `fails: ${failure}`;
  return `${held === '' ? '' : `${held}: `}${textOf(span)} ${verdict}`;
}

function values(bindings: readonly Binding[]): string {
  return bindings
    .map(({ name, value }) => {
      if (typeof value === 'object' && value.kind === 'rest') {
        return `?${name} = ${value.items.map((item) => showShort(item, 20)).join(', ') || 'nothing'}`;
      }
      return `${name} = ${showShort(value, 40)}`;
    })
    .join(', ');
}

function fits(count: number): string {
  if (count === 0) return 'no molecule fits';
  return count === 1 ? '1 molecule fits' : `${count} molecules fit`;
}

function textOf({ source, start, end }: Span): string {
  return ruleText(source.text.slice(start, end));
}
