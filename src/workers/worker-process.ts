import { Conversation, type Packet } from './conversation.js';
import { ServiceProcesses } from './service-processes.service.js';

/** The question of a worker that goes on to every process. */
export const ASK_ALL = 'workers.ask-all';

/** One of the processes that answer requests. It ends when the primary does. */
export class WorkerProcess extends ServiceProcesses {
  readonly isWorker = true;
  private readonly primary = new Conversation(
    (packet) => process.send?.(packet, undefined, undefined, () => undefined),
    (topic, question) => this.answerHere(topic, question),
  );

  constructor() {
    super();
    process.on('message', (packet: Packet) => this.primary.receive(packet));
  }

  askPrimary<T>(topic: string, question?: unknown): Promise<T> {
    return this.primary.ask(topic, question);
  }

  askAll<T>(topic: string, question?: unknown): Promise<T[]> {
    return this.primary.ask(ASK_ALL, { topic, question });
  }
}
