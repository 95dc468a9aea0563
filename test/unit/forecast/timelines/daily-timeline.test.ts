import { describe, expect, it } from '@jest/globals';
import { TimeZone } from '../../../../src/core/time/time-zone.js';
import { type MetricSeries } from '../../../../src/forecast/series/metric-series.js';
import { dailyTimeline } from '../../../../src/forecast/timelines/daily-timeline.js';
import { type LocalDay } from '../../../../src/forecast/request/timeline-spans.js';
import { type UnitSystem } from '../../../../src/weather/meteo/units.js';
import { servedValues, syntheticSeries } from './synthetic-series.js';

const BERLIN = { latitude: 52.5, longitude: 13.4 };
const FIRST_HOUR = '2026-03-27T23:00:00Z';

/** Returns the local days of a zone that contain the moments. */
function daysOf(zoneName: string, ...moments: string[]): LocalDay[] {
  const zone = TimeZone.named(zoneName)!;
  return moments.map((moment) => {
    const day = zone.dayOf(Date.parse(moment));
    return { startMs: zone.startOfDay(day), endMs: zone.startOfDay(day + 1) };
  });
}

/** 28 (24 hours), 29 (23 hours) and 30 March in Berlin. */
const DAYS = daysOf('Europe/Berlin', '2026-03-28T12:00:00Z', '2026-03-29T12:00:00Z', '2026-03-30T12:00:00Z');

const series = (metrics: Partial<Record<string, (hour: number) => number>>, hours = 71) =>
  syntheticSeries(FIRST_HOUR, hours, metrics);

const daily = (
  data: MetricSeries,
  fields: string[],
  days = DAYS,
  units: UnitSystem = 'metric',
  place = BERLIN,
) => dailyTimeline(data, days, fields, units, place);

