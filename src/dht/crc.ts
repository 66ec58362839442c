// CRC-32C (Castagnoli): tells bytes that were written from bytes that a crash or a worn disk left there. It guards
// against accidents, not against people.

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let word = byte;
  for (let bit = 0; bit < 8; bit++) word = word & 1 ? (word >>> 1) ^ 0x82f63b78 : word >>> 1;
  return word;
});

export function crc32c(bytes: Uint8Array): number {
  let word = 0xffffffff;
  for (const byte of bytes) word = (table[(word ^ byte) & 0xff] as number) ^ (word >>> 8);
  return (word ^ 0xffffffff) >>> 0;
}
