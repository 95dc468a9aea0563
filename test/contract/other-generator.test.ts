import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startTestApp, type TestApp } from '../support/test-app.js';
import { DOCUMENT_FILE, expectDocumented, OPERATIONS } from './api-document.js';
import { cookieKeepingFetch } from './cookie-keeping-fetch.js';
import { makeEveryCall } from './every-call.js';

// A client by another generator, which reads the document in its own way: Hey API's.

type GeneratedCall = (options: object) => Promise<{ data?: unknown; error?: unknown; response: Response }>;

const GENERATOR = join(dirname(fileURLToPath(import.meta.resolve('@hey-api/openapi-ts'))), '../bin/run.js');
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

it('makes every call of the document, and every answer is as the document says', async () => {
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

  expect([...called].sort()).toEqual([...OPERATIONS.keys()].sort());
});
