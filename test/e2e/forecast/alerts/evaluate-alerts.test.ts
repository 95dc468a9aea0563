import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { EventsService } from '../../../../src/core/events/events.service.js';
import { OWN_FEATURE_SET } from '../../../../src/boot/features/features.js';
import { HOUR_MS } from '../../../../src/core/time/index.js';
import { AlertEvaluatorService } from '../../../../src/forecast/alerts/evaluation/alert-evaluator.service.js';
import { type ForecastAlertDto } from '../../../../src/forecast/alerts/forecast-alert.dto.js';
import { type ForecastDto } from '../../../../src/forecast/answer/forecast-response.dto.js';
import { ALERTS, createAlert } from '../../../support/alert-caller.js';
import { type Answer } from '../../../support/api-caller.js';
import { EventStreamCaller } from '../../../support/event-stream-caller.js';
import { askForecast, createKeyedClient, type KeyedClient } from '../../../support/forecast-caller.js';
import { publishServedRun } from '../../../support/served-run.js';
import { useTestApp } from '../../../support/test-app.js';

const app = useTestApp({ MODELS: 'gfs,icon-eu' });
let client: KeyedClient;
beforeAll(async () => {
  client = await createKeyedClient(app());
});

const create = (members: Record<string, unknown> = {}) => createAlert(client.owner, client.clientId, members);
const read = async ({ id }: { id: string }) =>
  (await client.owner.get<ForecastAlertDto>(`${ALERTS}/${id}`)).body;
const change = ({ id }: { id: string }, body: Record<string, unknown>) =>
  client.owner.call<ForecastAlertDto>('PATCH', `${ALERTS}/${id}`, { body });
let hoursAgo = 48;
let lastStepHours: number;
/**
 * Publishes a newer run each time (unless `again`) with these temperatures at each hour from now, up to the hour
 * `until`.
 */
function publish(celsius: (hour: number) => number, { isPart = false, until = 60, again = false } = {}) {
  if (!again) hoursAgo -= 1;
  const ageHours = hoursAgo;
  lastStepHours = ageHours + until;
  return publishServedRun(app(), ageHours, {
    // One step per hour, so that the forecast has exactly the values of the steps.
    stepsHours: Array.from({ length: lastStepHours + 1 }, (_, step) => step),
    isPart,
    values: { temperature2m: (step) => celsius(step - ageHours) + 273.15 },
  });
}
const instant = (timeMs: number) => new Date(timeMs).toISOString().replace('.000', '');
const currentHourMs = () => Math.floor(Date.now() / HOUR_MS) * HOUR_MS;

/** Evaluates until all alerts have been checked with the last run, since a concurrent evaluation may be in progress. */
async function evaluated(): Promise<void> {
  for (;;) {
    await app().app.get(AlertEvaluatorService).work(new Date());
    const [{ due, run }] = await app().runSql(
      `select (select count(*)::int from forecast_alerts a join clients c on c.id = a.client_id
           where a.is_enabled and c.status = 'active' and a.checked_position < position) as due,
         last_step_hours || ' ' || extract(epoch from now() - run)::int / 3600 as run
       from forecast_alert_runs where model = 'gfs'`,
    );
    if (due === 0 && run === `${lastStepHours} ${hoursAgo}`) return;
    await delay(20);
  }
}

const eventsOf = async ({ id }: { id: string }) =>
  (
    await app().runSql(
      `select data from announced_events where type = 'forecast.alert' and data->>'alert_id' = ? order by created_at`,
      [id],
    )
  ).map(({ data }) => data as Record<string, unknown>);
const statesOf = async (alert: { id: string }) => (await eventsOf(alert)).map(({ state }) => state);

