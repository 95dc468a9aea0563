import { describe, expect, it, test } from '@jest/globals';
import { atOnce } from '../../../../src/core/background/turns.js';
import { METAR } from '../../../../src/weather/observations/metar/metar.source.js';
import { weatherOf } from '../../../../src/weather/observations/metar/present-weather.js';
import type { Refusal } from '../../../../src/weather/observations/observe.js';
import { stationPressure } from '../../../../src/weather/meteo/air/altimeter.js';
import { METAR_HEADER, metarRow } from '../../../support/metar-rows.js';

const nowMs = Date.parse('2026-11-21T06:00:00Z');

function read(text: string) {
  const refused: Refusal[] = [];
  const reports = atOnce(METAR.read(text, { nowMs, refuse: (reason) => void refused.push(reason) }));
  return { reports, refused };
}
const readRow = (cells: Record<string, string>, layers?: string[]) => {
  const { reports, refused } = read([METAR_HEADER, metarRow(cells, layers)].join('\n'));
  return { values: reports.at(0)?.values, refused };
};

describe('the METAR cache', () => {
  // 10 kt are 5.144 m/s, 10 miles 16.1 km. 30.09 inHg are 1018.964 hPa, 4 m of the standard atmosphere 0.48 hPa.
  const values = {
    temperature: 8.3,
    dewPoint: 2.2,
    windSpeed: 5.1,
    windDirection: 290,
    windGust: null,
    pressureSurfaceLevel: 1018.5,
    cloudCover: 44,
    visibility: 16.1,
    weatherCode: 1101,
  };
  const old = metarRow({ observation_time: '2026-11-21T05:54:00Z', altim_in_hg: '30.090551' });
  const preamble = ['No errors', 'No warnings', '99 ms', 'data source=metars', '1 results'];

  it.each([
    ['since September 2025', [METAR_HEADER, metarRow({ raw_text: '"METAR KBOS, ""quoted"""' })].join('\n')],
    ['before, with line feeds', [...preamble, METAR_HEADER, old, ''].join('\n')],
    ['with carriage returns', [...preamble, METAR_HEADER, old, ''].join('\r\n')],
    ['with two of them', [...preamble, METAR_HEADER, old, ''].join('\r\r\n')],
  ])('is read in its layout %s', (_, text) => {
    const { reports, refused } = read(text);

    expect(refused).toEqual([]);
    expect(reports).toEqual([
      {
        station: { id: 'KBOS', name: null, lat: 42.3606, lon: -71.0097, elevation: 4 },
        observedAtMs: Date.parse('2026-11-21T05:54:00Z'),
        isSpecial: false,
        values,
        text: expect.stringContaining('METAR KBOS') as unknown,
      },
    ]);
  });

  it('is refused as a whole without its header, or a column of it', () => {
    expect(() => read('<html>')).toThrow('no line that begins with "raw_text,"');
    expect(() => read(METAR_HEADER.replace('altim_in_hg', 'qnh'))).toThrow('no column altim_in_hg');
  });

  const noWind = { windSpeed: null, windDirection: null };
  it.each<[string, Record<string, string>, object]>([
    ['empty cells', { temp_c: '', dewpoint_c: '' }, { temperature: null, dewPoint: null }],
    [
      'null',
      { temp_c: 'null', visibility_statute_mi: 'null' },
      { temperature: null, visibility: null, weatherCode: null },
    ],
    ['a variable wind, by 0', { wind_dir_degrees: '0' }, { windSpeed: 5.1, windDirection: null }],
    ['a variable wind, by its word', { wind_dir_degrees: 'VRB' }, { windSpeed: 5.1, windDirection: null }],
    ['calm air', { wind_dir_degrees: '0', wind_speed_kt: '0' }, { windSpeed: 0, windDirection: null }],
    ['north', { wind_dir_degrees: '360' }, { windDirection: 0 }],
    ['almost north', { wind_dir_degrees: '359.6' }, { windDirection: 0 }],
    ['blank cells', { temp_c: ' ', dewpoint_c: ' ' }, { temperature: null, dewPoint: null }],
    ['no wind', { wind_dir_degrees: '', wind_speed_kt: '' }, noWind],
    ['9999 m', { visibility_statute_mi: '6+' }, { visibility: 10 }],
    ['9999 m, before 2025', { visibility_statute_mi: '6.21' }, { visibility: 10 }],
    ['an altimeter of 0.00', { altim_in_hg: '0.00' }, { pressureSurfaceLevel: null }],
    [
      'only the pressure at sea level',
      { altim_in_hg: '', sea_level_pressure_mb: '1018.8' },
      { pressureSurfaceLevel: 1018.3 },
    ],
    [
      'that of a mountain',
      { altim_in_hg: '', sea_level_pressure_mb: '1018.8', elevation_m: '751' },
      { pressureSurfaceLevel: null },
    ],
  ])('has %s', (_, cells, expected) => {
    expect(readRow(cells)).toEqual({ values: { ...values, ...expected }, refused: [] });
  });

  it.each([
    ['no cloud', ['CLR'], 'METAR KBOS 10SM CLR', 0],
    ['no cloud, left out', [], 'METAR KBOS 10SM CLR', 0],
    ['CAVOK', [], 'METAR EETN CAVOK 07/M01', 0],
    ['no cloud in the trend alone', [], 'METAR EETN 9999 07/M01 BECMG NSC', null],
    ['no cloud in the remarks alone', [], 'METAR KNYL 10SM RMKS CLR', null],
    ['a hidden sky', ['OVX'], 'METAR KBOS 1/4SM FG VV002', 100],
    ['the most of its layers', ['FEW', 'BKN', 'SCT'], 'METAR KBOS 10SM', 75],
    ['a layer without height', ['FEW'], 'METAR RJFF 9999 FEW025 BKN/// 25/15', 75],
    ['cloud that was not measured', [], 'METAR KBOS AUTO 9999 ///////// 25/15', null],
  ])('has %s', (_, layers, raw_text, cloudCover) => {
    expect(readRow({ raw_text }, layers).values).toMatchObject({ cloudCover });
  });

  it('takes a station on the meridian that marks an unknown position', () => {
    expect(readRow({ latitude: '41.5', longitude: '-99.99' }).refused).toEqual([]);
  });

  it.each<[Refusal, Record<string, string>, object | undefined]>([
    ['position', { latitude: '-99.99', longitude: '-99.99', elevation_m: '9999' }, undefined],
    ['position', { latitude: '', longitude: '', elevation_m: '' }, undefined],
    ['position', { latitude: '91' }, undefined],
    ['time', { observation_time: '2026-11-21T02:59:00Z' }, undefined],
    ['time', { observation_time: '2026-11-21T06:11:00Z' }, undefined],
    ['malformed', { observation_time: 'yesterday' }, undefined],
    ['malformed', { station_id: '' }, undefined],
    ['malformed', { raw_text: 'METAR, KBOS' }, undefined],
    ['temperature', { temp_c: '60.1' }, { temperature: null }],
    ['temperature', { temp_c: '-90.1', dewpoint_c: '' }, { temperature: null }],
    ['dew_point', { dewpoint_c: '8.5' }, { temperature: 8.3, dewPoint: null }],
    ['wind', { wind_speed_kt: '146' }, { windSpeed: null, windDirection: null }],
    ['wind', { wind_dir_degrees: '361' }, { windSpeed: 5.1, windDirection: null }],
    ['wind', { wind_dir_degrees: '-10' }, { windSpeed: 5.1, windDirection: null }],
    ['gust', { wind_gust_kt: '9' }, { windSpeed: 5.1, windGust: null }],
    ['pressure', { altim_in_hg: '25.09' }, { pressureSurfaceLevel: null }],
    ['pressure', { altim_in_hg: '32.05' }, { pressureSurfaceLevel: null }],
    ['visibility', { visibility_statute_mi: '-1' }, { visibility: null }],
  ])('refuses a %s that cannot be right: %o', (reason, cells, expected) => {
    const { values: read, refused } = readRow(cells);

    expect(refused).toEqual([reason]);
    if (expected) expect(read).toMatchObject(expected);
    else expect(read).toBeUndefined();
  });

  it('takes a dew point that is 0.1 °C above the temperature for saturation', () => {
    expect(readRow({ dewpoint_c: '8.4' })).toMatchObject({ values: { dewPoint: 8.3 }, refused: [] });
  });
});

