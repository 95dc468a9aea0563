import { beforeAll, expect, it } from '@jest/globals';
import { signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { askForecast, createKeyedClient } from '../../support/forecast-caller.js';
import { publishRun } from '../../support/published-run.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
let admin: SignedInCaller;
beforeAll(async () => {
  await publishRun(app());
  admin = await signedInCaller(app());
});

it("refuses without consuming quota, and limits a key to its client's scopes immediately", async () => {
  const { clientId, key, owner, keyId } = await createKeyedClient(app());
  const use = async () => {
    const { status, body, headers } = await askForecast(app(), { apikey: key });
    return [status, body.code, /"day";r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]];
  };
  const give = (scopes: string[]) => admin.call('PATCH', `/v1/clients/${clientId}`, { body: { scopes } });
  expect(await use()).toEqual([200, undefined, '49999']);

  await give(['forecast:batch', 'usage:read']);
  expect(await use()).toEqual([403, 'insufficient_scope', '49999']);
  const { body } = await owner.get(`/v1/clients/${clientId}/api-keys/${keyId}`);
  expect(body.scopes).toEqual(['forecast:batch']);

  await give(['forecast:read']);
  expect(await use()).toEqual([200, undefined, '49998']);
});