describe('a run', () => {
  it('raises an alert with the values of the forecast, and notifies only its client', async () => {
    const other = await createKeyedClient(app());
    const streams = await Promise.all(
      [client, other].map(({ key }) => EventStreamCaller.open(app().url, { apikey: key })),
    );
    // Falls from 3 to -7 in 10 hours, and rises again.
    const run = await publish((hour) => Math.abs(hour - 10) - 7);
    const alert = await create({ value: -1.5, lead_hours: { from: 1, to: 13 } });
    const warm = await create({ value: -8, lead_hours: { from: 1, to: 13 } });
    await evaluated();

    const at = (hour: number) => instant(run.getTime() + (hoursAgo + hour) * HOUR_MS);
    const lowest = { extreme_value: -7, extreme_time: at(10) };
    const said = { ...lowest, first_time: at(5), model: 'gfs', run: instant(run.getTime()) };
    expect(await read(alert)).toMatchObject({ state: 'raised', last_evaluation: said, last_error: null });
    expect(await read(warm)).toMatchObject({
      state: 'calm',
      last_evaluation: { ...lowest, first_time: null },
    });

    // The stream also has the event of the run itself, before or after.
    const alertsOf = ({ events }: EventStreamCaller) =>
      events.filter(({ event }) => event === 'forecast.alert');
    for (let count = 1; alertsOf(streams[0]).length === 0; count++) await streams[0].received(count);
    const [event] = alertsOf(streams[0]);
    const data = {
      alert_id: alert.id,
      client_id: client.clientId,
      organization_id: alert.organization_id,
      state: 'raised',
      field: 'temperature',
      comparison: 'below',
      value: -1.5,
      units: 'metric',
      lat: alert.lat,
      lon: alert.lon,
      ...said,
    };
    expect(event).toMatchObject({ event: 'forecast.alert', data: { type: 'forecast.alert', data } });
    const documented = OWN_FEATURE_SET.events.find(({ type }) => type === 'forecast.alert')!.example;
    expect(Object.keys(event.data.data).sort()).toEqual(Object.keys(documented).sort());
    expect(await eventsOf(warm)).toEqual([]);
    expect(alertsOf(streams[1])).toEqual([]);
    streams.forEach((stream) => stream.close());
  });

  it.each([
    ['metric', 'auto'],
    ['imperial', 'gfs'],
  ])('is evaluated to the values of the forecast in %s units from %s', async (units, source) => {
    await publish((hour) => 9 * Math.sin(hour / 3));
    const hours = { from: 3, to: 30 };
    const model = source === 'auto' ? null : source;
    const alert = await create({ comparison: 'above', value: 1000, units, lead_hours: hours, model });
    await evaluated();

    const [startTime, endTime] = [hours.from, hours.to].map((hour) =>
      instant(currentHourMs() + hour * HOUR_MS),
    );
    const query = new URLSearchParams({
      ...{ lat: String(alert.lat), lon: String(alert.lon), fields: 'temperature' },
      ...{ units, source, startTime, endTime },
    });
    const { body } = (await askForecast(
      app(),
      { apikey: client.key },
      query.toString(),
    )) as unknown as Answer<ForecastDto>;
    const entries = body.data.timelines.hourly!.map(({ time, values }) => ({
      time,
      value: (values as { temperature: number }).temperature,
    }));
    expect(entries).toHaveLength(27);
    const highest = entries.reduce((most, entry) => (entry.value > most.value ? entry : most));
    expect((await read(alert)).last_evaluation).toMatchObject({
      extreme_value: highest.value,
      extreme_time: highest.time,
      model: body.meta.source,
      run: body.meta.run,
    });
  });

  it('keeps a raised alert raised within the hysteresis, and clears it beyond', async () => {
    await publish(() => 5);
    const alert = await create({ hysteresis: 0.5 });
    const states: string[] = [];
    for (const celsius of [-0.1, -3, 0.4, 0.5, 0, -1]) {
      await publish(() => celsius);
      await evaluated();
      states.push((await read(alert)).state);
    }
    expect(states).toEqual(['raised', 'raised', 'raised', 'calm', 'calm', 'raised']);
    const events = await eventsOf(alert);
    expect(events.map(({ state }) => state)).toEqual(['raised', 'cleared', 'raised']);
    expect(events[1]).toMatchObject({ extreme_value: 0.5, first_time: null });
  });

  it('is evaluated once, as soon as it has the hours of an alert', async () => {
    await publish(() => 5);
    const near = await create({ lead_hours: { from: 0, to: 6 } });
    const far = await create({ lead_hours: { from: 0, to: 40 } });
    const statesOfBoth = async () => [(await read(near)).state, (await read(far)).state];
    await evaluated();
    expect(await statesOfBoth()).toEqual(['calm', 'calm']);
    const part = await publish(() => -5, { isPart: true, until: 12 });
    await evaluated();
    expect(await statesOfBoth()).toEqual(['raised', 'calm']);

    const later = (hour: number) => (hour > 12 ? -9 : 5);
    await publish(later, { again: true, isPart: true, until: 24 });
    await evaluated();
    expect(await statesOfBoth()).toEqual(['raised', 'calm']);

    await publish(later, { again: true });
    await evaluated();
    expect(await statesOfBoth()).toEqual(['raised', 'raised']);
    expect(await statesOf(near)).toEqual(['raised']);
    expect(await eventsOf(far)).toMatchObject([{ state: 'raised', run: instant(part.getTime()) }]);
  });

  it.each([
    ['is mild', 5, ['raised']],
    ['is cold', -5, ['raised']],
  ])(
    'that %s and stays partial is evaluated, as is the rest if it arrives late',
    async (_, celsius, told) => {
      await publish(() => 5);
      const alert = await create({ lead_hours: { from: 0, to: 40 } });
      await evaluated();
      const part = await publish(() => celsius, { isPart: true, until: 12 });
      await evaluated();
      expect((await read(alert)).last_evaluation!.run).not.toBe(instant(part.getTime()));

      await app().runSql(
        `update forecast_alert_runs set seen_at = now() - interval '2 hours 1 minute' where model = 'gfs'`,
      );
      await evaluated();
      const { state, last_evaluation } = await read(alert);
      expect([state, last_evaluation!.run]).toEqual([
        celsius < 0 ? 'raised' : 'calm',
        instant(part.getTime()),
      ]);
      expect(await eventsOf(alert)).toHaveLength(celsius < 0 ? 1 : 0);

      await publish((hour) => (hour > 30 ? -9 : celsius), { again: true });
      await evaluated();
      expect(await statesOf(alert)).toEqual(told);
    },
  );
});

