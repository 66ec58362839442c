// Rounds over the table: who finds both forks eats at once.
import type { ByHand, Fact } from '../../harness/program.ts';

interface Seat {
  readonly left: number;
  readonly right: number;
  meals: number;
}

interface Table {
  readonly seats: Seat[];
  readonly forks: Uint8Array;
}

export const philosophers: ByHand<Fact[], Table> = {
  prepare: (facts) => [...facts],
  solve(facts) {
    const seats: Seat[] = [];
    for (const [name, left, right, meals] of facts) {
      if (name !== 'think') continue;
      seats.push({ left: left as number, right: right as number, meals: meals as number });
    }
    const forks = new Uint8Array(seats.length).fill(1);
    let hungry = true;
    while (hungry) {
      hungry = false;
      const eating: Seat[] = [];
      for (const seat of seats) {
        if (seat.meals === 0 || forks[seat.left] === 0 || forks[seat.right] === 0) continue;
        forks[seat.left] = 0;
        forks[seat.right] = 0;
        eating.push(seat);
      }
      for (const seat of eating) {
        seat.meals--;
        forks[seat.left] = 1;
        forks[seat.right] = 1;
        hungry = true;
      }
    }
    return { seats, forks };
  },
  answer: ({ seats, forks }) => [
    ...[...forks.keys()].map((i) => ['fork', i] as const),
    ...seats.map(({ left, right, meals }) => ['think', left, right, meals] as const),
  ],
};
