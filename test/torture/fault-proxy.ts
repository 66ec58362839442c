// A proxy in front of a node, through which all others reach it: its links can be cut, held up or refused.
import net from 'node:net';

export class FaultProxy {
  readonly port: number;
  readonly #server: net.Server;
  readonly #pairs = new Set<readonly [net.Socket, net.Socket]>();
  #state: 'open' | 'refusing' | 'holding' = 'open';

  private constructor(server: net.Server) {
    this.#server = server;
    this.port = (server.address() as net.AddressInfo).port;
  }

  static async open(target: number): Promise<FaultProxy> {
    const later: { proxy?: FaultProxy } = {};
    const server = net.createServer((inner) => later.proxy?.connect(inner, target));
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    later.proxy = new FaultProxy(server);
    return later.proxy;
  }

  connect(inner: net.Socket, target: number): void {
    inner.on('error', () => inner.destroy());
    if (this.#state === 'refusing') {
      inner.destroy();
      return;
    }
    const outer = net.connect(target, '127.0.0.1');
    outer.on('error', () => outer.destroy());
    const pair = [inner, outer] as const;
    this.#pairs.add(pair);
    for (const [from, to] of [pair, [outer, inner] as const]) {
      from.on('data', (chunk) => {
        if (!to.destroyed && !to.write(chunk)) from.pause();
      });
      to.on('drain', () => {
        if (this.#state !== 'holding') from.resume();
      });
      from.on('close', () => {
        to.destroy();
        this.#pairs.delete(pair);
      });
      from.on('end', () => to.end());
    }
    if (this.#state === 'holding') for (const socket of pair) socket.pause();
  }

  /** Every link breaks; whoever dials again gets through. */
  sever(): void {
    for (const [inner, outer] of this.#pairs) {
      inner.destroy();
      outer.destroy();
    }
  }

  /** Every link breaks, and nobody gets through until `heal`. */
  refuse(): void {
    this.#state = 'refusing';
    this.sever();
  }

  /** Links stay, but nothing passes until `heal`: nobody is told. */
  hold(): void {
    this.#state = 'holding';
    for (const pair of this.#pairs) for (const socket of pair) socket.pause();
  }

  heal(): void {
    this.#state = 'open';
    for (const pair of this.#pairs) for (const socket of pair) socket.resume();
  }

  close(): void {
    this.sever();
    this.#server.close();
  }
}
