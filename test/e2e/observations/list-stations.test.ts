import { beforeAll, describe, expect, it } from '@jest/globals';
import { ApiCaller } from '../../support/api-caller.js';
import { createKeyedClient, type KeyedClient } from '../../support/forecast-caller.js';
import { flushedUsage } from '../../support/flushed-usage.js';
import { readReports, useMetarCache } from '../../support/metar-cache.js';
import { metarRow, minutesAgo } from '../../support/metar-rows.js';
import { useTestApp } from '../../support/test-app.js';
import type { NearStationsDto } from '../../../src/observations/stations/stations.dto.js';

const cache = useMetarCache();
const app = useTestApp({ OBSERVATIONS: 'metar', METAR_BASE_URL: cache.url });
let client: KeyedClient;

beforeAll(async () => {
  client = await createKeyedClient(app());
  cache.write([
    metarRow({ observation_time: minutesAgo(10) }),
    metarRow({
      station_id: 'KOWD',
      latitude: '42.1905',
      longitude: '-71.1729',
      observation_time: minutesAgo(170),
    }),
    metarRow({
      station_id: 'KPVD',
      latitude: '41.7225',
      longitude: '-71.4325',
      observation_time: minutesAgo(20),
    }),
    metarRow({
      station_id: 'EPWA',
      latitude: '52.1657',
      longitude: '20.9671',
      observation_time: minutesAgo(5),
    }),
  ]);
  await readReports(app());
});

const list = <T = NearStationsDto>(query: string, apikey = client.key) =>
  new ApiCaller(app().url).get<T>(`/v1/weather/stations?${query}`, { apikey });

describe('200', () => {
  it('records the bytes that are sent, which are compressed', async () => {
    const { key, clientId } = await createKeyedClient(app());
    const answer = await new ApiCaller(app().url).get('/v1/weather/stations?lat=42.3478&lon=-71.0466', {
      apikey: key,
      'accept-encoding': 'gzip',
    });

    expect(answer.headers.get('content-encoding')).toBe('gzip');
    const recorded = await flushedUsage(
      app(),
      `select sum(bytes)::int as bytes from usage.client_days where client_id = '${clientId}'`,
    );
    expect(recorded).toEqual([{ bytes: Number(answer.headers.get('content-length')) }]);
  });

  it('lists the stations around a location, the nearest first, with their latest reports', async () => {
    const { status, headers, body } = await list('lat=42.3478&lon=-71.0466');

    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('private, max-age=60');
    expect(body.attribution).toBe('NOAA/NWS Aviation Weather Center');
    // By the haversine formula: 3.35, 20.35 and 76.49 km.
    expect(body.data.map(({ id, distanceKm }) => [id, distanceKm])).toEqual([
      ['KBOS', 3.3],
      ['KOWD', 20.3],
      ['KPVD', 76.5],
    ]);
    expect(body.data[0]).toEqual({
      id: 'KBOS',
      name: null,
      lat: 42.3606,
      lon: -71.0097,
      elevation: 4,
      distanceKm: 3.3,
      latest: {
        observedAt: minutesAgo(10).replace('.000', ''),
        values: {
          temperature: 8.3,
          dewPoint: 2.2,
          windSpeed: 5.1,
          windDirection: 290,
          windGust: null,
          pressureSurfaceLevel: 1018.5,
          cloudCover: 44,
          visibility: 16.1,
          weatherCode: 1101,
        },
        report: 'METAR KBOS 210554Z 29010KT 10SM SCT040 08/02 A3009 RMK AO2 T00830022',
      },
    });
  });

  it('lists those within a radius, and none where there are none', async () => {
    expect((await list('lat=42.3478&lon=-71.0466&radiusKm=30')).body.data).toHaveLength(2);
    expect((await list('lat=-42&lon=171')).body).toEqual({
      data: [],
      attribution: 'NOAA/NWS Aviation Weather Center',
    });
  });

  it('costs one unit', async () => {
    const { headers } = await list('lat=0&lon=0');
    const before = Number(/r=(\d+)/.exec(headers.get('ratelimit')!)![1]);
    const after = (await list('lat=0&lon=0')).headers.get('ratelimit');
    expect(after).toContain(`r=${before - 1}`);
  });
});

describe('400', () => {
  it.each([
    ['lat', 'lon=1'],
    ['lat', 'lat=91&lon=1'],
    ['lon', 'lat=1&lon=1e1'],
    ['radiusKm', 'lat=1&lon=1&radiusKm=0'],
    ['radiusKm', 'lat=1&lon=1&radiusKm=301'],
    ['radiusKm', 'lat=1&lon=1&radiusKm=1.5'],
  ])('names a faulty %s: %s', async (parameter, query) => {
    const { status, body } = await list<{ errors: { parameter: string }[] }>(query);

    expect(status).toBe(400);
    expect(body.errors.map((error) => error.parameter)).toEqual([parameter]);
  });
});
