import { expect, it } from '@jest/globals';
import { createApiKey, signedInCaller } from '../../support/api-caller.js';
import { useTestApp } from '../../support/test-app.js';

const app = useTestApp();

it('returns the key as the list does, to the owner, an administrator and the client itself', async () => {
  const admin = await signedInCaller(app());
  const owner = await signedInCaller(app());
  const { client_id: clientId, client_secret: secret } = (
    await owner.post<{ client_id: string; client_secret: string }>('/v1/clients', { name: 'A client' })
  ).body;
  const { id, key } = await createApiKey(owner, clientId);
  const path = `/v1/clients/${clientId}/api-keys`;
  const [listed] = (await owner.get<{ data: unknown[] }>(path)).body.data;

  const { status, body } = await owner.get(`${path}/${id}`);

  expect(status).toBe(200);
  expect(body).toEqual(listed);
  expect(JSON.stringify(body)).not.toContain(key);
  expect((await admin.get(`${path}/${id}`)).body).toEqual(listed);
  owner.cookie = undefined;
  const authorization = `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`;
  expect((await owner.get(`${path}/${id}`, { authorization })).body).toEqual(listed);
});
