import { describe, expect, it } from '@jest/globals';
import { TimeZone } from '../../../../src/core/time/time-zone.js';
import { OWN_FEATURE_SET } from '../../../../src/boot/features/features.js';
import { localDate, localTime } from '../../../../src/apis/mcp/weather/local-time.js';
import { metricsMeant, PLAIN_FIELDS } from '../../../../src/apis/mcp/weather/plain-fields.js';
import { columnsAt, isMeasured, tableText } from '../../../../src/apis/mcp/weather/weather-table.js';

const { metrics } = OWN_FEATURE_SET;
const ms = (time: string) => Date.parse(time);

describe('local time', () => {
  // TZ=<zone> date -d <time> +%Y-%m-%dT%H:%M%:z
  it.each([
    ['2026-11-21T23:30:00Z', 'Europe/Warsaw', '2026-11-22T00:30+01:00'],
    ['2026-07-01T00:00:00Z', 'America/New_York', '2026-06-30T20:00-04:00'],
    ['2026-07-01T00:00:00Z', 'Asia/Kathmandu', '2026-07-01T05:45+05:45'],
    ['2026-07-01T00:00:00Z', 'America/St_Johns', '2026-06-30T21:30-02:30'],
    ['2026-07-01T00:00:00Z', 'UTC', '2026-07-01T00:00+00:00'],
  ])('of %s in %s', (time, zone, local) => {
    const timeZone = TimeZone.named(zone)!;
    expect(localTime(ms(time), timeZone)).toBe(local);
    expect(localDate(ms(time), timeZone)).toBe(local.slice(0, 10));
  });
});

describe('plain words', () => {
  it('refer to existing metrics', () => {
    for (const names of Object.values(PLAIN_FIELDS))
      for (const name of names) expect(metrics.names).toContain(name);
  });

  it('yield each metric once, and leave other words unchanged', () => {
    expect(metricsMeant(['Rain', 'precipitation', 'temperature', 'constructor'])).toEqual([
      'precipitationIntensity',
      'precipitationProbability',
      'temperature',
      'constructor',
    ]);
  });
});

describe('a table', () => {
  const times = ['2026-11-21T03:00:00Z', '2026-11-21T04:00:00Z', '2026-11-21T05:00:00Z'];
  const zone = TimeZone.named('UTC')!;
  const columns = columnsAt(
    {
      timesMs: Float64Array.from(times.slice(0, 2), ms),
      values: {
        temperature: Float64Array.of(43, NaN),
        weatherCode: Float64Array.of(1001, 4000),
        windDirection: Float64Array.of(350, 10),
        sunriseTime: Float64Array.of(ms('2026-11-21T06:10:00Z'), NaN),
      },
    },
    times.map(ms),
    metrics,
    'imperial',
    zone,
  );

  it('has null for missing values and missing hours', () => {
    expect(columns).toEqual([
      { name: 'temperature', unit: '°F', values: [43, null, null] },
      { name: 'weatherCode', unit: '', values: ['Cloudy', 'Drizzle', null] },
      { name: 'windDirection', unit: '°', values: [350, 10, null] },
      { name: 'sunriseTime', unit: '', values: ['2026-11-21T06:10+00:00', null, null] },
    ]);
  });

  it('is written line by line', () => {
    expect(tableText(['03:00', '04:00', '05:00'], columns.slice(0, 2))).toBe(
      'time | temperature °F | weatherCode\n03:00 | 43 | Cloudy\n04:00 | - | Drizzle\n05:00 | - | -',
    );
  });

  it('treats neither words nor directions as comparable', () => {
    expect(columns.map(isMeasured)).toEqual([true, false, false, false]);
  });
});
