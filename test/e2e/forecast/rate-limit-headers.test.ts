import { beforeAll, expect, it } from '@jest/globals';
import { askForecast, createKeyedClient } from '../../support/forecast-caller.js';
import { publishRun } from '../../support/published-run.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp({ DEFAULT_RATE_LIMITS: undefined });
beforeAll(() => publishRun(app()));

/** Sets limits that members can't request under these defaults. */
const setLimits = (clientId: string, limits: Record<string, number>) =>
  app().runSql('update clients set rate_limits = ? where id = ?', [
    JSON.stringify({ second: null, minute: null, hour: null, day: null, ...limits }),
    clientId,
  ]);

it('report every window and what is left of it', async () => {
  const { key } = await createKeyedClient(app());

  const { status, headers } = await askForecast(app(), { apikey: key });

  expect(status).toBe(200);
  expect(headers.get('ratelimit-policy')).toBe(
    '"second";q=10;w=1, "minute";q=300;w=60, "hour";q=5000;w=3600, "day";q=50000;w=86400',
  );
  const form = /^"second";r=9;t=1, "minute";r=299;t=1, "hour";r=4999;t=1, "day";r=49999;t=(\d+)$/;
  const untilMidnight = 86_400 - (Math.floor(Date.now() / 1000) % 86_400);
  const [, reset] = form.exec(headers.get('ratelimit')!)!;
  expect(Math.abs(Number(reset) - untilMidnight)).toBeLessThanOrEqual(5);
  expect(headers.get('retry-after')).toBeNull();
  expect([...headers.keys()].filter((name) => name.startsWith('x-ratelimit'))).toEqual([]);
});

it('report only the windows that are set', async () => {
  const { clientId, key } = await createKeyedClient(app());
  await setLimits(clientId, { hour: 7 });

  const { headers } = await askForecast(app(), { apikey: key });

  expect(headers.get('ratelimit-policy')).toBe('"hour";q=7;w=3600');
  // One seventh of an hour, rounded up.
  expect(headers.get('ratelimit')).toBe('"hour";r=6;t=515');
});

it('are absent if no window is set', async () => {
  const { clientId, key } = await createKeyedClient(app());
  await setLimits(clientId, {});

  const { status, headers } = await askForecast(app(), { apikey: key });

  expect(status).toBe(200);
  expect([headers.get('ratelimit-policy'), headers.get('ratelimit')]).toEqual([null, null]);
});