describe('an alert', () => {
  it('that fails reports why, without affecting others', async () => {
    await publish(() => -5);
    const failing = await Promise.all([
      create({ field: 'ozone', lat: 10 }),
      create({ model: 'icon-eu', lat: 11 }),
      create({ lead_hours: { from: 100, to: 110 }, lat: 12 }),
    ]);
    const fine = await create({ lat: 13 });
    await evaluated();

    const errors = (await Promise.all(failing.map(read))).map(({ state, last_evaluation, last_error }) => [
      state,
      last_evaluation,
      last_error?.code,
    ]);
    expect(errors).toEqual([
      ['pending', null, 'no_values'],
      ['pending', null, 'forecast_unavailable'],
      // There is climatology for these hours, which alerts don't use.
      ['pending', null, 'forecast_unavailable'],
    ]);
    expect((await read(fine)).state).toBe('raised');
    for (const alert of failing) expect(await eventsOf(alert)).toEqual([]);
  });

  it('that is new is evaluated with the available run', async () => {
    await publish(() => -5);
    await evaluated();
    const alert = await create();
    await evaluated();
    expect((await read(alert)).state).toBe('raised');
  });

  it("isn't evaluated while it or its client is disabled", async () => {
    await publish(() => 5);
    const admin = client.owner;
    const disabled = await createKeyedClient(app());
    const off = await create({ enabled: false });
    const ofDisabled = await createAlert(disabled.owner, disabled.clientId);
    const path = `/v1/clients/${disabled.clientId}`;
    expect((await admin.call('PATCH', path, { body: { status: 'disabled' } })).status).toBe(200);
    await publish(() => -5);
    await evaluated();
    const statesOfBoth = async () => [(await read(off)).state, (await read(ofDisabled)).state];
    expect((await statesOfBoth()).includes('raised')).toBe(false);

    await admin.call('PATCH', path, { body: { status: 'active' } });
    await change(off, { enabled: true });
    await publish(() => -5);
    await evaluated();
    expect(await statesOfBoth()).toEqual(['raised', 'raised']);
  });

  it('that is changed is evaluated again, but not with a run that has already announced it', async () => {
    await publish(() => 5);
    const alert = await create({ value: 0 });
    await evaluated();
    expect((await change(alert, { value: 1 })).body).toMatchObject({
      state: 'pending',
      last_evaluation: null,
    });
    await evaluated();
    expect((await read(alert)).state).toBe('calm');
    expect((await change(alert, { value: 10 })).body.state).toBe('pending');
    await evaluated();
    expect((await read(alert)).state).toBe('raised');

    await change(alert, { value: 2 });
    await evaluated();
    expect((await read(alert)).state).toBe('pending');
    await change(alert, { value: 20 });
    await evaluated();
    expect(await statesOf(alert)).toEqual(['raised', 'cleared']);

    await publish(() => 5);
    await evaluated();
    expect(await statesOf(alert)).toEqual(['raised', 'cleared', 'raised']);
  });
});

it('announces each of many alerts once, even if several processes evaluate them and one of them dies', async () => {
  await publish(() => 5);
  const template = await create({ name: 'One of many' });
  await app().runSql(
    `insert into forecast_alerts
     select (jsonb_populate_record(a, jsonb_build_object('id', left(a.id, 20) || lpad(n::text, 10, '0'), 'latitude', n / 10.0))).*
     from forecast_alerts a, generate_series(1, 450) n where a.id = ?`,
    [template.id],
  );
  await publish(() => -5);
  const evaluator = app().app.get(AlertEvaluatorService);
  const announce = jest.spyOn(app().app.get(EventsService), 'announce');
  // As if a process died while writing: its transaction is rolled back.
  announce.mockImplementationOnce(() => Promise.reject(new Error('the end')));
  await Promise.allSettled(Array.from({ length: 4 }, () => evaluator.work(new Date())));
  await evaluated();

  const [counts] = await app().runSql(
    `select count(*)::int as events, count(distinct data->>'alert_id')::int as alerts from announced_events
     where type = 'forecast.alert' and data->>'alert_id' in (select id from forecast_alerts where name = 'One of many')`,
  );
  expect(counts).toEqual({ events: 451, alerts: 451 });
});
