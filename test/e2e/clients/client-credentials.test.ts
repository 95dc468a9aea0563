import { beforeAll, expect, it } from '@jest/globals';
import { ApiCaller, createApiKey, signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { expectProblem } from '../../support/problems.js';
import { useTestApp } from '../../support/test-app.js';
import { basic, USAGE } from '../../support/usage-caller.js';

interface CreatedClient {
  client_id: string;
  client_secret: string;
}

const app = useTestApp();
let admin: SignedInCaller;
let owner: SignedInCaller;
beforeAll(async () => {
  admin = await signedInCaller(app());
  owner = await signedInCaller(app());
});

async function newClient(caller = owner) {
  const { body } = await caller.post<CreatedClient>('/v1/clients', { name: 'Station' });
  const headers = basic(body.client_id, body.client_secret);
  const keys = `/v1/clients/${body.client_id}/api-keys`;
  return { clientId: body.client_id, headers, keys };
}

const ask = (headers: Record<string, string>, path: string) => new ApiCaller(app().url).get(path, headers);

it('reach their own client, but no other client of the account', async () => {
  const own = await newClient();
  const other = await newClient();
  const { id } = await createApiKey(owner, other.clientId);

  expect((await ask(own.headers, own.keys)).status).toBe(200);
  for (const instance of [other.keys, `${other.keys}/${id}`])
    expectProblem(await ask(own.headers, instance), 404, 'not_found', { instance });
  const revoked = await new ApiCaller(app().url).delete(`${other.keys}/${id}`, own.headers);
  expect(revoked.status).toBe(404);
  expect((await owner.get(`${other.keys}/${id}`)).body).toMatchObject({ status: 'active' });
});

it('end with their client', async () => {
  const { clientId, headers, keys } = await newClient();
  expect((await ask(headers, USAGE)).status).toBe(200);

  await owner.delete(`/v1/clients/${clientId}`);

  for (const instance of [USAGE, keys])
    expectProblem(await ask(headers, instance), 401, 'unauthenticated', { instance });
});

it('are refused while the account is disabled', async () => {
  const disabled = await signedInCaller(app());
  const { headers } = await newClient(disabled);
  await admin.call('PATCH', `/v1/accounts/${disabled.accountId}`, { body: { status: 'disabled' } });

  expectProblem(await ask(headers, USAGE), 403, 'account_disabled', { instance: USAGE });
});

it('keep the old secret for the requested number of seconds', async () => {
  const { clientId } = await newClient();

  await owner.post(`/v1/clients/${clientId}/secret`, { overlap_seconds: 600 });

  const rows = await app().runSql(
    `select extract(epoch from previous_secret_ends_at - now())::float as seconds from clients where id = ?`,
    [clientId],
  );
  expect(rows[0].seconds).toBeGreaterThan(540);
  expect(rows[0].seconds).toBeLessThanOrEqual(600);
});
