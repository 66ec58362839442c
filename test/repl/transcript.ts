// Runs a transcript: a text in which lines that begin with `> ` (and `. ` for those that continue them) are
// inputs and all others are what was said. Notes are marked `# `, errors `! `; results stand bare.
import { ReplDriver, relocate } from '../../src/cli/repl-driver.ts';
import { Session } from '../../src/repl/index.ts';

/** The transcript as it would be now: its own inputs with the answers of today. */
export async function play(transcript: string): Promise<string> {
  const said: string[] = [];
  const session = new Session({ seed: 1, budget: 200, relocate });
  const driver = new ReplDriver(session, ({ kind, text }) => {
    const mark = { result: '', note: '# ', error: '! ' }[kind];
    for (const line of inShort(text).split('\n')) said.push(`${mark}${line}`.trimEnd());
  });
  for (const input of inputsOf(transcript)) {
    const [first = '', ...others] = input.split('\n');
    said.push(`> ${first}`, ...others.map((line) => `. ${line}`));
    if (!(await driver.enter(input))) said.push('# (over)');
  }
  driver.close();
  return `${[...headOf(transcript), ...said].join('\n')}\n`;
}

/** Of a diagnostic only its code and its place: how it is worded and drawn has tests of its own. */
function inShort(text: string): string {
  const [, title, place] = /^((?:error|warning)\[\w+\])[\s\S]*?--> (\S+)/.exec(text) ?? [];
  return title === undefined ? text : `${title} at ${place}`;
}

/** The comment that a transcript opens with. */
function headOf(transcript: string): string[] {
  const lines = transcript.split('\n');
  const end = lines.findIndex((line) => !line.startsWith('// '));
  return lines.slice(0, end);
}

function inputsOf(transcript: string): string[] {
  const inputs: string[] = [];
  for (const line of transcript.split('\n')) {
    if (line.startsWith('> ')) inputs.push(line.slice(2));
    else if (line.startsWith('. ')) inputs.push(`${inputs.pop() ?? ''}\n${line.slice(2)}`);
  }
  return inputs;
}
