import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { DAY_MS, HOUR_MS } from '../../../../src/core/time/index.js';
import { climatologyAt } from '../../../../src/forecast/climatology/climatology.js';
import type { ForecastService } from '../../../../src/forecast/forecast.service.js';
import { AnswerWarnings } from '../../../../src/forecast/series/answer-warnings.js';
import { ClimatologySeries } from '../../../../src/forecast/series/climatology-series.js';
import { VerifiedForecastsService } from '../../../../src/forecast/verified/verified-forecasts.service.js';
import { IssuedForecastsService } from '../../../../src/verification/forecasts/issued-forecasts.service.js';
import { OWN_CATALOGUE } from '../../../support/own-catalogue.js';

interface Sample {
  place: string;
  latitude: number;
  longitude: number;
  elevation: number | null;
  time: string;
  terrain: number;
  values: Record<string, number | null>;
}

// Computed from the original figures with numpy, as described in values.py next to the file.
const SAMPLES = JSON.parse(
  readFileSync(new URL('../../../fixtures/climatology/values.json', import.meta.url), 'utf8'),
) as Sample[];

const NULL_METRICS: string[] = [
  'windSpeed',
  'windGust',
  'precipitationProbability',
  'precipitationIntensity',
  'snowAccumulation',
  'weatherCode',
  'visibility',
  'soilMoisture',
  'lightningProbability',
];

function seriesOf(
  { latitude, longitude, elevation, time }: Pick<Sample, 'latitude' | 'longitude' | 'elevation' | 'time'>,
  hours = 1,
  warnings = new AnswerWarnings(),
) {
  const point = climatologyAt(latitude, longitude);
  const firstHourMs = Date.parse(time);
  return new ClimatologySeries(
    point,
    { latitude, longitude, elevation: elevation ?? undefined, firstHourMs, hours },
    OWN_CATALOGUE,
    warnings,
  );
}

it.each(SAMPLES)('the verification has those of $place for the hours of $time', (sample) => {
  const issued = new IssuedForecastsService();
  new VerifiedForecastsService({} as ForecastService, OWN_CATALOGUE, issued);
  const { latitude: lat, longitude: lon, time, terrain, elevation } = sample;
  const dayMs = Math.floor(Date.parse(time) / DAY_MS) * DAY_MS;
  const ofDay = issued.averagesOn!({ lat, lon, elevation: elevation ?? terrain }, dayMs);
  const hour = (Date.parse(time) - dayMs) / HOUR_MS;
  expect(Object.keys(ofDay)).toEqual(['temperature', 'dewPoint', 'pressureSurfaceLevel']);
  for (const [name, values] of Object.entries(ofDay)) {
    const expected = sample.values[name];
    expect([name, values.length, values[hour]]).toEqual([
      name,
      24,
      expected === null ? NaN : expect.closeTo(expected, name === 'pressureSurfaceLevel' ? 0 : 4),
    ]);
  }
});

describe('ClimatologySeries', () => {
  it.each(SAMPLES)('matches the values of $place at $time', (sample) => {
    const series = seriesOf(sample);
    const { precipitationRate, ...values } = sample.values;
    for (const [name, expected] of Object.entries(values))
      // The expected pressures are integrated in steps of 1 m.
      expect([name, series.values(name)[0]]).toEqual([
        name,
        expected === null ? NaN : expect.closeTo(expected, name === 'pressureSurfaceLevel' ? 0 : 4),
      ]);
    expect(series.meanRates('precipitationIntensity')?.[0]).toBeCloseTo(precipitationRate!, 6);
    expect(climatologyAt(sample.latitude, sample.longitude).terrainHeight).toBeCloseTo(sample.terrain, 4);
  });

  const WARSAW = { latitude: 52.25, longitude: 21, elevation: null, time: '2026-06-21T00:00:00Z' };

  it('returns null for metrics without figures, with a warning', () => {
    const warnings = new AnswerWarnings();
    const series = seriesOf(WARSAW, 24, warnings);
    const withoutValues = OWN_CATALOGUE.names.filter((name) => series.values(name).every(Number.isNaN));
    expect(withoutValues).toEqual(expect.arrayContaining(NULL_METRICS));
    const missing = warnings.list(OWN_CATALOGUE.names).find(({ code }) => code === 'not_in_climatology');
    const others = NULL_METRICS.filter((name) => name !== 'precipitationIntensity');
    expect(missing?.fields).toEqual(expect.arrayContaining(others));
  });

  it('has no humidity where the dew points in the figures equal the temperatures', () => {
    const warnings = new AnswerWarnings();
    const norilsk = { latitude: 69.3, longitude: 88.2, elevation: 500, time: '2026-01-16T12:00:00Z' };
    const series = seriesOf(norilsk, 1, warnings);
    const asked: string[] = ['dewPoint', 'humidity', 'temperatureApparent', 'pressureSurfaceLevel'];
    expect(asked.map((name) => Number.isNaN(series.values(name)[0]))).toEqual([true, true, true, false]);
    const warning = warnings.list(asked).find(({ code }) => code === 'implausible_humidity');
    expect(warning?.fields).toEqual(['dewPoint', 'humidity', 'temperatureApparent']);
  });

  it('warns about the limits of mean values, for the requested metrics only', () => {
    const warnings = new AnswerWarnings();
    const series = seriesOf(WARSAW, 1, warnings);
    const asked: string[] = ['temperatureApparent', 'windDirection', 'precipitationIntensity', 'uvIndex'];
    for (const name of asked) series.values(name);
    expect(warnings.list(asked).map(({ code, fields }) => [code, fields])).toEqual([
      ['no_daily_cycle', ['temperatureApparent', 'windDirection']],
      ['still_air', ['temperatureApparent']],
      ['prevailing_wind', ['windDirection']],
      ['mean_rate', ['precipitationIntensity']],
    ]);
  });

  it('has a UV index that follows the sun', () => {
    const index = [...seriesOf(WARSAW, 24).values('uvIndex')];
    // Solar noon is at 10:38 UTC. The sun sets at about 19 UTC and rises at about 2:15 UTC (NOAA's calculator).
    expect(Math.max(...index)).toBe(index[11]);
    expect(index.slice(20).concat(index.slice(0, 2))).toEqual(Array(6).fill(0));
  });

  it('matches the UV index formula at noon in the tropics', () => {
    // At the equinox, at 2.5 N and 177.5 W, the sun is 2.5 degrees from the zenith at noon, three minutes before the
    // hour.
    const place = { latitude: 2.5, longitude: -177.5, elevation: 1000 };
    const series = seriesOf({ ...place, time: '2026-03-21T00:00:00Z' });
    const [ozone, cloud] = [series.values('ozone')[0], series.values('cloudCover')[0]];
    const transmission =
      1 - (0.11 * Math.min(cloud, 43.75)) / 43.75 - (0.16 * Math.max(cloud - 43.75, 0)) / 31.25;
    const expected = 12.5 * 0.9987 ** 2.42 * (ozone / 300) ** -1.23 * transmission * 1.06;
    expect(cloud).toBeLessThan(75);
    expect(series.values('uvIndex')[0]).toBeCloseTo(expected, 1);
  });
});
