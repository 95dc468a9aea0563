/** @slow */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, it, jest } from '@jest/globals';
import { MikroORM } from '@mikro-orm/postgresql';
import { DeliveryQueueService } from '../../../../src/events/webhooks/delivery/delivery-queue.service.js';
import { WebhookSenderService } from '../../../../src/events/webhooks/delivery/webhook-sender.service.js';
import { createClient, signedInCaller, type SignedInCaller } from '../../../support/api-caller.js';
import { startReplica } from '../../../support/replica.js';
import { startTestApp, type TestApp } from '../../../support/test-app.js';
import { deliveriesOf, newWebhook } from '../../../support/webhook-caller.js';
import { answering, verify, WebhookReceiver } from '../../../support/webhook-receiver.js';

/** Environment of all processes. */
const ENVIRONMENT = { KEY_SECRET: 'k'.repeat(40), ALLOWED_NETWORKS: '127.0.0.1', MODELS: 'gfs' };
/** Starting another process takes long when many tests run in parallel. */
const WITH_REPLICAS_MS = 120_000;
const PATHS = ['/a', '/b', '/c', '/d'];

let receiver: WebhookReceiver;
let app: TestApp;
let owner: SignedInCaller;
beforeAll(async () => {
  receiver = await WebhookReceiver.start();
  app = await startTestApp({ ...ENVIRONMENT, MAX_CLIENTS_PER_ACCOUNT: '1000' });
  owner = await signedInCaller(app);
});
afterAll(async () => {
  await app.close();
  await receiver.stop();
});
afterEach(() => void jest.restoreAllMocks());

it(
  'several processes send each event to each webhook once, in order',
  async () => {
    const replicas = await Promise.all([startReplica(app, ENVIRONMENT), startReplica(app, ENVIRONMENT)]);
    for (const path of PATHS) await newWebhook(owner, { url: receiver.url(path) });
    const clients: string[] = [];
    for (let index = 0; index < 25; index += 1) clients.push(await createClient(owner));
    for (const path of PATHS) {
      const received = await receiver.first(25, path);
      expect(received.map(({ event }) => event.data.client_id)).toEqual(clients);
    }
    const waiting = `select 1 from webhook_deliveries where status = 'pending'`;
    while ((await app.runSql(waiting)).length > 0) await sleep(10);
    await Promise.all(replicas.map(({ stop }) => stop()));
    expect(receiver.received).toHaveLength(25 * PATHS.length);
    await app.runSql('delete from webhooks');
  },
  WITH_REPLICAS_MS,
);

it(
  'an event sent by a process that was killed before recording it is sent again with the same ID',
  async () => {
    const replica = await startReplica(app, ENVIRONMENT);
    const queue = app.app.get(DeliveryQueueService);
    const claim = jest.spyOn(queue, 'claim').mockResolvedValue(undefined);
    const webhook = await newWebhook(owner, { url: receiver.url('/killed') });
    let answered!: () => void;
    const response = new Promise<void>((resolve) => (answered = resolve));
    const arrived = new Promise<void>((resolve) => {
      receiver.answer = (answer) => {
        resolve();
        void response.then(() => answer.writeHead(200).end());
      };
    });
    await createClient(owner);
    await arrived;
    // The process gets the response while another transaction has the webhook locked.
    await app.app
      .get(MikroORM)
      .em.fork()
      .transactional(async (em) => {
        await em.execute('select 1 from webhooks for update');
        answered();
        const blocked = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%for no key update%'
        and datname = current_database()`;
        while ((await app.runSql(blocked)).length === 0) await sleep(10);
        await replica.stop();
      });
    claim.mockRestore();
    receiver.answer = answering(200);
    const [{ status, attempts }] = await deliveriesOf(owner, webhook.id);
    expect([status, attempts]).toEqual(['pending', 0]);

    // Its lease expires.
    await app.runSql('update webhooks set due_at = now()');
    app.app.get(WebhookSenderService).wake();
    const [first, second] = await receiver.first(2, '/killed');
    expect([second.id, second.body]).toEqual([first.id, first.body]);
    verify(second, webhook.secret);
  },
  WITH_REPLICAS_MS,
);

it('a process whose lease expired while waiting for a response records nothing', async () => {
  const queue = app.app.get(DeliveryQueueService);
  await app.runSql('delete from webhooks');
  const webhook = await newWebhook(owner, { url: receiver.url('/late') });
  let sent = 0;
  let answerFirst!: () => void;
  receiver.answer = (response) => {
    sent += 1;
    if (sent === 1) answerFirst = () => response.writeHead(500).end();
    else response.writeHead(200).end();
  };
  const finished = jest.spyOn(queue, 'finish');
  await createClient(owner);
  await receiver.first(1, '/late');
  await app.runSql('update webhooks set due_at = now()');
  app.app.get(WebhookSenderService).wake();
  await receiver.first(2, '/late');
  while (finished.mock.results.length === 0) await sleep(10);
  expect(await finished.mock.results[0].value).toBe('delivered');
  answerFirst();
  while (finished.mock.results.length === 1) await sleep(10);
  expect(await finished.mock.results[1].value).toBeUndefined();
  expect(await deliveriesOf(owner, webhook.id)).toEqual([
    expect.objectContaining({ status: 'delivered', attempts: 1, last_status: 200 }),
  ]);
});
