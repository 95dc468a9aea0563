import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { Journal } from '../../../src/usage/metering/journal/journal.js';
import { ApiCaller, PASSWORD } from '../../support/api-caller.js';
import { askForecast, createKeyedClient } from '../../support/forecast-caller.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp({ DEFAULT_RATE_LIMITS: 'hour=100,day=1000' });

async function remaining(caller: ApiCaller, clientId: string): Promise<number[]> {
  const { body } = await caller.get<{ windows: { remaining: number }[] }>(
    `/v1/usage/quota?client_id=${clientId}`,
  );
  return body.windows.map((window) => window.remaining);
}

it("restores a client's consumption of its hour and day, including what only the journal has", async () => {
  const { owner, clientId, keyId, key } = await createKeyedClient(app());
  for (let i = 0; i < 7; i++) await askForecast(app(), { apikey: key });
  expect(await remaining(owner, clientId)).toEqual([93, 993]);
  await app().restart(async () => {
    // Leaves a journal like a killed process.
    const journal = new Journal({ root: join(app().dataDirectory, 'usage') });
    await journal.open();
    const metered = { keyId, clientId, accountId: owner.accountId };
    const event = { route: 'POST /x', timeMs: Date.now(), status: 200, units: 50, bytes: 1, durationUs: 1 };
    await new Promise((resolve) => journal.append({ owner: metered, ...event }, resolve));
    journal.close();
  });

  const again = new ApiCaller(app().url);
  await again.post('/v1/sessions', { email: owner.email, password: PASSWORD });
  const [hour, day] = await remaining(again, clientId);
  // The hour refills continuously, by one unit per 36 s.
  expect(hour).toBeGreaterThanOrEqual(43);
  expect(hour).toBeLessThanOrEqual(50);
  expect(day).toBe(943);
});
