import { expect, test } from '@jest/globals';
import { FORMATS } from '../../../src/open-meteo/answer/answer-formats.js';
import { type AnswerColumn, type PointAnswer } from '../../../src/open-meteo/answer/point-answer.js';
import { isLong, parseOpenMeteoQuery } from '../../../src/open-meteo/request/open-meteo-query.js';

const NOW_MS = Date.parse('2026-11-21T10:20:00Z');
const HOUR_MS = 3_600_000;
const [COLUMNS, ROWS] = [100, 2592];
const UNIT = { abbreviation: '°C', decimals: 1 } as const;

const SOURCES = new Map(['auto', 'gfs', 'ifs'].map((name) => [name, name] as const));

const parse = (raw: object) => parseOpenMeteoQuery({ hourly: 'temperature_2m', ...raw }, NOW_MS, SOURCES);

test.each(['json', 'csv', 'flatbuffers'] as const)(
  'no piece of %s takes more than the working out of one column',
  (format) => {
    let workedOut = 0;
    function* columns(): Generator<AnswerColumn, void> {
      for (; workedOut < COLUMNS; workedOut++)
        yield {
          name: `temperature_${workedOut}m`,
          unit: UNIT,
          lastPlaces: new Float64Array(ROWS).fill(workedOut),
        };
    }
    const query = parse({ latitude: 1, longitude: 2, format });
    const answer: PointAnswer = {
      latitude: 1,
      longitude: 2,
      elevation: 3,
      point: query.points[0],
      location: 0,
      sections: [
        {
          name: 'hourly',
          range: { firstMs: 0, stepMs: HOUR_MS, count: ROWS },
          columns: columns(),
          units: [],
        },
      ],
      origins: [],
    };
    let before = 0;
    let bytes = 0;
    for (const piece of FORMATS[format].pieces(query, [answer])) {
      expect(workedOut - before).toBeLessThanOrEqual(1);
      before = workedOut;
      bytes += piece.length;
      // A message of FlatBuffers is written from its end.
      if (format !== 'flatbuffers') expect(piece.length).toBeLessThan(70_000);
    }
    expect(bytes).toBeGreaterThan(COLUMNS * ROWS);
  },
);

test('many models of many locations are a long answer', () => {
  const many = (count: number) => ({
    latitude: Array(count).fill(1),
    longitude: Array(count).fill(2),
    forecast_days: 1,
  });
  expect(isLong(parse(many(100)))).toBe(false);
  expect(isLong(parse({ ...many(50), models: 'gfs,ifs' }))).toBe(false);
  expect(isLong(parse({ ...many(51), models: 'gfs,ifs' }))).toBe(true);
});

test('locations of a time zone share its clock and hours', () => {
  const { points } = parse({ latitude: '52.2,50.1,40.7', longitude: '21,19.9,-74', timezone: 'auto' });
  expect(points.map(({ clock }) => clock.timezone)).toEqual([
    'Europe/Warsaw',
    'Europe/Warsaw',
    'America/New_York',
  ]);
  expect(points[1].clock).toBe(points[0].clock);
  expect(points[1].ranges).toBe(points[0].ranges);
  expect(points[2].ranges.daily.firstMs).toBe(points[0].ranges.daily.firstMs);
});

test('a number is taken as JSON writes it', () => {
  expect(parse({ latitude: 1e-7, longitude: '-2.5E1' }).points[0]).toMatchObject({
    latitude: 1e-7,
    longitude: -25,
  });
});
