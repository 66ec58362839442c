// Effects and a pure function for the transcripts to import.
let calls = 0;

export async function fetch(name) {
  calls++;
  return `${name} (call ${calls})`;
}

export async function broken() {
  throw new Error('no luck');
}

export function near(a, b) {
  return Math.abs(a - b) <= 1;
}

export function forever() {
  return new Promise(() => {});
}

let turns = 0;

/** Not what a pure function should be. */
export function fickle() {
  turns++;
  return turns;
}
