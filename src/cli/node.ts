// hocl node: one member of a cluster, until it is told to stop. A node that keeps its data stops at once, since it comes back
// with them; one that does not hands over what it has first.
import { rmSync } from 'node:fs';
import path from 'node:path';
import { nodeId } from '../base/index.ts';
import { chemistry, clientId, type PeerEvent, specFromBytes } from '../dht/index.ts';
import { type Address, ClusterNode, readListen } from '../dht/net/index.ts';
import { openClusterSchemes, type ProgramText } from '../host/index.ts';
import { type CredentialOptions, credentialsOf } from './credentials.ts';
import { CallError, EXIT } from './exit-code.ts';
import { couldImport } from './imports.ts';
import { type Io, say } from './io.ts';
import { LISTENS } from './local-nodes.ts';
import { NodePrograms } from './node-programs.ts';
import { counted } from './quantities.ts';
import { version } from './version.ts';

export interface NodeCommandOptions extends CredentialOptions {
  readonly listen: string;
  readonly advertise?: string;
  readonly join?: string;
  readonly data?: string;
  readonly voters?: number;
  /** How many nodes are in the first view; for the founder of a run. */
  readonly members?: number;
  readonly modules?: string;
  /** Of a run with --nodes: what it is for, which goes when the run goes. */
  readonly ofRun?: string;
}

/** How long a node that is to be joined may be silent. */
const patienceMs = 10_000;
/** How long handing over may take. */
const leavingMs = 10_000;

export async function nodeCommand(options: NodeCommandOptions, io: Io): Promise<number> {
  const { data, join, voters } = options;
  if (![1, 3, 5].includes(voters ?? 1)) throw new CallError('--voters takes 1, 3 or 5');
  if (voters !== undefined && join !== undefined) {
    throw new CallError(
      '--voters is for the node that founds the cluster: leave it out with --join',
    );
  }
  const credentials = credentialsOf(options);
  const listen = placeOf('--listen', options.listen, credentials.tls?.cert !== undefined);
  const tls = listen.type === 'tcp' && listen.tls;
  const advertise =
    options.advertise === undefined ? undefined : placeOf('--advertise', options.advertise, tls);
  const end = new Ending(options, io);
  let programs: NodePrograms;
  let isListening = false;
  if (options.ofRun === undefined) programs = await NodePrograms.open(options);
  const opening = ClusterNode.open({
    app: chemistry({ program: (spec, solution) => programs.programOf(spec, solution) }),
    ...{ listen, credentials, patienceMs, madeBy: version },
    ...(voters === undefined ? {} : { voters }),
    ...(advertise === undefined ? {} : { advertise }),
    ...(data === undefined ? {} : { data }),
    ...(join === undefined ? {} : { join }),
    listening: () => {
      isListening = true;
    },
    ...(options.ofRun === undefined ? {} : namesOfRun(options, io)),
    named: async (self, command, sayToClient) => {
      if (options.ofRun !== undefined) {
        const files = await end.programOfRun;
        programs = await NodePrograms.ofRun(files);
        // Schemes are for effects; where there are none, nobody asks for them.
        if (!couldImport(files)) return;
      }
      programs.schemes = await openClusterSchemes({
        self,
        say: (to, message) => command({ type: 'say', to, message }),
        sayToClient: (client, message) => sayToClient(clientId(client), message),
        runHere: (solution, errand) => programs.runErrand(solution, errand),
      });
    },
    effect: (effect) => programs.run(effect),
    aside: (client, message) => programs.schemes?.hearClient(client, message),
    judge: (bytes) => {
      const spec = specFromBytes(bytes);
      const program = spec.ok ? programs.read(spec.value) : spec;
      return program.ok ? undefined : program.error;
    },
    event: (event) => {
      programs.hear(event);
      end.hear(event);
    },
    failed: (error) => end.fail(error),
  });
  // A run that is gone before its node is a member takes it along; so does somebody who waits no longer.
  const node = await Promise.race([opening, end.ofRun, end.early]);
  if (typeof node === 'number') {
    // The process ends with its sockets open, and then nobody else removes the file of one.
    if (isListening && listen.type === 'unix') rmSync(listen.path, { force: true });
    return node;
  }
  if (!node.ok) throw new CallError(node.error);
  return end.of(node.value);
}

/**
 * The nodes of a run are called as their sockets are, so that nobody has to ask. The run speaks to a node as soon as that listens,
 * and has its program brought meanwhile.
 */
function namesOfRun({ listen, join, members }: NodeCommandOptions, io: Io) {
  const named = (address: string) => nodeId(path.basename(address));
  return {
    name: named(listen),
    ...(join === undefined ? { members: members ?? 1 } : { via: named(join) }),
    letsInEarly: true,
    listening: () => io.stdout.write(`${LISTENS}\n`),
  };
}

function placeOf(option: string, text: string, tls: boolean): Address {
  const address = readListen(text, tls);
  if (!address.ok) throw new CallError(`${option}: ${address.error}`);
  return address.value;
}

