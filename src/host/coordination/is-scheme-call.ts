// How a call of a coordination module is told from a call of a user's function. A file of its own, since it is asked of every
// effect, and the machines of coordination are loaded for few.

/** Whether an effect is a function of a coordination module; functions of a user's module have no dot. */
export function isSchemeCall(name: string): boolean {
  return name.includes('.');
}
