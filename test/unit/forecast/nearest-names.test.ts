import { describe, expect, it } from '@jest/globals';
import {
  COMMON_PARAMETERS,
  POINT_PARAMETERS,
  TIMELINES,
} from '../../../src/forecast/request/forecast-query.js';
import { nearestNames } from '../../../src/forecast/request/nearest-names.js';
import { OTHER_SERVICES_NAMES } from '../../../src/forecast/request/other-services-names.js';
import { METRIC_NAMES } from '../../../src/meteo/metrics.js';

const QUERY = [...POINT_PARAMETERS, ...COMMON_PARAMETERS, 'apikey'];

describe('nearestNames', () => {
  const known = ['temperature', 'temperatureApparent', 'dewPoint', 'windSpeed', 'windGust', 'ozone'];

  it.each([
    ['temperature', ['temperature', 'temperatureApparent']],
    ['tempreature', ['temperature']],
    ['DEWPOINT', ['dewPoint']],
    ['wind', ['windSpeed', 'windGust']],
    ['windSped', ['windSpeed']],
    ['0zone', ['ozone']],
  ])('%s: %j', (unknown, expected) => {
    expect(nearestNames(unknown, known)).toEqual(expected);
  });

  it('names three at most', () => {
    expect(nearestNames('abc', ['abd', 'abe', 'abf', 'abg'])).toHaveLength(3);
  });

  it.each(['colour', '', 'x', 'callback', 'language', 'qwertz'])('names none for %j', (unknown) => {
    expect(nearestNames(unknown, QUERY)).toEqual([]);
    expect(nearestNames(unknown, METRIC_NAMES)).toEqual([]);
  });

  it.each([
    ['tmp', 'temperature'],
    ['temp', 'temperature'],
    ['temperature_2m', 'temperature'],
    ['temperature_2m_max', 'temperature'],
    ['apparent_temperature', 'temperatureApparent'],
    ['feels_like', 'temperatureApparent'],
    ['dewpoint_2m', 'dewPoint'],
    ['relative_humidity_2m', 'humidity'],
    ['wind_speed_10m', 'windSpeed'],
    ['windspeed_10m', 'windSpeed'],
    ['wind_gusts_10m', 'windGust'],
    ['wind_deg', 'windDirection'],
    ['windBearing', 'windDirection'],
    ['surface_pressure', 'pressureSurfaceLevel'],
    ['grnd_level', 'pressureSurfaceLevel'],
    ['precip', 'precipitationIntensity'],
    ['precipIntensity', 'precipitationIntensity'],
    ['pop', 'precipitationProbability'],
    ['cloud_cover', 'cloudCover'],
    ['weather_code', 'weatherCode'],
    ['uvi', 'uvIndex'],
    ['snowfall', 'snowAccumulation'],
  ])('knows the metric that other services call %s: %s', (theirs, ours) => {
    expect(nearestNames(theirs, METRIC_NAMES)[0]).toBe(ours);
  });

  it.each([
    ['latitude', 'lat'],
    ['longitude', 'lon'],
    ['lng', 'lon'],
    ['tz', 'timezone'],
    ['timesteps', 'timelines'],
    ['hourly', 'fields'],
    ['start_date', 'startTime'],
    ['models', 'source'],
    ['appid', 'apikey'],
    ['temperature_unit', 'units'],
  ])('knows the parameter that other services call %s: %s', (theirs, ours) => {
    expect(nearestNames(theirs, QUERY)[0]).toBe(ours);
  });

  it('leads to names that there are, and from none of them', () => {
    const ours = [...QUERY, ...METRIC_NAMES, ...TIMELINES];
    for (const name of OTHER_SERVICES_NAMES.values()) expect(ours).toContain(name);
  });
});
