import { describe, expect, it } from '@jest/globals';
import { HOUR_MS } from '../../../src/core/time/index.js';
import { type ForecastAnswer, type ForecastMeta } from '../../../src/forecast/timelines/forecast-answer.js';
import { type Timeline } from '../../../src/forecast/request/parameters.js';
import { JSON_FORMAT } from '../../../src/forecast/answer/json-formats.js';
import { OWN_CATALOGUE } from '../../support/own-catalogue.js';
import { LONGEST_VALUE_NAME } from '../../../src/weather/metrics/value-names.js';
import {
  type Column,
  regularTimes,
  type ServedTimeline,
} from '../../../src/forecast/timelines/served-timeline.js';

const META: ForecastMeta = {
  source: 'gfs',
  run: '2026-11-21T00:00:00Z',
  publishedAt: '2026-11-21T04:50:00Z',
  nextRunExpectedAt: '2026-11-21T11:00:00Z',
  units: 'metric',
  timezone: 'UTC',
  elevation: null,
  grid: { resolution: 0.25, elevation: null, interpolation: 'bilinear' },
  attribution: 'NOAA/NCEP "GFS"',
  sources: [],
  corrections: [],
  warnings: [{ code: 'no_land', detail: '–', fields: ['soilMoisture'] }],
};

const hourly = (columns: Column[], count: number): ServedTimeline => ({
  timesMs: regularTimes(Date.parse('2026-12-31T22:00:00Z'), HOUR_MS, count),
  columns,
});

function answer(timelines: Partial<Record<Timeline, ServedTimeline>>): ForecastAnswer {
  const parts = Object.fromEntries(Object.entries(timelines).map(([name, part]) => [name, [part]]));
  return { location: { lat: 42.3478, lon: -71.0466 }, timelines: parts, meta: () => META };
}

const temperatures = (scaled: number[], decimals: number) =>
  answer({
    hourly: hourly([{ name: 'temperature', decimals, scaled: Float64Array.from(scaled) }], scaled.length),
  });

interface Parsed {
  data: { timelines: { hourly: { time: string; values: Record<string, number | null> }[] } };
}

