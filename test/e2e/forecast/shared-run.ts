import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { main as ingest } from '../../../src/ingest/command/ingest.main.js';
import { createApiKey, createClient, signedInCaller } from '../../support/api-caller.js';
import { sharedData } from '../../support/shared-data.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';

/** What ecCodes reads at some grid points of the shared run. The file contains the command. */
export const FROZEN = JSON.parse(
  readFileSync(new URL('../../pipeline/fixtures/gfs-20200804t12.values.json', import.meta.url), 'utf8'),
) as {
  points: { latitude: number; longitude: number }[];
  variables: Record<string, { where: string; values: Record<string, (number | null)[]> }>;
};

export const RUN_STEPS = [0, 6, 12];

export interface ForecastBody {
  location: { lat: number; lon: number };
  data: { timelines: { hourly: { time: string; values: Record<string, number | null> }[] } };
  meta: Record<string, unknown> & { warnings: { code: string; fields: string[] }[] };
}

export interface SharedRunService {
  app: TestApp;
  key: string;
  /** Requests a forecast of the shared run, by default for its first 13 hours. */
  forecast(query: string): Promise<ForecastBody>;
}

/** Starts the service with the shared run ingested, and creates a key with ample limits. */
export async function startWithSharedRun(
  layout: 'gfs' | 'gfs-v17' = 'gfs',
  resolution = '0p25',
): Promise<SharedRunService> {
  const app = await startTestApp({ LOG_LEVEL: 'silent' });
  const messages: string[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      messages.push(chunk.toString());
      done();
    },
  });
  const environment = {
    DATA_DIR: app.dataDirectory,
    MODELS: 'gfs',
    GFS_RESOLUTION: resolution,
    GFS_BASE_URL: pathToFileURL(join(sharedData ?? '', layout)).href,
  };
  const streams = { stdout: sink, stderr: sink, signal: new AbortController().signal };
  // The ingest would wait for steps that the samples of the new layout lack.
  const steps = layout === 'gfs-v17' ? ['--steps', '0,6,12'] : [];
  const status = await ingest(['--run', '2020-08-04T12', ...steps], environment, streams);
  if (status !== 0) throw new Error(messages.join(''));
  const caller = await signedInCaller(app);
  const { key } = await createApiKey(caller, await createClient(caller));
  return {
    app,
    key,
    async forecast(query) {
      const response = await fetch(
        `${app.url}/v1/weather/forecast?source=gfs&startTime=2020-08-04T12:00:00Z&${query}`,
        {
          headers: { apikey: key },
        },
      );
      const text = await response.text();
      if (response.status !== 200) throw new Error(text);
      return JSON.parse(text) as ForecastBody;
    },
  };
}

type Raw = (variable: string) => number;

/**
 * The expected value of a metric at a grid point and step, from the values that ecCodes reads there. Written from the
 * contract, independently of the service's own conversions. `unit` is one unit of the last served place.
 */
export const SERVED: Record<string, { unit: number; expected: (raw: Raw) => number }> = {
  temperature: { unit: 0.1, expected: (raw) => raw('temperature2m') - 273.15 },
  temperatureApparent: { unit: 0.1, expected: (raw) => raw('apparentTemperature2m') - 273.15 },
  dewPoint: { unit: 0.1, expected: (raw) => raw('dewPoint2m') - 273.15 },
  humidity: { unit: 1, expected: (raw) => Math.min(100, raw('relativeHumidity2m')) },
  pressureSurfaceLevel: { unit: 0.1, expected: (raw) => raw('surfacePressure') / 100 },
  windSpeed: { unit: 0.1, expected: (raw) => Math.hypot(raw('windU10m'), raw('windV10m')) },
  windDirection: {
    unit: 1,
    expected: (raw) => (270 - (Math.atan2(raw('windV10m'), raw('windU10m')) * 180) / Math.PI + 360) % 360,
  },
  windGust: {
    unit: 0.1,
    expected: (raw) => Math.max(raw('windGust'), Math.hypot(raw('windU10m'), raw('windV10m'))),
  },
  visibility: { unit: 0.1, expected: (raw) => Math.min(24.1, raw('visibility') / 1000) },
  ozone: { unit: 1, expected: (raw) => raw('totalOzone') },
};

/**
 * Returns by how much a served value exceeds half a unit of its last place in distance from the expected value.
 * Anything up to 1e-6 is correct.
 */
export function excess(metric: string, served: number | null, raw: Raw): number {
  const { unit, expected } = SERVED[metric];
  if (served === null) return Infinity;
  let difference = Math.abs(served - expected(raw));
  if (metric === 'windDirection') difference = Math.min(difference, 360 - difference);
  return difference - unit / 2;
}
