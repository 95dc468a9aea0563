import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { beforeAll, expect, it } from '@jest/globals';
import {
  ObservationStoreService,
  REPORT_DAYS,
} from '../../src/observations/reports/observation-store.service.js';
import { ObservationsService } from '../../src/observations/reports/observations.service.js';
import { RetentionService } from '../../src/core/retention/retention.service.js';
import { VERIFIED_DAYS } from '../../src/verification/verification.service.js';
import type { PlaceForecast } from '../../src/verification/forecasts/run-at-stations.js';
import { ForecastDays } from '../../src/verification/forecasts/forecast-days.js';
import { ForecastStoreService } from '../../src/verification/forecasts/forecast-store.service.js';
import { partsOf } from '../../src/verification/forecasts/station-parts.js';
import { ObservedDaysService } from '../../src/verification/scores/observed-days.service.js';
import { ScoreStoreService } from '../../src/verification/scores/score-store.service.js';
import { VerifyDayService } from '../../src/verification/scores/verify-day.service.js';
import { METAR } from '../../src/weather/observations/metar/metar.source.js';
import {
  BIAS_NUMBERS,
  LONGEST_LEAD_HOURS,
  STATION_BIASES,
  STATION_CORRECTIONS,
  learnError,
} from '../../src/weather/verification/index.js';
import { writeBias } from '../../src/weather/verification/station-biases.js';
import { MadeWeather } from '../support/made-weather.js';
import { generator } from '../support/random.js';
import { describeWithSharedData, sharedData } from '../support/shared-data.js';
import { useTestApp } from '../support/test-app.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const TODAY_MS = Math.floor(Date.now() / DAY_MS) * DAY_MS;
/** The day that is verified, of which all is known. */
const DAY = new Date(TODAY_MS - DAY_MS);
/** The end of a day, when most is stored. */
const NOW = new Date(TODAY_MS - HOUR_MS / 60);
const DAYS = 35;

const EVERY_MS = 6 * HOUR_MS;
/** Of the default set-up. */
const [WEATHER_MODELS, ENSEMBLE] = [['ifs', 'gfs'], 'gefs'];
const FILE = 'metar/metars.cache.20250814T1840Z.csv.gz';
const MOST_MEGABYTES = 600;
const TABLES = [
  ...['observation_blocks', 'observation_stations', 'verification_forecasts', 'verification_sums'],
  ...['verification_biases', 'verification_checks'],
];
const { signal } = new AbortController();

const app = useTestApp({ OBSERVATIONS: 'metar', INGEST_SCHEDULE: 'off', METAR_BASE_URL: 'file:///nowhere' });
const get = <T>(type: new (...of: never[]) => T) => app().app.get(type);
const runSql = (statement: string, parameters?: unknown[]) => app().runSql(statement, parameters);

function realReports() {
  const text = gunzipSync(readFileSync(join(sharedData!, FILE))).toString();
  const reading = METAR.read(text, { nowMs: Date.UTC(2025, 7, 14, 18, 40), refuse: () => undefined });
  for (let step = reading.next(); ; step = reading.next())
    if (step.done) return [...new Map(step.value.map((report) => [report.station.id, report])).values()];
}

