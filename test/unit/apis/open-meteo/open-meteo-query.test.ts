import { expect, test } from '@jest/globals';
import { countPoints } from '../../../../src/apis/open-meteo/request/asked-points.js';
import { isLong, parseOpenMeteoQuery } from '../../../../src/apis/open-meteo/request/open-meteo-query.js';

const NOW_MS = Date.parse('2026-11-21T10:20:00Z');
const SOURCES = new Map(['auto', 'gfs', 'ifs'].map((name) => [name, name] as const));

const parse = (raw: object) => parseOpenMeteoQuery({ hourly: 'temperature_2m', ...raw }, NOW_MS, SOURCES);

test('many models for many locations are a long request', () => {
  const many = (count: number) => ({
    latitude: Array(count).fill(1),
    longitude: Array(count).fill(2),
    forecast_days: 1,
  });
  expect(isLong(parse(many(100)))).toBe(false);
  expect(isLong(parse({ ...many(50), models: 'gfs,ifs' }))).toBe(false);
  expect(isLong(parse({ ...many(51), models: 'gfs,ifs' }))).toBe(true);
});

test.each<[number, unknown]>([
  [1, undefined],
  [1, '52.2,'],
  [2, '52.2, ,50.1'],
  [3, ['52.2,50.1', 40.7]],
  [100, '1,'.repeat(101)],
])('charges %i locations for the latitudes %j', (count, latitude) => {
  expect(countPoints({ latitude })).toBe(count);
});

test('charges for locations however a program writes the list', () => {
  expect(countPoints({ 'latitude[]': ['1', '2'] })).toBe(2);
  expect(countPoints({ 'latitude[0]': '1', 'latitude[1]': '2|3' })).toBe(3);
});

test('locations in the same time zone share its clock and hours', () => {
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

test('accepts numbers in JSON notation', () => {
  expect(parse({ latitude: 1e-7, longitude: '-2.5E1' }).points[0]).toMatchObject({
    latitude: 1e-7,
    longitude: -25,
  });
});
