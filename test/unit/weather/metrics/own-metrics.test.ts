import { describe, expect, it } from '@jest/globals';
import { OWN_CATALOGUE } from '../../../support/own-catalogue.js';
import { toServedColumn } from '../../../../src/weather/metrics/served-values.js';
import { servedValue } from '../../../support/served-value.js';

// The documented units and decimals: metric, imperial.
const CONTRACT: Record<string, [string, string, number, number]> = {
  temperature: ['°C', '°F', 1, 1],
  temperatureApparent: ['°C', '°F', 1, 1],
  dewPoint: ['°C', '°F', 1, 1],
  windSpeed: ['m/s', 'mph', 1, 1],
  windGust: ['m/s', 'mph', 1, 1],
  windDirection: ['°', '°', 0, 0],
  humidity: ['%', '%', 0, 0],
  cloudCover: ['%', '%', 0, 0],
  precipitationProbability: ['%', '%', 0, 0],
  lightningProbability: ['%', '%', 0, 0],
  soilMoisture: ['%', '%', 0, 0],
  pressureSurfaceLevel: ['hPa', 'inHg', 1, 2],
  precipitationIntensity: ['mm/h', 'in/h', 2, 3],
  visibility: ['km', 'mi', 1, 1],
  weatherCode: ['code', 'code', 0, 0],
  uvIndex: ['index', 'index', 0, 0],
  ozone: ['DU', 'DU', 0, 0],
  snowAccumulation: ['mm', 'in', 1, 2],
};
for (const name of ['temperature', 'windSpeed', 'windGust', 'precipitationIntensity', 'cloudCover'])
  for (const part of ['P10', 'P50', 'P90']) CONTRACT[name + part] = CONTRACT[name];

it.each(Object.entries(CONTRACT))('%s has the documented units and precision', (name, served) => {
  const { metric, imperial } = OWN_CATALOGUE.get(name).served;
  expect([metric.unit, imperial.unit, metric.decimals, imperial.decimals]).toEqual(served);
});

describe('served values', () => {
  it.each([
    ['temperature', 7.35, 7.4, 45.2],
    ['pressureSurfaceLevel', 1013.25, 1013.3, 29.92],
    ['precipitationIntensity', 0.6, 0.6, 0.024],
    ['snowAccumulation', 6.4, 6.4, 0.25],
    ['windSpeed', 5, 5, 11.2],
    ['visibility', 24.1, 24.1, 15],
    ['humidity', 99.6, 100, 100],
  ])('%s of %d is %d and %d', (name, value, inMetric, inImperial) => {
    expect([servedValue(name, value, 'metric'), servedValue(name, value, 'imperial')]).toEqual([
      inMetric,
      inImperial,
    ]);
  });

  it('use a single value for north', () => {
    const { metric } = OWN_CATALOGUE.get('windDirection').served;
    expect([...toServedColumn(Float64Array.of(359.6, 359.4, NaN), metric)]).toEqual([0, 359, NaN]);
  });

  it.each(OWN_CATALOGUE.names)('pass on missing values of %s', (name) => {
    expect(servedValue(name, NaN, 'imperial')).toBeNaN();
  });

  it.each(OWN_CATALOGUE.entries)(
    'of $name differ between unit systems if the units do',
    ({ name, served }) => {
      const isAlike = servedValue(name, 1000, 'metric') === servedValue(name, 1000, 'imperial');
      expect(isAlike).toBe(served.metric.unit === served.imperial.unit);
    },
  );
});
