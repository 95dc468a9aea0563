// Sends requests over several connections for a while, one at a time on each, and reports the number of 200 responses.
// Orders arrive as messages. Any other response ends the process, and so does the message `stop`.
import { connect, type Socket } from 'node:net';
import { randomPoint, zipfRanks } from './points.js';

export interface LoadOrder {
  port: number;
  /** Chosen by Zipf's law, the first one most often. If empty, each request is for another point. */
  paths: string[];
  /** Sends the paths one after the other instead. */
  inTurn?: boolean;
  headers: string;
  /** Number of concurrent requests. */
  connections?: number;
  durationMs: number;
}

const HEAD_END = Buffer.from('\r\n\r\n');
const ORDER_LENGTH = 65_536;

process.on('message', (order: LoadOrder | 'stop') => {
  if (order === 'stop') process.exit(0);
  void run(order).then((result) => process.send!(result));
});

async function run(order: LoadOrder): Promise<object> {
  const { port, paths, inTurn = false, headers, connections = 32, durationMs } = order;
  const head = (path: string) => Buffer.from(`GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`);
  const requests = paths.map(head);
  const ranks = inTurn ? undefined : zipfRanks(Math.max(1, paths.length), ORDER_LENGTH);
  let sent = 0;
  const next = () => {
    if (paths.length === 0) return head(randomPoint());
    return requests[ranks ? ranks[sent % ORDER_LENGTH] : sent % requests.length];
  };
  let answered = 0;
  let bytes = 0;
  const endMs = performance.now() + durationMs;
  const startMs = performance.now();
  await Promise.all(
    Array.from({ length: connections }, () =>
      converse(port, (length) => {
        bytes += length;
        if (length > 0) answered += 1;
        if (performance.now() >= endMs) return undefined;
        const request = next();
        sent += 1;
        return request;
      }),
    ),
  );
  return { answered, bytes, seconds: (performance.now() - startMs) / 1000 };
}

/** @param next receives the length of the last response (0 at first); returns the next request, or undefined to stop */
function converse(port: number, next: (length: number) => Buffer | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(port, '127.0.0.1');
    let missing = 0;
    let length = 0;
    const go = () => {
      const request = next(length);
      if (request) socket.write(request);
      else socket.end(() => resolve());
    };
    socket.setNoDelay(true);
    socket.on('error', reject);
    socket.on('connect', go);
    socket.on('data', (chunk: Buffer) => {
      if (missing === 0) {
        const end = chunk.indexOf(HEAD_END);
        const head = chunk.toString('latin1', 0, end);
        const match = /content-length: (\d+)/i.exec(head);
        if (!head.startsWith('HTTP/1.1 200') || !match) throw new Error(`Unexpected answer: ${head}`);
        length = Number(match[1]);
        missing = length + end + HEAD_END.length;
      }
      missing -= chunk.length;
      if (missing === 0) go();
    });
  });
}