describe('the JSON format', () => {
  it('writes the same as JSON.stringify', () => {
    const columns: Column[] = [
      { name: 'temperature', decimals: 1, scaled: Float64Array.of(61, -5, NaN) },
      { name: 'precipitationIntensity', decimals: 2, scaled: Float64Array.of(0, 7, 120) },
    ];
    const text = JSON_FORMAT.whole(answer({ hourly: hourly(columns, 3) })).toString();
    expect(text).toBe(
      JSON.stringify({
        location: { lat: 42.3478, lon: -71.0466 },
        data: {
          timelines: {
            hourly: [
              { time: '2026-12-31T22:00:00Z', values: { temperature: 6.1, precipitationIntensity: 0 } },
              { time: '2026-12-31T23:00:00Z', values: { temperature: -0.5, precipitationIntensity: 0.07 } },
              { time: '2027-01-01T00:00:00Z', values: { temperature: null, precipitationIntensity: 1.2 } },
            ],
          },
        },
        meta: META,
      }),
    );
  });

  it.each([0, 1, 2, 3])('writes numbers with %d decimals without rounding noise', (decimals) => {
    const scaled = [-12_345, -1, 0, 1, 9, 10, 99, 100, 101, 3000, 16_383, 16_384, 101_325];
    const { data } = JSON.parse(JSON_FORMAT.whole(temperatures(scaled, decimals)).toString()) as Parsed;
    const values = data.timelines.hourly.map((entry) => entry.values.temperature);
    expect(values).toEqual(scaled.map((value) => Number(`${value}e-${decimals}`)));
  });

  it('has room for every name', () => {
    const names = OWN_CATALOGUE.entries.flatMap(({ name, daily }) => [
      name,
      ...daily.map((form) => form.name),
    ]);
    names.push('x'.repeat(LONGEST_VALUE_NAME));
    const columns = [...new Set(names)].map((name, i): Column => ({
      name,
      decimals: 0,
      scaled: Float64Array.of(i),
    }));
    const { data } = JSON.parse(
      JSON_FORMAT.whole(answer({ hourly: hourly(columns, 1) })).toString(),
    ) as Parsed;
    expect(data.timelines.hourly[0].values).toEqual(
      Object.fromEntries(columns.map(({ name }, i) => [name, i])),
    );
  });

  it('writes an empty list without hours, and empty values without columns', () => {
    expect(JSON_FORMAT.whole(temperatures([], 1)).toString()).toContain('"hourly":[]');
    expect(JSON_FORMAT.whole(answer({ hourly: hourly([], 1) })).toString()).toContain('"values":{}');
  });

  it('writes instants to the second, and several timelines in order', () => {
    const instantsMs = Float64Array.of(Date.parse('2026-06-01T03:04:59.900Z'), NaN);
    const daily: ServedTimeline = {
      timesMs: Float64Array.of(Date.parse('2026-05-31T22:00:00Z'), Date.parse('2026-06-01T22:00:00Z')),
      columns: [{ name: 'sunriseTime', instantsMs }],
    };
    const minutely: ServedTimeline = {
      timesMs: regularTimes(Date.parse('2026-05-31T23:59:00Z'), 60_000, 2),
      columns: [],
    };
    const { data } = JSON.parse(JSON_FORMAT.whole(answer({ minutely, daily })).toString()) as Parsed;
    expect(JSON.stringify(data.timelines)).toBe(
      JSON.stringify({
        minutely: [
          { time: '2026-05-31T23:59:00Z', values: {} },
          { time: '2026-06-01T00:00:00Z', values: {} },
        ],
        daily: [
          { time: '2026-05-31T22:00:00Z', values: { sunriseTime: '2026-06-01T03:04:59Z' } },
          { time: '2026-06-01T22:00:00Z', values: { sunriseTime: null } },
        ],
      }),
    );
  });

  it('concatenates the parts of a timeline', () => {
    const count = 5000;
    const scaled = Float64Array.from({ length: count }, (_, i) => i - 100);
    const whole = hourly([{ name: 'temperature', decimals: 1, scaled }], count);
    const part = (from: number, to: number): ServedTimeline => ({
      timesMs: whole.timesMs.subarray(from, to),
      columns: [{ name: 'temperature', decimals: 1, scaled: scaled.subarray(from, to) }],
    });
    const inParts = { hourly: [part(0, 1), part(1, 700), part(700, count)] };

    const bytes = JSON_FORMAT.whole({ ...answer({}), timelines: inParts });

    expect(bytes.equals(JSON_FORMAT.whole(answer({ hourly: whole })))).toBe(true);
    // The scratch buffer isn't retained.
    expect(bytes.buffer.byteLength).toBe(bytes.length);
  });

  it('can write several forecasts alternately, even if one of them is abandoned', () => {
    const parts = (first: number): ServedTimeline[] =>
      [0, 1, 2].map((part) => {
        const scaled = Float64Array.from({ length: 3000 }, (_, i) => first + 3000 * part + i);
        return hourly([{ name: 'temperature', decimals: 1, scaled }], scaled.length);
      });
    const answers = [0, -20_000].map((first) => ({ ...answer({}), timelines: { hourly: parts(first) } }));
    const alone = answers.map((one) => JSON_FORMAT.whole(one));
    const pieces = answers.map((one) => JSON_FORMAT.pieces(one));
    const abandoned = JSON_FORMAT.pieces(answers[0]);

    abandoned.next();
    const written: Buffer[][] = [[], []];
    for (let turn = 0; turn < 4; turn++)
      for (const [i, made] of pieces.entries()) written[i].push(made.next().value as Buffer);

    expect(pieces.map((made) => made.next().done)).toEqual([true, true]);
    expect(written.map((made, i) => Buffer.concat(made).equals(alone[i]))).toEqual([true, true]);
    expect(written.flat().every((bytes) => bytes.buffer.byteLength === bytes.length)).toBe(true);
  });
});
