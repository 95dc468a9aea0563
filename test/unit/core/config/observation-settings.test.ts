import { expect, it } from '@jest/globals';
import { loadConfiguration } from '../../../../src/core/config/load-configuration.js';

const read = (environment: NodeJS.ProcessEnv) =>
  loadConfiguration(environment).observations.map(({ source, baseUrls, stations }) => ({
    name: source.name,
    baseUrls,
    stations,
  }));

const METAR = { name: 'metar', baseUrls: ['https://aviationweather.gov/data/cache'], stations: [] };

it.each([
  [{}, [METAR]],
  [{ INGEST_SCHEDULE: 'off' }, []],
  [{ OBSERVATIONS: 'off' }, []],
  [{ INGEST_SCHEDULE: 'off', OBSERVATIONS: 'metar' }, [METAR]],
  [
    { OBSERVATIONS: 'dwd,metar', DWD_STATIONS: '10384:52.4675:13.4021:48:Berlin-Tempelhof, E008:-1:-2.5:-3' },
    [
      {
        name: 'dwd',
        baseUrls: ['https://opendata.dwd.de/weather/weather_reports/poi'],
        stations: [
          { id: '10384', name: 'Berlin-Tempelhof', lat: 52.4675, lon: 13.4021, elevation: 48 },
          { id: 'E008', name: null, lat: -1, lon: -2.5, elevation: -3 },
        ],
      },
      METAR,
    ],
  ],
  [
    { METAR_BASE_URL: 'file:///mirror/ https://b.example' },
    [{ ...METAR, baseUrls: ['file:///mirror', 'https://b.example'] }],
  ],
])('reads %o', (environment, expected) => {
  expect(read(environment)).toEqual(expected);
});

it.each([
  [{ OBSERVATIONS: 'synop' }, 'OBSERVATIONS has "synop"; expected off, or names out of metar, dwd.'],
  [{ OBSERVATIONS: 'metar,metar' }, 'OBSERVATIONS names a source twice.'],
  [{ OBSERVATIONS: 'dwd' }, 'DWD_STATIONS must name stations if OBSERVATIONS has dwd.'],
  [{ DWD_STATIONS: '10384' }, 'DWD_STATIONS has "10384"; expected id:latitude:longitude:elevation'],
  [{ DWD_STATIONS: '10384:91:0:0' }, 'DWD_STATIONS has "10384:91:0:0"'],
  [{ DWD_STATIONS: '10384:1:1:1,10384:2:2:2' }, 'DWD_STATIONS names a station twice.'],
  [
    { METAR_BASE_URL: 'https://a.example https://me:secret@b.example' },
    "METAR_BASE_URL can't have a user name or password.",
  ],
  [{ METAR_BASE_URL: 's3://bucket' }, 'METAR_BASE_URL must be URLs'],
])('refuses %o', (environment, fault) => {
  expect(() => read(environment)).toThrow(fault);
});

it.each([
  [{}, false],
  [{ INGEST_SCHEDULE: 'off' }, true],
  [{ INGEST_SCHEDULE: 'off', OBSERVATIONS: 'off' }, false],
  [{ INGEST_SCHEDULE: 'off', OBSERVATIONS: 'metar' }, false],
])('keeps the reports of other sources only if another process decides on them: %o', (environment, keeps) => {
  expect(loadConfiguration(environment).keepsOtherObservations).toBe(keeps);
});
