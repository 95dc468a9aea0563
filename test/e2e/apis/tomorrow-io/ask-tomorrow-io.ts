import { type OutgoingHttpHeaders } from 'node:http';
import { type Answer } from '../../../support/api-caller.js';
import { sendRaw } from '../../../support/raw-request.js';
import { type TestApp } from '../../../support/test-app.js';

export const TIMELINES = '/v4/timelines';
export const WEATHER_FORECAST = '/v4/weather/forecast';
export const REALTIME = '/v4/weather/realtime';
export const LOCATION = 'location=52.2297,21.0122';

export type Values = Record<string, number | string | null>;

export interface Timeline {
  timestep: string;
  startTime: string;
  endTime: string;
  intervals: { startTime: string; values: Values }[];
}

interface Entry {
  time: string;
  values: Values;
}

/** The members of a response that the tests read, over all routes. */
export interface TomorrowIoBody {
  data: Entry & { timelines: Timeline[] };
  timelines: Record<'minutely' | 'hourly' | 'daily', Entry[] | undefined>;
  location: { lat: number; lon: number; name?: string };
  warnings?: { code: number; meta: object }[];
  code?: number;
  type?: string;
  message?: string;
}

export function askTomorrowIo(
  app: TestApp,
  key: string,
  path: string,
  query: string,
  headers: OutgoingHttpHeaders = {},
): Promise<Answer<TomorrowIoBody>> {
  return sendRaw<TomorrowIoBody>(app.url, {
    path: `${path}?${query}`,
    headers: { ...(key && { apikey: key }), ...headers },
  });
}

export function postTimelines(
  app: TestApp,
  key: string,
  body: unknown,
  headers: OutgoingHttpHeaders = {},
): Promise<Answer<TomorrowIoBody>> {
  return sendRaw<TomorrowIoBody>(app.url, {
    method: 'POST',
    path: TIMELINES,
    headers: { apikey: key, 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}
