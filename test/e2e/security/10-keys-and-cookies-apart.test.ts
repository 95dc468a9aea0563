import { expect, it } from '@jest/globals';
import { ApiCaller, signedInCaller } from '../../support/api-caller.js';
import { askForecast, createKeyedClient } from '../../support/forecast-caller.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();

it('opens management routes to neither keys nor unrelated client credentials, and data routes to no cookie', async () => {
  const { key, owner } = await createKeyedClient(app());
  const { body: client } = await owner.post<Record<string, string>>('/v1/clients', { name: 'Another' });
  const authorization = `Basic ${Buffer.from(`${client.client_id}:${client.client_secret}`).toString('base64')}`;

  for (const path of ['/v1/accounts/me', '/v1/accounts', '/v1/sessions', '/v1/clients', '/v1/audit']) {
    const byKey = await new ApiCaller(app().url).get(path, { apikey: key });
    expect([path, byKey.status, byKey.headers.get('www-authenticate')]).toEqual([path, 401, 'Session']);
    const byClient = await new ApiCaller(app().url).get(path, { authorization });
    expect([path, byClient.status]).toEqual([path, 401]);
    expect(byClient.headers.get('www-authenticate')).toMatch(/^Basic /);
  }
  const signedIn = await signedInCaller(app());
  expect((await askForecast(app(), { cookie: signedIn.cookie })).body.code).toBe('missing_api_key');
  expect((await askForecast(app(), { authorization })).body.code).toBe('missing_api_key');
});

it("lets client credentials manage their own client's keys, but no others", async () => {
  const { owner, clientId } = await createKeyedClient(app());
  const { body: client } = await owner.post<Record<string, string>>('/v1/clients', { name: 'Another' });
  const authorization = `Basic ${Buffer.from(`${client.client_id}:${client.client_secret}`).toString('base64')}`;
  const program = new ApiCaller(app().url);
  const keysOf = (id: string) => `/v1/clients/${id}/api-keys`;

  expect(
    (await program.post(keysOf(client.client_id), { name: 'By program' }, { authorization })).status,
  ).toBe(201);
  expect((await program.get(keysOf(client.client_id), { authorization })).status).toBe(200);
  expect((await program.get(keysOf(clientId), { authorization })).status).toBe(404);
  const ephemeral = await program.post(keysOf(client.client_id), { ephemeral: true }, { authorization });
  expect([ephemeral.status, ephemeral.body.code]).toEqual([403, 'forbidden']);
});
