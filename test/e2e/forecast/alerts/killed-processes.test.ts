/** @slow */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { AlertEvaluatorService } from '../../../../src/forecast/alerts/evaluation/alert-evaluator.service.js';
import { createKeyedClient, type KeyedClient } from '../../../support/forecast-caller.js';
import { publishRun } from '../../../support/published-run.js';
import { startReplica } from '../../../support/replica.js';
import { useTestApp } from '../../../support/test-app.js';

/** They are evaluated in batches of fifty, which takes a process seconds. */
const ALERTS = 3_000;
const KILLS = 2;
const POLL_MS = 10;
/** Starting another process takes long when many tests run in parallel. */
const WITH_REPLICAS_MS = 240_000;
const ENVIRONMENT = { KEY_SECRET: 'k'.repeat(40), MODELS: 'gfs' };

const app = useTestApp(ENVIRONMENT);
/** Data directory of the killed processes. */
const dataDirectory = mkdtempSync(join(tmpdir(), 'weather-killed-'));
afterAll(() => rmSync(dataDirectory, { recursive: true }));
let client: KeyedClient;
beforeAll(async () => {
  // Other processes evaluate.
  jest.spyOn(app().app.get(AlertEvaluatorService), 'work').mockResolvedValue(undefined);
  client = await createKeyedClient(app());
});

async function count(table: string): Promise<number> {
  const [{ n }] = await app().runSql(`select count(*)::int as n from ${table}`);
  return n as number;
}
const ANNOUNCED = `announced_events where type = 'forecast.alert'`;
const DUE = `forecast_alerts where checked_position < 1`;

it(
  'each alert is announced once per run, however often a process is killed while evaluating it',
  async () => {
    await app().runSql(
      `insert into forecast_alerts (id, client_id, name, field, comparison, value, units, hysteresis, latitude, longitude,
         lead_from, lead_to, is_enabled, state, checked_position, created_at, updated_at)
       select 'fal_' || lpad(n::text, 26, '0'), ?, 'Frost', 'temperature', 'below', 0, 'metric', 0, n % 80, n % 170,
         0, 6, true, 'pending', 0, now(), now() from generate_series(1, ?::int) n`,
      [client.clientId, ALERTS],
    );
    await publishRun({ dataDirectory }, 1, { celsius: -5 });
    const environment = { ...ENVIRONMENT, DATA_DIR: dataDirectory };
    for (let kill = 0; kill < KILLS; kill++) {
      const before = await count(ANNOUNCED);
      const replica = await startReplica(app(), environment);
      while ((await count(ANNOUNCED)) === before) await sleep(POLL_MS);
      await replica.stop();
      expect(await count(DUE)).toBeGreaterThan(0);
    }
    const last = await startReplica(app(), environment);
    while ((await count(DUE)) > 0) await sleep(POLL_MS);
    await last.stop();

    const [events] = await app().runSql(
      `select count(*)::int as events, count(distinct data->>'alert_id')::int as alerts,
         count(distinct data->>'run')::int as runs from ${ANNOUNCED} and data->>'state' = 'raised'`,
    );
    expect(events).toEqual({ events: ALERTS, alerts: ALERTS, runs: 1 });
    expect(await count(ANNOUNCED)).toBe(ALERTS);
    expect(await count(`forecast_alerts where state <> 'raised'`)).toBe(0);
  },
  WITH_REPLICAS_MS,
);
