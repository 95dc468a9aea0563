import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

export interface LoopRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
}

export interface LoopAnswer {
  status: number;
  /** CPU time of this thread, as measured by `threadMs`. */
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
 * Returns this thread's CPU time, which doesn't depend on other programs. The system may update it only every few
 * milliseconds.
 */
export function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

const YARDSTICKS = 100;

/** Returns how long this machine takes to parse a fixed text of 64 kB. */
export function yardstickMs(): number {
  const text = JSON.stringify(Array.from({ length: 13_000 }, () => 'ab'));
  return averageMs(YARDSTICKS, () => JSON.parse(text));
}

export function averageMs(count: number, work: (i: number) => unknown): number {
  const startMs = threadMs();
  for (let i = 0; i < count; i++) work(i);
  return (threadMs() - startMs) / count;
}

/**
 * Returns how long the longest turn of the event loop takes during some work. Both clocks can only show too much: one
 * when other programs run, the other when it jumps.
 */
export async function longestTurnMs(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let isDone = false;
  let [start, startOfThread] = [performance.now(), threadMs()];
  const turn = () => {
    const [end, endOfThread] = [performance.now(), threadMs()];
    longest = Math.max(longest, Math.min(end - start, endOfThread - startOfThread));
    [start, startOfThread] = [end, endOfThread];
    if (!isDone) setImmediate(turn);
  };
  setImmediate(turn);
  await work().finally(() => (isDone = true));
  await nextTurn();
  return longest;
}

/** Sends requests from a separate thread, so that this thread's event loop only runs the service. */
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
