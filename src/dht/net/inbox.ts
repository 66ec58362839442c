// What a socket brings, kept until somebody wants it: first the words of the handshake, one at a time, then everything
// for the connection that takes over. Several may come in one piece, before anybody has looked at the first.
import type { WebSocket } from 'ws';
import { fail, ok, type Result } from '../../base/index.ts';
import { type HandshakeWord, readWord, writeWord } from './handshake.ts';

/** More than this before the handshake is over is no handshake. */
const mostWaiting = 64;

export class Inbox {
  readonly socket: WebSocket;
  #waiting: Buffer[] = [];
  #take: ((data: Buffer) => void) | undefined;
  #problem: string | undefined;
  #onProblem: ((problem: string) => void) | undefined;

  constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on('message', (data: Buffer, isBinary: boolean) => {
      if (!isBinary) this.#fail('it does not speak as a node of hocl');
      else if (this.#take) this.#take(data);
      else if (this.#waiting.push(data) > mostWaiting) this.#fail('it says too much at once');
    });
    socket.on('error', (error) => this.#fail(error.message));
    socket.on('close', () => this.#fail('it closed the connection'));
  }

  say(word: HandshakeWord): void {
    this.socket.send(writeWord(word));
  }

  /** The next word of the handshake. */
  async hear(timeoutMs: number): Promise<Result<HandshakeWord, string>> {
    const data = await this.#next(timeoutMs);
    return data.ok ? readWord(data.value) : data;
  }

  /** From now on everything goes there, beginning with what has come already; says why it ended, once. */
  handOver(take: (data: Buffer) => void, ended: (problem: string) => void): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    this.#take = take;
    this.#onProblem = ended;
    if (this.#problem !== undefined) ended(this.#problem);
    else for (const data of waiting) take(data);
  }

  #next(timeoutMs: number): Promise<Result<Buffer, string>> {
    const first = this.#waiting.shift();
    if (first !== undefined) return Promise.resolve(ok(first));
    if (this.#problem !== undefined) return Promise.resolve(fail(this.#problem));
    return new Promise((resolve) => {
      const done = (result: Result<Buffer, string>) => {
        clearTimeout(timer);
        this.#take = undefined;
        this.#onProblem = undefined;
        resolve(result);
      };
      const timer = setTimeout(() => done(fail('it does not answer')), timeoutMs);
      this.#take = (data) => done(ok(data));
      this.#onProblem = (problem) => done(fail(problem));
    });
  }

  #fail(problem: string): void {
    if (this.#problem !== undefined) return;
    this.#problem = problem;
    this.#onProblem?.(problem);
  }
}
