import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { MikroORM } from '@mikro-orm/postgresql';
import { EventPublisherService } from '../../../../src/core/events/event-publisher.service.js';
import { EventsService } from '../../../../src/core/events/events.service.js';
import { WebhookSenderService } from '../../../../src/events/webhooks/delivery/webhook-sender.service.js';
import { type ApiCaller, signedInCaller, type SignedInCaller } from '../../../support/api-caller.js';
import { startTestApp, type TestApp } from '../../../support/test-app.js';
import { type Delivery, deliveriesOf, newWebhook, type Webhook } from '../../../support/webhook-caller.js';
import { answering, WebhookReceiver } from '../../../support/webhook-receiver.js';

export type Endpoint = Webhook & { path: string };

/** SQL conditions for a delivery. */
export const after = (attempts: number) => `attempts = ${attempts}`;
export const ENDED = `status <> 'pending'`;

/** A service, two accounts with an organization each, and an endpoint for their webhooks. */
export class WebhookScene {
  receiver!: WebhookReceiver;
  app!: TestApp;
  owner!: SignedInCaller;
  other!: SignedInCaller;
  private paths = 0;

  async start(): Promise<void> {
    this.receiver = await WebhookReceiver.start();
    this.app = await startTestApp({
      ALLOWED_NETWORKS: '127.0.0.1',
      MAX_CLIENTS_PER_ACCOUNT: '1000',
    });
    this.owner = await signedInCaller(this.app);
    this.other = await signedInCaller(this.app);
  }

  async stop(): Promise<void> {
    await this.app.close();
    await this.receiver.stop();
  }

  /** Creates a webhook with its own path at the endpoint. */
  async endpoint(given: Record<string, unknown> = {}, caller: ApiCaller = this.owner): Promise<Endpoint> {
    const path = `/${(this.paths += 1)}`;
    return { ...(await newWebhook(caller, { url: this.receiver.url(path), ...given })), path };
  }

  get sender(): WebhookSenderService {
    return this.app.app.get(WebhookSenderService);
  }

  /**
   * Makes the next attempt due immediately, however long it has to wait: later than what is due already. The column
   * rounds to milliseconds, also up.
   */
  async makeDue({ id }: Webhook): Promise<void> {
    await this.app.runSql(
      `update webhook_deliveries set next_attempt_at = now() - interval '1 ms' where webhook_id = ? and status = 'pending' and next_attempt_at > now()`,
      [id],
    );
    await this.app.runSql(
      `update webhooks set due_at = now() - interval '1 ms' where id = ? and not is_claimed`,
      [id],
    );
    this.sender.wake();
  }

  /**
   * Waits in the database until the condition holds for the newest delivery, since polling the API would be throttled.
   */
  async delivery({ id }: Webhook, condition: string): Promise<Delivery> {
    const newest = `select * from webhook_deliveries where webhook_id = ? order by message_id desc limit 1`;
    while (
      (await this.app.runSql(`select 1 from (${newest}) as newest where ${condition}`, [id])).length === 0
    )
      await sleep(10);
    return (await deliveriesOf(this.owner, id))[0];
  }

  async read({ id }: Webhook): Promise<Webhook> {
    return (await this.owner.get<Webhook>(`/v1/webhooks/${id}`)).body;
  }

  /** Announces an event that goes to everyone. */
  async announceToAll(): Promise<void> {
    const { em } = this.app.app.get(MikroORM);
    const announcement = { type: 'run.published', everyone: true, data: { model: 'gfs' } as never } as const;
    await em
      .fork()
      .transactional((transaction) => this.app.app.get(EventsService).announce(transaction, announcement));
  }

  /** Publishes until all events so far have a position and are queued. */
  async published(): Promise<void> {
    do await this.app.app.get(EventPublisherService).work();
    while ((await this.app.runSql('select 1 from announced_events where position is null')).length > 0);
  }
}

/** Sets up one scene for all tests of a file. Each test starts without webhooks. */
export function useWebhookScene(): WebhookScene {
  const scene = new WebhookScene();
  beforeAll(() => scene.start());
  afterAll(() => scene.stop());
  beforeEach(async () => {
    scene.receiver.answer = answering(204);
    await scene.app.runSql('delete from webhooks');
  });
  return scene;
}
