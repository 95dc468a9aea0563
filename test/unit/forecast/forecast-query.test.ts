import { describe, expect, it, jest } from '@jest/globals';
import { Problem, type RequestFault } from '../../../src/core/http/problems/problem.js';
import { parseBatchBody } from '../../../src/forecast/request/batch-query.js';
import { parseForecastQuery } from '../../../src/forecast/request/forecast-query.js';
import { type RawQuery } from '../../../src/forecast/request/query-reader.js';
import { Gazetteer } from '../../../src/weather/gazetteer/gazetteer.js';
import { OWN_CATALOGUE } from '../../support/own-catalogue.js';

const NOW = new Date('2026-11-21T03:40:12Z');
const POINT = { lat: '42.3478', lon: '-71.0466' };

const parse = (changes: RawQuery = {}) =>
  parseForecastQuery({ ...POINT, ...changes }, NOW, OWN_CATALOGUE, ['gfs']);

function faultsOf(raw: RawQuery): RequestFault[] {
  try {
    parseForecastQuery(raw, NOW, OWN_CATALOGUE, ['gfs']);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    expect(error.code).toBe('invalid_parameter');
    return error.options.errors ?? [];
  }
  throw new Error('the query was accepted');
}

/** Returns the single fault of a query that is valid except for the changes. */
function faultOf(changes: RawQuery): RequestFault {
  const faults = faultsOf({ ...POINT, ...changes });
  expect(faults).toHaveLength(1);
  return faults[0];
}

describe('parseForecastQuery', () => {
  it('applies defaults', () => {
    expect(parse()).toEqual({
      latitude: 42.3478,
      longitude: -71.0466,
      elevation: undefined,
      fields: OWN_CATALOGUE.defaultNames,
      timelines: ['hourly'],
      units: 'metric',
      timeZone: expect.objectContaining({ name: 'UTC' }) as unknown,
      start: new Date('2026-11-21T03:00:00Z'),
      startIsDefault: true,
      minutelyStart: new Date('2026-11-21T03:40:00Z'),
      end: undefined,
      source: 'auto',
      correction: 'auto',
    });
  });

  it('parses all parameters', () => {
    const query = parse({
      fields: 'humidity,temperature,humidity',
      timelines: 'daily,hourly,daily',
      units: 'imperial',
      timezone: 'Europe/Berlin',
      elevation: '-12.5',
      startTime: '2026-11-22T00:30:00+01:00',
      endTime: '2026-11-23T00:00Z',
      source: 'gfs',
      apikey: 'wx_anything',
    });
    expect(query).toMatchObject({
      fields: ['temperature', 'humidity'],
      timelines: ['hourly', 'daily'],
      units: 'imperial',
      timeZone: { name: 'Europe/Berlin' },
      elevation: -12.5,
      start: new Date('2026-11-21T23:30:00Z'),
      startIsDefault: false,
      minutelyStart: new Date('2026-11-21T23:30:00Z'),
      end: new Date('2026-11-23T00:00:00Z'),
      source: 'gfs',
    });
  });

  it.each([
    ['-90', -90],
    ['90', 90],
    ['0', 0],
    ['-0.00001', 0],
    ['007.5', 7.5],
    ['42.34784999', 42.3478],
    ['42.34785', 42.3479],
  ])('parses the latitude %s as %d', (lat, expected) => {
    expect(Object.is(parse({ lat }).latitude, expected)).toBe(true);
  });

  it.each(['-500', '9000', '0', '8848.86'])('accepts the elevation %s', (elevation) => {
    expect(parse({ elevation }).elevation).toBe(Number(elevation));
  });

  // Time zones of the points per https://www.timeanddate.com/time/map/ (Boston, Taveuni in Fiji, the pole).
  it.each([
    ['42.3478', '-71.0466', 'America/New_York'],
    ['52.2297', '21.0122', 'Europe/Warsaw'],
    ['-16.8', '179.99', 'Pacific/Fiji'],
    ['-16.8', '-179.99', 'Pacific/Fiji'],
    ['-90', '0', 'Antarctica/McMurdo'],
  ])('finds the time zone of %s, %s', (lat, lon, name) => {
    expect(parse({ lat, lon, timezone: 'auto' }).timeZone.name).toBe(name);
  });

  it('finds the same time zone on both sides of the 180th meridian, and some zone at the pole', () => {
    const zone = (lat: string, lon: string) => parse({ lat, lon, timezone: 'auto' }).timeZone.name;
    for (const lat of ['-90', '-45', '0', '65', '90']) expect(zone(lat, '180')).toBe(zone(lat, '-180'));
    expect(zone('90', '12')).toBeTruthy();
  });

  it('accepts both ends of the longitude range', () => {
    expect(parse({ lon: '180' }).longitude).toBe(180);
    expect(parse({ lon: '-180.0' }).longitude).toBe(-180);
  });
});

