import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { GROUND_ATTRIBUTION } from '../../../src/weather/ground/index.js';
import { Scrape } from '../../support/exposition.js';
import {
  askForecast,
  createKeyedClient,
  FORECAST,
  type KeyedClient,
  postForecasts,
} from '../../support/forecast-caller.js';
import { TileServer, tileTiff } from '../../support/ground-tiles.js';
import { JobCaller } from '../../support/job-caller.js';
import { sendRaw } from '../../support/raw-request.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { StoredWorld } from './stored-world.js';

let tiles: TileServer;
let app: TestApp;
let client: KeyedClient;
beforeAll(async () => {
  tiles = await TileServer.start();
  app = await startTestApp({ TERRAIN_BASE_URL: tiles.url });
  const world = await StoredWorld.create(app);
  client = await createKeyedClient(app);
  await world.serve(world.names);
});
afterAll(async () => {
  await app.close();
  await tiles.close();
});

/** More values than are calculated at once. */
const LONG =
  'hourly=temperature_2m,dew_point_2m,relative_humidity_2m,wind_speed_10m,rain&past_days=92&forecast_days=16';

interface Meta {
  elevation: number;
  elevationAttribution?: string;
  grid: { elevation: number };
  warnings: { code: string }[];
}

const ask = async (query: string, headers = {}) => {
  const answer = await askForecast(app, { apikey: client.key, ...headers }, `${query}&fields=temperature`);
  return { ...answer, meta: (answer.body as unknown as { meta: Meta } | undefined)?.meta };
};
const codesOf = ({ warnings }: Meta) => warnings.map(({ code }) => code);

/** Asks until the height is there. */
async function askPatiently(query: string) {
  for (;;) {
    const answer = await ask(query);
    if (!codesOf(answer.meta!).includes('terrain_pending')) return answer;
  }
}

/** Holds the answers of the source until the returned function is called. */
function hold(): () => void {
  const held: (() => void)[] = [];
  tiles.respond = (response) => {
    held.push(() => response.writeHead(404).end());
    return true;
  };
  return () => {
    tiles.respond = () => false;
    for (const release of held) release();
  };
}

describe('a forecast', () => {
  it('is for the height of the ground, with its attribution', async () => {
    const corner = { latitude: 47, longitude: 11 };
    tiles.add(
      corner,
      tileTiff(corner, (row) => 3000 - row),
    );
    const { headers, meta, body } = await askPatiently('lat=47.5&lon=11.5');
    expect(meta).toMatchObject({ elevation: 2400, elevationAttribution: GROUND_ATTRIBUTION });
    expect(codesOf(meta!)).not.toContain('terrain_pending');
    expect(headers.get('etag')).not.toBeNull();
    expect(headers.get('cache-control')).toContain('max-age');
    const asked = await ask('lat=47.5&lon=11.5&elevation=2400');
    expect((body as { data: unknown }).data).toEqual((asked.body as { data: unknown }).data);
    expect(asked.meta!.elevationAttribution).toBeUndefined();
  });

  it('is for the terrain of a model by its name', async () => {
    const { meta } = await ask('lat=47.5&lon=11.5&source=gfs');
    expect(Math.round(meta!.elevation)).toBe(meta!.grid.elevation);
    expect(meta!.elevationAttribution).toBeUndefined();
  });

  it('that cannot wait says so, and is not kept by anybody', async () => {
    const release = hold();
    const query = 'lat=10.5&lon=-40.5';
    const pending = await ask(query, { 'if-none-match': '*', 'if-modified-since': new Date().toUTCString() });
    expect(pending.status).toBe(200);
    expect(codesOf(pending.meta!)).toContain('terrain_pending');
    expect(Math.round(pending.meta!.elevation)).toBe(pending.meta!.grid.elevation);
    expect(pending.headers.get('cache-control')).toBe('no-store');
    expect(pending.headers.get('etag')).toBeNull();
    expect(pending.headers.get('last-modified')).toBeNull();
    release();
    const known = await askPatiently(query);
    expect(known.meta!.elevation).toBe(0);
    expect((await ask(query, { 'if-none-match': known.headers.get('etag')! })).status).toBe(304);
  });

  it.each([
    ['a long forecast', `${FORECAST}?lat=11.5&lon=-41.5&timelines=minutely&endTime=2040-01-01T00:00:00Z`],
    ['a meteogram', '/v1/weather/meteogram.svg?lat=12.5&lon=-42.5'],
    ['an image', '/v1/weather/meteogram.png?lat=13.5&lon=-43.5'],
    ['Open-Meteo', '/open-meteo/v1/forecast?latitude=14.5&longitude=-44.5&hourly=temperature_2m'],
    ['a long response of Open-Meteo', `/open-meteo/v1/forecast?latitude=16.5&longitude=-46.5&${LONG}`],
    ['Tomorrow.io', '/v4/weather/forecast?location=15.5,-45.5'],
    ['current conditions', '/v1/weather/current?lat=17.5&lon=-47.5'],
    ["Tomorrow.io's current conditions", '/v4/weather/realtime?location=18.5,-48.5'],
  ])('as %s is not kept while the height is pending', async (_, path) => {
    const url = path.replace('2040-01-01T00:00:00Z', new Date(Date.now() + 20 * 3_600_000).toISOString());
    const get = () => sendRaw(app.url, { path: url, headers: { apikey: client.key } });
    const release = hold();
    const pending = await get();
    expect(pending.status).toBe(200);
    expect(pending.headers.get('cache-control')).toBe('no-store');
    expect(pending.headers.get('etag')).toBeNull();
    release();
    for (;;) if ((await get()).headers.get('cache-control') !== 'no-store') break;
  });
});

