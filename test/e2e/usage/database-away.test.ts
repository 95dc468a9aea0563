import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { UsageFlusherService } from '../../../src/usage/metering/usage-flusher.service.js';
import { askForecast, createKeyedClient } from '../../support/forecast-caller.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
const linesWith = (text: string) => app().logLines.filter((line) => line.includes(text));

it('counts each failed flush, logs the first of a series, and logs when usage is written again', async () => {
  const { key } = await createKeyedClient(app());
  await askForecast(app(), { apikey: key });
  const flusher = app().app.get(UsageFlusherService);
  await flusher.flush();
  expect(flusher.failedFlushes).toBe(0);

  const restore = await app().cutDatabase();
  try {
    expect((await askForecast(app(), { apikey: key })).status).toBe(200);
    while (flusher.failedFlushes < 3) await sleep(50);
    expect(flusher.backlog.bytes).toBeGreaterThan(0);
  } finally {
    await restore();
  }
  while (linesWith('Usage is being written again').length === 0) await sleep(50);

  expect(linesWith("Usage can't be written")).toHaveLength(1);
  expect(flusher.backlog.bytes).toBe(0);
});
