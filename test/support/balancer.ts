import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const ASK_EVERY_MS = 100;

/** A load balancer that sends requests round-robin to ready targets, over keep-alive connections. It never retries. */
export class Balancer {
  readonly url: string;
  private readonly agent = new Agent({ keepAlive: true });
  private readonly ready = new Set<string>();
  private readonly stopping = new AbortController();
  private readonly watching: Promise<unknown>;
  private turn = 0;

  private constructor(
    private readonly server: ReturnType<typeof createServer>,
    private readonly targets: readonly string[],
  ) {
    this.url = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
    server.on('request', (incoming: IncomingMessage, answer: ServerResponse) => this.pass(incoming, answer));
    this.watching = Promise.all(targets.map((target) => this.watch(target)));
  }

  static async start(targets: readonly string[]): Promise<Balancer> {
    const server = createServer();
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return new Balancer(server, targets);
  }

  isReady(target: string): boolean {
    return this.ready.has(target);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.watching;
    this.agent.destroy();
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async watch(target: string): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      const status = await fetch(`${target}/health/ready`).then(
        (answer) => answer.arrayBuffer().then(() => answer.status),
        () => 0,
      );
      if (status === 200) this.ready.add(target);
      else this.ready.delete(target);
      await sleep(ASK_EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  private pass(incoming: IncomingMessage, answer: ServerResponse): void {
    const ready = this.targets.filter((target) => this.ready.has(target));
    if (ready.length === 0) {
      answer.writeHead(502).end('Nobody is ready.');
      return;
    }
    const { method, url, headers } = incoming;
    const target = new URL(url!, ready[this.turn++ % ready.length]);
    const outgoing = request(target, { method, headers, agent: this.agent }, (response) => {
      answer.writeHead(response.statusCode!, response.headers);
      response.pipe(answer);
    });
    outgoing.on('error', (error) => {
      if (answer.headersSent) answer.destroy(error);
      else answer.writeHead(502).end(`${target.host}: ${error.message}`);
    });
    incoming.pipe(outgoing);
  }
}
