import { setTimeout as sleep } from 'node:timers/promises';
import type { Awaitable } from '../common/awaitable.js';
import { ServiceProcesses } from './service-processes.service.js';
import { type WorkerPool } from './worker-pool.js';
import { ASK_ALL } from './worker-process.js';

/** A worker that takes longer is left out. */
const ANSWER_MS = 2_000;

/** The process that starts the workers, and has what there is only one of. */
export class PrimaryProcess extends ServiceProcesses {
  readonly isWorker = false;

  constructor(private readonly pool: WorkerPool) {
    super();
    pool.answerWorkers((topic, question) => this.answerHere(topic, question));
    this.answer(ASK_ALL, (asked) => {
      const { topic, question } = asked as { topic: string; question: unknown };
      return this.askAll(topic, question);
    });
  }

  async askPrimary<T>(topic: string, question?: unknown): Promise<T> {
    return (await this.answerHere(topic, question)) as T;
  }

  async askAll<T>(topic: string, question?: unknown): Promise<T[]> {
    const asked = [this.answerHere(topic, question), ...this.pool.askEach(topic, question)];
    const answers = await Promise.all(asked.map((answer) => unlessLate(answer)));
    return answers.filter((answer) => answer !== undefined && answer !== null) as T[];
  }
}

async function unlessLate(answer: Awaitable<unknown>): Promise<unknown> {
  const late = new AbortController();
  try {
    return await Promise.race([
      answer,
      sleep(ANSWER_MS, undefined, { ref: false, signal: late.signal }).catch(() => undefined),
    ]);
  } catch {
    // It has ended: whoever asks for all gets those that are there.
    return undefined;
  } finally {
    late.abort();
  }
}
