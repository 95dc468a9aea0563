import { expect, it } from '@jest/globals';
import { createClient, signedInCaller } from '../../support/api-caller.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp({ DEFAULT_RATE_LIMITS: 'second=7,hour=1000,day=2000' });

it('returns the limits that a new client gets by default', async () => {
  const caller = await signedInCaller(app());
  const clientId = await createClient(caller);

  const { status, body } = await caller.get('/v1/clients/default-limits');

  expect(status).toBe(200);
  expect(body).toEqual({ second: 7, minute: null, hour: 1000, day: 2000 });
  expect((await caller.get(`/v1/clients/${clientId}`)).body.rate_limits).toEqual(body);
});
