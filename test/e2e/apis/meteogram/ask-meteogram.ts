import { sendRaw } from '../../../support/raw-request.js';
import { type TestApp } from '../../../support/test-app.js';

export const SVG = '/v1/weather/meteogram.svg';
export const PNG = '/v1/weather/meteogram.png';
export const POINT = 'lat=52.2297&lon=21.0122';

/** Returns the body as raw bytes. */
export async function fetchPicture(
  app: TestApp,
  key: string,
  path: string,
  headers: Record<string, string> = {},
) {
  const response = await fetch(app.url + path, { headers: { apikey: key, ...headers } });
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}

export function askMeteogram(app: TestApp, path: string, headers: Record<string, string> = {}) {
  return sendRaw(app.url, { path, headers });
}
