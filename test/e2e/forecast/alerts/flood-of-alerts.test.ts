import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { AlertEvaluatorService } from '../../../../src/forecast/alerts/evaluation/alert-evaluator.service.js';
import { createAlert } from '../../../support/alert-caller.js';
import { createKeyedClient } from '../../../support/forecast-caller.js';
import { publishRun } from '../../../support/published-run.js';
import { useTestApp } from '../../../support/test-app.js';
import { deliveriesOf, newWebhook, type Webhook } from '../../../support/webhook-caller.js';
import { WebhookReceiver } from '../../../support/webhook-receiver.js';

/** The limit of alerts per organization. */
const ALERTS = 200;
/** Longer than a quick response of an endpoint may take. */
const SLOW_MS = 2_100;
const FLOOD_MS = 180_000;
const app = useTestApp({ ALLOWED_NETWORKS: '127.0.0.1' });
let receiver: WebhookReceiver;
beforeAll(async () => {
  receiver = await WebhookReceiver.start();
});
afterAll(() => receiver.stop());

it(
  'all alerts of an organization, raised by one run, reach a slow webhook once each, and it stays enabled',
  async () => {
    const { owner, clientId } = await createKeyedClient(app());
    const template = await createAlert(owner, clientId);
    await app().runSql(
      `insert into forecast_alerts
       select (jsonb_populate_record(a, jsonb_build_object('id', left(a.id, 20) || lpad(n::text, 10, '0'), 'latitude', n / 10.0))).*
       from forecast_alerts a, generate_series(2, ?::int) n where a.id = ?`,
      [ALERTS, template.id],
    );
    const webhook = await newWebhook(owner, { url: receiver.url(), event_types: ['forecast.alert'] });
    receiver.answer = (response) => {
      const isFirst = receiver.received.length === 1;
      setTimeout(() => response.writeHead(204).end(), isFirst ? SLOW_MS : 10);
    };
    await publishRun(app(), 1, { celsius: -5, stepsHours: Array.from({ length: 62 }, (_, step) => step) });
    const raised = `select count(*)::int as count from forecast_alerts where state = 'raised'`;
    while ((await app().runSql(raised))[0].count !== ALERTS) {
      await app().app.get(AlertEvaluatorService).work(new Date());
      await delay(20);
    }
    const received = await receiver.first(ALERTS);
    const waiting = `select 1 from webhook_deliveries where status <> 'delivered'`;
    while ((await app().runSql(waiting)).length > 0) await delay(20);

    expect(receiver.received).toHaveLength(ALERTS);
    expect(new Set(received.map(({ event }) => event.data.alert_id)).size).toBe(ALERTS);
    expect(new Set(received.map(({ id }) => id)).size).toBe(ALERTS);
    expect((await owner.get<Webhook>(`/v1/webhooks/${webhook.id}`)).body.status).toBe('enabled');
    expect((await deliveriesOf(owner, webhook.id)).map(({ attempts }) => attempts)).toEqual(
      Array(100).fill(1),
    );
  },
  FLOOD_MS,
);
