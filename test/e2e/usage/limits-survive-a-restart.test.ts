import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createApp } from '../../../src/boot/app.setup.js';
import { createLogger } from '../../../src/core/telemetry/logger.js';
import { loadApplication } from '../../../src/boot/features/load-features.js';
import { Journal } from '../../../src/usage/metering/journal/journal.js';
import { ApiCaller, createApiKey, createClient, PASSWORD } from '../../support/api-caller.js';
import { FORECAST, POINT } from '../../support/forecast-caller.js';
import { cloneDatabase, type TestDatabase } from '../../support/test-postgres.js';

const ACCOUNT = { full_name: 'A Member', email: 'member@example.com', password: PASSWORD };

let database: TestDatabase;
const dataDirectory = mkdtempSync(join(tmpdir(), 'weather-data-'));
beforeAll(async () => {
  database = await cloneDatabase();
});
afterAll(async () => {
  await database.drop();
  rmSync(dataDirectory, { recursive: true, force: true });
});

/** Starts the service with the same data each time. */
async function start(): Promise<{ app: NestFastifyApplication; caller: ApiCaller }> {
  const { configuration } = await loadApplication({
    DATA_DIR: dataDirectory,
    DEFAULT_RATE_LIMITS: 'hour=100,day=1000',
  });
  const app = await createApp(configuration, database.connection, createLogger('silent'));
  await app.listen({ host: '127.0.0.1', port: 0 });
  const caller = new ApiCaller(await app.getUrl());
  await caller.post('/v1/accounts', ACCOUNT);
  await caller.post('/v1/sessions', { email: ACCOUNT.email, password: PASSWORD });
  return { app, caller };
}

async function remaining(caller: ApiCaller, clientId: string): Promise<number[]> {
  const { body } = await caller.get<{ windows: { remaining: number }[] }>(
    `/v1/usage/quota?client_id=${clientId}`,
  );
  return body.windows.map((window) => window.remaining);
}

it("restores a client's consumption of its hour and day, including what only the journal has", async () => {
  const first = await start();
  const clientId = await createClient(first.caller);
  const { id: keyId, key } = await createApiKey(first.caller, clientId);
  const { body: client } = await first.caller.get<{ id: string }>('/v1/accounts/me');
  for (let i = 0; i < 7; i++) await first.caller.get(`${FORECAST}?${POINT}`, { apikey: key });
  expect(await remaining(first.caller, clientId)).toEqual([93, 993]);
  await first.app.close();

  // Leaves a journal like a killed process.
  const journal = new Journal({ root: join(dataDirectory, 'usage') });
  await journal.open();
  const owner = { keyId, clientId, accountId: client.id };
  const event = { route: 'POST /x', timeMs: Date.now(), status: 200, units: 50, bytes: 1, durationUs: 1 };
  await new Promise((resolve) => journal.append({ owner, ...event }, resolve));
  journal.close();

  const second = await start();
  const [hour, day] = await remaining(second.caller, clientId);
  // The hour refills continuously, by one unit per 36 s.
  expect(hour).toBeGreaterThanOrEqual(43);
  expect(hour).toBeLessThanOrEqual(50);
  expect(day).toBe(943);
  await second.app.close();
});
