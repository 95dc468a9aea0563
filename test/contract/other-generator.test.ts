import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { DOCUMENT_FILE, ENDING_OPERATIONS, expectDocumented } from './api-document.js';
import { cookieKeepingFetch } from './cookie-keeping-fetch.js';
import { makeEveryCall } from './every-call.js';

// Tests a client made by another generator, Hey API, which reads the document differently.

type GeneratedCall = (options: object) => Promise<{ data?: unknown; error?: unknown; response: Response }>;

const GENERATOR = join(dirname(fileURLToPath(import.meta.resolve('@hey-api/openapi-ts'))), '../bin/run.js');
const COMPILER = fileURLToPath(import.meta.resolve('typescript/lib/tsc.js'));
const GENERATION_TIMEOUT_MS = 240_000;

let folder: string;
let service: TestApp;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'generated-client-'));
  const words = ['--input', DOCUMENT_FILE, '--output', folder, '--client', '@hey-api/client-fetch'];
  execFileSync(process.execPath, [GENERATOR, ...words, '--silent', '--no-log-file'], { cwd: folder });
  service = await startTestApp();
}, GENERATION_TIMEOUT_MS);
afterAll(async () => {
  await service?.close();
  rmSync(folder, { recursive: true, force: true });
});

it('makes every documented call, and gets only documented responses', async () => {
  const calls = (await import(join(folder, 'sdk.gen.ts'))) as Record<string, GeneratedCall>;
  const { createClient } = (await import(join(folder, 'client/index.ts'))) as {
    createClient: (options: object) => object;
  };
  const client = createClient({ baseUrl: service.url, fetch: cookieKeepingFetch() });
  const called = new Set<string>();

  await makeEveryCall(async (operationId, input = {}) => {
    called.add(operationId);
    const { data, error, response } = await calls[operationId]({ client, ...input });
    expectDocumented(operationId, response);
    return { status: response.status, data: response.ok ? data : error };
  });

  expect([...called].sort()).toEqual(ENDING_OPERATIONS);
});

// Fails to compile where the document omits something or describes it incorrectly.
const TYPED_CALLS = `
  import { getForecast, getUsage, type Forecast } from './index';

  export async function call() {
    const forecast = await getForecast({ query: { lat: 52.25, lon: 21, timelines: ['hourly'] } });
    const answer: Forecast | undefined = forecast.data;
    const temperature: number | null | undefined = answer?.data.timelines.hourly?.[0].values.temperature;
    const code: string | undefined = forecast.error?.code;
    // @ts-expect-error Degrees are numbers.
    await getForecast({ query: { lat: '52.25' } });
    // @ts-expect-error There is no such interval.
    await getUsage({ query: { interval: 'week' } });
    return [temperature, code];
  }
`;

it(
  'generates a client that compiles, with the types of calls and responses',
  () => {
    const file = join(folder, 'typed-calls.ts');
    writeFileSync(file, TYPED_CALLS);
    const words = ['--noEmit', '--strict', '--skipLibCheck', '--target', 'es2024', '--module', 'esnext'];
    const check = spawnSync(
      process.execPath,
      [COMPILER, ...words, '--moduleResolution', 'bundler', '--lib', 'es2024,dom,dom.iterable', file],
      { cwd: folder, encoding: 'utf8' },
    );
    expect(check.stdout).toBe('');
    expect(check.status).toBe(0);
  },
  GENERATION_TIMEOUT_MS,
);
