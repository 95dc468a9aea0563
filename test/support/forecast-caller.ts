import { type OutgoingHttpHeaders } from 'node:http';
import {
  type Answer,
  createApiKey,
  createClient,
  signedInCaller,
  type SignedInCaller,
} from './api-caller.js';
import { sendRaw } from './raw-request.js';
import { type TestApp } from './test-app.js';

export const FORECAST = '/v1/weather/forecast';

export const FORECASTS = '/v1/weather/forecasts';

/** Query parameters of a valid forecast request. */
export const POINT = 'lat=52.2297&lon=21.0122';

/** The same point as members of a request body. */
export const POINT_BODY = { lat: 52.2297, lon: 21.0122 };

/** A body that requests the forecasts of two points. */
export const BATCH_BODY = { locations: [POINT_BODY, { lat: -33.8688, lon: 151.2093 }] };

/** A client with its owner and one key. */
export interface KeyedClient {
  owner: SignedInCaller;
  clientId: string;
  keyId: string;
  key: string;
}

export async function createKeyedClient(
  app: TestApp,
  client: Record<string, unknown> = {},
  apiKey: Record<string, unknown> = {},
): Promise<KeyedClient> {
  const owner = await signedInCaller(app);
  const clientId = await createClient(owner, client);
  const { id, key } = await createApiKey(owner, clientId, apiKey);
  return { owner, clientId, keyId: id, key };
}

/** Requests a forecast with exactly these headers. */
export function askForecast(app: TestApp, headers: OutgoingHttpHeaders, query = POINT): Promise<Answer> {
  return sendRaw(app.url, { path: `${FORECAST}?${query}`, headers });
}

/** Requests a forecast by POST, with exactly these headers and the content type. */
export function postForecast(
  app: TestApp,
  headers: OutgoingHttpHeaders,
  body: unknown = POINT_BODY,
  query = '',
): Promise<Answer> {
  return sendRaw(app.url, {
    method: 'POST',
    path: `${FORECAST}${query}`,
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

/** Requests a batch of forecasts, with exactly these headers and the content type. */
export function postForecasts<T = Record<string, unknown>>(
  app: TestApp,
  headers: OutgoingHttpHeaders,
  body: unknown = BATCH_BODY,
  query = '',
): Promise<Answer<T>> {
  return sendRaw(app.url, {
    method: 'POST',
    path: `${FORECASTS}${query}`,
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}
