// What nodes of a run write, handed on to the standard error of the run: words of modules, line by line, so that those of several
// nodes do not mix. What the nodes say as nodes is for the run alone, which tells why one of them died.
import type { Readable } from 'node:stream';
import type { Io } from './io.ts';

const ownWords = [
  /^it listens$/,
  /^node \S+ listens at \S+$/,
  /^it is a member of the cluster$/,
  /^hocl: /,
];

/** Whoever writes so much without an end of the line has it handed on in parts. */
const longestLine = 65_536;

export function passOn(stream: Readable, io: Io): void {
  let rest = '';
  const hand = (line: string) => {
    if (!ownWords.some((words) => words.test(line))) io.stderr.write(`${line}\n`);
  };
  stream.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) hand(line);
    if (rest.length < longestLine) return;
    io.stderr.write(rest);
    rest = '';
  });
  stream.on('end', () => {
    if (rest !== '') hand(rest);
  });
}
