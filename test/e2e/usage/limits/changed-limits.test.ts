import { beforeAll, expect, it } from '@jest/globals';
import { signedInCaller, type SignedInCaller } from '../../../support/api-caller.js';
import { askForecast, createKeyedClient } from '../../../support/forecast-caller.js';
import { useTestApp } from '../../../support/test-app.js';

const app = useTestApp({ DEFAULT_RATE_LIMITS: 'hour=10' });
let admin: SignedInCaller;
beforeAll(async () => {
  admin = await signedInCaller(app());
});

it('what was consumed still counts when the limits of a client change', async () => {
  const { clientId, key } = await createKeyedClient(app());
  const limit = async (hour: number) => {
    const rate_limits = { hour };
    const { status } = await admin.call('PATCH', `/v1/clients/${clientId}`, { body: { rate_limits } });
    expect(status).toBe(200);
  };
  const remainingAfterRequest = async () => {
    const { status, headers } = await askForecast(app(), { apikey: key });
    return [status, Number(/"hour";r=(\d+);/.exec(headers.get('ratelimit')!)![1])];
  };
  for (let number = 0; number < 10; number += 1) await remainingAfterRequest();
  expect(await remainingAfterRequest()).toEqual([429, 0]);

  await limit(1_000);
  const [status, remaining] = await remainingAfterRequest();
  expect(status).toBe(200);
  expect(remaining).toBeGreaterThanOrEqual(1_000 - 11);
  // One unit refills every 3.6 s.
  expect(remaining).toBeLessThan(1_000 - 5);
  await limit(12);
  expect(await remainingAfterRequest()).toEqual([200, 0]);
  expect(await remainingAfterRequest()).toEqual([429, 0]);
});
