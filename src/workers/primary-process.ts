import { unlessLate } from '../common/unless-late.js';
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
    pool.answerWorkers((topic, question, asker) => this.answerHere(topic, question, asker));
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
    const answers = await Promise.all(asked.map((answer) => unlessLate(answer, ANSWER_MS).catch(hasEnded)));
    return answers.filter((answer) => answer !== undefined && answer !== null) as T[];
  }
}

/** Whoever asks for all gets those that are there. */
function hasEnded(): undefined {
  return undefined;
}
