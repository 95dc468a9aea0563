import type { Awaitable } from '../common/awaitable.js';
import type { Peer } from './peer.types.js';

/** The asker is there where another process asks. */
export type Answer = (question: unknown, asker?: Peer) => Awaitable<unknown>;

/**
 * The processes of one service. With WORKERS=n there are n that answer requests, and a primary, which holds what there
 * is only one of; otherwise there is one process, which is both. Questions and answers can be written as JSON.
 */
export abstract class ServiceProcesses {
  /** Whether this is one of several processes that answer requests, and another one is the primary. */
  abstract readonly isWorker: boolean;
  private readonly answers = new Map<string, Answer>();

  /** Lets the processes of the service ask this one. */
  answer(topic: string, answer: Answer): void {
    this.answers.set(topic, answer);
  }

  /** Asks the process that there is only one of, which must answer the topic. */
  abstract askPrimary<T>(topic: string, question?: unknown): Promise<T>;

  /** Asks every process that answers the topic, this one included. One that ends or hangs meanwhile has no answer. */
  abstract askAll<T>(topic: string, question?: unknown): Promise<T[]>;

  /** This process's own answer; undefined where it has none to the topic. */
  protected answerHere(topic: string, question: unknown, asker?: Peer): Awaitable<unknown> {
    return this.answers.get(topic)?.(question, asker);
  }
}
