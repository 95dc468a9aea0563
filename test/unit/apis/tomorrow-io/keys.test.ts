import { expect, it } from '@jest/globals';
import {
  bytesOf,
  parseTomorrowIoQuery,
  type Shape,
} from '../../../../src/apis/tomorrow-io/request/tomorrow-io-query.js';

const NOW_MS = Date.parse('2026-11-24T10:20:30Z');

const parse = (raw: object, shape: Shape = 'timelines') =>
  parseTomorrowIoQuery({ shape, raw: { location: '1,2', ...raw }, place: 'query' }, NOW_MS, () => []);
const SHORT = { fields: 'temperature,humidity', timesteps: '1h,1d' };

it.each([
  [
    'timelines',
    {
      fields: ['temperature', 'humidity', 'dewPoint', 'windSpeed', 'windGust', 'visibility', 'uvIndex']
        .flatMap((name) => [name, `${name}Max`, `${name}Min`, `${name}Avg`])
        .join(),
      timesteps: '1m,5m,15m,30m,1h,1d',
    },
  ],
  ['forecast', {}],
  ['realtime', {}],
] as const)('the key of %s is short, since many keys are kept', (shape, raw) => {
  expect(parse(raw, shape).key.length).toBeLessThan(100);
});

it('the key differs for everything that changes the response', () => {
  const others = [
    { location: '1,3' },
    { fields: 'humidity,temperature' },
    { fields: 'temperature,humidityMax' },
    { timesteps: '1d,1h' },
    { timesteps: '1h' },
    { units: 'imperial' },
    { timezone: 'Asia/Tokyo' },
    { dailyStartHour: '7' },
    { startTime: 'nowPlus1d' },
    { endTime: 'nowPlus1d' },
    { endTime: 'nowPlus20d' },
  ].map((raw) => parse({ ...SHORT, ...raw }).key);
  const ofShapes = [parse({}, 'forecast'), parse({}, 'realtime'), parse({ timesteps: '1h' }, 'forecast')];
  const all = [parse(SHORT).key, ...others, ...ofShapes.map(({ key }) => key)];
  expect(new Set(all).size).toBe(all.length);
  expect(parse({ ...SHORT, unknown: '1' }).key).toBe(parse(SHORT).key);
});

it('queries share their cached fields', () => {
  const [one, other] = [parse(SHORT), parse(SHORT)].map(({ timelines }) => timelines[0].fields);
  expect(one).not.toBe(other);
  one.forEach((field, i) => expect(field).toBe(other[i]));
  expect(bytesOf(parse(SHORT))).toBeGreaterThan(bytesOf(parse({ ...SHORT, timesteps: '1h' })));
});
