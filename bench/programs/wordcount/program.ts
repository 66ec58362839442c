// Words become counts, counts of the same word add up: a join by a key. Some words are much more frequent.
import type { Program } from '../../harness/program.ts';
import { numbers, times } from '../../harness/random.ts';

export const wordcount: Program = {
  name: 'wordcount',
  title: 'how often each word occurs among N words',
  sizes: { small: [1_000, 10_000], large: [100_000, 1_000_000] },
  naiveUpTo: 100,
  input: { w: 1 },
  answer: { count: 2 },
  generate(size) {
    const draw = numbers();
    // The product of two uniform numbers leans to small ones, as the words of a text do.
    return times(size, () => ['w', `w${Math.floor((draw(300) * draw(300)) / 4)}`]);
  },
  // Maude has the number of the word only.
  agree: ([name, word, n]) => [name, typeof word === 'number' ? `w${word}` : (word ?? ''), n ?? 0],
  leftOut: {},
};
