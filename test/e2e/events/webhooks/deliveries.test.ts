import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, jest } from '@jest/globals';
import { RetentionService } from '../../../../src/core/retention/retention.service.js';
import { MikroORM, RequestContext } from '@mikro-orm/postgresql';
import { EventPublisherService } from '../../../../src/core/events/event-publisher.service.js';
import { DeliveryQueueService } from '../../../../src/events/webhooks/delivery/delivery-queue.service.js';
import { createClient } from '../../../support/api-caller.js';
import { deliveriesOf, type Webhook } from '../../../support/webhook-caller.js';
import { answering, type ReceivedEvent, verify } from '../../../support/webhook-receiver.js';
import { after, ENDED, useWebhookScene } from './webhook-scene.js';

const scene = useWebhookScene();
const idsOf = (received: readonly ReceivedEvent[]) => received.map(({ id }) => id);

describe('an event', () => {
  it('is sent to a webhook with a signature that the Standard Webhooks library verifies', async () => {
    const webhook = await scene.endpoint();
    const clientId = await createClient(scene.owner);
    const [received] = await scene.receiver.first(1, webhook.path);
    const { organization_id } = webhook;
    expect(verify(received, webhook.secret)).toEqual({
      type: 'client.changed',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}Z$/) as unknown,
      data: { client_id: clientId, organization_id, change: 'created' },
    });
    expect(received.headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': expect.stringMatching(/^evt_\w{26}$/) as unknown,
    });
    expect(() => verify(received, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')).toThrow();
    expect(() => verify({ ...received, body: `${received.body} ` }, webhook.secret)).toThrow();
    const told = { ...received, headers: { ...received.headers, 'webhook-id': 'evt_1' } };
    expect(() => verify(told, webhook.secret)).toThrow();
    expect(await scene.delivery(webhook, ENDED)).toEqual({
      id: received.id,
      event_type: 'client.changed',
      body: received.body,
      status: 'delivered',
      attempts: 1,
      last_attempt_at: expect.stringMatching(/Z$/) as unknown,
      last_status: 204,
      last_duration_ms: expect.any(Number) as unknown,
      error: null,
      next_attempt_at: null,
      created_at: expect.stringMatching(/Z$/) as unknown,
      ended_at: expect.stringMatching(/Z$/) as unknown,
    });
  });

  it('is only sent to webhooks of its organization, unless it is for everyone', async () => {
    const ours = await scene.endpoint();
    const theirs = await scene.endpoint({}, scene.other);
    const clientId = await createClient(scene.owner);
    await createClient(scene.other);
    await scene.announceToAll();
    const [first, second] = await scene.receiver.first(2, ours.path);
    expect(first.event.data.client_id).toBe(clientId);
    expect(second.event.type).toBe('run.published');
    const [, alsoSecond] = await scene.receiver.first(2, theirs.path);
    expect(alsoSecond.id).toBe(second.id);
    verify(alsoSecond, theirs.secret);
    expect(() => verify(alsoSecond, ours.secret)).toThrow();
    await scene.published();
    expect(scene.receiver.at(ours.path)).toHaveLength(2);
    expect(scene.receiver.at(theirs.path)).toHaveLength(2);
  });

  it("isn't sent to webhooks that exclude its type or are disabled", async () => {
    const picky = await scene.endpoint({ event_types: ['run.published', 'quota.reached'] });
    const disabled = await scene.endpoint();
    await scene.owner.call('PATCH', `/v1/webhooks/${disabled.id}`, { body: { status: 'disabled' } });
    await createClient(scene.owner);
    await scene.announceToAll();
    const [received] = await scene.receiver.first(1, picky.path);
    expect(received.event.type).toBe('run.published');
    await scene.published();
    expect(scene.receiver.at(picky.path)).toHaveLength(1);
    expect(await deliveriesOf(scene.owner, disabled.id)).toEqual([]);
  });

  it('is queued if and only if it is published', async () => {
    const webhook = await scene.endpoint();
    const publisher = scene.app.app.get(EventPublisherService);
    let failures = 2;
    const hasFailed = new Promise<void>((failed) => {
      publisher.onPublish(() => {
        if (failures === 0) return Promise.resolve();
        failures -= 1;
        if (failures === 0) failed();
        return Promise.reject(new Error('away'));
      });
    });
    await createClient(scene.owner);
    await hasFailed;
    await scene.published();
    expect(await scene.receiver.first(1, webhook.path)).toHaveLength(1);
    expect(await deliveriesOf(scene.owner, webhook.id)).toHaveLength(1);
  });
});

