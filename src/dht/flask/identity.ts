// How the molecules of a flask are called outside. An engine that was made anew gives its identities again; outside they are
// told apart by its life.
const LIFE = 2 ** 32;

/** The number under which a molecule is known to other flasks. */
export function toldId(life: number, id: number): number {
  return life * LIFE + id;
}

/** The engine's own identity; -1 for one of another life. */
export function knownId(life: number, told: number): number {
  return Math.floor(told / LIFE) === life ? told % LIFE : -1;
}

/** The name of a molecule in its solution; it keeps it while it is on its way. */
export function nameOf(flask: number, told: number): string {
  return `${flask}:${told}`;
}

/** What the flask in which it was named called it. */
export function toldIn(name: string | number): number {
  const text = String(name);
  return Number(text.slice(text.indexOf(':') + 1));
}
