// How many molecules fit into a soup.

/** There is no room for what a reaction would put out; nothing has been changed by it. */
export class SoupFull extends Error {
  override readonly name = 'SoupFull';
}

export function refuseMore(molecules: number, capacity: number): void {
  if (molecules > capacity)
    throw new SoupFull(`${molecules} molecules are more than fit into memory`);
}
