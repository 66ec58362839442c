// SHA-1, to spread names over a ring of 160 bits. Nothing here rests on its strength against attackers.

/** The hash of a text in UTF-8, as 40 hexadecimal digits. Each node asks for some as it starts: so its rounds make nothing new. */
export function sha1(text: string): string {
  const words = paddedWords(new TextEncoder().encode(text));
  const digest = Int32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0);
  const schedule = new Int32Array(80);
  for (let block = 0; block < words.length; block += 16) {
    schedule.set(words.subarray(block, block + 16));
    for (let i = 16; i < 80; i++) {
      const earlier = at(schedule, i - 3) ^ at(schedule, i - 8);
      schedule[i] = rotate(earlier ^ at(schedule, i - 14) ^ at(schedule, i - 16), 1);
    }
    addRounds(digest, schedule);
  }
  return [...digest].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

function addRounds(digest: Int32Array, schedule: Int32Array): void {
  let a = at(digest, 0);
  let b = at(digest, 1);
  let c = at(digest, 2);
  let d = at(digest, 3);
  let e = at(digest, 4);
  for (let i = 0; i < 80; i++) {
    const mixed = (rotate(a, 5) + mix(i, b, c, d) + e + at(schedule, i)) | 0;
    e = d;
    d = c;
    c = rotate(b, 30);
    b = a;
    a = mixed;
  }
  digest[0] = at(digest, 0) + a;
  digest[1] = at(digest, 1) + b;
  digest[2] = at(digest, 2) + c;
  digest[3] = at(digest, 3) + d;
  digest[4] = at(digest, 4) + e;
}

/** The function and the constant of a round, added. */
function mix(round: number, b: number, c: number, d: number): number {
  if (round < 20) return ((b & c) | (~b & d)) + 0x5a827999;
  if (round < 40) return (b ^ c ^ d) + 0x6ed9eba1;
  if (round < 60) return ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc;
  return (b ^ c ^ d) + 0xca62c1d6;
}

/** The bytes, a one bit, zeros, and the length in bits, in blocks of sixteen words. */
function paddedWords(bytes: Uint8Array): Int32Array {
  const words = new Int32Array((((bytes.length + 8) >> 6) + 1) * 16);
  for (const [index, byte] of bytes.entries()) {
    words[index >> 2] = at(words, index >> 2) | (byte << (24 - 8 * (index & 3)));
  }
  const end = bytes.length;
  words[end >> 2] = at(words, end >> 2) | (0x80 << (24 - 8 * (end & 3)));
  words[words.length - 1] = end * 8;
  return words;
}

function at(words: Int32Array, index: number): number {
  return words[index] as number;
}

function rotate(word: number, by: number): number {
  return (word << by) | (word >>> (32 - by));
}
