import { beforeAll, describe, expect, it } from '@jest/globals';
import { AuditLogService } from '../../../../src/core/audit/audit-log.service.js';
import {
  ApiCaller,
  bearer,
  createApiKey,
  createClient,
  createToken,
  PASSWORD,
  signedInCaller,
  type SignedInCaller,
} from '../../../support/api-caller.js';
import { expectProblem } from '../../../support/problems.js';
import { useTestApp } from '../../../support/test-app.js';
import { basic } from '../../../support/usage-caller.js';

const app = useTestApp();

describe('429 for changes after 10,000 in a day', () => {
  let admin: SignedInCaller;
  let owner: SignedInCaller;
  beforeAll(async () => {
    admin = await signedInCaller(app());
    owner = await signedInCaller(app());
  });
  const changes = () => app().app.get(AuditLogService).changes;
  const spend = (id: string) => changes().spend(id, Date.now(), 10_000);

  it('of a client or a token, which keep its owner from nothing', async () => {
    const created = await owner.post<{ client_id: string; client_secret: string }>('/v1/clients', {
      name: 'x',
    });
    const { client_id, client_secret } = created.body;
    const { id: keyId } = await createApiKey(owner, client_id);
    const credentials = basic(client_id, client_secret);
    const token = await createToken(owner, ['clients:manage']);
    const anonymous = new ApiCaller(app().url);
    spend(client_id);
    spend(token.id);

    const path = `/v1/clients/${client_id}/api-keys`;
    const answer = await anonymous.post(path, { name: 'x' }, credentials);
    expectProblem(answer, 429, 'too_many_attempts', { instance: path });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    const byToken = await anonymous.post('/v1/clients', { name: 'x' }, bearer(token.token));
    expectProblem(byToken, 429, 'too_many_attempts', { instance: '/v1/clients' });
    // It can still end what it has.
    expect((await anonymous.delete(`${path}/${keyId}`, credentials)).status).toBe(204);
    expect(await createClient(owner)).toMatch(/^cli_/);
  });

  it('of an account, except for what gets its owner in, or a thief out', async () => {
    const id = await createClient(owner);
    const { id: keyId } = await createApiKey(owner, id);
    spend(owner.accountId);
    const waitSeconds = changes().waitSeconds(owner.accountId, 0);

    const answer = await owner.post('/v1/clients', { name: 'x' });
    expectProblem(answer, 429, 'too_many_attempts', { instance: '/v1/clients' });
    expect((await owner.delete(`/v1/clients/${id}/api-keys/${keyId}`)).status).toBe(204);
    expect((await owner.post(`/v1/clients/${id}/secret`)).status).toBe(201);
    const password = 'x7-correct-staple';
    const change = { current_password: PASSWORD, new_password: password };
    expect((await owner.call('PUT', '/v1/accounts/me/password', { body: change })).status).toBe(204);
    expect((await owner.delete('/v1/sessions')).status).toBe(204);
    const again = { email: owner.email, password };
    expect((await new ApiCaller(app().url).post('/v1/sessions', again)).status).toBe(201);
    expect(changes().waitSeconds(owner.accountId, 0)).toBe(waitSeconds);
  });

  it('of an administrator, who can still disable clients and accounts', async () => {
    const id = await createClient(admin);
    spend(admin.accountId);
    const path = `/v1/clients/${id}`;
    expectProblem(await admin.call('PATCH', path, { body: { name: 'y' } }), 429, 'too_many_attempts', {
      instance: path,
    });
    expect((await admin.call('PATCH', path, { body: { status: 'disabled' } })).status).toBe(200);
    expect(
      (await admin.call('PATCH', `/v1/accounts/${owner.accountId}`, { body: { status: 'disabled' } })).status,
    ).toBe(200);
  });
});
