// The programs that run at a node: made of texts that came with a solution and of modules that are installed here, and the
// effects that they ask for.
import type { Result } from '../base/index.ts';
import {
  effectOf,
  type FlaskId,
  type PeerEvent,
  plainAnswer,
  type ReleasedEvent,
  type SolutionSpec,
  solutionOf,
} from '../dht/index.ts';
import type { NodeEffect } from '../dht/net/index.ts';
import {
  type ClusterSchemes,
  EffectRunner,
  type Errand,
  type InstalledModules,
  installedProgram,
  installFolder,
  installModulesOf,
  loadRegexEngine,
  loadRegexEngineFor,
  ownSchemes,
  type Program,
  type ProgramText,
  type Schemes,
} from '../host/index.ts';
import type { Effect, EffectAnswer } from '../runtime/index.ts';
import { CallError } from './exit-code.ts';
import { couldImport } from './imports.ts';

/** How many effects of one solution run at once. */
const mostEffects = 8;

export class NodePrograms {
  readonly #modules: InstalledModules;
  readonly #solutions = new Map<string, RunningEffects>();
  readonly #hostings = new Map<FlaskId, { readonly signal: AbortSignal; readonly name: string }>();
  #hosted = 0;
  /** The program that was read last. */
  #last: { readonly text: string; readonly program: Result<Program, string> } | undefined;
  /** The coordination schemes that the solutions of the cluster share among their nodes. */
  schemes: ClusterSchemes | null = null;

  private constructor(modules: InstalledModules) {
    this.#modules = modules;
  }

  /** For the program of one run: what it imports is loaded from where it finds it, and nothing else. */
  static async ofRun(files: readonly ProgramText[]): Promise<NodePrograms> {
    for (const { text } of files) await loadRegexEngineFor(text);
    const programs = new NodePrograms(
      couldImport(files) ? await installModulesOf(files) : new Map(),
    );
    // While the others come up there is time for it.
    programs.read({ files });
    return programs;
  }

  static async open({ modules }: { modules?: string }): Promise<NodePrograms> {
    await loadRegexEngine();
    if (modules === undefined) return new NodePrograms(new Map());
    const installed = await installFolder(modules);
    if (!installed.ok) throw new CallError(`--modules: ${installed.error}`);
    return new NodePrograms(installed.value);
  }

  /** Whoever submits is judged first, and then the flasks begin: the program is read once for all of them. */
  read({ files }: Pick<SolutionSpec, 'files'>): Result<Program, string> {
    const text = JSON.stringify(files);
    if (this.#last?.text !== text) {
      this.#last = { text, program: installedProgram(files, this.#modules) };
    }
    return this.#last.program;
  }

  /** The program of a solution, from now on at work here. */
  programOf(spec: SolutionSpec, solution: string): Result<Program, string> {
    const program = this.read(spec);
    // Flasks of one solution share what runs for it.
    if (program.ok && !this.#solutions.has(solution)) {
      const schemes = this.schemes?.of(solution) ?? ownSchemes();
      this.#solutions.set(solution, new RunningEffects(program.value, schemes));
    }
    return program;
  }

  /** Runs an effect, as soon as others leave room for it; gives its answer as plain data. */
  run({ solution, flask, key, name, args, signal }: NodeEffect): Promise<unknown> {
    const running = this.#solutions.get(solution);
    if (running === undefined) return Promise.resolve({ error: `${solution} is not at work here` });
    // Flasks count their reactions each for itself.
    const effect = effectOf(`${flask}/${key}`, name, args);
    if (!effect.ok) return Promise.resolve({ error: effect.error });
    const { permit } = effect.value;
    if (permit === null) return running.run(effect.value);
    const own = { ...permit, key: `${this.#hostingOf(flask, signal)}/${permit.key}` };
    // Whoever hosts the flask from now on takes permits of its own.
    signal.addEventListener('abort', () => running.abandon(own.key), { once: true });
    return running.run({ ...effect.value, permit: own });
  }