/** When and how a node ends: by a signal, with its run, by leaving, or by what it cannot bear. */
class Ending {
  readonly #options: NodeCommandOptions;
  readonly #io: Io;
  readonly #over: Promise<number>;
  #end: (code: number) => void = () => {};
  #fail: (error: unknown) => void = () => {};
  #hasJoined = false;
  #isListening = false;
  #isLeaving = false;
  #missing = 0;
  /** Settles when the run that started this node is gone, with the exit code; never without one. */
  readonly ofRun: Promise<number>;
  /** Settles with the exit code when somebody interrupts before it is open. */
  readonly early: Promise<number>;
  #forgetEarly: () => void = () => {};
  /** The texts of the run's program: what it says first. */
  readonly programOfRun: Promise<readonly ProgramText[]>;
  #program: (files: readonly ProgramText[]) => void = () => {};

  constructor(options: NodeCommandOptions, io: Io) {
    this.#options = options;
    this.#io = io;
    this.#over = new Promise((resolve, reject) => {
      this.#end = resolve;
      this.#fail = reject;
    });
    // Whoever fails before anybody waits is heard all the same.
    this.#over.catch(() => {});
    this.programOfRun = new Promise((resolve) => {
      this.#program = resolve;
    });
    this.early = new Promise((resolve) => {
      this.#forgetEarly = io.onInterrupt(() => {
        say(io, 'hocl: interrupted: stopped before it was a member of a cluster');
        resolve(EXIT.stopped);
      });
    });
    this.ofRun = new Promise((resolve) => {
      if (options.ofRun !== undefined) this.#watchRun(options.ofRun, () => resolve(EXIT.ok));
    });
  }

  async of(
    node: Pick<ClusterNode<unknown>, 'leave' | 'close' | 'name' | 'address'>,
  ): Promise<number> {
    this.#io.stdout.write(`node ${node.name} listens at ${node.address}\n`);
    this.#isListening = true;
    this.#sayMissing();
    this.#sayMember();
    const forget = this.#io.onInterrupt(() => {
      if (this.#isLeaving || !this.#hasJoined || this.#options.data !== undefined)
        this.#end(EXIT.ok);
      else {
        this.#isLeaving = true;
        node.leave();
        setTimeout(() => this.#end(EXIT.ok), leavingMs).unref();
      }
    });
    this.#forgetEarly();
    try {
      return await Promise.race([this.#over, this.ofRun]);
    } finally {
      forget();
      await node.close();
    }
  }

  /** The run that started this node holds its standard input: when that ends, so does the node. */
  #watchRun(folder: string, ended: () => void): void {
    const { stdin } = this.#io;
    const gone = () => {
      rmSync(folder, { recursive: true, force: true });
      ended();
    };
    let said = '';
    stdin.setEncoding('utf8').on('data', (text: string) => {
      const end = text.indexOf('\n');
      said += end < 0 ? text : text.slice(0, end);
      if (end >= 0) this.#program(JSON.parse(said) as ProgramText[]);
    });
    stdin.on('end', gone);
    stdin.on('error', gone);
    stdin.on('close', gone);
  }

  hear(event: PeerEvent): void {
    switch (event.type) {
      case 'founding':
        this.#missing = event.missing;
        this.#sayMissing();
        break;
      case 'joined':
        this.#hasJoined = true;
        this.#sayMember();
        break;
      case 'turned-away':
        if (!this.#isLeaving) this.fail(new CallError(event.reason));
        else {
          // It was told to stop, and stops all the same.
          say(this.#io, `hocl: ${event.reason}`);
          this.#end(EXIT.ok);
        }
        break;
      case 'left':
        this.#end(EXIT.ok);
        break;
      case 'authority':
        say(this.#io, event.reachable ? OVER : ALONE);
        break;
      case 'damaged':
        say(this.#io, `hocl: ${event.file} is damaged: ${event.reason}`);
        break;
      case 'abandoned':
        say(this.#io, `hocl: solution ${event.solution} is dropped: its client is gone`);
        break;
      case 'lost':
        say(this.#io, `hocl: solution ${event.solution} is lost: ${event.reason}`);
        break;
      default:
    }
  }

  fail(error: unknown): void {
    this.#fail(error);
  }

  /** A founder that is alone would seem to hang. The nodes of a run come by themselves. */
  #sayMissing(): void {
    if (this.#missing === 0 || this.#hasJoined || !this.#isListening) return;
    if (this.#options.ofRun !== undefined) return;
    const nodes = counted(this.#missing, 'more node');
    this.#io.stdout.write(`it waits for ${nodes} to decide with it\n`);
  }

  /** Where it listens comes first, also for one that founds its cluster at once. */
  #sayMember(): void {
    if (this.#hasJoined && this.#isListening) {
      this.#io.stdout.write('it is a member of the cluster\n');
    }
  }
}

const ALONE = 'hocl: no majority of the voters answers; waiting';
const OVER = 'hocl: a majority of the voters answers again';
