// Drives a session: carries out what it asks for (files, effects, time to react) and hands over what it says.
// Where lines are typed and shown is the business of repl.ts (a pipe) and repl-terminal.ts.
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { getHeapStatistics } from 'node:v8';
import {
  defaultMemoryLimit,
  type EffectFunction,
  EffectRunner,
  FileError,
  fileImports,
  fileProblem,
  type Gathered,
  gather,
  gatherFile,
  loadRegexEngineFor,
  ownSchemes,
} from '../host/index.ts';
import type { Ask, GatheredText, Line, Reply, RunningEffect, Session } from '../repl/index.ts';
import type { Effect } from '../runtime/index.ts';

/** Reactions between two looks at the clock, and the time after which the event loop has its turn. */
const SLICE = 32;
const SLICE_MS = 10;
/** How many effects may run at once. */
const CONCURRENCY = 8;
const MEMORY_EVERY = 64;

export class ReplDriver {
  /** Whether an input was refused. */
  failed = false;
  readonly session: Session;
  readonly #print: (line: Line) => void;
  readonly #effects = new Map<string, EffectFunction>();
  readonly #asked = new Map<Effect, RunningEffect>();
  readonly #runner: EffectRunner;
  readonly #keyPrefix = `${randomUUID().slice(0, 8)}.`;
  #interrupted = false;
  #busy = false;
  #wake: () => void = () => {};

  constructor(session: Session, print: (line: Line) => void) {
    this.session = session;
    this.#print = print;
    this.#runner = new EffectRunner({
      effects: this.#effects,
      concurrency: CONCURRENCY,
      keyPrefix: this.#keyPrefix,
      schemes: ownSchemes(),
      onNews: () => this.#carryOn(),
    });
  }

  get isBusy(): boolean {
    return this.#busy;
  }

  /** Enters a text and does all that comes of it; false when the session is over. */
  async enter(text: string): Promise<boolean> {
    await loadRegexEngineFor(text);
    this.#busy = true;
    this.#interrupted = false;
    try {
      let reply = this.session.enter(text);
      for (;;) {
        this.#say(reply.lines);
        if (reply.ask === null) return true;
        if (reply.ask.type === 'quit') return false;
        reply = await this.#carryOut(reply.ask);
      }
    } finally {
      this.#busy = false;
    }
  }

  /** Stops what reacts, or waits. */
  interrupt(): void {
    this.#interrupted = true;
    this.#wake();
  }

  /** Lets go of effects that still run. */
  close(): void {
    this.#runner.close();
  }

  #carryOut(ask: Exclude<Ask, { type: 'quit' }>): Promise<Reply> {
    switch (ask.type) {
      case 'gather':
        return this.#gather(() => gather(ask.source, fileImports()));
      case 'load':
        return this.#gather(() => gatherFile(ask.path));
      case 'save':
        return this.#save(ask);
      case 'run':
        return this.#run();
    }
  }

  async #gather(work: () => Promise<Gathered>): Promise<Reply> {
    try {
      const gathered = await work();
      const reply = this.session.gathered(gatheredText(gathered));
      for (const [name, body] of gathered.effects) this.#effects.set(name, body);
      return reply;
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      return this.session.refused(error.message);
    }
  }

  async #save(ask: Extract<Ask, { type: 'save' }>): Promise<Reply> {
    try {
      await writeFile(ask.path, ask.text, { flag: ask.overwrite ? 'w' : 'wx' });
      return this.session.saved();
    } catch (error) {
      return this.session.refused(saveProblem(ask.path, error));
    }
  }

  async #run(): Promise<Reply> {
    for (let turn = 0; ; turn++) {
      if (this.#interrupted) return this.session.interrupt();
      const progress = this.#slice();
      this.#say(this.session.takeLines());
      this.#startEffects();
      if (progress.type === 'done') return progress.reply;
      if (progress.type === 'waiting') await this.#pause();
      else await setImmediate();
      const full = turn % MEMORY_EVERY === 0 && usedMemory() > defaultMemoryLimit();
      if (full) return this.session.interrupt('stopped: memory is running out');
    }
  }

  #slice(): ReturnType<Session['advance']> {
    const end = performance.now() + SLICE_MS;
    for (;;) {
      const progress = this.session.advance(SLICE);
      if (progress.type !== 'more' || performance.now() >= end) return progress;
    }
  }

  #startEffects(): void {
    const asked = this.session.takeEffects();
    for (const running of asked) this.#asked.set(running.effect, running);
    this.#runner.ask(asked.map(({ effect }) => effect));
    for (const ready of this.#runner.takeReady()) void this.#runner.run(ready);
  }

  /** An effect has answered, or may begin. */
  #carryOn(): void {
    for (const { effect, answer } of this.#runner.takeAnswers()) {
      const running = this.#asked.get(effect);
      this.#asked.delete(effect);
      if (running !== undefined) this.session.answer(running, answer);
    }
    this.#runner.release(this.session.takeReleases());
    this.#startEffects();
    this.#wake();
  }

  /** Waits for an answer or for Ctrl-C. */
  async #pause(): Promise<void> {
    if (this.#interrupted) return;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
    this.#wake = () => {};
  }

  #say(lines: readonly Line[]): void {
    for (const line of lines) {
      if (line.kind === 'error') this.failed = true;
      this.#print(line);
    }
  }
}

/** Where an import of `importer` leads from a file that is saved as `target`. */
export function relocate(target: string): (from: string, importer: string) => string {
  return (from, importer) => {
    if (!from.startsWith('.')) return from;
    const there = path.resolve(path.dirname(importer), from);
    const way = path
      .relative(path.dirname(path.resolve(target)), there)
      .split(path.sep)
      .join('/');
    return way.startsWith('.') ? way : `./${way}`;
  };
}

function gatheredText({ unit, functions, diagnostics }: Gathered): GatheredText {
  const { main, files, functions: known } = unit;
  return { main, files: files.filter((file) => file !== main), known, functions, diagnostics };
}

function saveProblem(file: string, error: unknown): string {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EEXIST':
      return `${file} exists: \`:save! ${file}\` overwrites it`;
    case 'ENOENT':
      return `${file}: there is no such directory`;
    default:
      return fileProblem(file, error);
  }
}

function usedMemory(): number {
  return getHeapStatistics().used_heap_size;
}
