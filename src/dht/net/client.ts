// The client of a cluster: submits solutions, speaks with their flasks, asks how things stand. It holds on to one node and goes on
// with another when that one is gone: what it said is kept until a flask has it, and numbers keep anything from being
// taken twice, on both sides.
import { randomBytes } from 'node:crypto';
import { fail, ok, type Result } from '../../base/index.ts';
import { type FlaskId, flaskOf, type NodeStatus, type View } from '../index.ts';
import { readAddress } from './address.ts';
import { connectToNode, type NodeLink } from './client-link.ts';
import {
  type ClientReply,
  type ClientRequest,
  replyCodec,
  requestCodec,
} from './client-messages.ts';
import type { DialFailure } from './dial.ts';
import { knock } from './knock.ts';
import { usualLimits } from './limits.ts';
import type { Credentials } from './secret.ts';

export interface ClientOptions {
  /** One or more nodes of the cluster; others are learned from them. */
  readonly addresses: readonly string[];
  readonly credentials?: Credentials;
  /** For how long it looks for a node that answers, once it had one. */
  readonly patienceMs?: number;
  /** A flask has said something. */
  message(flask: FlaskId, message: unknown): void;
  /** No node answers any more, or the solution is lost: a sentence. Nothing comes after it. */
  failed(reason: string): void;
  /** The cluster has done something that it was asked for. */
  answered?(): void;
}

export interface ClusterStatus {
  readonly view: View;
  readonly nodes: readonly NodeStatus[];
  readonly silent: readonly string[];
}

interface Outgoing {
  last: number;
  /** Not taken yet, oldest first. */
  waiting: { readonly number: number; readonly message: unknown; readonly bytes: number }[];
  waitingBytes: number;
}

/** What may be under way to one flask before more is said. */
const windowBytes = 8 * 2 ** 20;
const windowMessages = 64;
const usualPatienceMs = 60_000;

export class ClusterClient {
  readonly #options: ClientOptions;
  readonly #name = `c-${randomBytes(8).toString('hex')}`;
  #addresses: string[];
  #link: NodeLink | undefined;
  #isClosed = false;
  readonly #out = new Map<FlaskId, Outgoing>();
  readonly #heard = new Map<FlaskId, number>();
  #room: (() => void)[] = [];
  /** Those that it has asked for and not given up. */
  readonly #solutions = new Set<string>();
  /** Requests that are repeated at the next node until they are answered. */
  readonly #open = new Map<
    string,
    { request: ClientRequest; done: (reply: ClientReply) => void }
  >();

  private constructor(options: ClientOptions) {
    this.#options = options;
    this.#addresses = [...options.addresses];
  }

  /** Connects to the first node that answers, or says why the last of them did not. One that is not ready is waited for. */
  static async connect(options: ClientOptions): Promise<Result<ClusterClient, string>> {
    const client = new ClusterClient(options);
    const until = performance.now() + (options.patienceMs ?? usualPatienceMs);
    for (;;) {
      const connected = await client.#connect();
      if (connected.ok) return ok(client);
      const { reason, type } = connected.error;
      if (type !== 'not-yet' || performance.now() > until) return fail(reason);
      await pause();
    }
  }

  /** Asks the cluster to begin a solution; may be asked again, and comes to the same. */
  async submit(
    solution: string,
    spec: Uint8Array,
    flasks: number,
    replicas: number,
  ): Promise<Result<null, string>> {
    this.#solutions.add(solution);
    const request = { type: 'submit', solution, spec, flasks, replicas } as const;
    const asked = this.#ask(`solution ${solution}`, request);
    this.#wait(flaskOf(solution, 0));
    const reply = await asked;
    return reply.type === 'refused' ? fail(reply.reason) : ok(null);
  }

  async drop(solution: string): Promise<void> {
    this.#solutions.delete(solution);
    await this.#ask(`solution ${solution}`, { type: 'drop', solution });
  }

