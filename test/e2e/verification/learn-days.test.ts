import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { useTestApp } from '../../support/test-app.js';
import { ObservationStoreService } from '../../../src/observations/reports/observation-store.service.js';
import { ForecastDays } from '../../../src/verification/forecasts/forecast-days.js';
import { ForecastStoreService } from '../../../src/verification/forecasts/forecast-store.service.js';
import { ScoreStoreService } from '../../../src/verification/scores/score-store.service.js';
import { partOfTile, tileOf } from '../../../src/verification/store/tiles.js';
import { VerificationService } from '../../../src/verification/verification.service.js';
import {
  BIAS_NUMBERS,
  STATION_BIASES,
  carriedErrors,
  correctionIndex,
  correctionsOf,
} from '../../../src/weather/verification/index.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NOW = new Date();
const TODAY_MS = Math.floor(NOW.getTime() / DAY_MS) * DAY_MS;
/** Two days of hours that are over, before today. */
const HOURS = Array.from({ length: 48 }, (_, i) => TODAY_MS - 2 * DAY_MS + i * HOUR_MS);

// Without a schedule, nothing is verified but what the tests verify.
const app = useTestApp({ OBSERVATIONS: 'metar', INGEST_SCHEDULE: 'off', METAR_BASE_URL: 'file:///nowhere' });

const PLACES = [0, 0.4, 0.8].map((lat, i) => ({
  ...{ id: `XX0${i}`, name: null, lat, lon: 10, elevation: 0 },
}));
const scoreStore = () => app().app.get(ScoreStoreService);
const issue = async (runMs: number) => {
  const forecasts = app().app.get(ForecastStoreService);
  const parts = Map.groupBy(PLACES, ({ lat, lon }) => partOfTile(tileOf(lat, lon)));
  for (const [part, places] of parts) {
    const days = new ForecastDays(runMs, places.length);
    // Two degrees too warm; too moist by none.
    places.forEach((_, i) =>
      days.set(i, { temperature: days.times.map(() => 12), dewPoint: days.times.map(() => 5) }),
    );
    const ids = places.map(({ id }) => id);
    await forecasts.write('auto_uncorrected', new Date(runMs), part, ids, days);
  }
  await forecasts.finish('auto_uncorrected', new Date(runMs), NOW, PLACES.length);
};
const report = (station: (typeof PLACES)[number], observedAtMs: number) => ({
  station,
  observedAtMs,
  isSpecial: false,
  values: {
    temperature: 10,
    dewPoint: 5,
    windSpeed: 3,
    windDirection: 270,
    windGust: null,
    pressureSurfaceLevel: null,
    cloudCover: null,
    visibility: null,
    weatherCode: null,
  },
  text: `METAR ${station.id}`,
});
const measure = async (places: typeof PLACES, hours: number[]) => {
  const attemptedAt = new Date();
  const reports = places.flatMap((place) => hours.map((atMs) => report(place, atMs)));
  await app()
    .app.get(ObservationStoreService)
    .add('metar', reports, { attemptedAt, dueAt: attemptedAt, error: null });
};
/** For a moment, the database may still hold the lock of the one before. */
const verify = async () => {
  const { signal } = new AbortController();
  while (!(await app().app.get(VerificationService).verifyNow(NOW, signal))) await sleep(10);
};
const learned = async (id: string) => {
  for (const { stations, values } of await scoreStore().newestBiases(NOW)) {
    const i = stations.indexOf(id);
    if (i !== -1) return values.subarray(i * STATION_BIASES, (i + 1) * STATION_BIASES);
  }
  throw new Error(`${id} is unknown`);
};

it('corrects what is forecast for a station, and is compared with what its neighbors suggest', async () => {
  for (let runMs = TODAY_MS - 5 * DAY_MS; runMs < TODAY_MS; runMs += 6 * HOUR_MS) await issue(runMs);
  await measure(PLACES, HOURS);
  await verify();
  const biases = await learned('XX01');
  const corrections = correctionsOf(biases);
  // By hand: 12 cases of the first day, of which five experts who knew nothing were as wrong; then twice as many.
  expect(corrections[correctionIndex(0, 0, 12)]).toBeGreaterThan(10);
  expect(corrections[correctionIndex(0, 0, 12)]).toBeLessThan(20);
  expect(corrections[correctionIndex(1, 0, 12)]).toBe(0);
  // On the second day, the neighbors had what the first one taught: of 2 degrees, 12 / 22, by four experts of five, half as far.
  const suggested = ((2 * 12) / 22) * 0.8 * (1 - 44.5 / 100);
  const { days: compared, raw, carried } = carriedErrors(biases, 0, 0);
  expect([compared, raw]).toEqual([1, 2]);
  expect(carried).toBeCloseTo(2 - suggested, 1);
  expect(carriedErrors(biases, 0, 1).days).toBe(0);
});

it('is the same however often a day is verified, and whenever its reports arrive', async () => {
  const before = await learned('XX00');
  await app().runSql('delete from verification_days');
  await verify();
  expect(await learned('XX00')).toEqual(before);

  // A neighbor that reports a day late, and one that was known all along.
  const late = { ...PLACES[0], id: 'XX03', lat: 0.2 };
  PLACES.push(late);
  for (let runMs = TODAY_MS - 5 * DAY_MS; runMs < TODAY_MS; runMs += 6 * HOUR_MS) await issue(runMs);
  await measure([late], HOURS.slice(24));
  await verify();
  await measure([late], HOURS.slice(0, 24));
  await verify();
  const [own, neighbor] = [await learned('XX03'), await learned('XX00')];
  expect(own.subarray(0, BIAS_NUMBERS)).toEqual(neighbor.subarray(0, BIAS_NUMBERS));
  await app().runSql('delete from verification_days');
  await verify();
  expect([await learned('XX03'), await learned('XX00')]).toEqual([own, neighbor]);
});
