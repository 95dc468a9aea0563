import { expect, it } from '@jest/globals';
import type { FastifyRequest } from 'fastify';
import type { CurrentConditionsService } from '../../../../src/forecast/current/current-conditions.service.js';
import type { ForecastService } from '../../../../src/forecast/forecast.service.js';
import type { PlacesService } from '../../../../src/forecast/places/places.service.js';
import { TomorrowIoService } from '../../../../src/apis/tomorrow-io/tomorrow-io.service.js';

const NOW_MS = Date.parse('2026-11-24T10:20:30Z');
const HOUR = Date.parse('2026-11-24T10:00:00Z');
/** The lifetime of the newest run. */
const LIFE = {
  lastModified: new Date(HOUR),
  fromMs: HOUR,
  untilMs: HOUR + 3_600_000,
  longestAgeSeconds: 900,
};

interface Made {
  life: typeof LIFE;
}

/** Returns the lifetime of a response. */
async function lifeOf(shape: 'realtime' | 'forecast' | 'timelines', query: object): Promise<typeof LIFE> {
  const forecasts = {
    inDialect: (_key: string, _accepted: object, _nowMs: number, make: (hoursOf: () => object) => Made) =>
      make(() => ({ life: LIFE, origin: {}, hours: undefined })),
  } as unknown as ForecastService;
  const current = {
    stateAt: () => '',
    conditions: () => ({ life: LIFE, hours: undefined }),
  } as unknown as CurrentConditionsService;
  const service = new TomorrowIoService(forecasts, current, {} as PlacesService);
  const request = { query: { location: '1,2', ...query } } as unknown as FastifyRequest;
  const asked = service.parseQuery(shape, request, NOW_MS);
  const made = (await service.answer(asked, { coding: 'identity', evenIfSmall: false }, NOW_MS)) as unknown;
  return (made as Made).life;
}

const at = (time: string) => Date.parse(`2026-11-24T${time}Z`);

it.each([
  ['the current minute', 'realtime', {}, '10:20:00', '10:21:00'],
  ['minutes', 'timelines', { fields: 'temperature', timesteps: '5m' }, '10:20:00', '10:21:00'],
  [
    'times that follow the clock',
    'timelines',
    { fields: 'humidity', endTime: 'nowPlus90m' },
    '10:20:00',
    '10:21:00',
  ],
  ['days, which may begin at a quarter', 'forecast', { timesteps: '1d' }, '10:15:00', '10:30:00'],
  ['hours', 'forecast', { timesteps: '1h' }, '10:00:00', '11:00:00'],
] as const)('a response with %s changes with each of its steps', async (_what, shape, query, from, until) => {
  expect(await lifeOf(shape, query)).toEqual({
    ...LIFE,
    lastModified: new Date(at(from)),
    fromMs: at(from),
    untilMs: at(until),
  });
});
