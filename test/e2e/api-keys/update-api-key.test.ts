import { beforeAll, describe, expect, it } from '@jest/globals';
import { createKeyedClient, askForecast, type KeyedClient } from '../../support/forecast-caller.js';
import { useTestApp } from '../../support/test-app.js';
import { createApiKey, createClient, signedInCaller, type SignedInCaller } from '../../support/api-caller.js';
import { expectProblem } from '../../support/problems.js';

const app = useTestApp();
/** The service's first account. */
let admin: SignedInCaller;
beforeAll(async () => {
  admin = await signedInCaller(app());
});

describe('200', () => {
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
});

describe('400', () => {
  let caller: SignedInCaller;
  let path: string;
  beforeAll(async () => {
    caller = await signedInCaller(app());
    const clientId = await createClient(caller);
    path = `/v1/clients/${clientId}/api-keys/${(await createApiKey(caller, clientId)).id}`;
  });

  it.each([
    [{ name: null }, '/name'],
    [{ name: 'x'.repeat(101) }, '/name'],
    [{ scopes: [] }, '/scopes'],
    [{ scopes: null }, '/scopes'],
    [{ scopes: ['usage:read'] }, '/scopes'],
    [{ expires_at: '2020-01-01T00:00:00Z' }, '/expires_at'],
    [{ expires_at: 'tomorrow' }, '/expires_at'],
    [{ allowed_ips: ['10.0.0.0/33'] }, '/allowed_ips'],
    [{ allowed_ips: Array.from({ length: 51 }, (_, number) => `10.0.0.${number}`) }, '/allowed_ips'],
    [{ ephemeral: true }, '/ephemeral'],
  ])('rejects %j', async (body, pointer) => {
    const answer = await caller.call('PATCH', path, { body });

    expectProblem(answer, 400, 'invalid_parameter', { instance: path, pointers: [pointer] });
  });
});

describe('403', () => {
  it('refuses a scope that the client lacks', async () => {
    const clientId = await createClient(admin);
    const { id } = await createApiKey(admin, clientId);
    await admin.call('PATCH', `/v1/clients/${clientId}`, { body: { scopes: ['forecast:read'] } });
    const path = `/v1/clients/${clientId}/api-keys/${id}`;

    const answer = await admin.call('PATCH', path, { body: { scopes: ['forecast:batch'] } });

    expectProblem(answer, 403, 'forbidden', { instance: path });
  });
});

describe('409', () => {
  it.each(['revoked_at', 'expires_at'])("doesn't change a key that has ended (%s)", async (column) => {
    const caller = await signedInCaller(app());
    const clientId = await createClient(caller);
    const { id } = await createApiKey(caller, clientId);
    await app().runSql(`update api_keys set ${column} = now() where id = ?`, [id]);
    const path = `/v1/clients/${clientId}/api-keys/${id}`;

    const answer = await caller.call('PATCH', path, { body: { name: 'Again', expires_at: null } });

    expectProblem(answer, 409, 'conflict', { instance: path });
    expect((await caller.get(path)).body.name).toBe('A key');
  });
});
