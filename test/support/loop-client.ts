import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

export interface LoopRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
}

export interface LoopAnswer {
  status: number;
  /** Of this thread, as `threadMs` has it. */
  tookMs: number;
}

const PROGRAM = `
const { request } = require('node:http');
const { parentPort, workerData } = require('node:worker_threads');
parentPort.on('message', ({ method, path, headers, body }) => {
  // Not every method would have it by itself.
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
  const options = { method, headers: { ...headers, ...length }, agent: false };
  const sent = request(workerData + path, options, (response) => {
    response.resume().once('end', () => parentPort.postMessage(response.statusCode));
  });
  sent.on('error', (error) => { throw error; });
  sent.end(body);
});
`;

/**
 * What this thread has taken of the processor, which other programs do not make more. The system may tell it only every
 * few milliseconds.
 */
export function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Sends requests out of a thread of its own, so that this one's event loop has the service alone to serve. */
export class LoopClient implements AsyncDisposable {
  private readonly worker: Worker;

  constructor(url: string) {
    this.worker = new Worker(PROGRAM, { eval: true, workerData: url });
  }

  async ask(request: LoopRequest): Promise<LoopAnswer> {
    const startMs = threadMs();
    this.worker.postMessage(request);
    const [status] = (await once(this.worker, 'message')) as [number];
    return { status, tookMs: threadMs() - startMs };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.worker.terminate();
  }
}
