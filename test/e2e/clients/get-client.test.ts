import { expect, it } from '@jest/globals';
import { signedInCaller } from '../../support/api-caller.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();

it('returns the client as creating it did, without the secret', async () => {
  const caller = await signedInCaller(app());
  const created = await caller.post('/v1/clients', {
    name: 'Station',
    description: 'On the roof',
    rate_limits: { second: 3 },
  });

  const { status, body } = await caller.get(`/v1/clients/${String(created.body.client_id)}`);

  expect(status).toBe(200);
  const { client_secret, ...shown } = created.body;
  expect(client_secret).toEqual(expect.any(String));
  expect(body).toEqual(shown);
});
