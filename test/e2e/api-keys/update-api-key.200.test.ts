import { beforeAll, expect, it } from '@jest/globals';
import { createKeyedClient, askForecast, type KeyedClient } from '../../support/forecast-caller.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();
let client: KeyedClient;
let path: string;
beforeAll(async () => {
  client = await createKeyedClient(app());
  path = `/v1/clients/${client.clientId}/api-keys/${client.keyId}`;
});

const patch = (body: unknown) => client.owner.call('PATCH', path, { body });
const use = async () => (await askForecast(app(), { apikey: client.key })).status;

it('changes the given members, and nothing else', async () => {
  const { body: before } = await client.owner.get(path);

  const { status, body } = await patch({ name: 'Roof', expires_at: '2099-01-01T00:00:00Z' });

  expect(status).toBe(200);
  expect(body).toEqual({ ...before, name: 'Roof', expires_at: '2099-01-01T00:00:00Z' });
  expect((await patch({ expires_at: null })).body.expires_at).toBeNull();
});

it('takes effect from the next request on', async () => {
  const before = await use();
  await patch({ allowed_ips: ['203.0.113.0/24'] });
  expect(await use()).toBe(403);
  await patch({ allowed_ips: null });
  expect(await use()).toBe(before);
  await patch({ scopes: ['forecast:batch'] });
  expect(await use()).toBe(403);
  await patch({ scopes: ['forecast:read'] });
  expect(await use()).toBe(before);
});