describe('dailyTimeline', () => {
  it('has the daily forms of the requested metrics, then the sun times, in order', () => {
    const fields: string[] = [
      'temperature',
      'windDirection',
      'precipitationIntensity',
      'snowAccumulation',
      'weatherCode',
    ];
    expect(daily(series({}), fields).columns.map(({ name }) => name)).toEqual([
      'temperatureMin',
      'temperatureMax',
      'temperatureAvg',
      'windDirectionAvg',
      'precipitationIntensityMin',
      'precipitationIntensityMax',
      'precipitationIntensityAvg',
      'precipitationAccumulationSum',
      'snowAccumulationSum',
      'weatherCode',
      'weatherCodeMax',
      'sunriseTime',
      'sunsetTime',
    ]);
  });

  it('covers the hours that start in the local day: 24, 23 and 24 of them', () => {
    const timeline = daily(series({ temperature: (hour) => hour }), ['temperature']);
    expect(Array.from(timeline.timesMs, (time) => new Date(time).toISOString())).toEqual([
      '2026-03-27T23:00:00.000Z',
      '2026-03-28T23:00:00.000Z',
      '2026-03-29T22:00:00.000Z',
    ]);
    expect(servedValues(timeline, 'temperatureMin')).toEqual([0, 24, 47]);
    expect(servedValues(timeline, 'temperatureMax')).toEqual([23, 46, 70]);
    expect(servedValues(timeline, 'temperatureAvg')).toEqual([11.5, 35, 58.5]);
  });

  it('covers 25 hours when clocks go back, and whole hours if a zone’s midnight is not on the hour', () => {
    const back = daysOf('Europe/Berlin', '2026-10-25T12:00:00Z');
    const rain = syntheticSeries('2026-10-24T20:00:00Z', 60, { precipitationIntensity: () => 1 });
    expect(
      servedValues(daily(rain, ['precipitationIntensity'], back), 'precipitationAccumulationSum'),
    ).toEqual([25]);
    // Midnight in Kathmandu is at 18:15 UTC, so the first hour that starts in the day is 19 UTC, the 23rd here.
    const nepal = daysOf('Asia/Kathmandu', '2026-10-26T00:00:00Z');
    const count = syntheticSeries('2026-10-24T20:00:00Z', 60, { temperature: (hour) => hour });
    const timeline = daily(count, ['temperature'], nepal);
    expect([
      ...servedValues(timeline, 'temperatureMin'),
      ...servedValues(timeline, 'temperatureMax'),
    ]).toEqual([23, 46]);
  });

  it.each<[UnitSystem, number]>([
    ['metric', 0.24], // 24 × 0.01 mm
    ['imperial', 0], // 24 × 0.000 in
  ])('sums the served values of the hours, %s', (units, sum) => {
    // 0.012 mm is served as 0.01 mm, and as 0.000 in.
    const drizzle = daily(
      series({ precipitationIntensity: () => 0.012 }),
      ['precipitationIntensity'],
      DAYS,
      units,
    );
    expect(servedValues(drizzle, 'precipitationAccumulationSum')[0]).toBe(sum);
  });

  it('sums the available hours, and returns null without any', () => {
    const snow = series({ snowAccumulation: (hour) => (hour < 30 ? 1 : NaN) });
    expect(servedValues(daily(snow, ['snowAccumulation']), 'snowAccumulationSum')).toEqual([24, 6, NaN]);
  });

  it('ignores missing hours, and returns null without any', () => {
    const half = daily(series({ ozone: (hour) => (hour < 36 ? 300 + (hour % 2) * 2 : NaN) }, 40), ['ozone']);
    expect(servedValues(half, 'ozoneMin')).toEqual([300, 300, NaN]);
    expect(servedValues(half, 'ozoneMax')).toEqual([302, 302, NaN]);
    expect(servedValues(half, 'ozoneAvg')).toEqual([301, 301, NaN]);
  });

  it('averages the wind direction by the mean wind vector', () => {
    // Twelve hours each of 3 m/s from the north and from the east; then 9 m/s versus 3 m/s.
    const wind = series({
      windDirection: (hour) => (hour % 2 === 0 ? 0 : 90),
      windSpeed: (hour) => (hour >= 47 && hour % 2 === 1 ? 9 : 3),
    });
    const directions = servedValues(daily(wind, ['windDirection']), 'windDirectionAvg');
    expect(directions[0]).toBe(45);
    expect(directions[2]).toBe(72); // atan(9 / 3) = 71.57
    const around = series({ windDirection: (hour) => (hour % 2 === 0 ? 350 : 10) });
    expect(servedValues(daily(around, ['windDirection']), 'windDirectionAvg')[0]).toBe(0);
  });

  it('returns the most frequent weather during daylight, and the most severe of the day', () => {
    // In Berlin, the sun is up from 4:54 to 17:30 UTC on 28 March 2026 (hours 6 to 18): 13 hours of the series.
    const codes = (hour: number) =>
      hour < 6 || hour > 18 ? 4001 : hour < 13 ? 1001 : hour === 13 ? 8000 : 1000;
    const timeline = daily(series({ weatherCode: codes }), ['weatherCode']);
    expect(servedValues(timeline, 'weatherCode')[0]).toBe(1001);
    expect(servedValues(timeline, 'weatherCodeMax')[0]).toBe(8000);
  });

  it('prefers the more severe of equally frequent codes, and any code to the unknown', () => {
    const even = series({ weatherCode: (hour) => (hour >= 6 && hour < 12 ? 2000 : hour < 18 ? 4000 : 0) });
    expect(servedValues(daily(even, ['weatherCode']), 'weatherCode')).toEqual([4000, 0, 0]);
    expect(servedValues(daily(even, ['weatherCode']), 'weatherCodeMax')).toEqual([4000, 0, 0]);
    const none = daily(series({}), ['weatherCode']);
    expect([servedValues(none, 'weatherCode')[0], servedValues(none, 'weatherCodeMax')[0]]).toEqual([
      NaN,
      NaN,
    ]);
  });

  it('has no sun times in the polar night, but still a weather code', () => {
    const [day] = daysOf('Europe/Oslo', '2026-12-21T12:00:00Z');
    const night = syntheticSeries('2026-12-20T23:00:00Z', 24, {
      weatherCode: (hour) => (hour < 20 ? 5000 : 1000),
    });
    const timeline = daily(night, ['weatherCode'], [day], 'metric', { latitude: 69.65, longitude: 18.96 });
    expect(servedValues(timeline, 'sunriseTime')).toEqual([NaN]);
    expect(servedValues(timeline, 'sunsetTime')).toEqual([NaN]);
    expect(servedValues(timeline, 'weatherCode')).toEqual([5000]);
  });

  it('is wet from 1 mm on, even if no hour has a measurable amount', () => {
    const most = (mm: (hour: number) => number, codes: (hour: number) => number) =>
      servedValues(
        daily(series({ precipitationIntensity: mm, weatherCode: codes }), ['weatherCode'], DAYS.slice(0, 1)),
        'weatherCodeMax',
      );
    expect(
      most(
        () => 0.05,
        () => 1001,
      ),
    ).toEqual([4000]);
    expect(
      most(
        (hour) => (hour < 20 ? 0.05 : 0),
        () => 1001,
      ),
    ).toEqual([4000]);
    expect(
      most(
        (hour) => (hour < 19 ? 0.05 : 0),
        () => 1001,
      ),
    ).toEqual([1001]);
    expect(
      most(
        () => 0.05,
        (hour) => (hour === 3 ? 5001 : 1001),
      ),
    ).toEqual([5001]);
    expect(
      most(
        () => 2,
        () => NaN,
      ),
    ).toEqual([NaN]);
  });
});
