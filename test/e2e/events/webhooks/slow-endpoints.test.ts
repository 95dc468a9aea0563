import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { MikroORM, RequestContext } from '@mikro-orm/postgresql';
import { DeliveryQueueService } from '../../../../src/events/webhooks/delivery/delivery-queue.service.js';
import type { Attempt } from '../../../../src/events/webhooks/delivery/delivery.types.js';
import { createClient } from '../../../support/api-caller.js';
import { type Endpoint, useWebhookScene } from './webhook-scene.js';

// Which endpoints count as slow. Slow ones may only use a part of the concurrent deliveries.

const scene = useWebhookScene();
/** Only the tests claim and finish deliveries. */
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

/** Claims the next delivery, with or without those to slow endpoints. */
const next = (takesSlow: boolean) =>
  RequestContext.create(scene.app.app.get(MikroORM).em, () => claim([], takesSlow));
async function attempted(attempt: Attempt): Promise<void> {
  await createClient(scene.owner);
  await scene.published();
  await scene.makeDue(webhook);
  const delivery = (await next(true))!;
  await RequestContext.create(scene.app.app.get(MikroORM).em, () => finish(delivery, attempt));
  // Whatever the outcome, no delivery stays pending.
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

it('a new or moved endpoint counts as slow until its first quick success', async () => {
  expect(await isSlow()).toBe(true);
  await attempted(QUICK);
  expect(await isSlow()).toBe(false);
  const url = scene.receiver.url('/moved');
  await scene.owner.call('PATCH', `/v1/webhooks/${webhook.id}`, { body: { url } });
  expect(await isSlow()).toBe(true);
});

it('an endpoint counts as quick one success after a quick failure, and twenty after a slow response', async () => {
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
