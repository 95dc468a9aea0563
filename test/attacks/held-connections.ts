import { connect, type Socket } from 'node:net';

/** Connections whose responses are never read. */
export class HeldConnections implements Disposable {
  private readonly open = new Set<Socket>();
  private refused = 0;

  constructor(private readonly port: number) {}

  /** Number of connections that the service hasn't closed. */
  get count(): number {
    return this.open.size;
  }

  /** Number of connections closed by the service. */
  get closed(): number {
    return this.refused;
  }

  /** Sends a request on a new connection. */
  send(path: string, headers = ''): void {
    const socket = connect({ port: this.port, host: '127.0.0.1', noDelay: true });
    this.open.add(socket);
    socket.pause();
    socket.on('error', () => undefined);
    socket.on('close', () => {
      if (this.open.delete(socket)) this.refused += 1;
    });
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`);
  }

  [Symbol.dispose](): void {
    const left = [...this.open];
    this.open.clear();
    for (const socket of left) socket.destroy();
  }
}
