/** @slow */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { JournalHealthService } from '../../../src/usage/metering/journal/journal-health.service.js';
import { ApiCaller } from '../../support/api-caller.js';
import { askForecast, createKeyedClient } from '../../support/forecast-caller.js';
import { SmallDisk } from '../../support/small-disk.js';
import { startTestApp, type TestApp } from '../../support/test-app.js';
import { flushedUsage } from '../../support/flushed-usage.js';

/** Starts a service whose data directory is a separate disk. Returns undefined if none can be mounted. */
async function startOnSmallDisk(
  running: AsyncDisposableStack,
  environment: Record<string, string> = {},
): Promise<{ app: TestApp; disk: SmallDisk; directory: string } | undefined> {
  const directory = mkdtempSync(join(tmpdir(), 'weather-small-'));
  running.defer(() => rmSync(directory, { recursive: true, force: true }));
  const disk = SmallDisk.mount(directory, running);
  if (!disk) return undefined;
  const app = await startTestApp({ DATA_DIR: directory, ...environment });
  running.defer(() => app.close());
  return { app, disk, directory };
}

const readiness = (app: TestApp) => new ApiCaller(app.url).get('/health/ready');

async function awaitJournal(app: TestApp, state: 'ready' | 'unavailable', wait: () => Promise<void>) {
  for (;;) {
    const answer = await readiness(app);
    if (answer.body.journal === state) return answer;
    await wait();
  }
}

const segmentsIn = (directory: string) =>
  readdirSync(join(directory, 'usage'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.segment'),
  );

it("isn't ready while the disk of its journal is full, but still responds, and recovers afterwards", async () => {
  await using running = new AsyncDisposableStack();
  const started = await startOnSmallDisk(running);
  if (!started) return;
  const { app, disk, directory } = started;
  const { key } = await createKeyedClient(app);
  const ask = () => askForecast(app, { apikey: key });
  // The check that runs once a second.
  const check = () => app.app.get(JournalHealthService).work();
  expect((await ask()).status).toBe(200);
  expect((await readiness(app)).body).toMatchObject({ status: 'ready', journal: 'ready' });
  // Otherwise the rest of the segment's last block would still take some usage.
  await flushedUsage(app, 'select 1');

  disk.fill();
  for (let round = 0; round < 20; round++) {
    const statuses = (await Promise.all(Array.from({ length: 10 }, ask))).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([503]));
    await sleep(50);
  }
  expect(segmentsIn(directory).length).toBeLessThanOrEqual(1);
  expect(await awaitJournal(app, 'unavailable', check)).toMatchObject({
    status: 503,
    body: { status: 'unavailable', database: 'ready', store: 'ready' },
  });
  expect((await new ApiCaller(app.url).get('/v1/weather/fields')).status).toBe(200);
  const lines = app.logLines.filter((line) => /journal can't be written|cannot be recorded/.test(line));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('ENOSPC');

  disk.empty();
  expect((await ask()).status).toBe(200);
  expect((await readiness(app)).status).toBe(503);
  expect(await awaitJournal(app, 'ready', check)).toMatchObject({ status: 200, body: { status: 'ready' } });
  const counted = await flushedUsage(
    app,
    `select sum(units)::int as units from usage.account_days where account_id = '*'`,
  );
  expect(counted).toEqual([{ units: 2 }]);
});

it("stays ready with JOURNAL_FULL=uncounted, since it still serves requests, and reports the journal's state", async () => {
  await using running = new AsyncDisposableStack();
  const started = await startOnSmallDisk(running, { JOURNAL_FULL: 'uncounted' });
  if (!started) return;
  const { app, disk } = started;
  const { key } = await createKeyedClient(app);
  disk.fill();

  expect((await askForecast(app, { apikey: key })).status).toBe(200);
  expect(await awaitJournal(app, 'unavailable', () => sleep(100))).toMatchObject({
    status: 200,
    body: { status: 'ready' },
  });
  expect((await askForecast(app, { apikey: key })).status).toBe(200);
});