  /** Does what a worker of this node was given, if the solution is at work here. */
  runErrand(solution: string, errand: Errand): Promise<EffectAnswer> | undefined {
    return this.#solutions.get(solution)?.runErrand(errand);
  }

  /** The reactions of a flask with these keys have all of their answers: what they ran under is free. */
  release(flask: FlaskId, keys: readonly string[]): void {
    const running = this.#solutions.get(solutionOf(flask));
    const hosting = this.#hostings.get(flask)?.name ?? flask;
    running?.release(keys.map((key) => `${hosting}/${key}`));
  }

  /** A name for this time of hosting a flask: permits of an earlier time are not mistaken for those of this one. */
  #hostingOf(flask: FlaskId, signal: AbortSignal): string {
    const known = this.#hostings.get(flask);
    if (known?.signal === signal) return known.name;
    const made = { signal, name: `${flask}@${++this.#hosted}` };
    this.#hostings.set(flask, made);
    return made.name;
  }

  /** News of the peer: what is over, who is there, and what others say of schemes. */
  hear(event: PeerEvent): void {
    switch (event.type) {
      case 'view': {
        const { version, members, solutions } = event.view;
        this.keepOnly(solutions);
        this.schemes?.tellMembers({
          version,
          members: members.filter(({ state }) => state !== 'gone'),
          solutions: solutions.map(({ solution }) => solution),
        });
        break;
      }
      case 'app-event': {
        const { type, keys } = event.event as Partial<ReleasedEvent>;
        if (type === 'released' && keys) this.release(event.flask, keys);
        break;
      }
      case 'aside':
        this.schemes?.hear(event.from, event.message);
        break;
      case 'reconnected':
        this.schemes?.reconnected();
        break;
      case 'authority':
        this.schemes?.tellAuthority(event.reachable);
        break;
      default:
        break;
    }
  }

  /** Forgets what the cluster has dropped. */
  keepOnly(solutions: readonly { readonly solution: string }[]): void {
    const there = new Set(solutions.map(({ solution }) => solution));
    for (const [solution, running] of this.#solutions) {
      if (there.has(solution)) continue;
      running.close();
      this.#solutions.delete(solution);
    }
  }
}

class RunningEffects {
  readonly #runner: EffectRunner;
  readonly #asked = new Map<Effect, (answer: unknown) => void>();

  readonly #program: Program;
  readonly #abort = new AbortController();

  constructor(program: Program, schemes: Schemes) {
    const { effects } = program;
    this.#program = program;
    this.#runner = new EffectRunner({
      // The names of flasks begin with that of their solution.
      ...{ effects, concurrency: mostEffects, keyPrefix: '', schemes },
      onNews: () => this.#pump(),
    });
  }

  /** Beside the effects of this node: a worker does one after the other. */
  async runErrand({ name, args, key, permits }: Errand): Promise<EffectAnswer> {
    const body = this.#program.effects.get(name);
    if (body === undefined) return { ok: false, message: `there is no effect named ${name} here` };
    return body(args, { key, signal: this.#abort.signal, permits });
  }

  run(effect: Effect): Promise<unknown> {
    return new Promise((resolve) => {
      this.#asked.set(effect, resolve);
      this.#runner.ask([effect]);
      this.#pump();
    });
  }

  release(keys: readonly string[]): void {
    this.#runner.release(keys);
  }

  abandon(key: string): void {
    this.#runner.abandon(key);
  }

  close(): void {
    this.#abort.abort();
    this.#runner.close();
  }

  #pump(): void {
    for (const ready of this.#runner.takeReady()) void this.#runner.run(ready);
    for (const { effect, answer } of this.#runner.takeAnswers()) {
      this.#asked.get(effect)?.(plainAnswer(answer));
      this.#asked.delete(effect);
    }
  }
}