it('current conditions are for the height of the ground', async () => {
  const corner = { latitude: 48, longitude: 11 };
  tiles.add(
    corner,
    tileTiff(corner, (row) => 3000 - row),
  );
  await askPatiently('lat=48.5&lon=11.5');
  const { body } = await sendRaw(app.url, {
    path: '/v1/weather/current?lat=48.5&lon=11.5&fields=temperature',
    headers: { apikey: client.key },
  });
  expect(body).toMatchObject({
    meta: { elevation: 2400, elevationAttribution: GROUND_ATTRIBUTION },
  });
});

describe('a batch', () => {
  it('waits for no more than two tiles, and is not kept while a height is pending', async () => {
    const release = hold();
    tiles.requests.length = 0;
    const locations = Array.from({ length: 100 }, (_, i) => ({ lat: -30.5, lon: i + 0.5 }));
    const answer = await postForecasts<{ forecasts: { meta: Meta }[] }>(
      app,
      { apikey: client.key },
      { locations, fields: ['temperature'] },
    );
    expect(answer.headers.get('cache-control')).toBe('no-store');
    for (const { meta } of answer.body.forecasts) expect(codesOf(meta)).toContain('terrain_pending');
    expect(tiles.requests).toHaveLength(2);
    release();
  });

  it('with heights of its own needs none', async () => {
    const { headers } = await postForecasts(
      app,
      { apikey: client.key },
      { locations: [{ lat: -31.5, lon: 0.5, elevation: 3 }] },
    );
    expect(headers.get('cache-control')).toContain('max-age');
  });
});

it('a job waits for what its key may fetch, and uses the terrain of the models beyond that', async () => {
  const other = await createKeyedClient(app);
  const jobs = new JobCaller(() => app);
  const locations = Array.from({ length: 150 }, (_, i) => ({
    lat: 60.5 + Math.floor(i / 75),
    lon: (i % 75) + 0.5,
  }));
  tiles.requests.length = 0;
  const { body } = await jobs.submit({ locations, fields: ['temperature'] }, other);
  await jobs.ended(body.id);
  const result = await jobs.ask<{ forecasts: { meta: Meta }[] }>(`${body.id}/result`, other);
  const known = result.body.forecasts.filter(({ meta }) => !codesOf(meta).includes('terrain_pending'));
  expect(known).toHaveLength(60);
  // Those of an earlier batch may still be under way.
  const asked = tiles.requests.filter(({ path }) => /_N6[01]_00_/.test(path));
  expect(asked).toHaveLength(60);
});

it('metrics tell what became of tiles', async () => {
  const scrape = await Scrape.of(app);
  expect(scrape.value('weather_terrain_tiles_total', { result: 'fetched' })).toBeGreaterThanOrEqual(1);
  expect(scrape.value('weather_terrain_tiles_total', { result: 'ocean' })).toBeGreaterThanOrEqual(60);
  expect(scrape.value('weather_terrain_failing')).toBe(0);
});
