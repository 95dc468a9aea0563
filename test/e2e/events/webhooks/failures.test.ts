import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { MikroORM, RequestContext } from '@mikro-orm/postgresql';
import { ATTEMPT_LIMITS } from '../../../../src/core/attempts/attempt-limits.js';
import { AttemptsService } from '../../../../src/core/attempts/attempts.service.js';
import { newId } from '../../../../src/core/http/identifier.js';
import { DeliveryQueueService } from '../../../../src/events/webhooks/delivery/delivery-queue.service.js';
import { createClient } from '../../../support/api-caller.js';
import { expectProblem } from '../../../support/problems.js';
import { type Delivery, deliveriesOf, type Webhook } from '../../../support/webhook-caller.js';
import { answering, type ReceivedEvent, verify } from '../../../support/webhook-receiver.js';
import { after, ENDED, useWebhookScene } from './webhook-scene.js';

const scene = useWebhookScene();
const idsOf = (received: readonly ReceivedEvent[]) => received.map(({ id }) => id);

describe('failures', () => {
  const waitOf = ({ last_attempt_at, next_attempt_at }: Delivery) =>
    (Date.parse(next_attempt_at!) - Date.parse(last_attempt_at!)) / 1_000;

  it('are retried with growing delays, and given up after three days', async () => {
    const webhook = await scene.endpoint();
    scene.receiver.answer = answering(503);
    await createClient(scene.owner);
    const waits: number[] = [];
    for (let attempts = 1; attempts < 10; attempts += 1) {
      waits.push(waitOf(await scene.delivery(webhook, after(attempts))));
      await scene.makeDue(webhook);
    }
    expect(await scene.delivery(webhook, ENDED)).toMatchObject({
      status: 'failed',
      attempts: 10,
      last_status: 503,
    });
    // The delays that the specification recommends, plus up to a fifth. Times are rounded to seconds.
    [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400].forEach((wait, index) => {
      expect(waits[index]).toBeGreaterThanOrEqual(wait - 1);
      expect(waits[index]).toBeLessThanOrEqual(wait * 1.2 + 1);
    });
    expect(new Set(idsOf(scene.receiver.at(webhook.path))).size).toBe(1);
    for (const received of scene.receiver.at(webhook.path)) verify(received, webhook.secret);
    expect((await scene.read(webhook)).status).toBe('enabled');
  });

  it.each([
    ['120', 120],
    [() => new Date(Date.now() + 600_000).toUTCString(), 600],
    ['999999', 86_400],
    ['soon', 5],
    ['-7', 5],
    ['1', 5],
  ])('Retry-After: %s is honored, up to a day', async (retryAfter, expected) => {
    const webhook = await scene.endpoint();
    const header = typeof retryAfter === 'string' ? retryAfter : retryAfter();
    scene.receiver.answer = answering(429, { 'retry-after': header });
    await createClient(scene.owner);
    const wait = waitOf(await scene.delivery(webhook, after(1)));
    expect(wait).toBeGreaterThanOrEqual(expected - 2);
    expect(wait).toBeLessThanOrEqual(expected + 3);
  });

  it("a redirect isn't followed", async () => {
    const webhook = await scene.endpoint();
    scene.receiver.answer = answering(307, { location: scene.receiver.url('/elsewhere') });
    await createClient(scene.owner);
    expect(await scene.delivery(webhook, after(1))).toMatchObject({ status: 'pending', last_status: 307 });
    expect(scene.receiver.at('/elsewhere')).toEqual([]);
  });

  it('a 410 disables the webhook and fails its pending events', async () => {
    const webhook = await scene.endpoint();
    scene.receiver.answer = answering(500);
    await createClient(scene.owner);
    await scene.delivery(webhook, after(1));
    await createClient(scene.owner);
    await scene.published();
    scene.receiver.answer = answering(410);
    await scene.makeDue(webhook);
    const second = await scene.delivery(webhook, ENDED);
    expect(second).toMatchObject({ status: 'failed', attempts: 0, error: 'The webhook was disabled.' });
    const [, first] = await deliveriesOf(scene.owner, webhook.id);
    expect(first).toMatchObject({ status: 'failed', attempts: 2, last_status: 410 });
    expect(await scene.read(webhook)).toMatchObject({ status: 'disabled', disabled_reason: 'gone' });
    const { body } = await scene.owner.get<{ data: object[] }>('/v1/audit?action=webhook.disabled');
    expect(body.data[0]).toMatchObject({
      target_id: webhook.id,
      actor: { kind: 'service' },
      details: { reason: 'gone', url: webhook.url },
    });
  });

  it('only failures for five days disable the webhook', async () => {
    const webhook = await scene.endpoint();
    scene.receiver.answer = answering(500);
    await createClient(scene.owner);
    await scene.delivery(webhook, after(1));
    await scene.app.runSql(`update webhooks set failing_since = failing_since - interval '4 days 23 hours'`);
    await scene.makeDue(webhook);
    await scene.delivery(webhook, after(2));
    expect((await scene.read(webhook)).status).toBe('enabled');
    await scene.app.runSql(`update webhooks set failing_since = failing_since - interval '1 hour'`);
    await scene.makeDue(webhook);
    await scene.delivery(webhook, ENDED);
    expect((await scene.read(webhook)).disabled_reason).toBe('failing');

    const { body } = await scene.owner.call<Webhook>('PATCH', `/v1/webhooks/${webhook.id}`, {
      body: { status: 'enabled' },
    });
    expect(body).toMatchObject({ status: 'enabled', disabled_reason: null, failing_since: null });
  });

  it("of a test event, or before a week without events, don't make the next failure disable the webhook", async () => {
    const webhook = await scene.endpoint();
    scene.receiver.answer = answering(503);
    await scene.owner.post(`/v1/webhooks/${webhook.id}/test`);
    await scene.delivery(webhook, ENDED);
    expect((await scene.read(webhook)).failing_since).toBeNull();
    await createClient(scene.owner);
    await scene.delivery(webhook, `status = 'pending' and ${after(1)}`);
    expect((await scene.read(webhook)).failing_since).not.toBeNull();
    // The last pending event is given up, so nothing is tried until the next one.
    await scene.app.runSql('update webhook_deliveries set retries_left = 0 where webhook_id = ?', [
      webhook.id,
    ]);
    await scene.makeDue(webhook);
    await scene.delivery(webhook, ENDED);
    expect(await scene.read(webhook)).toMatchObject({ status: 'enabled', failing_since: null });
  });

  it("of a test event don't disable a webhook with pending events", async () => {
    const webhook = await scene.endpoint();
    scene.receiver.answer = answering(503);
    await createClient(scene.owner);
    await scene.delivery(webhook, after(1));
    await scene.app.runSql(`update webhooks set failing_since = now() - interval '6 days'`);
    await scene.owner.post(`/v1/webhooks/${webhook.id}/test`);
    await scene.delivery(webhook, ENDED);
    expect((await scene.read(webhook)).status).toBe('enabled');
  });

  it("of the previous URL don't count", async () => {
    const webhook = await scene.endpoint();
    scene.receiver.answer = answering(503);
    await createClient(scene.owner);
    await scene.delivery(webhook, after(1));
    const change = async (url: string) =>
      (await scene.owner.call<Webhook>('PATCH', `/v1/webhooks/${webhook.id}`, { body: { url } })).body;
    expect((await change(webhook.url)).failing_since).not.toBeNull();
    expect((await change(scene.receiver.url('/moved'))).failing_since).toBeNull();
  });

  it('more than 10,000 pending events disable the webhook', async () => {
    const webhook = await scene.endpoint();
    scene.receiver.answer = answering(500);
    await createClient(scene.owner);
    await scene.delivery(webhook, after(1));
    await scene.app.runSql(
      `insert into webhook_messages select 'evt_' || place, 'client.changed', '{}', now() from generate_series(1, 10000) as place`,
    );
    await scene.app.runSql(
      `insert into webhook_deliveries (webhook_id, message_id, position, status, retries_left, next_attempt_at)
       select ?, 'evt_' || place, 1000000 + place, 'pending', 9, now() from generate_series(1, 10000) as place`,
      [webhook.id],
    );
    await RequestContext.create(scene.app.app.get(MikroORM).em, () => scene.sender.tidy());
    expect(await scene.read(webhook)).toMatchObject({ disabled_reason: 'backlog' });
    const waiting = `select 1 from webhook_deliveries where status = 'pending' and webhook_id = ?`;
    expect(await scene.app.runSql(waiting, [webhook.id])).toEqual([]);
  });
});

