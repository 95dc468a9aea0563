import type { EntityManager } from '@mikro-orm/postgresql';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type { ChangeFeedService } from '../../../../src/core/database/changes/change-feed.service.js';
import { EventListenersService } from '../../../../src/core/events/listeners/event-listeners.service.js';
import type { FoundListeners } from '../../../../src/core/events/listeners/found-listeners.js';
import type { HandlingQueueService } from '../../../../src/core/events/listeners/handling-queue.service.js';

const EVENT = { id: 'evt_1', type: 'run.published', position: 1, data: '{}' };

let news: PromiseWithResolvers<object[]>;
let call: PromiseWithResolvers<void>;
let listener: jest.Mock<() => Promise<void>>;
let listeners: EventListenersService;
let stopped: jest.Mock;

/** Stops the listeners while they are looking for events, and then lets them find one. */
beforeEach(async () => {
  jest.useFakeTimers();
  news = Promise.withResolvers();
  call = Promise.withResolvers();
  listener = jest.fn(() => call.promise);
  const execute = (statement: string) =>
    statement.includes('max(position)') ? Promise.resolve([{ newest: 0 }]) : news.promise;
  const entityManager = { name: 'default', fork: () => entityManager, execute } as unknown as EntityManager;
  const found = { list: () => [{ type: EVENT.type, once: 'process', name: 'listener', call: listener }] };
  const nothing = () => Promise.resolve(undefined);
  const queue = { fill: nothing, claim: nothing, dueInMs: nothing };
  const feed = { hear: () => undefined, subscribe: () => undefined, isConnected: false };
  listeners = new EventListenersService(
    entityManager,
    found as unknown as FoundListeners,
    queue as unknown as HandlingQueueService,
    feed as unknown as ChangeFeedService,
  );
  listeners.onApplicationBootstrap();
  await jest.advanceTimersByTimeAsync(0);
  stopped = jest.fn();
  void listeners.onModuleDestroy().then(stopped);
  news.resolve([EVENT]);
  await jest.advanceTimersByTimeAsync(0);
  expect(listener).toHaveBeenCalledTimes(1);
});
afterEach(() => {
  jest.useRealTimers();
});

it('waits for a method that the last run has called', async () => {
  await jest.advanceTimersByTimeAsync(1_000);
  expect(stopped).not.toHaveBeenCalled();
  call.resolve();
  await jest.advanceTimersByTimeAsync(0);
  expect(stopped).toHaveBeenCalled();
});

it('leaves a method that takes longer than 3 s', async () => {
  await jest.advanceTimersByTimeAsync(2_900);
  expect(stopped).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(200);
  expect(stopped).toHaveBeenCalled();
});
