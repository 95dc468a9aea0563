import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { createKeyedClient } from '../../../support/forecast-caller.js';
import { sendRaw } from '../../../support/raw-request.js';
import { useTestApp } from '../../../support/test-app.js';
import { publishVariedRun } from '../../../support/varied-run.js';
import {
  askTomorrowIo,
  LOCATION,
  postTimelines,
  REALTIME,
  TIMELINES,
  type TomorrowIoBody,
  WEATHER_FORECAST,
} from './ask-tomorrow-io.js';

// Compares shapes with Tomorrow.io's own responses, see test/fixtures/tomorrow-io.

const fixture = <T = TomorrowIoBody>(name: string) =>
  JSON.parse(
    readFileSync(new URL(`../../../fixtures/tomorrow-io/${name}.json`, import.meta.url), 'utf8'),
  ) as T;

const app = useTestApp({ MODELS: 'gfs' });
let key: string;
beforeAll(async () => {
  await publishVariedRun(app());
  ({ key } = await createKeyedClient(app()));
});

/** Replaces each value by its type. Numbers and null count as equal. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return [shapeOf(value[0])];
  if (typeof value !== 'object' || value === null) return typeof value === 'string' ? 'string' : 'number';
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shapeOf(member)]));
}

describe('timelines', () => {
  it.each([
    ['current', 1, 0],
    ['5m', 73, 6],
    ['1h', 360, 359],
    ['1d', 15, 14 * 24],
  ])("of %s have the shape of Tomorrow.io's", async (timestep, intervals, hours) => {
    const theirs = fixture(`timelines-${timestep}`);
    const [{ values }] = theirs.data.timelines[0].intervals;
    const { status, body } = await postTimelines(app(), key, {
      location: '28.4195,-81.5812',
      units: 'imperial',
      timesteps: [timestep],
      fields: Object.keys(values),
      startTime: `${new Date().toISOString().slice(0, 19)}+00:00`,
    });
    expect([status, shapeOf(body)]).toEqual([200, shapeOf(theirs)]);
    const [timeline] = body.data.timelines;
    expect(timeline.timestep).toBe(timestep);
    expect(timeline.intervals).toHaveLength(intervals);
    expect(timeline.intervals[0].startTime).toBe(timeline.startTime);
    expect(timeline.intervals.at(-1)!.startTime).toBe(timeline.endTime);
    const lengthHours = (Date.parse(timeline.endTime) - Date.parse(timeline.startTime)) / 3_600_000;
    // A day of fourteen may be an hour longer or shorter.
    expect(Math.abs(lengthHours - hours)).toBeLessThanOrEqual(timestep === '1d' ? 1 : 0);
  });

  it('accept the same from a query, repeated or with commas', async () => {
    const lists = 'fields=temperature&fields=humidity,windSpeed&timesteps=1h,1d';
    const { body } = await askTomorrowIo(app(), key, TIMELINES, `${LOCATION}&${lists}&startTime=now`);
    expect(body.data.timelines.map(({ timestep }) => timestep)).toEqual(['1h', '1d']);
    expect(Object.keys(body.data.timelines[0].intervals[0].values)).toEqual([
      'temperature',
      'humidity',
      'windSpeed',
    ]);
    const { body: posted } = await postTimelines(app(), key, {
      location: [52.2297, 21.0122],
      fields: ['temperature', 'humidity', 'windSpeed', 'humidity'],
      timesteps: ['1h', '1d'],
      unknown: { ignored: true },
    });
    expect(posted).toEqual(body);
    const point = { type: 'Point', coordinates: [21.0122, 52.2297] };
    const fields = ['temperature', 'humidity', 'windSpeed'];
    const ofPoint = await postTimelines(app(), key, { location: point, fields, timesteps: '1h,1d' });
    expect(ofPoint.body).toEqual(body);
  });

  it.each([
    ['axios', 'location[]=52.2297&location[]=21.0122&fields[]=temperature&fields[]=humidity&timesteps[]=1d'],
    ['PHP', 'location=52.2297,21.0122&fields%5B0%5D=temperature&fields%5B1%5D=humidity&timesteps%5B0%5D=1d'],
    ['query-string', 'location=52.2297&location=21.0122&fields=temperature,humidity&timesteps=1d'],
  ])('accept lists as %s writes them', async (_, query) => {
    const { status, body } = await askTomorrowIo(app(), key, TIMELINES, query);
    expect(status).toBe(200);
    const [{ timestep, intervals }] = body.data.timelines;
    expect([timestep, Object.keys(intervals[0].values)]).toEqual(['1d', ['temperature', 'humidity']]);
    const plain = `${LOCATION}&fields=temperature,humidity&timesteps=1d`;
    expect(body).toEqual((await askTomorrowIo(app(), key, TIMELINES, plain)).body);
  });

  it('end with the last available step, with a warning', async () => {
    const asked = { location: '1,2', fields: ['temperature'], timesteps: ['1m', '1h'] };
    const { body } = await postTimelines(app(), key, { ...asked, endTime: 'nowPlus1d' });
    expect(body.data.timelines.map(({ intervals }) => intervals.length)).toEqual([361, 25]);
    expect(body.warnings).toEqual([
      {
        code: 246009,
        type: 'Missing Time Range',
        message: 'The timestep is not supported in full for the time range requested.',
        meta: { timestep: '1m', from: '-168h', to: '+6h' },
      },
    ]);
  });

  it('ignore unknown query parameters of a POST', async () => {
    const answer = await sendRaw<TomorrowIoBody>(app().url, {
      method: 'POST',
      path: `${TIMELINES}?utm_source=x&location=91,0`,
      headers: { apikey: key, 'content-type': 'application/json' },
      body: JSON.stringify({ location: '1,2', fields: ['temperature'] }),
    });
    expect(answer.status).toBe(200);
    expect(answer.body.data.timelines).toHaveLength(1);
  });

  it('that are left out entirely also cause a warning', async () => {
    const query = `${LOCATION}&fields=temperature&timesteps=1m,1h&startTime=nowPlus10h`;
    const { status, body } = await askTomorrowIo(app(), key, TIMELINES, query);
    expect([status, body.data.timelines.map(({ timestep }) => timestep)]).toEqual([200, ['1h']]);
    expect(body.warnings).toMatchObject([{ code: 246009, meta: { timestep: '1m', to: '+6h' } }]);
  });

  it('have times in the requested time zone', async () => {
    const query =
      'location=40.7,-74&fields=temperature,sunriseTime&timesteps=1d,1h&timezone=America/New_York';
    const { body } = await askTomorrowIo(app(), key, TIMELINES, query);
    const [daily, hourly] = body.data.timelines;
    for (const { startTime, values } of daily.intervals) {
      expect(startTime).toMatch(/T06:00:00-0[45]:00$/);
      expect(values.sunriseTime).toMatch(/T0[4-8]:\d\d:\d\d-0[45]:00$/);
      expect(String(values.sunriseTime).slice(0, 10)).toBe(startTime.slice(0, 10));
    }
    expect(hourly.startTime).toMatch(/^\d{4}-\d\d-\d\dT\d\d:00:00-0[45]:00$/);
    const utc = await askTomorrowIo(app(), key, TIMELINES, query.replace('America/New_York', 'UTC'));
    expect(utc.body.data.timelines[0].startTime).toMatch(/T06:00:00Z$/);
    expect(Date.parse(utc.body.data.timelines[1].startTime)).toBe(Date.parse(hourly.startTime));
  });

  it('are the same if they are long and streamed', async () => {
    const fields = Object.keys(fixture('timelines-1d').data.timelines[0].intervals[0].values);
    const asked = { location: '10,20', timesteps: ['1h', '1d'] };
    const long = await postTimelines(app(), key, { ...asked, fields });
    expect(long.headers.get('content-length')).toBeNull();
    expect(long.headers.get('etag')).toBeNull();
    const { body } = await postTimelines(app(), key, { ...asked, fields: fields.slice(0, 20) });
    expect(long.body).toMatchObject(body);
  });
});

describe('the forecast', () => {
  const members = fixture<Record<'daily' | 'hourly' | 'realtime', string[]>>('weather-members');

  it('has minutes, hours and days with the members of Tomorrow.io', async () => {
    const { body } = await askTomorrowIo(app(), key, WEATHER_FORECAST, `${LOCATION}&units=imperial`);
    expect(Object.keys(body)).toEqual(['timelines', 'location']);
    const { minutely = [], hourly = [], daily = [] } = body.timelines;
    expect([minutely.length, hourly.length, daily.length]).toEqual([60, 120, 6]);
    expect(Object.keys(hourly[0])).toEqual(['time', 'values']);
    expect(Object.keys(hourly[0].values)).toEqual(expect.arrayContaining(members.hourly));
    expect(Object.keys(minutely[0].values)).toEqual(expect.arrayContaining(members.realtime));
    expect(Object.keys(daily[0].values)).toEqual(expect.arrayContaining(members.daily));
    expect(body.location).toEqual({ lat: 52.2297, lon: 21.0122 });
    // In Warsaw, days begin at 6:00, which is 4:00 or 5:00 UTC.
    for (const { time } of daily) expect(time).toMatch(/T0[45]:00:00Z$/);
  });

  it('has only the requested steps, for a city', async () => {
    const { body } = await askTomorrowIo(app(), key, WEATHER_FORECAST, 'location=boston&timesteps=1d');
    expect(Object.keys(body.timelines)).toEqual(['daily']);
    expect(body.location.name).toBe('Boston, Massachusetts, United States');
    expect(body.location.lat).toBeCloseTo(42.36, 1);
  });
});

it('the realtime weather is that of the current minute', async () => {
  const { body } = await askTomorrowIo(app(), key, REALTIME, LOCATION);
  const members = fixture<Record<'realtime', string[]>>('weather-members');
  expect(Object.keys(body)).toEqual(['data', 'location']);
  expect(body.data.time).toMatch(/:00Z$/);
  expect(Math.abs(Date.now() - Date.parse(body.data.time))).toBeLessThan(120_000);
  expect(Object.keys(body.data.values)).toEqual(expect.arrayContaining(members.realtime));
  expect(body.data.values.temperature).not.toBeNull();
});
