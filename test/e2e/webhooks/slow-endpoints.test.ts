import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { MikroORM, RequestContext } from '@mikro-orm/postgresql';
import { DeliveryQueueService } from '../../../src/webhooks/delivery/delivery-queue.service.js';
import type { Attempt } from '../../../src/webhooks/delivery/delivery.types.js';
import { createClient } from '../../support/api-caller.js';
import { type Endpoint, useWebhookScene } from './webhook-scene.js';

// Which endpoints count as slow: together they don't get all of what is sent at once.

const scene = useWebhookScene();
/** The test alone takes and ends deliveries. */
let claim: DeliveryQueueService['claim'];
let finish: DeliveryQueueService['finish'];
let webhook: Endpoint;
beforeEach(async () => {
  const queue = scene.app.app.get(DeliveryQueueService);
  claim = queue.claim.bind(queue);
  finish = queue.finish.bind(queue);
  jest.spyOn(queue, 'claim').mockResolvedValue(undefined);
  webhook = await scene.endpoint();
});
afterEach(() => void jest.restoreAllMocks());

const QUICK: Attempt = { status: 204, error: null, durationMs: 50 };
const HANGING: Attempt = { status: null, error: 'No response within 15 seconds.', durationMs: 15_000 };
const SLOW: Attempt = { status: 204, error: null, durationMs: 2_100 };
const REFUSED: Attempt = { status: 503, error: null, durationMs: 50 };

/** Its next event, where slow endpoints are served too, or not. */
const next = (takesSlow: boolean) =>
  RequestContext.create(scene.app.app.get(MikroORM).em, () => claim([], takesSlow));
async function attempted(attempt: Attempt): Promise<void> {
  await createClient(scene.owner);
  await scene.published();
  await scene.makeDue(webhook);
  const delivery = (await next(true))!;
  await RequestContext.create(scene.app.app.get(MikroORM).em, () => finish(delivery, attempt));
  // Whatever came of it, nothing waits.
  await scene.app.runSql('delete from webhook_deliveries');
}
async function isSlow(): Promise<boolean> {
  await createClient(scene.owner);
  await scene.published();
  await scene.makeDue(webhook);
  const quick = await next(false);
  if (quick) await RequestContext.create(scene.app.app.get(MikroORM).em, () => finish(quick, QUICK));
  await scene.app.runSql('delete from webhook_deliveries');
  return quick === undefined;
}

it('a new endpoint counts as slow until its first quick success, and one that was moved does again', async () => {
  expect(await isSlow()).toBe(true);
  await attempted(QUICK);
  expect(await isSlow()).toBe(false);
  const url = scene.receiver.url('/moved');
  await scene.owner.call('PATCH', `/v1/webhooks/${webhook.id}`, { body: { url } });
  expect(await isSlow()).toBe(true);
});

it('one that failed quickly is quick after a success, and one that took long after twenty', async () => {
  await attempted(QUICK);
  await attempted(REFUSED);
  expect(await isSlow()).toBe(true);
  await attempted(QUICK);
  expect(await isSlow()).toBe(false);
  for (const attempt of [SLOW, HANGING]) {
    await attempted(attempt);
    for (let times = 0; times < 19; times++) await attempted(QUICK);
    expect(await isSlow()).toBe(true);
    await attempted(QUICK);
    expect(await isSlow()).toBe(false);
  }
});
