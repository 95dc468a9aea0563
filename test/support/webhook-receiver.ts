import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

export interface ReceivedEvent {
  id: string;
  path: string;
  headers: Record<string, string>;
  /** The body as received. */
  body: string;
  event: { type: string; timestamp: string; data: Record<string, unknown> };
}

export type Answer = (response: ServerResponse, received: ReceivedEvent, request: IncomingMessage) => void;

export const answering =
  (status: number, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, headers).end();

/** A real endpoint in this process, on its own port, that keeps the events it receives. */
export class WebhookReceiver {
  readonly received: ReceivedEvent[] = [];
  /** How it responds to the next requests. */
  answer: Answer = answering(204);
  private readonly arrivals: (() => void)[] = [];

  private constructor(private readonly server: Server) {}

  /** @param port any free one by default */
  static async start(port = 0): Promise<WebhookReceiver> {
    const server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => receiver.receive(request, response, Buffer.concat(chunks).toString()));
    });
    const receiver = new WebhookReceiver(server);
    await once(server.listen(port, '127.0.0.1'), 'listening');
    return receiver;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** @param path distinguishes several endpoints */
  url(path = '/'): string {
    return `http://127.0.0.1:${this.port}${path}`;
  }

  /** Returns the events received at the path so far. */
  at(path: string): ReceivedEvent[] {
    return this.received.filter((one) => one.path === path);
  }

  /** Waits for that many events at the path and returns the first ones. */
  async first(count: number, path = '/'): Promise<ReceivedEvent[]> {
    while (this.at(path).length < count) await new Promise<void>((arrived) => this.arrivals.push(arrived));
    return this.at(path).slice(0, count);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((closed) => this.server.close(closed));
  }

  private receive(request: IncomingMessage, response: ServerResponse, body: string): void {
    const headers = request.headers as Record<string, string>;
    const event = JSON.parse(body) as ReceivedEvent['event'];
    const received = { id: headers['webhook-id'], path: request.url!, headers, body, event };
    this.received.push(received);
    this.answer(response, received, request);
    for (const arrived of this.arrivals.splice(0)) arrived();
  }
}

/** @throws unless the Standard Webhooks library accepts the signature and its timestamp */
export function verify({ body, headers }: ReceivedEvent, secret: string): unknown {
  return new Webhook(secret).verify(body, headers);
}
