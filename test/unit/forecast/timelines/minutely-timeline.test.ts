import { describe, expect, it } from '@jest/globals';
import { type MetricSeries } from '../../../../src/forecast/series/metric-series.js';
import { minutelyTimeline } from '../../../../src/forecast/timelines/minutely-timeline.js';
import { servedValues, syntheticSeries } from './synthetic-series.js';

/** Returns the served values at 12:00, 12:30, 12:45 and 13:00 of a series that starts at 10:00. */
function at(series: MetricSeries, name: string, fields: string[] = [name]): number[] {
  const span = { firstMs: Date.parse('2026-11-21T12:00:00Z'), count: 61 };
  const values = servedValues(minutelyTimeline(series, span, fields, 'metric'), name);
  return [0, 30, 45, 60].map((minute) => values[minute]);
}

const series = (metrics: Partial<Record<string, (hour: number) => number>>) =>
  syntheticSeries('2026-11-21T10:00:00Z', 6, metrics);

describe('minutelyTimeline', () => {
  it('has an entry for each minute', () => {
    const span = { firstMs: Date.parse('2026-11-21T12:59:00Z'), count: 3 };
    const { timesMs } = minutelyTimeline(series({}), span, ['ozone'], 'metric');
    expect(Array.from(timesMs, (time) => new Date(time).toISOString().slice(11, 19))).toEqual([
      '12:59:00',
      '13:00:00',
      '13:01:00',
    ]);
  });

  it('interpolates a linear change linearly', () => {
    expect(at(series({ temperature: (hour) => 4 * hour }), 'temperature')).toEqual([8, 10, 11, 12]);
    expect(at(series({ visibility: (hour) => 2 * hour }), 'visibility')).toEqual([4, 5, 5.5, 6]);
  });

  it('interpolates continuous metrics with a curve, without overshoot', () => {
    // A step between two plateaus: slopes of 0 at both ends, 100 (3t² - 2t³) in between.
    const pressure = (hour: number) => (hour < 3 ? 900 : 1000);
    expect(at(series({ pressureSurfaceLevel: pressure }), 'pressureSurfaceLevel')).toEqual([
      900, 950, 984.4, 1000,
    ]);
  });

  it('interpolates linearly where documented', () => {
    expect(at(series({ visibility: (hour) => (hour < 3 ? 0 : 20) }), 'visibility')).toEqual([0, 10, 15, 20]);
    expect(at(series({ soilMoisture: (hour) => (hour < 3 ? 0 : 20) }), 'soilMoisture')).toEqual([
      0, 10, 15, 20,
    ]);
  });

  it.each<string>([
    'precipitationIntensity',
    'precipitationProbability',
    'snowAccumulation',
    'lightningProbability',
  ])('holds %s for the hour', (name) => {
    expect(at(series({ [name]: (hour: number) => 10 * hour }), name)).toEqual([20, 20, 20, 30]);
  });

  it('interpolates the wind as a vector', () => {
    // From the northwest (-45) at 12 UTC to the northeast at 13 UTC, in equal steps of u: (u, v) is (0, -1) halfway.
    const directions = [315, 315, 315, 45, 45, 45];
    const wind = series({ windSpeed: () => Math.SQRT2, windDirection: (hour) => directions[hour] });
    expect(at(wind, 'windDirection')[1]).toBe(0);
    expect(at(wind, 'windSpeed')).toEqual([1.4, 1, 1.2, 1.4]);
  });

  it('interpolates the direction even if the source has no speed', () => {
    const wind = series({ windDirection: (hour) => [80, 80, 80, 100, 100, 100][hour] });
    expect(at(wind, 'windDirection')).toEqual([80, 90, 97, 100]);
    expect(at(wind, 'windSpeed')).toEqual([NaN, NaN, NaN, NaN]);
  });

  it('never has a dew point above the temperature or a gust below the wind', () => {
    // Values are equal on the hours, and in between the curves would cross: one bends at 13 UTC, the other doesn't.
    const dewPoints = [0, 0, 0, 8, 8, 8];
    const damp = series({
      temperature: (hour) => [0, 0, 0, 8, 16, 24][hour],
      dewPoint: (hour) => dewPoints[hour],
    });
    const temperatures = at(damp, 'temperature', ['temperature', 'dewPoint']);
    at(damp, 'dewPoint').forEach((dewPoint, i) => expect(dewPoint).toBeLessThanOrEqual(temperatures[i]));
    const windy = series({
      windSpeed: (hour) => dewPoints[hour],
      windDirection: () => 270,
      windGust: (hour) => [0, 0, 0, 8, 16, 24][hour],
    });
    const speeds = at(windy, 'windSpeed');
    at(windy, 'windGust').forEach((gust, i) => expect(gust).toBeGreaterThanOrEqual(speeds[i]));
  });

  it('returns sky codes that match the minute’s cloud cover, and the hour’s code otherwise', () => {
    const sky = series({
      weatherCode: (hour) => [1000, 1000, 1000, 1001, 1001, 1001][hour],
      cloudCover: (hour) => (hour < 3 ? 0 : 100),
      visibility: () => 24,
    });
    // Half the sky is covered at 12:30.
    expect(at(sky, 'weatherCode')).toEqual([1000, 1101, 1102, 1001]);
    const rain = series({
      weatherCode: (hour) => (hour < 3 ? 4001 : 1001),
      cloudCover: () => 0,
      visibility: () => 24,
    });
    expect(at(rain, 'weatherCode')).toEqual([4001, 4001, 4001, 1000]);
  });

  it('is null next to a missing value', () => {
    const gap = series({
      temperature: (hour) => (hour === 3 ? NaN : 5),
      precipitationIntensity: (hour) => (hour === 2 ? NaN : 1),
    });
    expect(at(gap, 'temperature')).toEqual([5, NaN, NaN, NaN]);
    expect(at(gap, 'precipitationIntensity')).toEqual([NaN, NaN, NaN, 1]);
  });
});
