import { Agent, request as send } from 'node:http';

export interface Reply {
  status: number;
  body: string;
  /** The proxy's reason if no replica returned a complete response. */
  proxyFailure?: string;
  replica?: string;
}

export interface Question {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

const ANSWER_WITHIN_MS = 20_000;
const agent = new Agent({ keepAlive: true });

/** Rejects if there is no response at all, for example because the proxy is down. */
export function ask(port: number, { method = 'GET', path, headers, body }: Question): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const outgoing = send(
      { host: '127.0.0.1', port, method, path, headers, agent, timeout: ANSWER_WITHIN_MS },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () =>
          resolve({
            status: answer.statusCode!,
            body: Buffer.concat(chunks).toString(),
            proxyFailure: answer.headers['x-proxy-failure'] as string | undefined,
            replica: answer.headers['x-replica'] as string | undefined,
          }),
        );
      },
    );
    outgoing.on('timeout', () => outgoing.destroy(new Error('timeout')));
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