describeWithSharedData('after 35 days of the default set-up', () => {
  let weather: MadeWeather;

  beforeAll(async () => {
    const reports = realReports();
    const firstMs = TODAY_MS - (DAYS + 1) * DAY_MS;
    weather = new MadeWeather(reports, firstMs, DAYS + 1, [...WEATHER_MODELS, ENSEMBLE]);
    await storeReports();
    await get(ObservationsService).work(NOW);
    await storeForecasts(new Map(reports.map(({ station }, i) => [station.id, i])));
  }, 900_000);

  async function storeReports() {
    const store = get(ObservationStoreService);
    for (let atMs = TODAY_MS - REPORT_DAYS * DAY_MS; atMs < TODAY_MS; atMs += HOUR_MS) {
      const at = new Date(atMs);
      await store.add('metar', [...weather.reports(atMs)], { attemptedAt: at, dueAt: at, error: null });
    }
  }

  /** All runs that have an hour that can still be verified. */
  async function storeForecasts(indexes: ReadonlyMap<string, number>) {
    const store = get(ForecastStoreService);
    const parts = partsOf(get(ObservationsService).all().values());
    const firstMs = TODAY_MS - VERIFIED_DAYS * DAY_MS;
    for (let runMs = firstMs - LONGEST_LEAD_HOURS * HOUR_MS; runMs < NOW.getTime(); runMs += EVERY_MS)
      for (const [part, stations] of parts.entries()) {
        const all = stations.map(({ id }) => {
          const i = indexes.get(id)!;
          const models = WEATHER_MODELS.map((model) => weather.modelAt(i, model, runMs));
          const ensemble = weather.probabilityAt(i, ENSEMBLE, runMs);
          return { models, ensemble, own: weather.ownAt(i, models, ensemble, runMs) };
        });
        const ids = stations.map(({ id }) => id);
        const daysOf = (forecasts: readonly PlaceForecast[]) => {
          const days = new ForecastDays(runMs, stations.length);
          forecasts.forEach((forecast, station) => days.set(station, forecast));
          for (const dayMs of days.days.keys()) if (dayMs < firstMs) days.days.delete(dayMs);
          return days;
        };
        const run = new Date(runMs);
        for (const [m, model] of WEATHER_MODELS.entries())
          await store.write(model, run, part, ids, daysOf(all.map(({ models }) => models[m])));
        await store.write(ENSEMBLE, run, part, ids, daysOf(all.map(({ ensemble }) => ensemble)));
        await store.write('auto', run, part, ids, daysOf(all.map(({ own }) => own.served)), {
          auto_uncorrected: daysOf(all.map(({ own }) => own.uncorrected)),
          auto_without_station: daysOf(all.map(({ own }) => own.withoutStation)),
        });
      }
  }

  /** Stores rows of the day for the days before, too. */
  async function repeat(table: string) {
    const [first] = await runSql(`select * from ${table} limit 1`);
    const names = Object.keys(first);
    const values = names.map((name) => (name === 'day' ? '?::timestamptz' : name));
    for (let back = 1; back <= DAYS; back++)
      await runSql(
        `insert into ${table} (${names.join()}) select ${values.join()} from ${table} where day = ?
         on conflict do nothing`,
        [new Date(DAY.getTime() - back * DAY_MS), DAY],
      );
  }

  /** What a month of errors has taught. */
  async function storeBiases() {
    const random = generator(3);
    const bias = new Float64Array(BIAS_NUMBERS);
    for (const [part, stations] of partsOf(get(ObservationsService).all().values()).entries()) {
      const values = new Int16Array(stations.length * STATION_BIASES);
      for (let station = 0; station < stations.length; station++) {
        const usual = 3 * (random() - 0.5);
        for (let i = 0; i < STATION_CORRECTIONS; i++) {
          bias.fill(0);
          for (let day = 0; day < 30; day++) learnError(bias, usual + 4 * (random() + random() - 1), 12);
          writeBias(values, station, i, bias);
        }
      }
      await get(ScoreStoreService).writeBiases(DAY, part, { stations: stations.map(({ id }) => id), values });
    }
  }

  it('observations, forecasts and scores take at most 600 MB', async () => {
    const observed = get(ObservedDaysService);
    const versions = await observed.versions(TODAY_MS - REPORT_DAYS * DAY_MS, TODAY_MS);
    await observed.read(versions);
    await get(VerifyDayService).verify(DAY.getTime(), NOW, signal);
    await repeat('verification_sums');
    await storeBiases();
    await repeat('verification_biases');
    await repeat('verification_checks');
    await get(RetentionService).work(NOW);
    for (const table of TABLES) await runSql(`vacuum full ${table}`);
    const sizes = await runSql(
      'select name, round(pg_total_relation_size(name::regclass) / 1e6) as megabytes from unnest(?::text[]) as name',
      [`{${TABLES.join()}}`],
    );
    const total = sizes.reduce((sum, { megabytes }) => sum + Number(megabytes), 0);
    const shown = sizes.map(({ name, megabytes }) => `${String(name)} ${String(megabytes)}`);
    process.stderr.write(`Megabytes after 35 days: ${shown.join(', ')}; ${total} in all\n`);
    expect(total).toBeLessThanOrEqual(MOST_MEGABYTES);
  });
});
