import { beforeAll, expect, it } from '@jest/globals';
import { ApiCaller } from '../../support/api-caller.js';
import { createKeyedClient, type KeyedClient } from '../../support/forecast-caller.js';
import { readReports, useMetarCache } from '../../support/metar-cache.js';
import { metarRow, minutesAgo } from '../../support/metar-rows.js';
import { useTestApp } from '../../support/test-app.js';
import { ObservationsService } from '../../../src/observations/reports/observations.service.js';
import type { StationReportDto } from '../../../src/observations/stations/stations.dto.js';

const cache = useMetarCache();
const app = useTestApp({ OBSERVATIONS: 'metar', METAR_BASE_URL: cache.url });
let client: KeyedClient;

beforeAll(async () => {
  client = await createKeyedClient(app());
});

const get = (id: string) =>
  new ApiCaller(app().url).get<StationReportDto>(`/v1/weather/stations/${id}`, { apikey: client.key });

it('200: has the newest report, whatever comes later, until it is older than three hours', async () => {
  cache.write([metarRow({ observation_time: minutesAgo(10) })]);
  await readReports(app());
  cache.write([metarRow({ observation_time: minutesAgo(70), temp_c: '5' })]);
  await readReports(app());

  const { status, headers, body } = await get('KBOS');
  expect(status).toBe(200);
  expect(headers.get('cache-control')).toBe('private, max-age=60');
  expect(body).toMatchObject({
    id: 'KBOS',
    latest: { observedAt: minutesAgo(10).replace('.000', ''), values: { temperature: 8.3 } },
    attribution: 'NOAA/NWS Aviation Weather Center',
  });

  const service = app().app.get(ObservationsService);
  expect(service.latestOf('KBOS', new Date(Date.now() + 160 * 60_000))).toBeDefined();
  expect(service.latestOf('KBOS', new Date(Date.now() + 175 * 60_000))).toBeUndefined();
});

it('404: once the database has deleted it after 35 days without a report', async () => {
  const service = app().app.get(ObservationsService);
  const inDays = (days: number) => service.work(new Date(Date.now() + days * 86_400_000));
  await inDays(34);
  expect(service.station('KBOS')).toBeDefined();
  await inDays(36);
  expect(service.station('KBOS')).toBeUndefined();
});

it('404: is about a station that has never reported', async () => {
  const { status, body } = await get('XXXX');
  expect([status, body]).toEqual([404, expect.objectContaining({ code: 'not_found' })]);
});
