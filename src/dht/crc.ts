// CRC-32C (Castagnoli): tells bytes that were written from bytes that a crash or a worn disk left there. It guards
// against accidents, not against people. Eight bytes are taken at a time, each through a table of its own: logs
// of megabytes go through here.

/** The table of single bytes, then for each further one what a byte comes to with so many zeros behind it. Made when first needed: a run without logs needs none. */
let tables: readonly Uint32Array[] | undefined;

export function crc32c(bytes: Uint8Array): number {
  tables ??= makeTables(8);
  const [t0, t1, t2, t3, t4, t5, t6, t7] = tables as [
    ...[Uint32Array, Uint32Array, Uint32Array, Uint32Array],
    ...[Uint32Array, Uint32Array, Uint32Array, Uint32Array],
  ];
  // The types cannot see that every index lies within; they are read as numbers for that reason only.
  const at = (table: Uint32Array, index: number): number => table[index & 0xff] as number;
  const eights = bytes.length - (bytes.length % 8);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let word = 0xffffffff;
  let place = 0;
  for (; place < eights; place += 8) {
    const low = view.getUint32(place, true) ^ word;
    const high = view.getUint32(place + 4, true);
    word =
      at(t7, low) ^
      at(t6, low >>> 8) ^
      at(t5, low >>> 16) ^
      at(t4, low >>> 24) ^
      at(t3, high) ^
      at(t2, high >>> 8) ^
      at(t1, high >>> 16) ^
      at(t0, high >>> 24);
  }
  for (; place < bytes.length; place++) {
    word = at(t0, word ^ (bytes[place] as number)) ^ (word >>> 8);
  }
  return (word ^ 0xffffffff) >>> 0;
}

function makeTables(count: number): readonly Uint32Array[] {
  const single = Uint32Array.from({ length: 256 }, (_, byte) => {
    let word = byte;
    for (let bit = 0; bit < 8; bit++) word = word & 1 ? (word >>> 1) ^ 0x82f63b78 : word >>> 1;
    return word;
  });
  const made = [single];
  while (made.length < count) {
    const before = made.at(-1) as Uint32Array;
    made.push(before.map((word) => (single[word & 0xff] as number) ^ (word >>> 8)));
  }
  return made;
}
