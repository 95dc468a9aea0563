/** @slow */
import { describe, expect, it } from '@jest/globals';
import { ScoreStoreService } from '../../../src/verification/scores/score-store.service.js';
import { VERIFIED_DAYS } from '../../../src/verification/verification.service.js';
import { PARTS } from '../../../src/verification/store/tiles.js';
import { CHECK_NUMBERS } from '../../../src/weather/verification/index.js';
import type { CurrentConditionsDto } from '../../../src/forecast/current/current.dto.js';
import { ApiCaller } from '../../support/api-caller.js';
import { createKeyedClient } from '../../support/forecast-caller.js';
import { publishServedRun } from '../../support/served-run.js';
import { reportOf, storeReports, verifyAt, WITHOUT_SCHEDULE } from '../../support/station-reports.js';
import { useTestApp } from '../../support/test-app.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NOW_MS = Date.now();
const TODAY_MS = Math.floor(NOW_MS / DAY_MS) * DAY_MS;
const LAST_HOUR_MS = Math.floor(NOW_MS / HOUR_MS) * HOUR_MS;
const WRONG = { id: 'KBOS', name: null, lat: 42.3606, lon: -71.0097, elevation: 0 };
/** 23 km away. */
const RIGHT = { id: 'KOWD', name: null, lat: 42.1905, lon: -71.1729, elevation: 0 };
const MODEL_CELSIUS = 10;
/** A station is known for so many days, on which it was half a degree off. */
const KNOWN = [20, 5];

const report = (station: typeof WRONG, hoursAgo: number, temperature: number) =>
  reportOf(station, LAST_HOUR_MS - hoursAgo * HOUR_MS, { temperature, windSpeed: 2 + (hoursAgo % 5) });
const rightAt = (hoursAgo: number) => MODEL_CELSIUS + (hoursAgo % 2) / 2;

describe.each<[string, (hoursAgo: number) => number, string]>([
  ['is right', rightAt, 'KBOS'],
  ['has stood still for more than 12 hours', (ago) => (ago < 16 ? 12 : rightAt(ago)), 'KOWD'],
  ['is suddenly 20 K off', (ago) => rightAt(ago) + (ago < 1 ? 20 : 0), 'KOWD'],
  ['has moved, and is 6 K off: too much for this station', (ago) => rightAt(ago) + (ago < 1 ? 6 : 0), 'KOWD'],
])('where a station %s', (_, wrongAt, used) => {
  const service = useTestApp({
    ...WITHOUT_SCHEDULE,
    MODELS: 'gfs',
  });

  it('current conditions are made of the nearest one that can be relied on', async () => {
    const { app } = service();
    const { key } = await createKeyedClient(service());
    const hours = Array.from({ length: 30 }, (__, hoursAgo) => hoursAgo);
    const reports = hours.flatMap((ago) => [
      report(WRONG, ago, wrongAt(ago)),
      report(RIGHT, ago, rightAt(ago)),
    ]);
    await storeReports(service(), reports);
    for (const daysAgo of [2, 1, 0])
      await publishServedRun(service(), (NOW_MS - TODAY_MS) / HOUR_MS + daysAgo * 24, {
        stepsHours: Array.from({ length: 61 }, (__, step) => step),
        values: { temperature2m: 273.15 + MODEL_CELSIUS },
      });
    const values = new Float32Array(2 * CHECK_NUMBERS);
    for (const station of [0, 1]) values.set(KNOWN, station * CHECK_NUMBERS);
    for (let part = 0; part < PARTS; part++)
      await app.get(ScoreStoreService).writeChecks(new Date(TODAY_MS - VERIFIED_DAYS * DAY_MS), part, {
        stations: [WRONG.id, RIGHT.id],
        values,
      });
    await verifyAt(service(), new Date(NOW_MS));

    const at = async ({ lat, lon }: typeof WRONG) => {
      const query = `lat=${lat}&lon=${lon}&elevation=0&fields=temperature`;
      const { body } = await new ApiCaller(service().url).get<CurrentConditionsDto>(
        `/v1/weather/current?${query}`,
        { apikey: key },
      );
      return { station: body.meta.observation?.station, celsius: body.data.values.temperature };
    };
    expect(await at(WRONG)).toEqual({ station: used, celsius: expect.closeTo(MODEL_CELSIUS, 0) });
    // It doesn't harm its neighbor.
    expect(await at(RIGHT)).toEqual({ station: RIGHT.id, celsius: rightAt(0) });
  });
});