describe('on request', () => {
  it('a signed test event is sent even if others are pending', async () => {
    const webhook = await scene.endpoint({ event_types: ['quota.reached', 'client.changed'] });
    scene.receiver.answer = answering(500);
    await createClient(scene.owner);
    await scene.delivery(webhook, after(1));
    const { status, body } = await scene.owner.post<Delivery>(`/v1/webhooks/${webhook.id}/test`);
    expect([status, body.status, body.event_type]).toEqual([202, 'pending', 'webhook.test']);
    const [, received] = await scene.receiver.first(2, webhook.path);
    expect(received.id).toBe(body.id);
    expect(verify(received, webhook.secret)).toMatchObject({
      type: 'webhook.test',
      data: { webhook_id: webhook.id, organization_id: webhook.organization_id },
    });
    // It isn't retried, and the earlier event still waits for its time.
    expect(await scene.delivery(webhook, ENDED)).toMatchObject({
      id: body.id,
      status: 'failed',
      attempts: 1,
    });
    const [, waiting] = await deliveriesOf(scene.owner, webhook.id);
    expect(waiting).toMatchObject({ status: 'pending', attempts: 1 });
    expect(scene.receiver.at(webhook.path)).toHaveLength(2);
  });

  it('an event is sent again once, with the same id and body', async () => {
    const webhook = await scene.endpoint();
    await createClient(scene.owner);
    const { id } = await scene.delivery(webhook, ENDED);
    scene.receiver.answer = answering(500);
    const retry = () => scene.owner.post<Delivery>(`/v1/webhooks/${webhook.id}/deliveries/${id}/retry`);
    expect((await retry()).status).toBe(202);
    const [first, second] = await scene.receiver.first(2, webhook.path);
    expect([second.id, second.body]).toEqual([first.id, first.body]);
    // The first delivery still counts as successful.
    expect(await scene.delivery(webhook, after(2))).toMatchObject({
      status: 'delivered',
      last_status: 500,
    });
    scene.receiver.answer = answering(200);
    await retry();
    expect(await scene.delivery(webhook, after(3))).toMatchObject({ status: 'delivered', last_status: 200 });
  });

  it('a pending event is sent immediately, and still retried', async () => {
    const webhook = await scene.endpoint();
    scene.receiver.answer = answering(500);
    await createClient(scene.owner);
    const { id } = await scene.delivery(webhook, after(1));
    await scene.owner.post(`/v1/webhooks/${webhook.id}/deliveries/${id}/retry`);
    expect(await scene.delivery(webhook, after(2))).toMatchObject({ status: 'pending' });
  });

  it('an account with many requests is throttled', async () => {
    const webhook = await scene.endpoint();
    const attempts = scene.app.app.get(AttemptsService);
    const { accountId } = scene.owner;
    for (let i = 0; i < ATTEMPT_LIMITS.webhookByHand.freeAttempts; i += 1)
      await attempts.note('webhookByHand', accountId);
    for (const path of ['test', `deliveries/${newId('evt')}/retry`]) {
      const instance = `/v1/webhooks/${webhook.id}/${path}`;
      const refused = await scene.owner.post(instance);
      expectProblem(refused, 429, 'too_many_attempts', { instance });
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect(await deliveriesOf(scene.owner, webhook.id)).toEqual([]);
    await attempts.clear('webhookByHand', accountId);
  });

  it('deliveries are listed by status, paginated, newest first', async () => {
    const webhook = await scene.endpoint();
    await createClient(scene.owner);
    await scene.delivery(webhook, ENDED);
    scene.receiver.answer = answering(500);
    await createClient(scene.owner);
    await scene.delivery(webhook, after(1));
    const list = async (query: string) =>
      (
        await scene.owner.get<{ data: Delivery[]; next_cursor: string | null }>(
          `/v1/webhooks/${webhook.id}/deliveries?${query}`,
        )
      ).body;
    expect((await list('status=delivered')).data.map(({ attempts }) => attempts)).toEqual([1]);
    const { data, next_cursor } = await list('limit=1');
    expect(data[0].status).toBe('pending');
    expect((await list(`cursor=${next_cursor}`)).data.map(({ status }) => status)).toEqual(['delivered']);
  });
});

describe('an attempt in progress', () => {
  /** Starts an attempt whose response is still outstanding. */
  async function underWay() {
    const webhook = await scene.endpoint();
    let answer!: (status: number) => void;
    scene.receiver.answer = (response) => (answer = (status) => response.writeHead(status).end());
    await createClient(scene.owner);
    const [{ id }] = await scene.receiver.first(1, webhook.path);
    const change = (body: object) => scene.owner.call('PATCH', `/v1/webhooks/${webhook.id}`, { body });
    const finished = jest.spyOn(scene.app.app.get(DeliveryQueueService), 'finish');
    const end = async (status: number) => {
      answer(status);
      while (finished.mock.results.length === 0) await sleep(10);
      return finished.mock.results[0].value;
    };
    return { webhook, id, change, end, finished };
  }
  afterEach(() => void jest.restoreAllMocks());

  it('has no effect on a webhook that was moved to another URL', async () => {
    const { webhook, change, end, finished } = await underWay();
    scene.receiver.answer = (response, { path }) => {
      // The new endpoint gets the event without waiting for the old one.
      if (path === '/new') response.writeHead(204).end();
    };
    await change({ url: scene.receiver.url('/new') });
    await scene.delivery(webhook, ENDED);
    finished.mockClear();
    expect(await end(410)).toBeUndefined();
    expect(await scene.read(webhook)).toMatchObject({ status: 'enabled', failing_since: null });
  });

  it('has no effect on a webhook that was disabled and enabled again', async () => {
    const { webhook, change, end } = await underWay();
    await change({ status: 'disabled' });
    await change({ status: 'enabled' });
    expect(await end(410)).toBeUndefined();
    expect(await scene.read(webhook)).toMatchObject({ status: 'enabled', failing_since: null });
    expect(await scene.delivery(webhook, ENDED)).toMatchObject({ status: 'failed', attempts: 0 });
  });

  it("that fails doesn't cancel a retry requested in the meantime", async () => {
    const { webhook, id, end } = await underWay();
    await scene.owner.post(`/v1/webhooks/${webhook.id}/deliveries/${id}/retry`);
    scene.receiver.answer = answering(204);
    expect(await end(503)).toBe('retried');
    expect(await scene.delivery(webhook, ENDED)).toMatchObject({ status: 'delivered', attempts: 2 });
  });
});
