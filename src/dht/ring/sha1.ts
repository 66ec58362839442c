// SHA-1, to spread names over a ring of 160 bits. Nothing here rests on its strength against attackers.

/** The hash of a text in UTF-8, as 40 hexadecimal digits. */
export function sha1(text: string): string {
  const words = paddedWords(new TextEncoder().encode(text));
  let [a, b, c, d, e] = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0];
  const schedule = new Int32Array(80);
  for (let block = 0; block < words.length; block += 16) {
    for (let i = 0; i < 80; i++) {
      schedule[i] =
        i < 16
          ? at(words, block + i)
          : rotate(
              at(schedule, i - 3) ^
                at(schedule, i - 8) ^
                at(schedule, i - 14) ^
                at(schedule, i - 16),
              1,
            );
    }
    const before = [a, b, c, d, e] as const;
    for (let i = 0; i < 80; i++) {
      const mixed = (rotate(a, 5) + mix(i, b, c, d) + e + at(schedule, i)) | 0;
      [e, d, c, b, a] = [d, c, rotate(b, 30), a, mixed];
    }
    [a, b, c, d, e] = [
      (a + before[0]) | 0,
      (b + before[1]) | 0,
      (c + before[2]) | 0,
      (d + before[3]) | 0,
      (e + before[4]) | 0,
    ];
  }
  return [a, b, c, d, e].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
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
