import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import { DatabaseClockService } from '../../../../src/core/database/database-clock.service.js';
import { HOUR_MS } from '../../../../src/core/time/index.js';
import { AlertEvaluatorService } from '../../../../src/forecast/alerts/evaluation/alert-evaluator.service.js';
import { EndedAlertsSweeper } from '../../../../src/forecast/alerts/ended-alerts.sweeper.js';
import { type ForecastAlertDto } from '../../../../src/forecast/alerts/forecast-alert.dto.js';
import { ALERTS, createAlert } from '../../../support/alert-caller.js';
import { createKeyedClient, type KeyedClient } from '../../../support/forecast-caller.js';
import { publishRun } from '../../../support/published-run.js';
import { useTestApp } from '../../../support/test-app.js';

// Raised alerts that end without a run to clear them: the event that raised them must be followed by one that clears
// them.

const app = useTestApp();
let client: KeyedClient;
let alert: ForecastAlertDto;
let path: string;
beforeAll(() =>
  publishRun(app(), 1, { celsius: -5, stepsHours: Array.from({ length: 62 }, (_, step) => step) }),
);
beforeEach(async () => {
  client = await createKeyedClient(app());
  await create();
});

async function create(members: Record<string, unknown> = {}): Promise<void> {
  alert = await createAlert(client.owner, client.clientId, members);
  path = `${ALERTS}/${alert.id}`;
}

const change = (body: object) => client.owner.call('PATCH', path, { body });
const read = async () => (await client.owner.get<ForecastAlertDto>(path)).body;
const events = async () =>
  (
    await app().runSql(
      `select data from announced_events where type = 'forecast.alert' and data->>'alert_id' = ? order by created_at`,
      [alert.id],
    )
  ).map(({ data }) => data as Record<string, unknown>);
/** Evaluates the alert with the available run, once the service has seen it. */
async function evaluated(): Promise<void> {
  const sql = `select 1 from forecast_alerts where id = ? and checked_position > 0`;
  while ((await app().runSql(sql, [alert.id])).length === 0) {
    await app().app.get(AlertEvaluatorService).work(new Date());
    await delay(20);
  }
}
const sweep = (hours = 0) =>
  app()
    .app.get(EndedAlertsSweeper)
    .work(new Date(Date.now() + hours * HOUR_MS));

it('goes by the database’s clock, and waits until it knows that', async () => {
  const sweeper = app().app.get(EndedAlertsSweeper);
  const work = jest.spyOn(sweeper, 'work').mockResolvedValue();
  const clock = app().app.get(DatabaseClockService);
  const ahead = jest.spyOn(clock, 'aheadSeconds', 'get').mockReturnValue(undefined);
  jest.spyOn(clock, 'nowMs').mockReturnValue(1_000);
  const turn = () => (sweeper as unknown as { turn(now: Date): Promise<void> }).turn(new Date());
  await turn();
  expect(work).not.toHaveBeenCalled();
  ahead.mockReturnValue(86_400);
  await turn();
  expect(work.mock.calls).toEqual([[new Date(1_000)]]);
  jest.restoreAllMocks();
});

/** The values in an event that no run caused. */
const NOTHING = { first_time: null, extreme_value: null, extreme_time: null };

it.each<[string, () => Promise<unknown>]>([
  ['changed', () => change({ value: -20, lat: 50, lon: 10 })],
  ['disabled', () => change({ enabled: false })],
  ['deleted', () => client.owner.delete(path)],
])('that is raised and then %s announces that it is cleared, at its old condition', async (reason, end) => {
  await evaluated();
  const [raised] = await events();
  expect(raised).toMatchObject({ state: 'raised', reason: 'forecast', extreme_value: -5, value: 0 });
  await end();
  expect(await events()).toEqual([raised, { ...raised, ...NOTHING, state: 'cleared', reason }]);
  // It is cleared already.
  await end();
  expect(await events()).toHaveLength(2);
});

it('that is raised and renamed stays raised', async () => {
  await evaluated();
  await change({ name: 'Renamed' });
  expect(await read()).toMatchObject({ name: 'Renamed', state: 'raised' });
  expect(await events()).toHaveLength(1);
});

it('that is calm and then changed or deleted announces nothing', async () => {
  await create({ value: -20 });
  await evaluated();
  await change({ value: -30 });
  await client.owner.delete(path);
  expect(await events()).toEqual([]);
});

it('that is raised is cleared when its client is deleted', async () => {
  await evaluated();
  await client.owner.delete(`/v1/clients/${client.clientId}`);
  await sweep();
  expect((await events()).map(({ state, reason }) => [state, reason])).toEqual([
    ['raised', 'forecast'],
    ['cleared', 'deleted'],
  ]);
  await sweep();
  expect(await app().runSql('select 1 from forecast_alerts where id = ?', [alert.id])).toEqual([]);
});

it('that no run can evaluate any longer is cleared once its hours have passed', async () => {
  await evaluated();
  const before = await read();
  // Leaves the alert without values, like a field whose model was removed.
  await app().runSql(
    `update forecast_alerts set field = 'ozone', evaluation = jsonb_set(evaluation, '{runs}', '{}'), announced_run = null, checked_position = 0
     where id = ?`,
    [alert.id],
  );
  await evaluated();
  const noValues = { code: 'no_values' };
  expect(await read()).toMatchObject({ state: 'raised', last_error: noValues });

  // The alert was also raised for the last of the next 48 hours.
  await sweep(46);
  expect(await read()).toMatchObject({ state: 'raised', last_evaluation: before.last_evaluation });
  await sweep(49);
  expect(await read()).toMatchObject({ state: 'pending', last_evaluation: null, last_error: noValues });
  await sweep(80);
  const [, cleared, ...more] = await events();
  expect(cleared).toMatchObject({ ...NOTHING, state: 'cleared', reason: 'outdated' });
  expect(more).toEqual([]);
});
