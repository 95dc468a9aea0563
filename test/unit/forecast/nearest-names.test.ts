import { describe, expect, it } from '@jest/globals';
import { knownNames, nearestNames } from '../../../src/forecast/request/nearest-names.js';
import { KNOWN_IN_QUERY } from '../../../src/forecast/request/parameters.js';
import { OWN_CATALOGUE } from '../../support/own-catalogue.js';

const known = (...names: string[]) => knownNames(Object.fromEntries(names.map((name) => [name, []])));

describe('nearestNames', () => {
  const some = known('temperature', 'temperatureApparent', 'dewPoint', 'windSpeed', 'windGust', 'ozone');

  it.each([
    ['temperature', ['temperature', 'temperatureApparent']],
    ['tempreature', ['temperature']],
    ['DEWPOINT', ['dewPoint']],
    ['wind', ['windSpeed', 'windGust']],
    ['windSped', ['windSpeed']],
    ['0zone', ['ozone']],
  ])('%s: %j', (unknown, expected) => {
    expect(nearestNames(unknown, some)).toEqual(expected);
  });

  it('returns at most three names', () => {
    expect(nearestNames('abc', known('abd', 'abe', 'abf', 'abg'))).toHaveLength(3);
  });

  it.each(['colour', '', 'x', 'callback', 'language', 'qwertz'])('returns none for %j', (unknown) => {
    expect(nearestNames(unknown, KNOWN_IN_QUERY)).toEqual([]);
    expect(nearestNames(unknown, OWN_CATALOGUE)).toEqual([]);
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
  ])('maps the metric that other services call %s to %s', (theirs, ours) => {
    expect(nearestNames(theirs, OWN_CATALOGUE)[0]).toBe(ours);
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
  ])('maps the parameter that other services call %s to %s', (theirs, ours) => {
    expect(nearestNames(theirs, KNOWN_IN_QUERY)[0]).toBe(ours);
  });
});