test.each([
  ['', 'METAR KBOS 10SM', 'dry'],
  ['-RA', '', 4200],
  ['RA BR', '', 4001],
  ['+SHRA', '', 4201],
  ['-DZ', '', 4000],
  ['-SN', '', 5100],
  ['-SHSN', '', 5100],
  ['+SN', '', 5101],
  ['-FZRA BR', '', 6200],
  ['FZDZ', '', 6000],
  ['-PL', '', 7102],
  ['FZFG', '', 2000],
  ['+TSRA', '', 8000],
  ['TS', '', 8000],
  ['VCTS', '', 'dry'],
  ['VCSH', '', 'dry'],
  ['MIFG', '', 'dry'],
  ['DRSN', '', 'dry'],
  ['BLSN', '', undefined],
  ['BLSA', '', undefined],
  ['-SN BLSN', '', 5100],
  ['+SS', '', undefined],
  ['-SNRA', '', undefined],
  ['-RA -SN', '', undefined],
  ['UP', '', undefined],
  ['-SHGS', '', undefined],
  ['HZ', '', undefined],
  ['', 'METAR KAXS AUTO 10SM RMK AO1', undefined],
  ['', 'METAR KAXS AUTO 10SM RMKS AO1', undefined],
  ['', 'METAR KTOR AUTO RMK AO2 PWINO', undefined],
  ['', 'METAR YCFS AUTO 6000 // NCD', undefined],
  ['null', '', undefined],
])('the weather of "%s" in "%s" is %s', (groups, report, expected) => {
  expect(weatherOf(groups, report, false)).toBe(expected);
});

test('sand that the wind lifts lowers the visibility, but is no fog', () => {
  const raw_text = 'METAR DAAJ 210554Z 08035KT 0800 BLSA NSC 33/01 Q1009';
  const cells = { raw_text, wx_string: 'BLSA', visibility_statute_mi: '0.5' };
  expect(readRow(cells, []).values).toMatchObject({ visibility: 0.8, weatherCode: null });
});

test('a sensor that is off cannot tell that it is dry', () => {
  expect(weatherOf('', 'METAR KBOS', true)).toBeUndefined();
});

// Tables of the standard atmosphere (ICAO Doc 7488).
test.each([
  [0, 1013.25],
  [500, 954.61],
  [1000, 898.75],
  [3000, 701.09],
])('a standard altimeter setting is the standard pressure at %i m', (metres, hectopascals) => {
  expect(stationPressure(1013.25, metres)).toBeCloseTo(hectopascals, 1);
});
