import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { ForecastService } from '../../src/forecast/forecast.service.js';
import { forecastService } from '../support/forecast-service.js';
import { readFields } from '../../src/weather/grib/message.js';
import { RunCatalogue } from '../../src/store/catalogue/run-catalogue.js';
import { RunWriter } from '../../src/store/write/run-writer.js';
import { describeWithSharedData, sharedData } from '../support/shared-data.js';
import { answerOf, configuration, valuesOf } from '../unit/forecast/synthetic-forecasts.js';
import { OWN_CATALOGUE } from '../support/own-catalogue.js';

interface Place {
  name: string;
  latitude: number;
  longitude: number;
  windSpeed: number;
  windDirection: number;
}

const places = JSON.parse(
  readFileSync(new URL('fixtures/gfs-20190106t12.winds.json', import.meta.url), 'utf8'),
) as Place[];

const STEP_HOURS = 6;
const IDENTITY = {
  model: 'gfs',
  resolution: '1p00',
  run: new Date('2019-01-06T12:00:00Z'),
  attribution: 'NOAA',
  grid: {
    ni: 360,
    nj: 181,
    latitudeFirst: 90,
    longitudeFirst: 0,
    latitudeIncrement: 1,
    longitudeIncrement: 1,
    wrapsLongitude: true,
  },
  stepsHours: [STEP_HOURS],
};
const VALID = '2019-01-06T18:00:00Z';

/** Publishes the two fields of the file, whose rows are in the store's order. */
async function publishWinds(directory: string): Promise<void> {
  const bytes = readFileSync(join(sharedData ?? '', 'grib/gfs.20190106.t12z.1p00.wind10m.f006.drt3.grb2'));
  const writer = await RunWriter.create(directory, IDENTITY);
  const [u, v] = readFields(bytes);
  for (const [variable, field] of [
    ['windU10m', u],
    ['windV10m', v],
  ] as const) {
    const { referenceValue: reference, quantum } = field.packing;
    const values = field.decode();
    const plane = { variable, statistic: 'instant', stepHours: STEP_HOURS, values } as const;
    await writer.add({ ...plane, quantisation: { reference, quantum } });
  }
  await writer.publish();
}

describeWithSharedData('the served winds of the global run of 2019-01-06T12', () => {
  let directory: string;
  let catalogue: RunCatalogue;
  let service: ForecastService;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'winds-'));
    await publishWinds(directory);
    catalogue = new RunCatalogue(directory);
    service = forecastService(catalogue, configuration(STEP_HOURS));
  });
  afterAll(async () => {
    catalogue.close();
    await rm(directory, { recursive: true });
  });

  test.each(places)('match an independent computation: $name', (place) => {
    const query = {
      lat: String(place.latitude),
      lon: String(place.longitude),
      fields: 'windSpeed,windDirection',
      startTime: VALID,
      endTime: '2019-01-06T18:00:01Z',
    };
    const { answer } = answerOf(service, query, new Date(VALID));
    const half = (metric: 'windSpeed' | 'windDirection') =>
      0.5 * 10 ** -OWN_CATALOGUE.get(metric).served.metric.decimals + 1e-5;
    expect(answer.meta).toMatchObject({ source: 'gfs', run: '2019-01-06T12:00:00Z' });
    const [speed] = valuesOf(answer, 'windSpeed') as number[];
    const [direction] = valuesOf(answer, 'windDirection') as number[];
    expect(Math.abs(speed - place.windSpeed)).toBeLessThanOrEqual(half('windSpeed'));
    // 359.8 is served as 0.
    const turn = Math.abs(direction - place.windDirection);
    expect(Math.min(turn, 360 - turn)).toBeLessThanOrEqual(half('windDirection'));
  });
});
