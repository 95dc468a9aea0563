import { beforeAll, describe, expect, it } from '@jest/globals';
import { ApiCaller } from '../../support/api-caller.js';
import { createKeyedClient, type KeyedClient } from '../../support/forecast-caller.js';
import { readReports, useMetarCache } from '../../support/metar-cache.js';
import { metarRow, minutesAgo } from '../../support/metar-rows.js';
import { useTestApp } from '../../support/test-app.js';
import type { StationObservationsDto } from '../../../src/observations/stations/stations.dto.js';

const cache = useMetarCache();
const app = useTestApp({ OBSERVATIONS: 'metar', METAR_BASE_URL: cache.url });
let client: KeyedClient;

beforeAll(async () => {
  client = await createKeyedClient(app());
  for (const minutes of [150, 30, 90])
    await write(metarRow({ observation_time: minutesAgo(minutes), temp_c: String(minutes / 10) }));
  // Another station, and a correction.
  await write(metarRow({ observation_time: minutesAgo(60), station_id: 'KOWD' }));
  await write(metarRow({ observation_time: minutesAgo(90), temp_c: '9.5', raw_text: 'METAR KBOS COR' }));
});

async function write(row: string) {
  cache.write([row]);
  await readReports(app());
}

const list = <T = StationObservationsDto>(query = '', id = 'KBOS') =>
  new ApiCaller(app().url).get<T>(`/v1/weather/stations/${id}/observations${query}`, {
    apikey: client.key,
  });
const temperatures = ({ data }: StationObservationsDto) => data.map(({ values }) => values.temperature);

describe('200', () => {
  it("lists a station's reports, the oldest first, as they were corrected", async () => {
    const { status, headers, body } = await list();

    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('private, max-age=60');
    expect(body.station).toEqual({ id: 'KBOS', name: null, lat: 42.3606, lon: -71.0097, elevation: 4 });
    expect(temperatures(body)).toEqual([15, 9.5, 3]);
    expect(body.data[1].report).toBe('METAR KBOS COR');
    expect(body.attribution).toBe('NOAA/NWS Aviation Weather Center');
  });

  it('lists those of a time, both ends included', async () => {
    const [start, end] = [minutesAgo(150), minutesAgo(90)];
    expect(temperatures((await list(`?startTime=${start}&endTime=${end}`)).body)).toEqual([15, 9.5]);
    expect(temperatures((await list(`?endTime=${minutesAgo(91)}`)).body)).toEqual([15]);
    expect(temperatures((await list('?startTime=2020-01-01T00:00Z&endTime=2020-01-02T00:00Z')).body)).toEqual(
      [],
    );
  });
});

describe('400', () => {
  it.each([
    ['startTime', '?startTime=yesterday'],
    ['endTime', '?endTime=2026-13-01T00:00Z'],
    ['startTime', '?startTime=2026-01-02T00:00Z&endTime=2026-01-01T00:00Z'],
    ['startTime', '?startTime=2026-01-02T00:00Z&startTime=2026-01-02T00:00Z'],
  ])('names a faulty %s: %s', async (parameter, query) => {
    const { status, body } = await list<{ errors: { parameter: string }[] }>(query);

    expect(status).toBe(400);
    expect(body.errors.map((error) => error.parameter)).toEqual([parameter]);
  });
});

it('404: is about a station that has never reported', async () => {
  expect(await list('', 'XXXX')).toMatchObject({ status: 404, body: { code: 'not_found' } });
});
