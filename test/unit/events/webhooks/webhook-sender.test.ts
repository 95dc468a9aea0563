import { expect, it, jest } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebhookSenderService } from '../../../../src/events/webhooks/delivery/webhook-sender.service.js';

const DELIVERY = { webhookId: 'whk_1', organizationId: 'org_1', isSlow: false };

/** Creates a sender with one delivery that is due, and whose attempt never ends. */
function stuckSender(longestMs: number) {
  const queue = {
    claim: jest.fn(() => Promise.resolve<object | undefined>(undefined)).mockResolvedValueOnce(DELIVERY),
    finish: jest.fn<(...given: unknown[]) => Promise<string>>().mockResolvedValue('retried'),
    release: jest.fn<(...given: unknown[]) => Promise<void>>().mockResolvedValue(undefined),
    dueInMs: () => Promise.resolve(undefined),
    backlog: () => Promise.resolve({ events: 1, delaySeconds: 0 }),
  };
  const entityManager = { name: 'default', fork: () => entityManager, count: () => Promise.resolve(1) };
  const call = jest.fn(() => new Promise(() => undefined));
  class Sender extends WebhookSenderService {
    protected override readonly longestAttemptMs = longestMs;
  }
  const sender = new Sender(
    entityManager as never,
    queue as never,
    { disableOverfull: () => Promise.resolve() } as never,
    { call } as never,
    { hear: () => undefined, subscribe: () => undefined } as never,
    { counter: () => undefined, gauge: () => undefined } as never,
  );
  return { sender, queue, call };
}

it('an attempt that never ends is abandoned before its claim expires', async () => {
  const { sender, queue } = stuckSender(20);
  await sender.work();
  while (queue.finish.mock.calls.length === 0) await sleep(5);
  expect(queue.finish).toHaveBeenCalledWith(DELIVERY, {
    status: null,
    error: 'The attempt took too long.',
    durationMs: 20,
  });
});

it('a process stops even if an attempt never ends, and releases the delivery', async () => {
  const { sender, queue, call } = stuckSender(60_000);
  await sender.work();
  while (call.mock.calls.length === 0) await sleep(5);
  await sender.onModuleDestroy();
  expect(queue.release).toHaveBeenCalledWith(DELIVERY);
  expect(queue.finish).not.toHaveBeenCalled();
});
