import { describe, expect, it } from '@jest/globals';
import { METRIC_NAMES, METRICS } from '../../../src/meteo/metrics.js';

// The contract's table: metric and imperial unit, metric and imperial decimals.
const CONTRACT = {
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

describe('METRICS', () => {
  it('has the 18 metrics of the contract', () => {
    expect([...METRIC_NAMES].sort()).toEqual(Object.keys(CONTRACT).sort());
  });

  it.each(METRIC_NAMES)('%s has the units and the precision of the contract', (name) => {
    const { units, decimals } = METRICS[name];
    expect([units.metric, units.imperial, decimals.metric, decimals.imperial]).toEqual(CONTRACT[name]);
  });
});
