import { beforeAll, describe, expect, it } from '@jest/globals';
import { HOUR_MS, MINUTE_MS } from '../../../src/core/time/index.js';
import { type ForecastDto } from '../../../src/forecast/answer/forecast-response.dto.js';
import { type ApiCaller, createApiKey, createClient, signedInCaller } from '../../support/api-caller.js';
import { publishRun } from '../../support/published-run.js';
import { useTestApp } from '../../support/test-app.js';
import { OWN_CATALOGUE } from '../../support/own-catalogue.js';

// A run with 10 °C everywhere, which began in the last hour and covers 24 hours.
const service = useTestApp();
let caller: ApiCaller;
let key: string;

beforeAll(async () => {
  const member = await signedInCaller(service());
  ({ key } = await createApiKey(member, await createClient(member)));
  caller = member;
  await publishRun(service());
});

async function forecast(query: string): Promise<ForecastDto> {
  const { status, body } = await caller.get<ForecastDto>(
    `/v1/weather/forecast?lat=42.3478&lon=-71.0466${query}`,
    {
      apikey: key,
    },
  );
  expect(status).toBe(200);
  return body;
}

const times = (entries: { time: string }[] = []) => entries.map(({ time }) => Date.parse(time));
const codes = ({ meta }: ForecastDto) => meta.warnings.map(({ code }) => code);

describe('GET /v1/weather/forecast responds with 200', () => {
  it('with hours from the current one to the end of the run of a model', async () => {
    const answer = await forecast('&source=gfs');
    expect(Object.keys(answer.data.timelines)).toEqual(['hourly']);
    const hours = times(answer.data.timelines.hourly);
    expect(Math.abs(hours[0] - Date.now())).toBeLessThanOrEqual(HOUR_MS);
    expect(hours.map((time) => time - hours[0])).toEqual(hours.map((_, i) => i * HOUR_MS));
    expect(hours.length).toBeGreaterThanOrEqual(23);
    expect(Object.keys(answer.data.timelines.hourly![0].values)).toEqual(OWN_CATALOGUE.defaultNames);
    expect(answer.data.timelines.hourly![0].values).toMatchObject({ temperature: 10, ozone: null });
    expect(answer.meta).toMatchObject({ source: 'gfs', timezone: 'UTC', units: 'metric' });
    expect(codes(answer)).toEqual(expect.arrayContaining(['ends_with_run', 'not_in_run']));
  });

  it('with minutes', async () => {
    const answer = await forecast('&timelines=minutely&fields=temperature&units=imperial');
    const { minutely } = answer.data.timelines;
    const minutes = times(minutely);
    expect(minutes.map((time) => time - minutes[0])).toEqual(
      Array.from({ length: 60 }, (_, i) => i * MINUTE_MS),
    );
    expect(minutes[0] % MINUTE_MS).toBe(0);
    expect(minutely!.every(({ values }) => JSON.stringify(values) === '{"temperature":50}')).toBe(true);
    expect(codes(answer)).toEqual(['interpolated_minutes']);
  });

  it('with days in the time zone of the point', async () => {
    const answer = await forecast('&timelines=daily&fields=temperature&timezone=auto');
    expect(answer.meta.timezone).toBe('America/New_York');
    const [first] = answer.data.timelines.daily!;
    const localHour = new Date(first.time).toLocaleTimeString('en-GB', { timeZone: 'America/New_York' });
    expect(localHour).toBe('00:00:00');
    expect(first.values).toMatchObject({ temperatureMin: 10, temperatureMax: 10, temperatureAvg: 10 });
    expect(Object.keys(first.values)).toEqual([
      'temperatureMin',
      'temperatureMax',
      'temperatureAvg',
      'sunriseTime',
      'sunsetTime',
    ]);
  });

  it('with a warning if the run covers only a part of a day', async () => {
    // A zone where it is noon, whatever the time. The sign in these names is positive west of Greenwich.
    const hoursEast = 12 - new Date().getUTCHours();
    const zone = `Etc/GMT${hoursEast > 0 ? '-' : '+'}${Math.abs(hoursEast)}`;
    const answer = await forecast(`&timelines=daily&fields=temperature&timezone=${encodeURIComponent(zone)}`);
    expect(codes(answer)).toContain('partial_day');
  });

  it('with several timelines at once', async () => {
    const { data } = await forecast('&timelines=hourly,minutely,daily&fields=temperature');
    expect(Object.keys(data.timelines)).toEqual(['hourly', 'minutely', 'daily']);
  });

  it('with temperatures adjusted to the requested elevation', async () => {
    // The run's terrain is at sea level: 6.5 K per kilometer.
    const answer = await forecast('&elevation=1000&fields=temperature');
    expect(answer.data.timelines.hourly![0].values).toEqual({ temperature: 3.5 });
    expect(answer.meta.grid.elevation).toBe(0);
  });
});
