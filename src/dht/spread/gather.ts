// Gathering: molecules that find no partner where they lie climb a tree of flasks towards one of them, so that the last partners
// meet for certain. Every climb is one hop nearer to the root, and all that never matched before matches there: this is why
// a run without any index ends. When a flask sends its left-overs up is its own affair; leaves first saves hops, since
// left-overs of several children then meet half way.

/** Children of one flask in the tree, where leaves go first: what several of them send up meets before it goes on. */
export const treeWidth = 4;

/** The same where each sends as soon as it has nothing left to do: what comes later goes on by itself, so a flat tree saves hops. */
export const flatTreeWidth = 16;

/** The flask above `self` among `size` flasks, numbered from 0, in the tree with this root; undefined at the root. */
export function flaskAbove(
  self: number,
  size: number,
  root: number,
  width = treeWidth,
): number | undefined {
  const place = (self - root + size) % size;
  if (place === 0) return undefined;
  return (Math.floor((place - 1) / width) + root) % size;
}

/** How many hops the longest way from a leaf up to `self` has: 0 for a leaf. */
export function heightAt(self: number, size: number, root: number): number {
  let place = (self - root + size) % size;
  let height = 0;
  while (place * treeWidth + 1 < size) {
    place = place * treeWidth + 1;
    height++;
  }
  return height;
}