  /** As long as a node is told this, the cluster knows that somebody waits for the solution of this flask. */
  #wait(flask: FlaskId): void {
    const upTo = this.#heard.get(flask) ?? 0;
    this.#heard.set(flask, upTo);
    this.#say({ type: 'heard', flask, upTo });
  }

  async status(): Promise<Result<ClusterStatus, string>> {
    const id = randomBytes(4).toString('hex');
    const reply = await this.#ask(`status ${id}`, { type: 'status', id });
    if (reply.type !== 'status') return fail('the cluster did not say how it is');
    const { view, nodes, silent } = reply;
    return ok({ view, nodes, silent });
  }

  /** Says something to a flask, exactly once and in order; returns when more may be said. */
  async send(flask: FlaskId, message: unknown, bytes = 0): Promise<void> {
    const out = this.#out.get(flask) ?? { last: 0, waiting: [], waitingBytes: 0 };
    this.#out.set(flask, out);
    const number = ++out.last;
    out.waiting.push({ number, message, bytes });
    out.waitingBytes += bytes;
    this.#say({ type: 'post', flask, number, message });
    while (
      !this.#isClosed &&
      (out.waitingBytes > windowBytes || out.waiting.length > windowMessages)
    ) {
      await new Promise<void>((resolve) => this.#room.push(resolve));
    }
    await this.#link?.ready();
  }

  /** The flask that has least to take of what it was sent; it comes as soon as that is so many bytes or fewer. */
  async leastBusy(flasks: readonly FlaskId[], bytes: number): Promise<FlaskId | undefined> {
    const waiting = (flask: FlaskId): number => this.#out.get(flask)?.waitingBytes ?? 0;
    for (;;) {
      const [first, ...others] = flasks;
      if (first === undefined) return undefined;
      const best = others.reduce((a, b) => (waiting(b) < waiting(a) ? b : a), first);
      if (this.#isClosed || waiting(best) <= bytes) return best;
      await new Promise<void>((resolve) => this.#room.push(resolve));
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#link?.close();
    this.#wake();
  }

  async #connect(): Promise<Result<null, DialFailure>> {
    let failure: DialFailure = { reason: 'no node of the cluster is known', type: 'refused' };
    for (const address of [...this.#addresses]) {
      let link: NodeLink | undefined;
      const { credentials } = this.#options;
      const connected = await connectToNode(
        { address, name: this.#name, ...(credentials ? { credentials } : {}) },
        {
          message: (bytes) => this.#hear(bytes),
          closed: () => {
            if (this.#link === link) this.#lost(address);
          },
        },
      );
      if (this.#isClosed) {
        if (connected.ok) connected.value.close();
        return ok(null);
      }
      if (connected.ok) {
        link = connected.value;
        this.#link = link;
        this.#resume();
        return ok(null);
      }
      failure = connected.error;
    }
    return fail(failure);
  }

  /** Tells a new node what was said and heard before. */
  #resume(): void {
    // Flasks that have not answered yet are named too: they must learn where their answers go from now on.
    const known = new Set([...this.#out.keys(), ...this.#heard.keys()]);
    const heard = [...known].map((flask) => ({ flask, upTo: this.#heard.get(flask) ?? 0 }));
    this.#say({ type: 'attach', heard });
    for (const { request } of this.#open.values()) this.#say(request);
    for (const [flask, { waiting }] of this.#out) {
      for (const { number, message } of waiting)
        this.#say({ type: 'post', flask, number, message });
    }
  }

  #lost(address: string): void {
    this.#link = undefined;
    if (this.#isClosed) return;
    // The one that was lost is tried last: it may come back.
    this.#addresses = [...this.#addresses.filter((other) => other !== address), address];
    void this.#reconnect(performance.now() + (this.#options.patienceMs ?? usualPatienceMs));
  }

  async #reconnect(until: number): Promise<void> {
    for (;;) {
      const connected = await this.#connect();
      if (connected.ok || this.#isClosed) return;
      // Nodes that compute are silent, but there: they are waited for, as they would be on one machine.
      const { reason, type } = connected.error;
      const isBusy = type === 'unreachable' && (await this.#isSomebodyThere());
      if (performance.now() > until && !isBusy) {
        this.#fail(`the cluster does not answer any more: ${reason}`);
        return;
      }
      await pause();
    }
  }

  async #isSomebodyThere(): Promise<boolean> {
    const knocks = this.#addresses.map(async (text) => {
      const address = readAddress(text);
      return address.ok && (await knock(address.value, usualLimits.knockMs));
    });
    return (await Promise.all(knocks)).includes(true);
  }

  #fail(reason: string): void {
    if (this.#isClosed) return;
    this.close();
    this.#options.failed(reason);
  }

  #say(request: ClientRequest): void {
    this.#link?.send(requestCodec.encode(request));
  }

  #ask(key: string, request: ClientRequest): Promise<ClientReply> {
    return new Promise((resolve) => {
      const done = (reply: ClientReply) => {
        this.#open.delete(key);
        resolve(reply);
      };
      this.#open.set(key, { request, done });
      this.#say(request);
    });
  }

  #hear(bytes: Uint8Array): void {
    const read = replyCodec.decode(bytes);
    if (!read.ok || this.#isClosed) return;
    const reply = read.value;
    if (isAnswer(reply)) this.#options.answered?.();
    switch (reply.type) {
      case 'members': {
        const others = reply.addresses.filter((address) => !this.#addresses.includes(address));
        this.#addresses.push(...others);
        break;
      }
      case 'posted':
        this.#take(reply.flask, reply.number, reply.message);
        break;
      case 'taken':
        this.#taken(reply.flask, reply.upTo);
        break;
      case 'status':
        this.#open.get(`status ${reply.id}`)?.done(reply);
        break;
      case 'aside':
        break;
      case 'lost':
        this.#fail(reply.reason);
        break;
      case 'refused':
        this.#refused(reply);
        break;
      case 'submitted':
      case 'dropped':
        this.#open.get(`solution ${reply.solution}`)?.done(reply);
        break;
    }
  }

  /** What was asked for cannot be had, or is not there any more. */
  #refused(reply: Extract<ClientReply, { readonly type: 'refused' }>): void {
    const { solution } = reply;
    const open = this.#open.get(`solution ${solution}`);
    if (open !== undefined) open.done(reply);
    else if (this.#solutions.has(solution)) this.#fail('the cluster has dropped the solution');
  }

  #take(flask: FlaskId, number: number, message: unknown): void {
    const before = this.#heard.get(flask) ?? 0;
    if (number === before + 1) {
      this.#heard.set(flask, number);
      this.#options.message(flask, message);
    }
    this.#say({ type: 'heard', flask, upTo: this.#heard.get(flask) ?? 0 });
  }

  #taken(flask: FlaskId, upTo: number): void {
    const out = this.#out.get(flask);
    if (out === undefined) return;
    const stays = out.waiting.findIndex(({ number }) => number > upTo);
    const taken = out.waiting.splice(0, stays < 0 ? out.waiting.length : stays);
    for (const { bytes } of taken) out.waitingBytes -= bytes;
    this.#wake();
  }

  #wake(): void {
    const room = this.#room;
    this.#room = [];
    for (const resolve of room) resolve();
  }
}

/** What flasks say is for others to judge, and who is a member says nothing of what was asked. */
function isAnswer({ type }: ClientReply): boolean {
  return type === 'taken' || type === 'submitted' || type === 'status' || type === 'dropped';
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 200));
}
