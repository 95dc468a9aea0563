/** @slow */
import { execFileSync, spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import ts from 'typescript';
import { describeWithRegistry } from '../support/describe-with-registry.js';
import { installPackages } from '../support/install-packages.js';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { DOCUMENT_FILE, ENDING_OPERATIONS, expectDocumented } from './api-document.js';
import { cookieKeepingFetch } from './cookie-keeping-fetch.js';
import { makeEveryCall } from './every-call.js';

// Tests a client made by another generator, Hey API, which reads the document differently.

type GeneratedCall = (options: object) => Promise<{ data?: unknown; error?: unknown; response: Response }>;

const COMPILER = fileURLToPath(import.meta.resolve('typescript/lib/tsc.js'));

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

describeWithRegistry('the client by Hey API', () => {
  let folder: string;
  let client: string;
  let service: TestApp;
  beforeAll(async () => {
    folder = installPackages({ '@hey-api/openapi-ts': '0.99.0', typescript: ts.version });
    client = join(folder, 'client');
    const generator = join(folder, 'node_modules/@hey-api/openapi-ts/bin/run.js');
    const words = ['--input', DOCUMENT_FILE, '--output', client, '--client', '@hey-api/client-fetch'];
    execFileSync(process.execPath, [generator, ...words, '--silent', '--no-log-file'], { cwd: folder });
    service = await startTestApp();
  });
  afterAll(async () => {
    await service?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('makes every documented call, and gets only documented responses', async () => {
    const calls = (await import(join(client, 'sdk.gen.ts'))) as Record<string, GeneratedCall>;
    const { createClient } = (await import(join(client, 'client/index.ts'))) as {
      createClient: (options: object) => object;
    };
    const caller = createClient({ baseUrl: service.url, fetch: cookieKeepingFetch() });
    const called = new Set<string>();

    await makeEveryCall(async (operationId, input = {}) => {
      called.add(operationId);
      const { data, error, response } = await calls[operationId]({ client: caller, ...input });
      expectDocumented(operationId, response);
      return { status: response.status, data: response.ok ? data : error };
    });

    expect([...called].sort()).toEqual(ENDING_OPERATIONS);
  });

  it('compiles, with the types of calls and responses', () => {
    const file = join(client, 'typed-calls.ts');
    writeFileSync(file, TYPED_CALLS);
    const words = ['--noEmit', '--strict', '--skipLibCheck', '--target', 'es2024', '--module', 'esnext'];
    const check = spawnSync(
      process.execPath,
      [COMPILER, ...words, '--moduleResolution', 'bundler', '--lib', 'es2024,dom,dom.iterable', file],
      { cwd: client, encoding: 'utf8' },
    );
    expect(check.stdout).toBe('');
    expect(check.status).toBe(0);
  });
});
