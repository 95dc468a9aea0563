import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';

interface Scripted {
  status: number;
  headers?: Record<string, string>;
  body?: string;
}

/** Answers each request with the next of the given responses, and records the requests. */
export class ScriptedService {
  readonly requests: { method: string; url: string; headers: IncomingMessage['headers'] }[] = [];
  private readonly server: Server;

  private constructor(private readonly responses: Scripted[]) {
    this.server = createServer((request, response) => {
      request.resume().on('end', () => {
        this.requests.push({ method: request.method!, url: request.url!, headers: request.headers });
        const { status, headers, body = '' } = this.responses.shift() ?? { status: 500 };
        response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
      });
    });
  }

  static async start(...responses: Scripted[]): Promise<ScriptedService> {
    const service = new ScriptedService(responses);
    await new Promise<void>((resolve) => service.server.listen(0, '127.0.0.1', resolve));
    return service;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

/** Responses of a reached limit and of an overloaded service. */
export const WAIT: Record<429 | 503, Scripted> = {
  429: {
    status: 429,
    headers: { 'retry-after': '0', 'x-request-id': 'r1' },
    body: '{"code":"quota_exceeded","title":"Quota exceeded","detail":"Wait."}',
  },
  503: { status: 503, headers: { 'retry-after': '0' }, body: '{"code":"overloaded","detail":"Wait."}' },
};
