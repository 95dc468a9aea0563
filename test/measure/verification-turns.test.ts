import { beforeAll, expect, it } from '@jest/globals';
import { ObservationStoreService } from '../../src/observations/reports/observation-store.service.js';
import { ObservationsService } from '../../src/observations/reports/observations.service.js';
import { KeepForecastsService } from '../../src/verification/forecasts/keep-forecasts.service.js';
import { VerificationService } from '../../src/verification/verification.service.js';
import { longestTurnMs, yardstickMs } from '../support/loop-client.js';
import { publishServedRun } from '../support/served-run.js';
import { useTestApp } from '../support/test-app.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NOW = new Date();
const TODAY_MS = Math.floor(NOW.getTime() / DAY_MS) * DAY_MS;
const MODELS = { gfs: '1p00', ifs: '0p25', gefs: '0p50' };
const STATIONS = Array.from({ length: 5_000 }, (_, i) => ({
  id: `K${i.toString(36).padStart(3, '0')}`,
  name: null,
  lat: ((i * 37) % 170) - 85,
  lon: i * 0.07 - 175,
  elevation: 100,
}));
const HOURS = 30;
/** As many runs of each model are verified on a day. */
const RUNS = 10;
/** About 20 ms: twice what a turn may take, since garbage is collected, too. */
const MOST_YARDSTICKS = 50;
/** The least counts: other load on the machine only adds time, and at first, code isn't compiled yet. */
const ROUNDS = 3;
const { signal } = new AbortController();

const app = useTestApp({
  OBSERVATIONS: 'metar',
  INGEST_SCHEDULE: 'off',
  METAR_BASE_URL: 'file:///nowhere',
  MODELS: Object.keys(MODELS).join(),
});

async function expectShortTurns(prepare: () => Promise<unknown>, work: () => Promise<unknown>) {
  let least = Infinity;
  for (let round = 0; round < ROUNDS && least > MOST_YARDSTICKS; round++) {
    await prepare();
    least = Math.min(least, (await longestTurnMs(work)) / yardstickMs());
  }
  expect(least).toBeLessThanOrEqual(MOST_YARDSTICKS);
}

const reportOf = (station: (typeof STATIONS)[number], i: number, observedAtMs: number) => ({
  ...{ station, observedAtMs, isSpecial: false, text: `METAR ${station.id}` },
  values: {
    temperature: Math.round(10 + 4 * Math.sin(observedAtMs / DAY_MS + i)),
    dewPoint: 5,
    windSpeed: Math.abs(Math.round(40 * Math.sin(i + observedAtMs / HOUR_MS))) / 10,
    windDirection: (i * 10) % 360,
    pressureSurfaceLevel: 1_000,
    weatherCode: 1_000,
    ...{ windGust: null, cloudCover: null, visibility: null },
  },
});

beforeAll(async () => {
  const store = app().app.get(ObservationStoreService);
  const state = { attemptedAt: NOW, dueAt: NOW, error: null };
  for (let atMs = TODAY_MS - HOURS * HOUR_MS; atMs < TODAY_MS; atMs += HOUR_MS)
    await store.add(
      'metar',
      STATIONS.map((station, i) => reportOf(station, i, atMs)),
      state,
    );
  await app().app.get(ObservationsService).work(NOW);
  for (const [model, resolution] of Object.entries(MODELS))
    await publishServedRun(app(), (NOW.getTime() - TODAY_MS + 2 * DAY_MS) / HOUR_MS, {
      ...{ model, resolution, stepsHours: Array.from({ length: 49 }, (_, i) => i) },
      values: {
        ...{ temperature2m: (step) => 283 + Math.sin(step / 4), dewPoint2m: 278, windU10m: 3, windV10m: 1 },
        ...{ surfacePressure: 1e5, temperature2mP10: 281, temperature2mP50: 283, temperature2mP90: 285 },
      },
    });
});

const forget = (table: string) => () => app().runSql(`delete from ${table}`);
const keep = () => app().app.get(KeepForecastsService);

it('keeping the forecasts of three models at 5,000 stations takes short turns', () =>
  expectShortTurns(forget('verification_runs'), () => keep().keepRuns(NOW, signal)));

it('keeping what is served there takes short turns', () =>
  expectShortTurns(forget('verification_runs'), () =>
    keep().keepIssued(new Date(TODAY_MS - DAY_MS + 60_000), signal),
  ));

it('verifying a day takes short turns', async () => {
  const day = new Date(TODAY_MS - DAY_MS);
  const added = `insert into verification_forecasts (source, run, day, part, forecasts)
    select distinct on (source, part) source, ?::timestamptz, day, part, forecasts from verification_forecasts
    where day = ? order by source, part, run on conflict do nothing`;
  // Those without correction are among them, from which corrections are learned.
  for (let i = 0; i < RUNS; i++) await app().runSql(added, [new Date(TODAY_MS - i * 6 * HOUR_MS), day]);
  await expectShortTurns(forget('verification_days'), () =>
    app().app.get(VerificationService).verifyNow(NOW, signal),
  );
});
