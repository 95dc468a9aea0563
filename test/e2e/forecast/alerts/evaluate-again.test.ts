import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import { MikroORM } from '@mikro-orm/postgresql';
import { HOUR_MS, MINUTE_MS } from '../../../../src/core/time/index.js';
import { AlertEvaluatorService } from '../../../../src/forecast/alerts/evaluation/alert-evaluator.service.js';
import { AlertForecastsService } from '../../../../src/forecast/alerts/evaluation/alert-forecasts.service.js';
import { type ForecastAlertDto } from '../../../../src/forecast/alerts/forecast-alert.dto.js';
import { Problem } from '../../../../src/core/http/problems/problem.js';
import { runName } from '../../../../src/store/format/run-directory.js';
import { ALERTS, createAlert } from '../../../support/alert-caller.js';
import { createKeyedClient, type KeyedClient } from '../../../support/forecast-caller.js';
import { publishServedRun } from '../../../support/served-run.js';
import { useTestApp } from '../../../support/test-app.js';

// When an alert is evaluated again: with another run, after a failure, and when its client is active again.

/** Longer than the catalog caches the list of runs. */
const CATALOGUE_REFRESHED_MS = 100;
/** ICON-EU runs at 0, 6, 12 and 18 UTC. A run at another hour can't be expected. */
const ICON_EU_RUNS_EVERY_HOURS = 6;
// Only the tests evaluate; the service's own evaluator does nothing.
const app = useTestApp({ MODELS: 'icon-eu,gfs' });
let client: KeyedClient;
let alert: ForecastAlertDto;
let work: (now: Date) => Promise<void>;
beforeAll(() => {
  const evaluator = app().app.get(AlertEvaluatorService);
  work = evaluator.work.bind(evaluator);
  jest.spyOn(evaluator, 'work').mockResolvedValue(undefined);
});

let ageHours = 24;
/** Publishes a newer run each time. ICON-EU takes precedence where it has a run. */
async function publish(celsius: (hour: number) => number, model: 'gfs' | 'icon-eu' = 'gfs', until = 60) {
  const hour = Math.floor(Date.now() / HOUR_MS);
  do ageHours -= 1;
  while (model === 'icon-eu' && (hour - ageHours) % ICON_EU_RUNS_EVERY_HOURS !== 0);
  const age = ageHours;
  return publishServedRun(app(), age, {
    ...(model === 'icon-eu' && { model, resolution: '0p0625' }),
    stepsHours: Array.from({ length: age + until + 1 }, (_, step) => step),
    values: { temperature2m: (step) => celsius(step - age) + 273.15 },
  });
}

/** Evaluates with the run published last. */
const evaluate = (now = new Date()) => work(now);

const read = async () => (await client.owner.get<ForecastAlertDto>(`${ALERTS}/${alert.id}`)).body;
const change = (body: object) => client.owner.call('PATCH', `${ALERTS}/${alert.id}`, { body });
const states = async () =>
  (
    await app().runSql(
      `select data->>'state' as state from announced_events where data->>'alert_id' = ? order by created_at`,
      [alert.id],
    )
  ).map(({ state }) => state);

beforeEach(async () => {
  client = await createKeyedClient(app());
  alert = await createAlert(client.owner, client.clientId, { model: 'gfs', lead_hours: { from: 0, to: 55 } });
});

it('stays raised after a shorter run that lacks a later hour of the event and is mild before', async () => {
  await publish((hour) => (hour === 20 ? -9 : hour === 50 ? -5 : 5));
  await evaluate();
  await publish((hour) => (hour === 50 ? -5 : 5), 'gfs', 30);
  await evaluate();
  expect((await read()).state).toBe('raised');

  await publish(() => 5);
  await evaluate();
  expect(await states()).toEqual(['raised', 'cleared']);
});

it('retries after a failure, but not within five minutes', async () => {
  await publish(() => -5);
  const forecasts = app().app.get(AlertForecastsService);
  const failing = jest.spyOn(forecasts, 'hoursOf').mockRejectedValue(new Error('EIO'));
  const now = new Date();
  await evaluate(now);
  failing.mockRestore();
  expect(await read()).toMatchObject({ state: 'pending', last_error: { code: 'internal_error' } });

  await evaluate(new Date(now.getTime() + 4 * MINUTE_MS));
  expect((await read()).state).toBe('pending');
  await evaluate(new Date(now.getTime() + 6 * MINUTE_MS));
  expect(await read()).toMatchObject({ state: 'raised', last_error: null });
});

