import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { HOUR_MS } from '../../../src/core/time/index.js';
import { describeWithSharedData, sharedData } from '../../support/shared-data.js';
import { type SharedRunService, startWithSharedRun } from './shared-run.js';

const RUN_MS = Date.parse('2020-08-04T12:00:00Z');
/** The station's height is roughly that of its surroundings. */
const STATION = 'lat=52.5586&lon=13.0941&elevation=32';
const HOURS = [0, 6, 12];

interface Weather {
  temperature: number;
  humidity: number;
  pressureSurfaceLevel: number;
}

// A sheltered garden is no measure of skill, but shows whether signs, units and times are right.
describeWithSharedData('the forecast of 4 August 2020, compared with a station', () => {
  let service: SharedRunService;
  let served: Weather[];
  let rates: (number | null)[];
  beforeAll(async () => {
    service = await startWithSharedRun();
    const fields = 'temperature,humidity,pressureSurfaceLevel,precipitationIntensity';
    const { data } = await service.forecast(`${STATION}&fields=${fields}`);
    const { hourly } = data.timelines;
    expect(hourly[0].time).toBe('2020-08-04T12:00:00Z');
    rates = hourly.map(({ values }) => values.precipitationIntensity);
    served = HOURS.map((hour) => hourly[hour].values as unknown as Weather);
  });
  afterAll(() => service.app.close());

  it('is close to its temperature, pressure and humidity at the steps of the run', () => {
    HOURS.forEach((hour, i) => {
      const measured = measuredAt(hour);
      expect(Math.abs(served[i].temperature - measured.temperature)).toBeLessThan(4);
      expect(Math.abs(served[i].pressureSurfaceLevel - measured.pressureSurfaceLevel)).toBeLessThan(2.5);
      expect(Math.abs(served[i].humidity - measured.humidity)).toBeLessThan(25);
    });
  });

  it.each(['temperature', 'pressureSurfaceLevel'] as const)(
    'matches the course of the %s best without a time shift',
    (name) => {
      const misses = (lagHours: number) => {
        const differences = HOURS.map((hour, i) => served[i][name] - measuredAt(hour + lagHours)[name]);
        const offset = differences.reduce((sum, difference) => sum + difference) / differences.length;
        return differences.reduce((sum, difference) => sum + (difference - offset) ** 2, 0);
      };
      expect(misses(0)).toBeLessThan(misses(6));
      expect(misses(0)).toBeLessThan(misses(-6));
    },
  );

  it('is as dry as it was measured', () => {
    expect(measuredAt(12).rainCounter).toBe(measuredAt(0).rainCounter);
    // The last entry of a run has no amount.
    expect(rates.pop()).toBeNull();
    for (const rate of rates) expect(rate).toBeLessThan(0.1);
  });
});

/** Returns the means of the hour around a lead time. */
function measuredAt(leadHours: number): Weather & { rainCounter: number } {
  const atMs = RUN_MS + leadHours * HOUR_MS;
  const lines = ['2020-08-04', '2020-08-05'].flatMap((day) =>
    readFileSync(join(sharedData!, `observations/${day}.txt`), 'utf8')
      .trim()
      .split('\n'),
  );
  const around = lines
    .map((line) => line.split(','))
    .filter(([time]) => Math.abs(Date.parse(`${time.replace(' ', 'T')}Z`) - atMs) <= HOUR_MS / 2);
  const mean = (column: number) =>
    around.reduce((sum, line) => sum + Number(line[column]), 0) / around.length;
  return { humidity: mean(4), temperature: mean(5), pressureSurfaceLevel: mean(6), rainCounter: mean(10) };
}
