import { type Answer } from '../../../support/api-caller.js';
import { sendRaw } from '../../../support/raw-request.js';
import { type TestApp } from '../../../support/test-app.js';

export const OPEN_METEO = '/open-meteo/v1/forecast';
export const PLACE = 'latitude=52.2297&longitude=21.0122';

type Values = (number | string | null)[];
type Section = Record<string, Values>;

/** The members of a response that the tests read. */
export interface OpenMeteoBody {
  latitude: number;
  longitude: number;
  elevation?: number;
  utc_offset_seconds: number;
  timezone: string;
  timezone_abbreviation: string;
  location_id?: number;
  current: Record<string, number | string | null>;
  current_units: Record<string, string>;
  current_weather: Record<string, number | string | null>;
  minutely_15: Section;
  hourly: Section;
  hourly_units: Record<string, string>;
  daily: Section;
  daily_units: Record<string, string>;
  error?: boolean;
  reason?: string;
}

export function askOpenMeteo<T = OpenMeteoBody>(
  app: TestApp,
  key: string,
  query: string,
  headers: Record<string, string> = {},
): Promise<Answer<T>> {
  return sendRaw<T>(app.url, { path: `${OPEN_METEO}?${query}`, headers: { apikey: key, ...headers } });
}

export function postOpenMeteo<T = OpenMeteoBody>(
  app: TestApp,
  key: string,
  body: unknown,
  query = '',
): Promise<Answer<T>> {
  const isForm = body instanceof URLSearchParams;
  return sendRaw<T>(app.url, {
    method: 'POST',
    path: OPEN_METEO + query,
    headers: {
      apikey: key,
      'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json',
    },
    body: isForm ? body.toString() : JSON.stringify(body),
  });
}
