// hocl fmt: programs in the one layout there is. Files are rewritten in place, through a file beside them, so that
// a crash leaves either the old text or the new one.
import { realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { readSource, writeProblem } from '../host/index.ts';
import { format, isError, type Source } from '../lang/index.ts';
import { CallError, EXIT } from './exit-code.ts';
import { reportFailure } from './failure.ts';
import { type Io, readStdin, say } from './io.ts';
import { STDIN, showDiagnostics } from './program-source.ts';

export interface FmtOptions {
  readonly check?: true;
}

/** What became of a file. */
type Fate = 'right' | 'changed' | 'wrong' | 'unreadable';

export async function fmtCommand(
  files: readonly string[],
  options: FmtOptions,
  io: Io,
): Promise<number> {
  const fates: Fate[] = [];
  for (const file of files) fates.push(await formatOne(file, options.check === true, io));
  if (fates.includes('unreadable')) return EXIT.call;
  if (fates.includes('wrong')) return EXIT.program;
  return options.check === true && fates.includes('changed') ? EXIT.program : EXIT.ok;
}

async function formatOne(file: string, check: boolean, io: Io): Promise<Fate> {
  try {
    const source = await read(file, io);
    const { text, diagnostics } = format(source);
    if (diagnostics.some(isError)) {
      showDiagnostics(diagnostics, io);
      return 'wrong';
    }
    const changed = text !== source.text;
    if (check) {
      if (changed) say(io, `${source.name} would change`);
    } else if (file === STDIN) io.stdout.write(text);
    else if (changed) await replaceFile(file, text);
    return changed ? 'changed' : 'right';
  } catch (error) {
    if (reportFailure(error, io) !== EXIT.call) throw error;
    return 'unreadable';
  }
}

async function read(file: string, io: Io): Promise<Source> {
  if (file === STDIN) {
    const text = await readStdin(io);
    if (text === null) throw new CallError('standard input is not UTF-8 text');
    return { name: '<stdin>', text };
  }
  const source = await readSource(file);
  if (!source.ok) throw new CallError(source.error);
  return source.value;
}

async function replaceFile(file: string, text: string): Promise<void> {
  let draft = '';
  try {
    // Where the file is a link, what it points at is rewritten, and the link stays.
    const target = await realpath(file);
    const { mode } = await stat(target);
    draft = `${target}.${process.pid}.tmp`;
    await writeFile(draft, text, { mode });
    await rename(draft, target);
  } catch (error) {
    if (draft !== '') await rm(draft, { force: true });
    throw new CallError(writeProblem(file, error));
  }
}