it('retries once a run that another process has registered is available here', async () => {
  const run = await publish(() => 5);
  await evaluate();
  expect((await read()).state).toBe('calm');
  const left = `update forecast_alert_runs set run = run + interval '10 minutes', position = position + 1,
    seen_at = now() - interval '11 minutes' where model = 'gfs'`;
  await app().runSql(left);
  await evaluate();

  // As once the run is available here.
  await app().runSql(`update forecast_alert_runs set run = ? where model = 'gfs'`, [run.toISOString()]);
  const [row] = await app().runSql(
    `select checked_position < position as due, retry_at > now() as later from forecast_alerts a, forecast_alert_runs r
     where a.id = ? and r.model = 'gfs'`,
    [alert.id],
  );
  expect(row).toEqual({ due: true, later: true });
});

it('retries after finding the run damaged, since other processes may have an intact copy', async () => {
  const run = await publish(() => -5);
  const name = runName('gfs', '1p00', run);
  const directory = join(app().dataDirectory, 'runs');
  const forecasts = app().app.get(AlertForecastsService);
  const failing = jest.spyOn(forecasts, 'hoursOf').mockImplementation(async () => {
    for (const entry of await readdir(directory))
      if (entry.startsWith(name)) await rm(join(directory, entry), { recursive: true });
    await delay(CATALOGUE_REFRESHED_MS);
    throw new Problem('forecast_unavailable');
  });
  await evaluate();
  failing.mockRestore();
  const [row] = await app().runSql(
    `select checked_position < position as due, retry_at > now() as later from forecast_alerts a, forecast_alert_runs r
     where a.id = ? and r.model = 'gfs'`,
    [alert.id],
  );
  expect(row).toEqual({ due: true, later: true });
});

it('evaluates once its client is active again, with the run that arrived in between', async () => {
  const path = `/v1/clients/${client.clientId}`;
  const admin = client.owner;
  await app().runSql(`update clients set status = 'disabled' where id = ?`, [client.clientId]);
  await publish(() => -5);
  await evaluate();
  expect((await read()).state).toBe('pending');

  await app().runSql(`update clients set status = 'active' where id = ?`, [client.clientId]);
  await evaluate();
  expect((await read()).state).toBe('raised');
  expect((await admin.get(path)).status).toBe(200);
});

it("doesn't repeat an event that was already announced for the run", async () => {
  await publish(() => -5);
  await evaluate();
  await app().runSql(
    `update forecast_alerts set state = 'calm', evaluation = null, announced_run = null, checked_position = 0 where id = ?`,
    [alert.id],
  );
  await evaluate();
  expect((await read()).state).toBe('calm');
  expect(await states()).toEqual(['raised']);
});

it('evaluates after a change of the condition, but not after a change without effect', async () => {
  await publish(() => -5);
  await evaluate();
  const { field, comparison, value, lat, lon, lead_hours, model, enabled } = await read();
  await change({ field, comparison, value, lat, lon, lead_hours, model, enabled, name: 'Renamed' });
  expect(await read()).toMatchObject({ name: 'Renamed', state: 'raised' });

  await change({ value: 1 });
  expect((await read()).state).toBe('pending');
});

it('evaluates with a new run of the model that provides the later hours', async () => {
  await publish(() => 5, 'icon-eu', 24);
  await publish(() => 5);
  await change({ model: null });
  await evaluate();
  expect(await read()).toMatchObject({ state: 'calm', last_evaluation: { model: 'icon-eu' } });

  await publish((hour) => (hour > 40 ? -5 : 5));
  await evaluate();
  expect(await read()).toMatchObject({ state: 'raised', last_evaluation: { model: 'icon-eu' } });
});

it("doesn't lock clients while evaluating", async () => {
  await publish(() => 5);
  const forecasts = app().app.get(AlertForecastsService);
  const found: unknown[] = [];
  const looked = jest.spyOn(forecasts, 'hoursOf').mockImplementation(async () => {
    const sql = 'select 1 from clients where id = ? for update skip locked';
    const em = app().app.get(MikroORM).em.fork();
    found.push(...(await em.transactional((other) => other.execute(sql, [client.clientId]))));
    throw new Error('enough');
  });
  await evaluate();
  looked.mockRestore();
  expect(found.length).toBeGreaterThan(0);
});
