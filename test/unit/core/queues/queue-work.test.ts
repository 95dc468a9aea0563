import type { EntityManager } from '@mikro-orm/postgresql';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import type { ChangeFeedService } from '../../../../src/core/database/changes/change-feed.service.js';
import { QueueWork } from '../../../../src/core/queues/queue-work.js';

const entityManager = { name: 'default', fork: () => entityManager } as unknown as EntityManager;
const feed = { hear: () => undefined, subscribe: () => undefined, isConnected: false };

class Sending extends QueueWork<string, { dueInMs: () => Promise<undefined> }> {
  readonly due = ['first'];
  readonly sent: string[] = [];
  tidied = 0;

  constructor() {
    const queue = { dueInMs: () => Promise.resolve(undefined) };
    super(entityManager, queue, feed as unknown as ChangeFeedService, 'queued', 1);
  }

  protected override tidy(): Promise<void> {
    this.tidied += 1;
    return Promise.reject(new Error(`Tidying failed ${this.tidied} times`));
  }

  protected claim(): Promise<string | undefined> {
    return Promise.resolve(this.due.shift());
  }

  protected handle(claimed: string): Promise<void> {
    this.sent.push(claimed);
    return Promise.resolve();
  }
}

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

it('handles what is due although tidying fails, and tells of that once a minute', async () => {
  const logged = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
  const sending = new Sending();
  sending.onApplicationBootstrap();
  await jest.advanceTimersByTimeAsync(10_000);
  sending.due.push('second');
  await jest.advanceTimersByTimeAsync(10_000);

  expect(sending.sent).toEqual(['first', 'second']);
  expect(logged.mock.calls).toEqual([[new Error('Tidying failed 1 times')]]);

  await jest.advanceTimersByTimeAsync(60_000);
  expect(logged.mock.calls).toEqual([1, 2].map((times) => [new Error(`Tidying failed ${times} times`)]));
  await sending.onModuleDestroy();
});
