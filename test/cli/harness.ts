// Calls of the command line inside this process: argv and standard input go in, what was written comes out.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { main } from '../../src/cli/command-line.ts';
import type { Io } from '../../src/cli/io.ts';

export interface Called {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export interface CallOptions {
  readonly stdin?: string | Readable;
  readonly env?: Readonly<Record<string, string>>;
  readonly terminal?: boolean;
  /** Called with a function that is a Ctrl-C, once somebody listens for it. */
  readonly whenListening?: (interrupt: () => void) => void;
}

export async function call(args: readonly string[], options: CallOptions = {}): Promise<Called> {
  let out = '';
  let err = '';
  let killed: number | null = null;
  const { stdin = '', env = {}, terminal = false } = options;
  const output = (write: (text: string) => void) => ({ write, isTerminal: terminal, columns: 80 });
  const io: Io = {
    stdin: typeof stdin === 'string' ? Readable.from([Buffer.from(stdin)]) : stdin,
    stdout: output((text) => {
      out += text;
    }),
    stderr: output((text) => {
      err += text;
    }),
    command: [process.execPath, 'dist/cli/main.js'],
    env,
    onInterrupt(listener) {
      options.whenListening?.(listener);
      return () => {};
    },
    kill: (code) => {
      killed = code;
    },
  };
  const code = await main(args, io);
  return { code: killed ?? code, out, err };
}

/** A folder with these files, and ways to name them: `DIR` in a text stands for it. */
export class Folder {
  readonly path = mkdtempSync(path.join(tmpdir(), 'hocl-cli-'));

  constructor(files: Readonly<Record<string, string | Uint8Array>> = {}) {
    for (const [name, text] of Object.entries(files)) this.write(name, text);
  }

  write(name: string, text: string | Uint8Array): string {
    const file = this.file(name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  }

  file(name: string): string {
    return path.join(this.path, name);
  }

  fill(text: string): string {
    return text.replaceAll('DIR', this.path);
  }

  hide(text: string): string {
    return text.replaceAll(this.path, 'DIR');
  }

  async call(args: string, options: CallOptions = {}): Promise<Called> {
    const { code, out, err } = await call(this.fill(args).split(' ').filter(Boolean), options);
    return { code, out: this.hide(out), err: this.hide(err) };
  }

  remove(): void {
    rmSync(this.path, { recursive: true });
  }
}
