import { expect, it } from '@jest/globals';
import { type WeatherCodesDto } from '../../../../src/forecast/catalogue/catalogue.dto.js';
import { ApiCaller } from '../../../support/api-caller.js';
import { sendRaw } from '../../../support/raw-request.js';
import { useTestApp } from '../../../support/test-app.js';

const app = useTestApp();
const PATH = '/v1/weather/codes';

it('lists every weather code with its severity rank, for anyone', async () => {
  const { status, headers, body } = await new ApiCaller(app().url).get<WeatherCodesDto>(PATH);

  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(headers.get('cache-control')).toBe('public, max-age=3600');
  const { codes } = body;
  expect(codes.map(({ code }) => code)).toEqual([
    0, 1000, 1001, 1100, 1101, 1102, 2000, 2100, 4000, 4001, 4200, 4201, 5000, 5001, 5100, 5101, 6000, 6001,
    6200, 6201, 7000, 7101, 7102, 8000,
  ]);
  expect(codes).toContainEqual({ code: 0, name: 'Unknown', severity: 0 });
  expect(codes).toContainEqual({ code: 1000, name: 'Clear, Sunny', severity: 1 });
  expect(codes).toContainEqual({ code: 8000, name: 'Thunderstorm', severity: 23 });
});

it('ranks each code once', async () => {
  const { codes } = (await new ApiCaller(app().url).get<WeatherCodesDto>(PATH)).body;

  const ranks = codes.map(({ severity }) => severity).sort((a, b) => a - b);
  expect(ranks).toEqual(Array.from({ length: 24 }, (_, rank) => rank));
});

it('responds to HEAD the same', async () => {
  const { status, headers, body } = await sendRaw<string>(app().url, { method: 'HEAD', path: PATH });

  expect([status, body]).toEqual([200, '']);
  expect(headers.get('cache-control')).toBe('public, max-age=3600');
});
