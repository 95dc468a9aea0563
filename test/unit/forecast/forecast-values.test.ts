import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { entriesOf, SyntheticForecasts, valuesOf } from './synthetic-forecasts.js';

let forecasts: SyntheticForecasts;

beforeAll(async () => {
  forecasts = await SyntheticForecasts.create();
});

afterAll(() => forecasts.close());

describe('the values of a forecast', () => {
  it('have the documented units and precision', () => {
    const [first] = entriesOf(forecasts.ask({}));
    expect(first).toEqual({
      time: '2026-11-20T12:00:00Z',
      values: {
        temperature: 7.4, // 280.5 K: 7.35 °C, rounded half up
        temperatureApparent: -3.1, // 270 K: -3.15 °C, rounded half up
        dewPoint: 1.9,
        humidity: 100,
        windSpeed: 5,
        windDirection: 217, // 180 + atan(3 / 4)
        windGust: 8, // between 4 and 12
        pressureSurfaceLevel: 1013.3,
        precipitationIntensity: 0.6,
        precipitationProbability: 100, // every cell of the run is wet
        snowAccumulation: 0,
        weatherCode: 4200,
        cloudCover: 63,
        visibility: 24.1,
        uvIndex: 1, // cosine of the zenith angle 0.305: 12.5 × 0.305^2.42 × (285.5 / 300)^-1.23 × 0.79 = 0.59
        ozone: 286,
        soilMoisture: 31,
        lightningProbability: null,
      },
    });
  });

  it('can be requested in imperial units', () => {
    const answer = forecasts.ask({
      units: 'imperial',
      fields:
        'temperature,dewPoint,windSpeed,windDirection,windGust,pressureSurfaceLevel,precipitationIntensity,visibility,soilMoisture',
    });
    expect(answer.meta.units).toBe('imperial');
    expect(entriesOf(answer)[0].values).toEqual({
      temperature: 45.2, // 45.23
      dewPoint: 35.4, // 35.42
      windSpeed: 11.2, // 11.185
      windDirection: 217,
      windGust: 17.9, // 17.895
      pressureSurfaceLevel: 29.92,
      precipitationIntensity: 0.024, // 0.0236
      visibility: 15, // 14.997
      soilMoisture: 31,
    });
  });

  it('are interpolated between the steps', () => {
    const answer = forecasts.ask({ fields: 'temperature,visibility,precipitationIntensity', source: 'gfs' });
    expect(entriesOf(answer).map(({ time }) => time.slice(11, 13))).toEqual([
      '12',
      '13',
      '14',
      '15',
      '16',
      '17',
      '18',
    ]);
    // 280.5 K, rising by half a kelvin each hour.
    expect(valuesOf(answer, 'temperature')).toEqual([7.4, 7.9, 8.4, 8.9, 9.4, 9.9, 10.4]);
    expect(valuesOf(answer, 'visibility')).toEqual([24.1, 24.1, 24.1, 10, 8, 6, 4]);
    expect(valuesOf(answer, 'precipitationIntensity')).toEqual([0.6, 0, 0.25, 1.5, 1.5, 1.5, null]);
  });

  it('interpolate the wind between grid points as a vector', () => {
    // Halfway between (3, 4) and (-3, 4), the wind is (0, 4).
    const answer = forecasts.ask({ lon: '12.5', fields: 'windSpeed,windDirection' });
    expect(entriesOf(answer)[0].values).toEqual({ windSpeed: 4, windDirection: 180 });
  });

  it('never have a gust below the wind', () => {
    const answer = forecasts.ask({ lat: '52', fields: 'windGust', source: 'gfs' });
    expect(valuesOf(answer, 'windGust')).toEqual(Array(7).fill(5));
  });

  it('have no soil moisture at sea', () => {
    const answer = forecasts.ask({ lat: '50.5', lon: '12.5', fields: 'soilMoisture,ozone', source: 'gfs' });
    expect(valuesOf(answer, 'soilMoisture')).toEqual(Array(7).fill(null));
    expect(answer.meta.warnings).toContainEqual(
      expect.objectContaining({ code: 'no_land', fields: ['soilMoisture'] }),
    );
    expect(
      valuesOf(forecasts.ask({ lat: '50.5', lon: '10.5', fields: 'soilMoisture' }), 'soilMoisture')[0],
    ).toBe(31);
  });
});

describe('the warnings of a forecast', () => {
  it('explain why values are null, for the requested metrics only', () => {
    const { warnings } = forecasts.ask({
      fields: 'weatherCode,uvIndex,precipitationIntensity',
      source: 'gfs',
    }).meta;
    expect(warnings.map(({ code, fields }) => [code, fields])).toEqual([
      ['ends_with_run', []],
      ['last_entry_without_amounts', ['precipitationIntensity', 'weatherCode']],
      ['missing_steps', []],
    ]);
    for (const { detail } of warnings) expect(detail).toMatch(/\.$/);
  });

  it('distinguish metrics missing from the run from values missing at some hours', () => {
    const answer = forecasts.ask({
      startTime: '2026-11-20T08:00:00Z',
      endTime: '2026-11-20T11:00:00Z',
      fields: 'temperature,humidity',
    });
    expect(answer.meta.run).toBe('2026-11-20T06:00:00Z');
    expect(valuesOf(answer, 'temperature')).toEqual([null, 6.9, null]);
    expect(valuesOf(answer, 'humidity')).toEqual([null, null, null]);
    expect(answer.meta.warnings.map(({ code, fields }) => [code, fields])).toEqual([
      ['missing_values', ['temperature']],
      ['not_in_run', ['humidity']],
      // The noon run has the terrain of the place, and this one none.
      ['no_terrain', ['temperature']],
    ]);
  });
});
