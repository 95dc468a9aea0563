import { expect, it, jest } from '@jest/globals';
import { reportOf, storeReports, verifyAt, WITHOUT_SCHEDULE } from '../../support/station-reports.js';
import { useTestApp } from '../../support/test-app.js';
import { taughtBiases } from './taught-biases.js';
import { DatabaseClockService } from '../../../src/core/database/index.js';
import { ObservationsService } from '../../../src/observations/reports/observations.service.js';
import { ForecastDays } from '../../../src/verification/forecasts/forecast-days.js';
import { ForecastStoreService } from '../../../src/verification/forecasts/forecast-store.service.js';
import { ScoreStoreService } from '../../../src/verification/scores/score-store.service.js';
import { partOfTile, tileOf } from '../../../src/verification/store/tiles.js';
import { PublishStateService } from '../../../src/verification/state/publish-state.service.js';
import { regionOf } from '../../../src/verification/state/regions.js';
import { unpackState } from '../../../src/verification/state/state-content.js';
import { VerificationStatesService } from '../../../src/verification/state/verification-states.service.js';
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

const app = useTestApp(WITHOUT_SCHEDULE);

const PLACES = [0, 0.4, 0.8].map((lat, i) => ({
  ...{ id: `XX0${i}`, name: null, lat, lon: 10, elevation: 0 },
}));
const get = <T>(type: new (...of: never[]) => T) => app().app.get(type);
const scoreStore = () => get(ScoreStoreService);
const issue = async (runMs: number, source = 'auto_uncorrected', celsius = 12) => {
  const forecasts = get(ForecastStoreService);
  const parts = Map.groupBy(PLACES, ({ lat, lon }) => partOfTile(tileOf(lat, lon)));
  for (const [part, places] of parts) {
    const days = new ForecastDays(runMs, places.length);
    // Two degrees too warm; too moist by none.
    places.forEach((_, i) =>
      days.set(i, { temperature: days.times.map(() => celsius), dewPoint: days.times.map(() => 5) }),
    );
    const ids = places.map(({ id }) => id);
    await forecasts.write(source, new Date(runMs), part, ids, days);
  }
  await forecasts.finish(source, new Date(runMs), NOW, PLACES.length);
};
const measure = (places: typeof PLACES, hours: number[]) =>
  storeReports(
    app(),
    places.flatMap((place) => hours.map((atMs) => reportOf(place, atMs, { temperature: 10, dewPoint: 5 }))),
  );
const verify = () => verifyAt(app(), NOW);
const newestState = async () => {
  const [row] = await app().runSql('select state from verification_states order by number desc limit 1');
  return unpackState(row.state as Buffer);
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

it('is forgotten after a week', async () => {
  const on = (days: number) => scoreStore().newestBiases(new Date(TODAY_MS + days * DAY_MS));
  expect((await on(6)).length).toBeGreaterThan(0);
  expect(await on(7)).toEqual([]);
});

it('is taken from the day before where it is damaged, and learned again', async () => {
  const before = await learned('XX00');
  const [dayBefore] = await scoreStore().newestBiases(new Date(TODAY_MS - DAY_MS));
  await app().runSql(`update verification_biases set biases = '\\x00' where day = ?`, [new Date(TODAY_MS)]);
  expect((await scoreStore().newestBiases(NOW))[0]).toEqual(dayBefore);
  await app().runSql('delete from verification_days');
  await verify();
  expect(await learned('XX00')).toEqual(before);
});

it('stays due until it is published', async () => {
  await app().runSql('update verification_days set verified_at = null');
  const publish = jest.spyOn(get(PublishStateService), 'publish').mockRejectedValue(new Error('broken'));
  await expect(verify()).rejects.toThrow('broken');
  expect(await scoreStore().verifiedAt()).toBeUndefined();
  publish.mockRestore();
  await verify();
  expect(await scoreStore().verifiedAt()).toEqual(NOW);
});

it('gives weights that are made again when reports of earlier days arrive late', async () => {
  const [firstMs] = HOURS;
  await app().runSql('delete from observation_blocks where hour < ?', [new Date(HOURS[24])]);
  for (const [source, celsius] of [
    ['gfs', 13],
    ['ifs', 11],
  ] as const)
    for (let hour = 0; hour < 24; hour += 6) await issue(firstMs + hour * HOUR_MS, source, celsius);
  await verify();
  expect((await newestState()).factors[0]).toBeCloseTo(1, 6);
  await measure(PLACES, HOURS.slice(0, 24));
  await verify();
  // Up to 6 hours ahead, 96 cases: of the share of GFS, 0.4653, 300 / 396, and 96 / 396 of 0.1 (3 K against 1 K).
  const expected = (0.4653 * 300 + 0.1 * 96) / 396 / 0.4653;
  expect((await newestState()).factors[0]).toBeCloseTo(expected, 3);
});

it('counts in a region as in the world, until enough is known there', async () => {
  const far = { ...PLACES[0], id: 'XX05', lat: 55 };
  await measure([far], HOURS.slice(24));
  await get(ObservationsService).work(NOW);
  const values = taughtBiases(1, 40, { temperature: 2, dewPoint: 1 });
  await scoreStore().writeBiases(new Date(TODAY_MS), partOfTile(tileOf(55, 10)), {
    stations: ['XX05'],
    values,
  });
  await get(PublishStateService).publish(NOW, 'again', new AbortController().signal);
  expect(await newestState()).toMatchObject({
    gatedRegions: [regionOf(0, 10), regionOf(55, 10)],
    gates: [1, 1, 1, 1, 1, 1],
  });
});

it('is used for two days after the last verification, and not if it is damaged', async () => {
  const states = get(VerificationStatesService);
  await states.work();
  const [{ number, until }] = await app().runSql(`select max(number) as number, greatest(max(published_at),
    (select max(verified_at) from verification_days)) + interval '2 days' as until from verification_states`);
  const untilMs = new Date(until as string).getTime();
  const clock = jest.spyOn(get(DatabaseClockService), 'nowMs');
  const usedAt = (nowMs: number) => clock.mockReturnValue(nowMs) && states.current().number;
  expect([usedAt(untilMs - 1), usedAt(untilMs)]).toEqual([number, 0]);
  clock.mockRestore();
  await app().runSql(
    `update verification_states set state = '\\x00', published_at = published_at - interval '1 s'`,
  );
  await states.onModuleInit();
  expect(states.current().number).toBe(0);
});
