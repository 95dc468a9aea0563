import cluster, { type Worker } from 'node:cluster';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type Answerer, Conversation, type Packet } from './conversation.js';
import { WorkerStartError } from './worker-start-error.js';

/** A worker asks this of the pool when it cannot start, with the reason. */
export const CANNOT_START = 'workers.cannot-start';
/** The pool asks this of a worker that is to stop; it is told whether to give notice, finishes what it has begun, and ends. */
export const STOP = 'workers.stop';

const FIRST_BACK_OFF_MS = 100;
const LONGEST_BACK_OFF_MS = 30_000;
/** A worker that lived so long did not fail because of its start. */
const HEALTHY_AFTER_MS = 60_000;
/** Workers stop by themselves long before. */
const STOP_WITHIN_MS = 23_000;

interface Member {
  worker: Worker;
  conversation: Conversation;
  startedMs: number;
  isListening: boolean;
  failure?: string;
}

/** The processes that answer requests. One that dies is replaced, later and later while its successors die as well. */
export class WorkerPool {
  private readonly members = new Set<Member>();
  private readonly stopping = new AbortController();
  private answerer: Answerer = () => undefined;
  private failures = 0;

  constructor(
    private readonly count: number,
    private readonly logger: Pick<Logger, 'info' | 'warn'>,
  ) {}

  answerWorkers(answerer: Answerer): void {
    this.answerer = answerer;
  }

  /**
   * Resolves when all of them listen.
   * @throws WorkerStartError when one cannot
   */
  async start(): Promise<void> {
    await Promise.all(Array.from({ length: this.count }, () => this.startOne()));
    for (const member of this.members) this.replaceWhenDead(member);
  }

  /** Asks each worker that listens. */
  askEach(topic: string, question: unknown): Promise<unknown>[] {
    const listening = [...this.members].filter(({ isListening }) => isListening);
    return listening.map(({ conversation }) => conversation.ask(topic, question));
  }

  /** Resolves when all of them have ended. */
  async stop(givesNotice: boolean): Promise<void> {
    this.stopping.abort();
    const timer = setTimeout(
      () => this.members.forEach(({ worker }) => worker.process.kill('SIGKILL')),
      STOP_WITHIN_MS,
    );
    const ended = [...this.members].map(({ worker }) => ending(worker));
    for (const { conversation } of this.members) conversation.ask(STOP, givesNotice).catch(() => undefined);
    await Promise.all(ended);
    clearTimeout(timer);
  }

  /** @throws WorkerStartError */
  private async startOne(): Promise<Member> {
    const member = this.fork();
    const { worker } = member;
    const isListening = await Promise.race([
      new Promise<true>((resolve) => worker.once('listening', () => resolve(true))),
      ending(worker).then(() => false),
    ]);
    if (!isListening) throw new WorkerStartError(member.failure ?? `A worker ended ${howEnded(worker)}.`);
    member.isListening = true;
    return member;
  }

  private fork(): Member {
    const worker = cluster.fork();
    const conversation = new Conversation(
      (packet) => worker.send(packet, () => undefined),
      (topic, question, asker) => {
        if (topic !== CANNOT_START) return this.answerer(topic, question, asker);
        member.failure = String(question);
        return true;
      },
    );
    const member: Member = { worker, conversation, startedMs: performance.now(), isListening: false };
    this.members.add(member);
    worker.on('message', (packet: Packet) => conversation.receive(packet));
    // A process that ends at this moment cannot be written to; its end is what counts.
    worker.on('error', () => undefined);
    void ending(worker).then(() => {
      conversation.end();
      this.members.delete(member);
    });
    return member;
  }

  private replaceWhenDead(member: Member): void {
    const { worker, startedMs } = member;
    void ending(worker).then(() => {
      if (this.stopping.signal.aborted) return;
      if (performance.now() - startedMs > HEALTHY_AFTER_MS) this.failures = 0;
      this.logger.warn({ workerPid: worker.process.pid }, `A worker ended ${howEnded(worker)}`);
      return this.replace();
    });
  }

  /** Tries until a worker listens, or the service stops. */
  private async replace(): Promise<void> {
    const { signal } = this.stopping;
    for (;;) {
      const backOffMs = Math.min(LONGEST_BACK_OFF_MS, FIRST_BACK_OFF_MS * 2 ** this.failures);
      this.failures += 1;
      await sleep(backOffMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      try {
        const member = await this.startOne();
        this.logger.info({ workerPid: member.worker.process.pid }, 'A worker took its place');
        this.replaceWhenDead(member);
        return;
      } catch (error) {
        if (!signal.aborted) this.logger.warn(`A worker cannot start: ${(error as Error).message}`);
      }
    }
  }
}

/** Resolves when the process has ended, also where it has already. */
function ending(worker: Worker): Promise<void> {
  if (worker.isDead()) return Promise.resolve();
  return new Promise((resolve) => worker.once('exit', () => resolve()));
}

function howEnded({ process: { exitCode, signalCode } }: Worker): string {
  return signalCode === null ? `with code ${exitCode}` : `by ${signalCode}`;
}