describe('order', () => {
  it('events are sent one at a time, in the order in which they happened', async () => {
    const webhook = await scene.endpoint();
    let underWay = 0;
    let most = 0;
    scene.receiver.answer = (response) => {
      most = Math.max(most, (underWay += 1));
      setImmediate(() => {
        underWay -= 1;
        response.writeHead(200).end();
      });
    };
    const clients: string[] = [];
    for (let index = 0; index < 12; index += 1) clients.push(await createClient(scene.owner));
    const received = await scene.receiver.first(12, webhook.path);
    expect(received.map(({ event }) => event.data.client_id)).toEqual(clients);
    expect(most).toBe(1);
  });

  it('later events wait for the retry of an earlier one, and then all are sent once', async () => {
    const webhook = await scene.endpoint();
    scene.receiver.answer = answering(500);
    const first = await createClient(scene.owner);
    const { next_attempt_at } = await scene.delivery(webhook, after(1));
    expect(Date.parse(next_attempt_at!)).toBeGreaterThan(Date.now());
    const second = await createClient(scene.owner);
    await scene.published();
    expect(scene.receiver.at(webhook.path)).toHaveLength(1);
    expect((await scene.read(webhook)).failing_since).not.toBeNull();

    scene.receiver.answer = answering(200);
    await scene.makeDue(webhook);
    const received = await scene.receiver.first(3, webhook.path);
    expect(received.map(({ event }) => event.data.client_id)).toEqual([first, first, second]);
    expect(idsOf(received)[0]).toBe(idsOf(received)[1]);
    expect(await scene.delivery(webhook, ENDED)).toMatchObject({ status: 'delivered', attempts: 1 });
    expect((await scene.read(webhook)).failing_since).toBeNull();
  });
});

describe('a rotated secret', () => {
  it('signs together with the old one until the overlap ends', async () => {
    const webhook = await scene.endpoint();
    const rotate = async () =>
      (await scene.owner.post<Webhook>(`/v1/webhooks/${webhook.id}/rotate`, {})).body.secret;
    const next = await rotate();
    await createClient(scene.owner);
    const [received] = await scene.receiver.first(1, webhook.path);
    expect(received.headers['webhook-signature']).toMatch(/^v1,\S{44} v1,\S{44}$/);
    for (const secret of [webhook.secret, next]) verify(received, secret);

    const third = await rotate();
    await createClient(scene.owner);
    const [, second] = await scene.receiver.first(2, webhook.path);
    for (const secret of [next, third]) verify(second, secret);
    expect(() => verify(second, webhook.secret)).toThrow();

    await scene.app.runSql('update webhooks set previous_secret_ends_at = now()');
    await createClient(scene.owner);
    const [, , last] = await scene.receiver.first(3, webhook.path);
    verify(last, third);
    expect(last.headers['webhook-signature']).not.toContain(' ');
  });
});

it('messages older than 14 days are deleted, unless they are still pending', async () => {
  const webhook = await scene.endpoint();
  await createClient(scene.owner);
  await scene.delivery(webhook, ENDED);
  scene.receiver.answer = answering(500);
  await createClient(scene.owner);
  await scene.delivery(webhook, after(1));
  const tidy = async (age: string) => {
    await scene.app.runSql(`update webhook_messages set created_at = now() - interval '${age}'`);
    await scene.app.app.get(RetentionService).work(new Date());
    return (await deliveriesOf(scene.owner, webhook.id)).map(({ status }) => status);
  };
  expect(await tidy('13 days 23 hours')).toEqual(['pending', 'delivered']);
  expect(await tidy('14 days 1 minute')).toEqual(['pending']);
});

it('many old messages are deleted in batches', async () => {
  await scene.app.runSql(
    `insert into webhook_messages (id, type, body, created_at)
     select 'evt_old' || number, 'run.published', '{}', now() - interval '15 days' from generate_series(1, 1001) as number`,
  );
  await scene.app.app.get(RetentionService).work(new Date());
  expect(await scene.app.runSql(`select 1 from webhook_messages where id like 'evt_old%'`)).toEqual([]);
});

it('nothing is sent while the organization has no active owner', async () => {
  const webhook = await scene.endpoint({}, scene.other);
  await scene.app.runSql('update organizations set is_active = false where id = ?', [
    webhook.organization_id,
  ]);
  await scene.announceToAll();
  await scene.published();
  const rows = () =>
    scene.app.runSql(
      `select attempts, retries_left, error, failing_since from webhook_deliveries join webhooks on id = webhook_id where id = ?`,
      [webhook.id],
    );
  while (!(await rows())[0]?.error) await sleep(10);
  // This isn't a failure of the endpoint.
  expect(await rows()).toEqual([
    { attempts: 0, retries_left: 9, error: 'The organization has no active owner.', failing_since: null },
  ]);
  expect(scene.receiver.at(webhook.path)).toEqual([]);
  await scene.app.runSql('update organizations set is_active = true');
  await scene.makeDue(webhook);
  await scene.receiver.first(1, webhook.path);
});

it("a due webhook without pending deliveries doesn't delay others", async () => {
  const empty = await scene.endpoint();
  const webhook = await scene.endpoint();
  const claim = jest.spyOn(scene.app.app.get(DeliveryQueueService), 'claim').mockResolvedValue(undefined);
  await createClient(scene.owner);
  await scene.published();
  await scene.app.runSql('delete from webhook_deliveries where webhook_id = ?', [empty.id]);
  await scene.app.runSql(`update webhooks set due_at = now() - interval '1 hour' where id = ?`, [empty.id]);
  claim.mockRestore();
  const em = scene.app.app.get(MikroORM).em.fork();
  const claimed = await RequestContext.create(em, () =>
    scene.app.app.get(DeliveryQueueService).claim([], true),
  );
  expect(claimed === undefined || claimed.webhookId === webhook.id).toBe(true);
  const rows = () => scene.app.runSql('select due_at, is_claimed from webhooks where id = ?', [empty.id]);
  // The service's own sender may have claimed it, and be about to release it.
  while ((await rows())[0].is_claimed) await sleep(10);
  expect(await rows()).toEqual([{ due_at: null, is_claimed: false }]);
});