describe('parseForecastQuery rejects', () => {
  it.each(['1e3', '0x10', '', ' 42', '42 ', 'NaN', 'Infinity', '4,2', '+42', '.5', '5.', '--1', '１', '1_0'])(
    'the latitude "%s", which is not a plain decimal',
    (lat) => {
      const { parameter, detail } = faultOf({ lat });
      expect(parameter).toBe('lat');
      expect(detail).toContain('plain decimal');
    },
  );

  it.each([
    ['lat', '90.0001'],
    ['lat', '-91'],
    ['lon', '180.01'],
    ['lon', '-1000000'],
  ])('%s %s, which is out of range', (name, value) => {
    const { parameter, detail } = faultOf({ [name]: value });
    expect(parameter).toBe(name);
    expect(detail).toContain('must be between');
  });

  it.each(['lat', 'lon'])('a query without %s', (name) => {
    const { parameter, detail } = faultOf({ [name]: undefined });
    expect(parameter).toBe(name);
    expect(detail).toContain('required');
  });

  it.each([
    'lat',
    'lon',
    'fields',
    'timelines',
    'units',
    'timezone',
    'startTime',
    'endTime',
    'source',
    'elevation',
  ])('a repeated %s', (name) => {
    expect(faultOf({ [name]: ['1', '1'] })).toEqual({
      parameter: name,
      detail: `"${name}" must be given once.`,
    });
  });

  it.each([
    ['latitude', 'lat'],
    ['Units', 'units'],
    ['field', 'fields'],
    ['start_time', 'startTime'],
    ['api_key', 'apikey'],
  ])('the unknown parameter %s, and suggests %s', (name, nearest) => {
    expect(faultOf({ [name]: 'x' })).toEqual({
      parameter: name,
      detail: `Unknown parameter "${name}". Did you mean "${nearest}"?`,
    });
  });

  it.each(['1e3', '', '12 m', '+5', 'NaN', '.5'])(
    'the elevation "%s", which is not a plain decimal',
    (elevation) => {
      const { parameter, detail } = faultOf({ elevation });
      expect(parameter).toBe('elevation');
      expect(detail).toContain('plain decimal');
    },
  );

  it.each(['-500.1', '9000.5', '100000'])('the elevation %s, which is out of range', (elevation) => {
    expect(faultOf({ elevation })).toEqual({
      parameter: 'elevation',
      detail: '"elevation" must be between -500 and 9000.',
    });
  });

  it.each(['Europe/Atlantis', '', '+02:00', '-05', 'AUTO', 'UTC+1', 'Europe/Berlin ', '../etc/passwd'])(
    'the unknown time zone "%s"',
    (timezone) => {
      const { parameter, detail } = faultOf({ timezone });
      expect(parameter).toBe('timezone');
      expect(detail).toContain(`"${timezone}" is not one`);
    },
  );

  it('an empty list', () => {
    expect(faultOf({ fields: '' }).detail).toContain('at least one');
    expect(faultOf({ timelines: '' }).detail).toContain('at least one');
  });

  it.each([
    ['temprature', 'temperature'],
    ['TEMPERATURE', 'temperature'],
    ['windspeed', 'windSpeed'],
    ['gust', 'windGust'],
    [' humidity', 'humidity'],
  ])('the unknown metric "%s", and suggests %s first', (name, nearest) => {
    const { parameter, detail } = faultOf({ fields: `ozone,${name}` });
    expect(parameter).toBe('fields');
    expect(detail).toMatch(new RegExp(`unknown name "${name}"\\. The nearest known names: ${nearest}\\b`));
  });

  it('an empty name between commas', () => {
    expect(faultOf({ fields: 'ozone,' }).detail).toContain('unknown name ""');
  });

  it('an unknown timeline, unit or source', () => {
    expect(faultOf({ timelines: 'weekly' }).parameter).toBe('timelines');
    expect(faultOf({ units: 'Metric' }).detail).toBe('"units" must be one of "metric", "imperial".');
    expect(faultOf({ source: 'icon' }).detail).toBe('"source" must be one of "auto", "gfs", "climatology".');
    expect(faultOf({ units: '' }).parameter).toBe('units');
  });

  it('an invalid time', () => {
    expect(faultOf({ startTime: 'tomorrow' }).parameter).toBe('startTime');
    for (const startTime of ['0000-06-01T00:00:00Z', '0001-01-01T00:00:00Z', '9999-12-31T23:00:00Z'])
      expect(faultOf({ startTime }).detail).toMatch(/must be between 0001-01-02T.* and 9999-12-14T/);
    for (const startTime of ['10000-01-01T00:00:00Z', '+012026-01-01T00:00:00Z', '-000001-01-01T00:00:00Z'])
      expect(faultOf({ startTime }).detail).toBe('"startTime" must have a year of four digits.');
    expect(faultOf({ endTime: '2026-11-22' }).detail).toContain('not a date alone');
  });

  it('an end that is not after the start', () => {
    const startTime = '2026-11-22T00:00:00Z';
    expect(faultOf({ startTime, endTime: startTime }).detail).toBe('"endTime" must be after "startTime".');
    expect(faultOf({ startTime, endTime: '2026-11-22T00:30:00+01:00' }).parameter).toBe('endTime');
  });

  it('an end that is not after the current hour if no start is given', () => {
    expect(faultOf({ endTime: '2026-11-21T03:00:00Z' }).detail).toContain('current hour');
    expect(parse({ endTime: '2026-11-21T03:00:01Z' }).end).toEqual(new Date('2026-11-21T03:00:01Z'));
  });

  it('a span of more than 16 days', () => {
    const startTime = '2026-11-22T00:00:00Z';
    expect(faultOf({ startTime, endTime: '2026-12-08T00:00:01Z' }).detail).toContain('16 days');
    expect(parse({ startTime, endTime: '2026-12-08T00:00:00Z' }).end).toEqual(
      new Date('2026-12-08T00:00:00Z'),
    );
  });

  it('all faults together, each with its parameter', () => {
    const faults = faultsOf({
      lat: '91',
      fields: 'a,b',
      timelines: 'weekly',
      units: 'kelvin',
      timezone: 'Mars/Base',
      elevation: 'high',
      startTime: 'x',
      endTime: 'y',
      source: 'z',
      colour: 'red',
    });
    expect(faults.map(({ parameter }) => parameter).sort()).toEqual(
      [
        'colour',
        'elevation',
        'endTime',
        'fields',
        'fields',
        'lat',
        'lon',
        'source',
        'startTime',
        'timelines',
        'timezone',
        'units',
      ].sort(),
    );
  });

  it('overlong input without repeating it', () => {
    const { detail } = faultOf({ fields: 'x'.repeat(5000) });
    expect(detail.length).toBeLessThan(250);
  });
});

it('looks for suggestions only for the faults that are listed', () => {
  const suggestions = jest.spyOn(Gazetteer.prototype, 'suggestions');
  const locations = Array.from({ length: 100 }, (_, i) => ({ place: `qqqq${i}` }));
  expect(() => parseBatchBody({ locations }, NOW, OWN_CATALOGUE, ['gfs'])).toThrow(Problem);
  const looked = suggestions.mock.calls.length;
  suggestions.mockRestore();

  // A response lists 20 faults, and counts the others.
  expect(looked).toBe(20);
});
