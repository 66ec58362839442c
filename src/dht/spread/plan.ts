// The plan: once, at the start, the flasks of a cell tell its first one how much they own of each class, and it tells those that
// own too much whom to give it to. It is advice and nothing more: the molecules that are named may have reacted
// meanwhile, and nothing waits for a plan.

/** Flasks of one cell. A larger cell balances better, a smaller one loads its first flask less. */
export const cellSize = 64;

/** Below so many molecules for each flask, evening them out costs more messages than it brings. */
const leastForPlan = 4;

/** Whether flasks should report for a plan, and steal before they have earned it. */
export function isWorthSpreading(molecules: number, flasks: number): boolean {
  return molecules >= leastForPlan * flasks;
}

export interface PlannedMove {
  readonly to: number;
  /** The number of the class, and how many of it. */
  readonly class: number;
  readonly count: number;
}

/** The flask that plans for the cell of `self`. */
export function plannerOf(self: number): number {
  return self - (self % cellSize);
}

/** How many flasks a cell has; the last one may be smaller. */
export function cellOf(self: number, size: number): number {
  return Math.min(cellSize, size - plannerOf(self));
}

/**
 * Equal shares for all, by the one that must give. `counts` says how much of each class each flask of the cell owns; `multiples`
 * how many of a class react together, so that no share leaves an odd one over.
 */
export function planCell(
  counts: ReadonlyMap<number, readonly number[]>,
  multiples: readonly number[],
): ReadonlyMap<number, readonly PlannedMove[]> {
  const moves = new Map<number, PlannedMove[]>();
  const total = [...counts.values()].flat().reduce((sum, count) => sum + count, 0);
  if (!isWorthSpreading(total, counts.size)) return moves;
  for (const [kind, multiple] of multiples.entries()) {
    const owners = [...counts].map(([flask, own]) => ({ flask, count: own[kind] ?? 0 }));
    // The odd ones out stay with those that own most, who have less to send then.
    owners.sort((a, b) => b.count - a.count || a.flask - b.flask);
    const sum = owners.reduce((all, { count }) => all + count, 0);
    const shares = Math.floor(sum / multiple);
    const least = Math.floor(shares / owners.length);
    const offs = owners.map(({ flask, count }, rank) => {
      const share = (least + (rank < shares % owners.length ? 1 : 0)) * multiple;
      return { flask, off: count - share - (rank === 0 ? sum % multiple : 0) };
    });
    level(offs, (from, to, count) => {
      const known = moves.get(from) ?? [];
      moves.set(from, [...known, { to, class: kind, count }]);
    });
  }
  return moves;
}

/** From those above their share to those below it: first between two of which one has just what the other lacks, since one move settles both. */
function level(
  offs: readonly { readonly flask: number; readonly off: number }[],
  move: (from: number, to: number, count: number) => void,
): void {
  const lacking = new Map<number, number[]>();
  for (const { flask, off } of offs) {
    if (off < 0) lacking.set(-off, [...(lacking.get(-off) ?? []), flask]);
  }
  const givers = offs.filter(({ flask, off }) => {
    if (off <= 0) return false;
    const to = lacking.get(off)?.shift();
    if (to !== undefined) move(flask, to, off);
    return to === undefined;
  });
  const takers = [...lacking].flatMap(([lack, flasks]) => flasks.map((flask) => ({ flask, lack })));
  fill(givers, takers, move);
}

/** From one to the other until nobody is above or below, largest first. */
function fill(
  unsorted: readonly { readonly flask: number; readonly off: number }[],
  takers: readonly { readonly flask: number; readonly lack: number }[],
  move: (from: number, to: number, count: number) => void,
): void {
  const givers = [...unsorted].sort((a, b) => b.off - a.off || a.flask - b.flask);
  const open = [...takers].sort((a, b) => b.lack - a.lack || a.flask - b.flask);
  let at = 0;
  let lacks = open[0]?.lack ?? 0;
  for (const { flask, off } of givers) {
    for (let has = off; has > 0; ) {
      const taker = open[at];
      if (taker === undefined) return;
      const count = Math.min(has, lacks);
      move(flask, taker.flask, count);
      has -= count;
      lacks -= count;
      if (lacks === 0) lacks = open[++at]?.lack ?? 0;
    }
  }
}
