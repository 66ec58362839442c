// A session at a prompt, without the prompt: text goes in, text comes out. All that needs the world is asked
// for (reply.ts) and answered by whoever drives it: cli/repl.ts, or a test.
import type { EffectAnswer } from '../runtime/index.ts';
import { runCommand } from './commands.ts';
import { type Completion, complete } from './complete.ts';
import { NOTHING_DECLARED } from './declared.ts';
import { enterFile, enterGathered, enterInput } from './input.ts';
import { isCommand } from './input-lines.ts';
import { createPaint } from './paint.ts';
import type { Relocate } from './program-text.ts';
import { Reactor, type RunningEffect } from './reactor.ts';
import { type Ask, error, type GatheredText, note, type Progress, type Reply } from './reply.ts';
import { advance, interrupt, observe, reply, type State } from './state.ts';

export interface SessionOptions {
  readonly seed?: number;
  readonly colour?: boolean;
  readonly budget?: number;
  /** At most so many characters of a solution are shown unasked. */
  readonly width?: number;
  readonly capacity?: number;
  /** Where an import leads when the program is saved as `target`; unchanged unless told. */
  readonly relocate?: (target: string) => Relocate;
}

const DEFAULT_BUDGET = 100_000;

export class Session {
  readonly #state: State;
  /** The input that waits for what was asked. */
  #text = '';
  #asked: Ask | null = null;

  constructor(options: SessionOptions = {}) {
    const { seed = 0, colour = false, budget = DEFAULT_BUDGET } = options;
    const capacity = options.capacity ?? Number.POSITIVE_INFINITY;
    this.#state = {
      paint: createPaint(colour),
      colour,
      budget,
      width: options.width ?? Number.POSITIVE_INFINITY,
      capacity,
      relocate: options.relocate ?? (() => (from) => from),
      declared: NOTHING_DECLARED,
      reactor: new Reactor(seed, capacity),
      seed,
      auto: true,
      trace: false,
      held: false,
      run: null,
      lines: [],
      guards: new Map(),
      failure: null,
      hintedAtSolution: false,
    };
    observe(this.#state);
  }

  enter(text: string): Reply {
    this.#text = text;
    if (text.trim() === '') return reply(this.#state);
    return this.#remember(
      isCommand(text) ? runCommand(this.#state, text) : enterInput(this.#state, text),
    );
  }

  /** Answers `gather` and `load`. */
  gathered(gathered: GatheredText): Reply {
    const asked = this.#asked;
    if (asked?.type === 'load') return this.#remember(enterFile(this.#state, asked.path, gathered));
    return this.#remember(enterGathered(this.#state, this.#text, gathered));
  }

  /** Answers `save`. */
  saved(): Reply {
    const path = this.#asked?.type === 'save' ? this.#asked.path : '';
    return this.#remember(reply(this.#state, note(`saved ${path}`)));
  }

  /** Answers whatever could not be done, with the reason. */
  refused(problem: string): Reply {
    return this.#remember(reply(this.#state, error(problem)));
  }

  /** Makes up to so many reactions of the run that was asked for. */
  advance(reactions: number): Progress {
    return advance(this.#state, reactions);
  }

  /** Lines that a run has said so far. */
  takeLines(): Reply['lines'] {
    return this.#state.lines.splice(0);
  }

  /** Stops the run that is under way. */
  interrupt(why?: string): Reply {
    return this.#remember(interrupt(this.#state, why));
  }

  /** The names of the effects that have not answered yet. */
  get awaited(): readonly string[] {
    return this.#state.reactor.awaited;
  }

  /** Effects to be run now. */
  takeEffects(): readonly RunningEffect[] {
    return this.#state.reactor.takeEffects();
  }

  /** Permits, by their keys, that no effect needs any more. */
  takeReleases(): readonly string[] {
    return this.#state.reactor.takeReleases();
  }

  /** The answer of an effect; what it brings reacts with the next run, or with the one under way. */
  answer(running: RunningEffect, answer: EffectAnswer): void {
    const taken = this.#state.reactor.answer(running, answer);
    if (taken && this.#state.run === null) {
      this.#state.lines.push(note(`${running.effect.name} has answered; \`:run\` goes on`));
    }
  }

  complete(line: string): Completion {
    return complete(this.#state, line);
  }

  #remember(given: Reply): Reply {
    this.#asked = given.ask;
    return given;
  }
}
