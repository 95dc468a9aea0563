import { ServiceProcesses } from './service-processes.service.js';

/** A service of one process. */
export class OnlyProcess extends ServiceProcesses {
  readonly isWorker = false;

  async askPrimary<T>(topic: string, question?: unknown): Promise<T> {
    return (await this.answerHere(topic, question)) as T;
  }

  async askAll<T>(topic: string, question?: unknown): Promise<T[]> {
    const answer = await this.answerHere(topic, question);
    return answer === undefined ? [] : [answer as T];
  }
}
